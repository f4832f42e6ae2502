// Package titlepage reads the head of a document from the words and looks of
// its first pages: title, authors and affiliations.
package titlepage

import (
	"sluice/document/content"
	"sluice/document/describe/internal/person"
)

// line is one line of a document's head, with what it looks like and what it
// says.
type line struct {
	content.Line
	Kind kind
	gap  bool // an empty line or more white than usual precedes it

	isMasthead bool // a part of a journal's name, or what many documents of one host have

	isLabelled bool // "Title:" precedes it

	raised bool // raised letters next to it, as marks, were dropped

	running int // other pages, at most two, that have it at the same place
}

// kind is what a line of a head is, as far as the line alone shows it.
type kind int

const (
	plain       kind = iota
	Banner           // page numbers, stamps, series, venues, notices
	contact          // e-mail and Web addresses
	Affiliation      // institutions, towns, postal addresses
	Names            // persons alone
	Date
	Byline  // "by", "submitted by"
	closing // what ends the head: abstract, introduction, keywords, prose
	Others  // people who did not write it: advisors, committee
)

// Head is the part of one page before its running text.
type Head struct {
	Lines      []line
	body       float64 // size of the running text's type; 0 where unknown
	height     float64 // of the page
	rough      bool    // most sizes are guessed from the lines' heights, so that the words decide
	laid       bool    // the lines have positions and sizes
	script     script  // of the text
	words      person.Lexicon
	classified int    // lines whose kind has been found
	rest       []line // what follows on the page
	cited      map[string]bool
}

// The head is on the first pages: a cover may come before the title page.
const (
	HeadPages = 3
	headLines = 90 // of one page
)

// Cite says by which titles other documents cite this one, as text.NormalTitle writes them.
func (h *Head) Cite(titles map[string]bool) { h.cited = titles }

// Repeat says which lines many documents of one host have. No title begins with them.
func (h *Head) Repeat(isRepeated func(line string) bool) {
	for i := range h.Lines {
		if l := &h.Lines[i]; !l.isLabelled && isRepeated(l.Text) {
			l.isMasthead = true
		}
	}
}
