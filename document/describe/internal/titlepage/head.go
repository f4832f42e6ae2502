// Package titlepage reads the head of a document from the words and looks of
// its first pages: title, authors and affiliations.
//
// [HeadOf] reads the lines of one page (pageReader), finds where its running text begins (textStart), and says of each line what it is
// (KindOf, corrected by surroundings). [Head.Candidates] are the runs of lines that may be the title, which a model compares by what
// they show (survey, sight, join, reach). [Head.Authors] finds the persons around the title. nameFinder says which persons a text has,
// and look how lines are set.
package titlepage

import (
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/text"
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
	Lines []line
	rest  []line // what follows on the page
	look
	names  nameFinder
	script script // of the text
}

// The head is on the first pages: a cover may come before the title page.
const (
	HeadPages = 3
	headLines = 90 // of one page
)

// HeadOf returns the head of one of the first pages. It has no lines if there is no
// such page.
func HeadOf(d *content.Document, page int, x person.Lexicon) Head {
	if laidOut(d) {
		if h := laidHead(d, page, x); !h.rough || strings.TrimSpace(d.Page(page)) == "" {
			return h
		}
	}
	return textHead(d, page, x)
}

// divided returns a head of the lines of a page up to the beginning of the running text.
func divided(lines []line, l look, names nameFinder, s script) Head {
	end := (&textStart{look: l, names: names, lines: lines}).find()
	around := surroundings{look: l, names: names, lines: lines[:end:end]}
	around.correct()
	return Head{Lines: around.lines, rest: lines[end:], look: l, names: names, script: s}
}

// Repeat says which lines many documents of one host have. No title begins with them.
func (h *Head) Repeat(isRepeated func(line string) bool) {
	for i := range h.Lines {
		if l := &h.Lines[i]; !l.isLabelled && isRepeated(l.Text) {
			l.isMasthead = true
		}
	}
}

// Has reports whether a line of the head says nothing but a text.
func (h *Head) Has(s string) bool {
	key := text.NormalTitle(s)
	return key != "" && slices.ContainsFunc(h.Lines, func(l line) bool { return text.NormalTitle(l.Text) == key })
}
