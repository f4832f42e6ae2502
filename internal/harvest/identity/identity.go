// Package identity recognizes which records and documents are of one work.
//
// [Of] a record returns a [Work]. An [Index] of works finds the one that a record is about ([Index.Find]): whether a library has it, or whether a
// bibliography has it twice. [Complete] joins two records of one work.
//
// # Rules
//
// Two works are the same if they share a DOI, an arXiv number or an identifier of another system, unless their titles contradict it. Otherwise the titles
// must be equal in letters and digits ([text.NormalTitle]), or similar: every word of one has its like in the other, and the numbers are the same, because
// parts and years tell works apart. The authors, as far as both are known, must have one in common who is the first of one list; the years must be at most
// four apart, one if the titles are only similar. Titles that are often given ("Editorial") need more: the same authors, year, and pages where
// both have them.
//
// [Exact] compares titles alone, as Z. Zhuang, R. Wagle and C. L. Giles, "What's there and what's not?" (JCDL 2005), section 4, did between DBLP and CiteSeer.
package identity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/bibliography"
	"sluice/internal/citation"
	"sluice/text"
)

// Work is what is compared of a record or a document.
type Work struct {
	title   string   // letters and digits
	words   []string // of the title
	numbers string   // of the title
	people  []person
	year    int
	doi     string
	arXiv   string
	ids     []string
	venue   string // letters and digits
	pages   string // the first one
}

// person is an author as names are compared.
type person struct {
	family string
	words  string // all words of the name in the order of the alphabet
}

const (
	maxPeople  = 50 // authors of a work that are compared
	maxIDs     = 20
	maxWords   = 60 // of a title
	maxLetters = 400
)

// Of returns the work of a record.
func Of(r *bibliography.Record) Work {
	names := make([]string, 0, min(len(r.Authors), maxPeople))
	for _, a := range r.Authors[:min(len(r.Authors), maxPeople)] {
		if a.Given == "" && a.Particle == "" {
			names = append(names, a.Family) // which may be a whole name
		} else {
			names = append(names, strings.TrimSpace(a.Particle+" "+a.Family)+", "+a.Given)
		}
	}
	w := New(r.Title, names, r.Year, r.DOI, r.ArXiv)
	w.ids = r.IDs[:min(len(r.IDs), maxIDs)]
	w.venue = text.NormalTitle(r.Venue)
	w.pages = firstNumber(r.Pages)
	return w
}

// New returns the work of a document, whose year may be 0, and whose other values may be empty.
func New(title string, authors []string, year int, doi, arXiv string) Work {
	w := Work{title: beginning(text.NormalTitle(title), maxLetters), year: year, doi: citation.NormalDOI(doi), arXiv: citation.NormalArXiv(arXiv)}
	w.words, w.numbers = titleWords(title)
	for _, name := range authors[:min(len(authors), maxPeople)] {
		if p, ok := personOf(name); ok {
			w.people = append(w.people, p)
		}
	}
	return w
}

// personOf returns an author; false for "et al." and what is no name.
func personOf(name string) (person, bool) {
	family, _, _ := strings.Cut(text.NormalName(name), " ")
	switch family {
	case "", "others", "al", "etal", "anonymous", "unknown":
		return person{}, false
	}
	words := strings.FieldsFunc(text.Plain(name), func(r rune) bool { return !unicode.IsLetter(r) })
	slices.Sort(words)
	return person{family, strings.Join(words, " ")}, true
}

// titleWords returns the words of a title in small letters, and its numbers, Roman ones as well.
func titleWords(title string) (words []string, numbers string) {
	var all []string
	for w := range strings.FieldsFuncSeq(text.Plain(beginning(title, 2*maxLetters)), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len(all) == maxWords {
			break
		}
		all = append(all, w)
	}
	var found []string
	for i, w := range all {
		if n := number(w, i > 0 && (i == len(all)-1 || all[i-1] == "part")); n != "" {
			found = append(found, n)
		} else {
			words = append(words, w)
		}
	}
	return words, strings.Join(found, " ")
}

// isStop reports whether a title is the same without a word. Words that say the opposite are none.
func isStop(w string) bool {
	switch w {
	case "no", "not", "non", "nor", "without", "never", "against":
		return false
	}
	return text.Stop(w, "en")
}

// romans are the Roman numerals that parts have. "I" is a number only at the end of a title, and after "part".
var romans = map[string]string{"ii": "2", "iii": "3", "iv": "4", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}

// number returns the number that a word is or has, "" if it is none.
func number(w string, mayBeOne bool) string {
	if n := romans[w]; n != "" {
		return n
	}
	if mayBeOne && w == "i" {
		return "1"
	}
	digits := 0
	for _, r := range w {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	if digits > 0 && (len(w) <= 4 || 2*digits >= len(w)) { // else a letter was taken for a digit, as in "1ower"
		return strings.TrimLeft(w, "0")
	}
	return ""
}

// firstNumber returns the first page of a range: "277" of "277-308".
func firstNumber(pages string) string {
	i := strings.IndexFunc(pages, func(r rune) bool { return unicode.IsDigit(r) })
	if i < 0 {
		return ""
	}
	pages = pages[i:]
	if end := strings.IndexFunc(pages, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) && r != '.' && r != ':' }); end >= 0 {
		pages = pages[:end]
	}
	return pages
}

// beginning returns the first n bytes of a text, in whole characters.
func beginning(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
