// Package text analyses texts without knowing their subject: words and stems, language, similarity, titles and names.
//
// [Words] and [Tokens] cut a text into words, [Stem] and [Stop] know the grammar of languages, [Language] detects the
// language. [Shingles] and [Signature] compare texts: the first exactly ([Jaccard3]), the second by signatures of fixed
// size that can be stored. [NormalTitle] and [NormalName] compare what people write in many ways. A [Print] has all that
// is needed to decide whether two documents are versions of one work. [Boilerplate] finds what a site repeats on its pages, in
// their [Blocks].
//
// No function fails. A text may be anything; bytes that are not UTF-8 separate words. Time is linear in the length of the
// text, except for the sorting of sets. All functions may be called by many goroutines at once.
//
// Hashes are the same on every machine and stay the same, so that signatures may be stored.
package text
