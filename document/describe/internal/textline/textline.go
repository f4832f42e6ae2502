// Package textline cleans values of descriptions, and knows lines of text by
// their form: capitals, ends of sentences, running heads.
package textline

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/internal/lazyregexp"
)

// The most of each that a description holds, in bytes and in number.
const (
	MaxTitle       = 500
	MaxName        = 120
	MaxAffiliation = 300
	MaxAbstract    = 6000
	MaxShort       = 300 // any other value
	MaxAuthors     = 500 // people of one list
	MaxList        = 100 // keywords, affiliations, subjects
)

// markup matches a tag. Its content besides its name must be attributes:
// "a<b and c>d" has no tag.
var markup = lazyregexp.New(`</?[A-Za-z][\w:.\-]*(?:\s+[\w:.\-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*\s*/?>`)

// Clean returns a value as one line of plain text of at most limit bytes: NFC,
// without markup, control characters, marks of direction and other invisible
// signs but the joiners within words, with each run of white space as one
// space.
func Clean(s string, limit int) string {
	if len(s) > 4*limit {
		s = s[:4*limit]
	}
	s = strings.ToValidUTF8(s, "")
	if strings.IndexByte(s, '<') >= 0 {
		s = markup.ReplaceAllString(s, " ")
	}
	if strings.Contains(s, "↵") {
		s = lostLigature.ReplaceAllString(s, "${1}ff")
	}
	var last rune
	s = strings.Map(func(r rune) rune {
		before := last
		last = r
		switch {
		case unicode.IsSpace(r), r == 0x00a0:
			return ' '
		case isJoiner(r) && joins(before):
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, s)
	s = strings.Join(strings.Fields(norm.NFC.String(s)), " ")
	return CutAt(s, limit)
}

// lostLigature matches the sign that files of some programs give for the ligature "ff" of TeX's fonts, in a word: "e↵ect".
var lostLigature = lazyregexp.New(`(\pL)↵`)

// isJoiner reports whether r is U+200C or U+200D, which belong to a word's spelling in
// scripts such as Arabic and Devanagari.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// joins reports whether r is a letter or mark of such a script, from Arabic to Mongolian in
// Unicode's order.
func joins(r rune) bool {
	return 0x0600 <= r && r < 0x1900 && (unicode.IsLetter(r) || unicode.IsMark(r))
}

// CutAt shortens s to at most limit bytes, at the end of a word if one is near.
func CutAt(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	s = strings.ToValidUTF8(s[:limit], "")
	if i := strings.LastIndexByte(s, ' '); i > len(s)-60 && i > 0 {
		s = s[:i]
	}
	return s
}

// JoinLines joins the lines of one paragraph. A hyphen at the end of a line is
// removed if the next line begins in lower case, else it is kept. Lines of Chinese
// and Japanese have no space between them.
func JoinLines(lines []string) string {
	var b []byte
	for _, l := range lines {
		l = strings.TrimSpace(l)
		n := len(b)
		switch {
		case l == "" || n == 0:
		case n > 1 && b[n-1] == '-' && IsLetterByte(b[n-2]) && StartsLower(l):
			b = b[:n-1]
		case n > 1 && b[n-1] == '-' && b[n-2] != ' ' && b[n-2] != '-':
		case IsUnspaced(string(b[max(0, n-utf8.UTFMax):]), l):
		default:
			b = append(b, ' ')
		}
		b = append(b, l...)
	}
	return string(b)
}

// IsLetterByte reports whether c is a letter of ASCII or part of a longer
// character. Most of these are letters.
func IsLetterByte(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80 }

// StartsLower reports whether a text begins with a lower-case letter, as the
// continuation of a line does.
func StartsLower(s string) bool {
	for _, r := range s {
		return unicode.IsLower(r)
	}
	return false
}
