// Package vector turns documents into term vectors and compares them.
//
// An [Analyzer] says what the terms of a document's [Field]s are: words, n-grams of words, n-grams of characters.
// A [Vocabulary] numbers them and counts in how many documents each occurs. [Vocabulary.Add] returns the counts of a document of
// the collection as a [Vector], [Vocabulary.Counts] those of any other document. [TF], [IDF], [SmoothIDF] and [Vocabulary.WIDF]
// weight them, [Cosine] and [Jaccard] compare them.
//
// Terms are known by a 64-bit hash of their text. Two of a million terms have the same one with a probability of 1 in 10^7.
// Everything is deterministic: the same documents in the same order make the same vectors.
package vector
