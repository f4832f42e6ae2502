// Package identifier finds identifiers in texts: DOI, arXiv, ISBN and ORCID.
package identifier

import (
	"strings"

	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// The forms of the identifiers. arXiv numbers have one form since April 2007 and another before.
var (
	arxivURL  = lazyregexp.New(`(?i)arxiv\.org/(?:abs|pdf|ps|format)/((?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?`)
	arxivMark = lazyregexp.New(`(?i)\barxiv:\s?((?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z\-]+(?:\.[a-z]{2})?/\d{7}))(?:v\d+)?\b`)
	arxivBare = lazyregexp.New(`^((?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z\-]+(?:\.[A-Z]{2})?/\d{7}))(?:v\d+)?$`)
	isbnMark  = lazyregexp.New(`(?i)\bISBN(?:-1[03])?:?\s*((?:97[89][\-–  ]?)?\d[\d\-–  ]{7,15}[\dX])`)
	isbnDOI   = lazyregexp.New(`^` + doiform.Prefix + `(97[89][\d\-]{10,14})$`)
	isbnBare  = lazyregexp.New(`^(?:97[89][\- ]?)?\d[\d\- ]{7,14}[\dXx]$`)
)

// BookOf returns the ISBN that is all of a DOI behind its prefix: such a DOI is
// that of a book, and not of a chapter in it.
func BookOf(doi string) string {
	m := isbnDOI.FindStringSubmatch(doi)
	if m == nil {
		return ""
	}
	return ISBN(m[1], true)
}

// ArXiv returns the arXiv identifier that a text names, without its version;
// alone says that the text is nothing else.
func ArXiv(s string, alone bool) string {
	s = s[:min(len(s), 20_000)]
	if m := arxivURL.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := arxivMark.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := arxivBare.FindStringSubmatch(strings.TrimSpace(s)); alone && m != nil {
		return m[1]
	}
	return ""
}

// ISBN returns the first ISBN of a text whose check digit is right, without
// hyphens.
func ISBN(s string, alone bool) string {
	s = s[:min(len(s), 20_000)]
	var candidates [][]string
	if strings.Contains(s, "ISBN") || strings.Contains(s, "isbn") {
		candidates = isbnMark.FindAllStringSubmatch(s, 5)
	}
	if s := strings.TrimSpace(s); alone && isbnBare.MatchString(s) {
		candidates = append(candidates, []string{s, s})
	}
	for _, m := range candidates {
		digits := strings.Map(func(r rune) rune {
			if '0' <= r && r <= '9' {
				return r
			}
			if r == 'X' || r == 'x' {
				return 'X'
			}
			return -1
		}, m[1])
		if validISBN(digits) {
			return digits
		}
	}
	return ""
}

// validISBN checks the last digit, by ISO 2108.
func validISBN(s string) bool {
	sum := 0
	switch len(s) {
	case 10:
		for i, c := range s {
			v := int(c - '0')
			// X means 10 and is possible as the check digit only.
			if c == 'X' {
				if i != 9 {
					return false
				}
				v = 10
			}
			sum += (10 - i) * v
		}
		return sum%11 == 0
	case 13:
		for i, c := range s {
			if c == 'X' {
				return false
			}
			// The weights are 1 and 3 in turn, as in EAN-13.
			sum += int(c-'0') * (1 + 2*(i%2))
		}
		return sum%10 == 0
	}
	return false
}

// ORCID returns a person's identifier at ORCID, which a text is or which it has
// as a URL.
func ORCID(s string) string {
	id := ""
	if m := orcidMark.FindStringSubmatch(s[:min(len(s), 300)]); m != nil {
		id = m[1]
	} else if s = strings.TrimSpace(s); orcidBare.MatchString(s) {
		id = s
	}
	if id = strings.ToUpper(id); !validORCID(id) {
		return ""
	}
	return id
}

// validORCID checks the last digit, by ISO 7064, MOD 11-2.
func validORCID(s string) bool {
	if s == "" {
		return false
	}
	digits := strings.ReplaceAll(s, "-", "")
	sum := 0
	for _, c := range digits[:15] {
		sum = 2 * (sum + int(c-'0'))
	}
	return "0123456789X"[(12-sum%11)%11] == digits[15]
}

var (
	orcidMark = lazyregexp.New(`(?i)\borcid\.org/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\b`)
	orcidBare = lazyregexp.New(`^\d{4}-\d{4}-\d{4}-\d{3}[\dXx]$`)
)
