package genre

import (
	"math"
	"strings"
	"unicode/utf8"

	"sluice/document/content"
)

// How much of a text is read: its beginning, a piece of its middle and its end.
// Of the rest, up to a bound, only lines that could be headings are. So the
// time does not grow with the document.
const (
	headBytes    = 20 << 10
	middleBytes  = 4 << 10
	tailBytes    = 12 << 10
	headingBytes = 192 << 10
	headingLines = 1500
	titleBytes   = 700  // what [title] means
	frontBytes   = 4000 // what [front] means
)

// reading is what one look at a document has counted.
type reading struct {
	doc   *content.Document
	clues Clues

	cues         [maxCues]int // in the read parts, at the places where the cue counts
	words, lines int          // in the read parts
	read         int          // bytes of the read parts
	spoken       int          // words of two letters and more
	usual        int          // and those of them that running text is full of
	other        int          // letters of other scripts
	letters      int          // in all words, for their mean length

	counts [numCounts]int
	short  int // lines under 25 characters
	chars  int // of all lines
}

// maxCues bounds the counts of a reading, which are an array so that a reading
// needs one allocation.
const maxCues = 96

// What is counted beside cues. A count is by line or by token.
type count int

const (
	years count = iota
	yearRanges
	digits
	mathSigns
	capitals // letters
	capLines // lines in capitals
	bullets  // lines that begin with one
	items    // lines that begin with (a), 1. or #1
	sections // lines that begin with a number like 2.1 and a capital
	entries  // lines that begin with [12]: entries of a list of references
	cites    // [12] and (Name, 1999) elsewhere
	asks     // lines that end in a question mark
	colons   // lines that end in a colon
	answers  // lines that begin with Q: or A:, in some languages
	leaders  // dotted lines
	blanks   // ____ and boxes to tick
	clocks   // times of the day
	mails
	urls
	pagesOf // "3 / 45" on a line
	points  // [4 pts], (10 points)
	sentences
	reportNumbers // on the first page
	courseCodes   // on the first page
	frontMails    // on the first page
	frontYears    // at the beginning
	answered      // questions that are a line of their own, with an answer below
	code          // lines that begin or end as those of programs do
	tabular       // lines with four numbers and more
	quotes        // lines that begin with a quotation mark
	prices        // amounts of money
	percents
	commands // of TeX
	numCounts
)

// look reads a document.
func look(m *matcher, d *content.Document, c Clues) *reading {
	r := &reading{doc: d, clues: c}
	text := d.Text
	r.outline(m)
	if rest := len(text); rest <= headBytes+middleBytes+tailBytes {
		r.scan(m, text, 0, false)
		return r
	}
	head := lineEnd(text, headBytes)
	tail := max(head, lineEnd(text, len(text)-tailBytes))
	middle := min(lineEnd(text, (head+tail)/2), tail)
	after := min(lineEnd(text, middle+middleBytes), tail)
	r.scan(m, text[:head], 0, false)
	r.scan(m, text[middle:after], middle, false)
	r.scan(m, text[tail:], tail, false)
	r.scan(m, text[head:min(middle, lineEnd(text, head+headingBytes/2))], head, true)
	r.scan(m, text[min(tail, max(after, lineEnd(text, tail-headingBytes/2))):tail], after, true)
	return r
}

// outline counts the title in the file's metadata as a printed one, the lines in
// large type, and the entries of the file's own table of contents as headings.
func (r *reading) outline(m *matcher) {
	s := scanner{reading: r, matcher: m}
	if title := r.doc.Get("title"); len(title) < 200 {
		s.title(title)
	}
	for line := range r.headlines() {
		s.headline(line)
	}
	for _, f := range r.doc.Fields[:min(len(r.doc.Fields), 200)] {
		if f.Name == "outline" && len(f.Value) < 100 {
			s.heading(f.Value)
		}
	}
}

// lineEnd returns the offset after the first end of a line at or after i, or
// one near it where lines are long.
func lineEnd(s string, i int) int {
	if i <= 0 || i >= len(s) {
		return min(max(i, 0), len(s))
	}
	end := min(i+2000, len(s))
	if n := strings.IndexByte(s[i:end], '\n'); n >= 0 {
		return i + n + 1
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// rate returns how often something is, a thousand words, on a scale that grows
// ever more slowly.
func (r *reading) rate(n int) float64 {
	return math.Log1p(1000 * float64(n) / float64(max(r.words, 50)))
}
