package fulltext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The most of a query.
const (
	MaxQuery = 4 << 10 // bytes
	MaxTerms = 64
)

// Query is what to look for. The zero Query finds everything.
//
// Text is in the language that people know from search engines:
//
//	neural networks          both words, or others of their stems, anywhere in a text
//	"neural networks"        the phrase, as written
//	title:logic              in a field: title, author, subject, keyword or abstract
//	author:"donald knuth"    a phrase in a field
//	lisp OR scheme           one or the other; OR binds closer than the space, and parentheses do not group
//	lisp AND scheme          both, as without the AND
//	-java  NOT java          not this
//	algo*                    words that begin so, with two letters at the least
//	algoritm~  algoritm~2    words that differ in one or two letters, the first aside (by default two, one in a short word)
//	site:cs.example.edu      of a host and its subdomains; also genre:, type:, language:, and a year:
//	year:2001 year:2001..2005 year:..1999
//
// What is neither letter nor digit parts words; words so joined, as in on-line, must all match.
// Words that any text is full of ("the") count within quotation marks only, unless there are no
// others.
type Query struct {
	Text    string
	Filters Filters
	Kind    Kind
	Sort    Sort
	Offset  int // hits to pass over, at most MaxOffset
	Limit   int // hits to return, at most MaxLimit; 0: 10
}

// Filters narrow a search. Empty ones do not.
type Filters struct {
	Author, Title, Subject, Keyword string // all words must be in that field
	From, To                        int    // years; what has no year is not found
	Genre, Type, Site, Language     string
}

// Kind says what is looked for.
type Kind uint8

// The kinds.
const (
	Both Kind = iota
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
)

// QueryError says what is wrong with a query, and where.
type QueryError struct {
	Query   string
	Offset  int // bytes
	Problem string
}

// Error counts the place in characters from 1, as a person does.
func (e *QueryError) Error() string {
	return fmt.Sprintf("query, at character %d: %s", utf8.RuneCountInString(e.Query[:min(e.Offset, len(e.Query))])+1, e.Problem)
}

// read returns all that a query asks for, its filters included.
func (q *Query) read() (*parsed, error) {
	p, err := parse(q.Text)
	if err != nil {
		return nil, err
	}
	f := &q.Filters
	for _, c := range []struct{ name, value string }{{"author", f.Author}, {"title", f.Title}, {"subject", f.Subject}, {"keyword", f.Keyword}} {
		if c.value == "" {
			continue
		}
		words := wordsOf(clean(c.value, MaxQuery))
		if len(words) == 0 || len(words) > MaxTerms {
			return nil, fmt.Errorf("the filter %s=%q: from one to %d words", c.name, clean(c.value, 100), MaxTerms)
		}
		p.clauses = append(p.clauses, clause{terms: []term{{column: columnOf[c.name], words: words, source: c.value}}, filter: true})
	}
	for _, c := range []struct{ name, value string }{{"genre", f.Genre}, {"type", f.Type}, {"site", f.Site}, {"language", f.Language}} {
		if c.value != "" {
			p.conditions = append(p.conditions, condition{field: c.name, values: []string{strings.ToLower(clean(c.value, MaxQuery))}})
		}
	}
	if f.From != 0 || f.To != 0 {
		to := f.To
		if to == 0 {
			to = anyYear
		}
		p.conditions = append(p.conditions, condition{field: "year", years: [][2]int{{max(f.From, 1), to}}})
	}
	switch q.Kind {
	case Documents:
		p.conditions = append(p.conditions, condition{field: "page", values: []string{"0"}})
	case Pages:
		p.conditions = append(p.conditions, condition{field: "page", values: []string{"1"}})
	}
	return p, nil
}
