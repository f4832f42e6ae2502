// Package text is what can be said of a text without knowing what it is about: its words and their stems, its language,
// how like another text it is, and whether two titles or two names are the same.
//
// [Words] and [Tokens] cut a text into words, [Stem] and [Stop] know the languages' grammar, [Language] tells the language.
// [Shingles] and [Signature] compare texts: the first exactly ([Jaccard3]), the other by prints of fixed size that can be
// kept. [NormalTitle] and [NormalName] compare what people write in many ways, and a [Print] holds all that tells whether
// two documents are versions of one work.
//
// Nothing here fails. A text may be anything; what is not UTF-8 parts words. Time is linear in the length of the text,
// but for the sorting of sets. All functions may be called by many goroutines at once.
//
// Hashes are the same on every machine and stay the same, so that signatures may be stored.
package text
