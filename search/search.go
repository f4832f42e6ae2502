// Package search declares the nouns of a search in a library: what to look for ([Query]) and what was found ([Result]). The package holds
// data only; the method Search of a library in package sluice runs a query, as the example shows.
package search

import (
	"fmt"
	"unicode/utf8"
)

// Limits of a query and of its result.
const (
	MaxQuery    = 16 << 10 // bytes of a query
	MaxTerms    = 512      // words and phrases in it
	MaxPatterns = 16       // words with * or ~ in it
	MaxMatches  = 200_000  // matches that are ranked and counted: the newest
	MaxOffset   = 10_000   // hits that a search can skip
	MaxLimit    = 1000     // hits in a result
)

// Query is what to look for. The zero Query finds everything.
//
// Text is words, or a sentence. Documents come first, then pages. In each group, those with all the words come first; if they are few, those with some of the
// words follow. With [ByRelevance] and two to five words, what has them near each other or in a field such as the title comes first: documents, then pages. The
// other documents and the other pages follow. These signs have a meaning, as in other search engines:
//
//	neural networks          these words, or others of their stems, anywhere in a text; better next to each other
//	"neural networks"        the phrase, as written, must be there
//	+neural networks         the word that is marked must be there
//	neural AND networks      both must
//	title:logic              in a field: title, author, subject, keyword or abstract
//	author:"donald knuth"    a phrase in a field
//	lisp OR scheme           one or the other; OR binds closer than the space, and parentheses do not group
//	-java  NOT java          not this; -5 is a number
//	algo*                    words that begin so, with two letters at the least
//	algoritm~  algoritm~2    words that differ in one or two letters, the first aside (by default two, one in a short word)
//	site:cs.example.edu      of a host and its subdomains; also genre:, type:, language:, and a year:
//	year:2001 year:2001..2005 year:..1999
//
// CS414 and CS 414 find each other. Words that other signs join (on-line, TCP/IP) count as one and as several, or in a row if one of them says nothing alone (i/o). C++, C# and .NET are words of
// their own. Diacritics do not count, but texts that have those of the query come first. A run of Chinese or Japanese letters matches where each two of them
// stand in a row. Quotation marks of any shape mark a phrase. Frequent words ("the") count in quotation marks only, unless there are no others. In a text of
// more than 24 words, one that was pasted, no word must be there or be absent, and +, -, *, ~, AND, OR and NOT are signs and words of any text. So are an
// operator that joins nothing, and the name of a field that there is not. In the place of a plain word that no text has and that is not marked, the nearest that
// texts have is looked for; a note says so. For one that very few have, and none as a name or in its title, a near word that many have is suggested,
// in the place of three words at most. If nothing has all that must be there, notes say what would be found without.
type Query struct {
	Text    string
	Filters Filters
	Kind    Kind
	Sort    Sort
	Offset  int // hits to skip, at most MaxOffset
	Limit   int // hits to return, at most MaxLimit; 0: 10
}

// Filters narrow a search. Empty ones do not.
type Filters struct {
	Author, Title, Subject, Keyword string // all words must be in that field
	From, To                        int    // years; what has no year is not found
	Genre, Type, Site, Language     string

	// Where is a condition on the columns of documents and pages, as in package library: "relevance > 0.7". If it has columns that pages do
	// not have, it holds for documents only.
	Where string
}

// Kind is what a search looks for.
type Kind uint8

// The kinds.
const (
	Both Kind = iota // documents and pages
	Documents
	Pages
)

// Sort is an order of hits.
type Sort uint8

// The orders, each with the most relevant first among equals; then the most cited, then by
// title. Without words to look for all are equally relevant.
const (
	ByRelevance Sort = iota
	ByCitations      // the most cited first
	ByYear           // the newest first
	ByLinks          // those first to which most pages of other hosts link
	ByTopic          // the most relevant to the topic of the library first
)

// QueryError is the error of a query that cannot be understood.
type QueryError struct {
	Query   string
	Offset  int // bytes
	Problem string
}

// Error returns the problem and its place in the query, in characters from 1.
func (e *QueryError) Error() string {
	return fmt.Sprintf("query, at character %d: %s", utf8.RuneCountInString(e.Query[:min(e.Offset, len(e.Query))])+1, e.Problem)
}

// Result is what a search found.
type Result struct {
	Total    int  // matches; documents of one work are one
	Pages    int  // of these, pages
	Complete int  // of all, those that have all the words
	More     bool // there are more than Total, which were not looked at
	Hits     []Hit
	Facets   map[string][]Count // the fifty most frequent values of "genre", "type", "site", "language", "subject" and "year" among all matches; each document of a work counts
	Notes    []string           // for people: where the search differs from the query

	Corrected  string // the text that was searched, if words of the query that nothing has were corrected
	Suggestion string // the query with frequent words in the place of near ones that very few texts have: what may be meant
}

// Count is the number of matches that have a value.
type Count struct {
	Value string
	N     int
}

// Hit is one match. A work with several matching documents has one hit, the best.
type Hit struct {
	Key        string // SHA-256 of a document, URL of a page
	Page       bool   // it is a page, not a document
	Partial    bool   // it has some of the words only
	URL        string
	Title      string
	Authors    []string
	Year       int // 0: unknown
	Genre      string
	Type       string
	Site       string
	Language   string
	Citations  int      // works in the library that cite it
	LinkedFrom int      // pages of other hosts that link to it
	Score      float64  // greater is better; to be compared within one result only
	Relevance  *float64 // to the topic of the library, from 0 to 1; nil if it was not judged
	Snippets   []Snippet
}

// Snippet is a part of a text that shows why the text was found. It is one line of plain text: escape it where it is shown as anything else.
type Snippet struct {
	Text  string
	Marks []Span // words of the query in it, in order
}

// Span is a part of a text: its bytes from Start up to End.
type Span struct{ Start, End int }
