// Package citation recognizes which document a reference cites.
//
// [Work.Keys] returns the keys by which an index finds candidates: a reference and the document that it cites share at least one.
// [Match] compares a reference with a candidate. It prefers precision: a title alone is no proof, since different works share
// titles, and references are read by machine.
//
// The package does no I/O; the catalogue keeps the index.
package citation

import (
	"hash/fnv"
	"strings"
	"unicode/utf8"

	"sluice/text"
)

// Work is what is known of a document, or of the work that a reference cites.
type Work struct {
	Title   string
	Authors []string // the first author first
	Year    int      // 0: unknown
	DOI     string
	ArXiv   string
}

// The reasons of a match. The words are on disk.
const (
	ByDOI   = "doi"
	ByArXiv = "arxiv"
	ByTitle = "title"
)

const (
	keyLength   = 24 // letters of a title that must be equal: titles are cut and extended at their ends
	leastTitle  = 12 // letters of a title that can be recognized at all
	goodTitle   = 25 // letters of a title that is rarely given twice
	longTitle   = 40 // letters of a title that needs no second proof but a year within yearsApart
	yearsApart  = 1  // between a preprint and its publication
	manyYears   = 4  // apart: another edition, or another work
	sameTitle   = 0.92
	otherTitles = 0.25 // similarity below which titles contradict an equal identifier
)

// Keys returns the keys by which a work is found, at most three.
func (w *Work) Keys() (keys []int64) {
	if doi := NormalDOI(w.DOI); doi != "" {
		keys = append(keys, key("doi:"+doi))
	}
	if id := NormalArXiv(w.ArXiv); id != "" {
		keys = append(keys, key("arxiv:"+id))
	}
	if title := text.NormalTitle(w.Title); utf8.RuneCountInString(title) >= leastTitle {
		keys = append(keys, key("title:"+beginning(title, keyLength)))
	}
	return keys
}

// key returns the hash of a text.
func key(s string) int64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return int64(h.Sum64())
}

// Match reports whether a reference cites a document, and by what that was recognized.
func Match(reference, document *Work) (by string, ok bool) {
	a, b := text.NormalTitle(reference.Title), text.NormalTitle(document.Title)
	alike := Similarity(a, b)
	contradict := a != "" && b != "" && alike < otherTitles
	if doi := NormalDOI(reference.DOI); doi != "" && !contradict && doi == NormalDOI(document.DOI) {
		return ByDOI, true
	}
	if id := NormalArXiv(reference.ArXiv); id != "" && !contradict && id == NormalArXiv(document.ArXiv) {
		return ByArXiv, true
	}
	letters := min(utf8.RuneCountInString(a), utf8.RuneCountInString(b))
	if letters < leastTitle || alike < sameTitle && !isSubtitled(a, b) {
		return "", false
	}
	apart, yearsKnown := yearsBetween(reference.Year, document.Year)
	same, authorsKnown := shareFirstAuthor(reference.Authors, document.Authors)
	switch {
	case authorsKnown && !same, yearsKnown && apart > manyYears:
		return "", false
	case authorsKnown: // the same first author
		return ByTitle, letters >= goodTitle || yearsKnown && apart <= yearsApart
	default:
		return ByTitle, letters >= longTitle && yearsKnown && apart <= yearsApart
	}
}

// isSubtitled reports whether one title is the other one with a subtitle, or cut short.
func isSubtitled(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return utf8.RuneCountInString(a) >= goodTitle && strings.HasPrefix(b, a)
}

// yearsBetween returns the number of years between two; false if one is unknown.
func yearsBetween(a, b int) (years int, known bool) {
	return max(a-b, b-a), a > 0 && b > 0
}

// shareFirstAuthor reports whether the first author of one list is in the other; known is false if one has no names.
func shareFirstAuthor(a, b []string) (same, known bool) {
	one, other := families(a), families(b)
	if len(one) == 0 || len(other) == 0 {
		return false, false
	}
	for i := range max(len(one), len(other)) {
		if i < len(other) && other[i] == one[0] || i < len(one) && one[i] == other[0] {
			return true, true
		}
	}
	return false, true
}

// maxAuthors bounds the authors that are compared.
const maxAuthors = 50

// families returns the family names of authors, in the form in which names are compared.
func families(authors []string) (names []string) {
	for _, author := range authors[:min(len(authors), maxAuthors)] {
		if family, _, _ := strings.Cut(text.NormalName(author), " "); utf8.RuneCountInString(family) > 1 {
			names = append(names, family)
		}
	}
	return names
}

// NormalDOI returns a DOI in lower case without its prefixes, or "" if it has not the form of one.
func NormalDOI(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if i := strings.Index(s, "10."); i > 0 {
		s = s[i:]
	}
	s = strings.TrimRight(s, ".,;)>]}'\"")
	if prefix, rest, ok := strings.Cut(s, "/"); !ok || !strings.HasPrefix(prefix, "10.") || len(prefix) < 7 || len(rest) < 2 || strings.ContainsAny(s, " \t\r\n") {
		return ""
	}
	return s
}

// NormalArXiv returns an arXiv number without its version, or "".
func NormalArXiv(s string) string {
	s = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(s)), "arxiv:")
	if i := strings.LastIndexByte(s, 'v'); i > 0 && strings.Trim(s[i+1:], "0123456789") == "" {
		s = s[:i]
	}
	if len(s) < 9 || strings.ContainsAny(s, " \t\r\n") || !strings.ContainsAny(s, "./") {
		return ""
	}
	return s
}

// beginning returns the first n characters of a text.
func beginning(s string, n int) string {
	for i := range s {
		if n--; n < 0 {
			return s[:i]
		}
	}
	return s
}

// maxCompared bounds the characters of titles that are compared: the time grows with their product.
const maxCompared = 300

// Similarity returns the share of two texts that is equal: 1 - Levenshtein distance ÷ the longer length. It is 0 for an empty text.
func Similarity(a, b string) float64 {
	if a == "" || b == "" {
		return 0
	}
	if a == b {
		return 1
	}
	x, y := []rune(beginning(a, maxCompared)), []rune(beginning(b, maxCompared))
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			change := diagonal
			if x[i] != y[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return 1 - float64(row[len(y)])/float64(max(len(x), len(y)))
}
