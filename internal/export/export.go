// Package export writes a library's documents in the formats that others read.
//
// [BibTeX], [RIS] and [CSL] write bibliographies, in which each work has one entry, that of its
// first document; [JSONL] and [Parquet] write metadata with text for training sets; each writes
// one file. [Markdown] and [Folder] fill a folder, a file each document. [WACZ] packs the
// archive of a library for replay tools. All are fed with [Record]s one at a time and hold
// little more than one of them, and the names and keys used so far.
//
// What a record says came from the Web. Each writer makes of it what its format can hold:
// whatever it is, others read back as many entries as were written, and as their values the same
// text, without control characters and cut to a bounded length.
package export

import (
	"io"
	"iter"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
)

// Record is one document and what is known of it. Only SHA256 must be there.
type Record struct {
	SHA256 string   // in hexadecimal digits
	Work   string   // the same for all documents of one work; empty: it has a work for itself
	URL    string   // of the original; empty if it is not on the Web
	URLs   []string // where copies lie, the original among them

	Type    string // format by content, as package document names it
	Wrapped string // how the file is packed: "gzip", "compress", "bzip2"; empty when it is not
	Name    string // of the file, as its server calls it

	Entry      string // BibTeX's entry type, as far as a person has said it; empty: it follows from Genre, Venue and Text
	Genre      string // "paper", "thesis", …, as package genre names it
	Confidence float64

	Title        string
	Authors      []string // in order, as printed
	Affiliations []string
	Abstract     string
	Keywords     []string
	Subjects     []string
	Year         int    // 0: unknown
	Date         string // "2019", "2019-05" or "2019-05-13"; empty: no more than Year is known
	Venue        string // journal, proceedings, or the book of a chapter
	Volume       string
	Number       string // of an issue or report
	Pages        string // "17-32"
	PageCount    int
	Publisher    string
	DOI          string // without "https://doi.org/"
	ArXiv        string // "1906.01234v2"
	ISBN         string
	ORCIDs       []string // identifiers of authors: of some of them, in any order
	License      string   // URL of one
	Language     string   // as BCP 47 has it: "en"

	LinkedFrom int // pages of other hosts that link to it
	Citations  int // works in the library whose references cite it
	Copies     int
	Relevance  *float64 // to the topic of the library, from 0 to 1; nil: it was not judged

	Added  time.Time
	Judged time.Time // zero: not yet

	References []Reference // what it refers to, in order

	Text  string         // as content.Document has it
	Lines []content.Line // whose styles mark headings; may be missing

	Open func() (io.ReadCloser, error) // the file; nil: it is not there
}

// Reference is one entry of a document's list of references. All but Raw may be missing.
type Reference struct {
	Raw     string // as printed
	Title   string
	Authors []string
	Year    int
	DOI     string
	ArXiv   string
	URL     string
}

// Records are what is exported. An error among them ends the export with that error.
type Records = iter.Seq2[*Record, error]

// works leaves out what is of the same work as a record before it.
func works(records Records) Records {
	return func(yield func(*Record, error) bool) {
		written := map[string]bool{}
		for r, err := range records {
			if err == nil && r.Work != "" {
				if written[r.Work] {
					continue
				}
				written[r.Work] = true
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// The most of a value that goes into a bibliography, in bytes, and the most values of a list.
const (
	maxValue = 32 << 10
	maxList  = 5000
)

// clean makes one line of s: valid UTF-8 without control characters, marks of direction and
// what has no meaning, each white space one space.
func clean(s string) string {
	return cut(strings.Join(strings.Fields(strings.Map(visible, valid(s))), " "), maxValue)
}

// valid is s as valid UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// visible is for strings.Map: it removes invisible characters and replaces white space by spaces.
func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r):
		return ' '
	case unicode.IsControl(r), r >= 0xFFF9 && r <= 0xFFFB, r&0xFFFE == 0xFFFE, r >= 0xFDD0 && r <= 0xFDEF:
		return -1
	// U+200C and U+200D change the meaning of words in Persian and in Indic scripts, and stay.
	case unicode.Is(unicode.Cf, r) && r != '\u200C' && r != '\u200D': // joiners are part of words
		return -1
	}
	return r
}

// cleanAll cleans a list and drops what is empty.
func cleanAll(list []string) []string {
	out := make([]string, 0, min(len(list), maxList))
	for _, s := range list {
		if s = clean(s); s != "" && len(out) < maxList {
			out = append(out, s)
		}
	}
	return out
}

// text returns a document's text without what no format can hold.
func text(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\t', '\f':
			return r
		case '\r', '\v', '\u0085':
			return ' '
		}
		if unicode.IsControl(r) || r == '\uFEFF' || r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF {
			return -1
		}
		return r
	}, valid(s))
}

// cut returns at most n bytes of s, in whole characters.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n])
}
