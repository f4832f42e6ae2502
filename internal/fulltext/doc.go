// Package fulltext searches documents and pages by their words.
//
// [Open] an index, [Index.Put] the accepted documents, [Index.Search] them. The index is one
// SQLite file. The library can always rebuild it: if it is lost or damaged ([ErrDamaged]),
// [Remove] it and put everything again. [Index.Keys] and [Index.Mark] return to a rebuild which
// entries the index has and how far it came.
//
// Put and Delete are one transaction each: a crash loses the last call at most, and leaves no
// partial change. Several processes may use an index at once: one writes at a time (others
// wait), any number search meanwhile.
//
// # What matches
//
// A word matches all words of its stem, in the language of each document; a phrase in quotation
// marks, and a word in them, matches as it is written. Case and compatibility forms never count;
// diacritics count in the order only. See [search.Query] for the language.
//
// # Ranking
//
// Texts that have all words of a query come first; if these are fewer than thirty works, those
// that have some of the words follow; in a large index not for words alone that a third of all
// texts have. Documents come before pages, unless a page has all of a few words and the document
// has not.
//
// The score is BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) as FTS5
// computes it over one stem for each word of a text, with a word in the title counting six times
// one in the body, in the authors five, in keywords and subjects three, in the abstract twice. A
// quarter of the rarity of each pair of words that follow each other in the query and in the text
// is added, and of a title that has a word which a third of the texts have. What is cited ranks higher: the score is times
// 1 + 0.1 ln(1 + citations), so that ten citations add a quarter and a thousand seven tenths.
//
// TestQualityRanking measures it on seven test collections, with one setting for all.
//
// # Limits
//
// [MaxText] of a text is indexed. [search.MaxMatches] matches are ranked and counted, the newest; a
// result says when there are more. A query has at most [search.MaxQuery] bytes and [search.MaxTerms] terms.
package fulltext
