// Package content holds the nouns of a document that has been read: its text,
// how its first pages look, and what the file says of itself. Whatever the
// format was, who judges, describes or indexes a document sees only these.
package content

import "strings"

// The most of each that a document holds.
const (
	MaxText   = 16 << 20 // bytes of text: some 8000 pages
	MaxLines  = 2000     // lines with their looks
	MaxFields = 1000     // fields of the file's own metadata
	MaxValue  = 64 << 10 // bytes of one field
	MaxLinks  = 5000     // references to elsewhere
)

// Document is the content of a document, whatever format it had.
type Document struct {
	Type  string // format by content: "pdf", "docx", "tex", …, as package document names it
	Pages int    // pages or slides; 0 where the format has none

	// Text is all text in reading order: UTF-8 without control characters.
	// Lines end in \n, paragraphs are separated by an empty line if the format has
	// paragraphs, and each page ends in \f if it has pages.
	Text string

	Lines  []Line  // the first pages' lines and their looks, in reading order; of formats without pages, the first paragraphs
	Width  float64 // of the commonest page size, in points; 0 where the format has none
	Height float64
	Wide   int      // pages that are wider than high
	Fonts  []string // names of the fonts of the first pages, the most used first
	Images int      // pictures on the first pages
	Unread []int    // pages, from 0, that are pictures, or whose fonts do not say which letters they show
	OCR    int      // pages that were read by OCR, which mistakes some letters

	Fields []Field  // the file's own metadata
	Links  []string // absolute URLs that it refers to, each once, in order

	Cut string // why text is missing: one of the constants CutTime to CutScan; empty when it is whole
}

// Why text of a document is missing. Libraries store the words.
const (
	CutTime    = "time"               // reading it took too long
	CutSize    = "size"               // it has more than is read
	CutDamaged = "damaged"            // a part of it cannot be read
	CutScan    = "pages without text" // some pages are pictures
)

// Line is one line of a page, or one paragraph of a format without pages, with
// its looks.
type Line struct {
	Text       string
	Page       int     // from 0
	X, Y, W, H float64 // in points, Y from the top of the page down; zero where unknown
	Size       float64 // of the type, in points; 0 where unknown
	Font       string
	Bold       bool
	Italic     bool
	Style      string // what the format calls it: "title", "subtitle", "author", "affiliation", "abstract", "heading 1", "list", …; usually empty
}

// Field is one item of a file's own metadata. Names are in lower case: title,
// author (once for each), affiliation, abstract, keyword, subject, date,
// created, modified, venue, volume, number, pages, publisher, doi, isbn, arxiv,
// language, creator, producer, type; others as the format names them.
type Field struct{ Name, Value string }

// Get returns the first value of a field, or "" if it has none.
func (d *Document) Get(name string) string {
	for _, f := range d.Fields {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// All returns all values of a field, in order.
func (d *Document) All(name string) []string {
	var values []string
	for _, f := range d.Fields {
		if f.Name == name {
			values = append(values, f.Value)
		}
	}
	return values
}

// Page returns the text of one page, from 0; of a format without pages, all
// text is page 0.
func (d *Document) Page(n int) string {
	rest := d.Text
	for ; n > 0; n-- {
		_, after, ok := strings.Cut(rest, "\f")
		if !ok {
			return ""
		}
		rest = after
	}
	text, _, _ := strings.Cut(rest, "\f")
	return text
}

// Reference is one entry of a document's list of references. All but Raw may be missing.
type Reference struct {
	Raw     string // as printed, on one line
	Title   string
	Authors []string // given name first where the reference shows which it is
	Year    int
	DOI     string
	ArXiv   string
	URL     string
}
