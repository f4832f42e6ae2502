// Package genre decides what kind of work a document is: a paper, a thesis, a
// report, slides, … and whether a library wants it.
//
// [Default] returns the trained [Filter] that ships, [Filter.Judge] a [Verdict]
// with its reasons in words. [Filter.Learn] adds a user's corrections to a filter,
// and [Train] trains another one from labelled documents, or from the [Facts] about
// them. [QuickPage] decides for an HTML page, while a crawl runs, whether it is a
// document itself.
//
// A verdict rests on structure first: how long and wide a document is, which
// headings it has, what its title block and its first pages say of it, how it
// cites, asks, numbers and lists. The cues are those that a person would name,
// in English, German, French, Spanish, Italian, Portuguese and Dutch, the most
// telling ones in other languages too. What a document lacks (pages, fonts, a
// URL) does not count. If its text is garbled, because its fonts map to wrong
// letters, shape and name alone decide.
package genre

import (
	"slices"
	"strings"

	"sluice/document/content"
)

// Genre is a kind of work.
type Genre string

// The genres.
const (
	Paper  Genre = "paper"  // published or meant to be: article, preprint, extended abstract
	Thesis Genre = "thesis" // of any degree
	Report Genre = "report" // technical or institute's report, white paper
	FAQ    Genre = "faq"    // questions with their answers
	Book   Genre = "book"   // or a chapter of one
	Slides Genre = "slides"
	Poster Genre = "poster"
	CV     Genre = "cv"
	Course Genre = "course" // assignment, exam, solution, syllabus, lecture notes
	Form   Genre = "form"   // or a letter
	Other  Genre = "other"
)

// Genres are all genres, in the order in which people are shown them.
var Genres = []Genre{Paper, Thesis, Report, FAQ, Book, Slides, Poster, CV, Course, Form, Other}

// Wanted are the genres that a library accepts when its user has not chosen.
var Wanted = []Genre{Paper, Thesis, Report, FAQ}

// Valid reports whether g is one of [Genres].
func (g Genre) Valid() bool { return slices.Contains(Genres, g) }

// Verdict is what a document was judged to be.
type Verdict struct {
	Genre      Genre
	Accepted   bool    // the genre is one that the filter wants
	Confidence float64 // from 0 to 1; of 100 verdicts at 0.9 some 90 are right
	By         string  // "model", "rule" or "user"
	Reasons    []Reason
}

// Reason is one thing that spoke for a verdict, or against it.
type Reason struct {
	Feature string  `json:"feature"` // in words: "has a references section"
	Weight  float64 `json:"weight"`  // in natural logarithms of the odds; below 0 against the verdict; 0 for a rule's
}

// String returns the reasons as people read them: "has a references section,
// has an abstract, but: has no keywords".
func (v Verdict) String() string {
	var pro, con []string
	for _, r := range v.Reasons {
		if r.Weight < 0 {
			con = append(con, r.Feature)
		} else {
			pro = append(pro, r.Feature)
		}
	}
	s := strings.Join(pro, ", ")
	if len(con) > 0 {
		s += ", but: " + strings.Join(con, ", ")
	}
	return strings.TrimPrefix(s, ", ")
}

// Clues are what is known of a document besides its content. All are optional.
type Clues struct {
	URL     string
	Anchors []string // texts of the links that lead to it
	Size    int64    // of the file, in bytes
}

// Example is a document whose genre is known, or the facts about one.
type Example struct {
	Document *content.Document
	Clues    Clues
	Facts    *Facts // about the document; nil means that they are computed
	Genre    Genre
	Site     string  // for cross-validation, and so that no site counts too much; "" for the URL's host
	Weight   float64 // 0 means 1
}
