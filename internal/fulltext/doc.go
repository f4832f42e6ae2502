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
// A word matches all words of its stem, in the language of each document and in British and American
// spelling; a phrase in quotation marks, and a word in them, matches as it is written. Case and compatibility forms never count;
// diacritics count in the order only. See [search.Query] for the language.
//
// # Ranking
//
// Documents come first, then pages. In each group, texts with all the words come first. If fewer than
// thirty works have them all, texts with some of the words follow. In a large index, texts with frequent
// words alone, each in a third of all texts, are not among these.
//
// A long text may have a few words by its length alone. If the query has two to five plain words, what
// has them near each other or in a field such as the title comes first, documents and then pages;
// the other documents follow, and the other pages. Words are near each other if at most ten others, stop
// words aside, stand between two of them. Only the order by relevance does this.
//
// The score is BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) as FTS5
// computes it over one stem for each word of a text. A word in the title counts six times one in the
// body, in the authors five, in keywords, subjects and texts of links to it three, in the abstract and
// headings (which the body has, too) twice. A quarter of the rarity of each pair of words that follow
// each other in the query and in the text is added, and of a title that has a word which a third of
// the texts have. What is cited ranks higher: the score is times 1 + 0.1 ln(1 + citations), so that
// ten citations add a quarter and a thousand seven tenths.
//
// TestQualityRanking measures it on seven test collections, with one setting for all.
//
// # Limits
//
// [MaxText] of a text is indexed. [search.MaxMatches] matches are ranked and counted, the newest; a
// result says when there are more. A query has at most [search.MaxQuery] bytes and [search.MaxTerms] terms.
package fulltext
