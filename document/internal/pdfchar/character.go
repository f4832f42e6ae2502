// Package pdfchar repairs the characters of PDF: letters that fonts number in
// their own ways, hyphens at line ends, accents that are printed apart from
// their letters.
package pdfchar

import (
	"bytes"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Letter is what a character of PDFium's becomes: 0 when it is dropped.
func Letter(r rune) rune {
	switch {
	case r == '\n' || r >= ' ' && r < 0x7f:
		return r
	case r == 0xfffe || r == 0xad: // where PDFium has seen a word broken at a line's end; the soft hyphen
		return '-'
	case r == '\t' || r == '\f' || r == '\v' || unicode.Is(unicode.Zs, r):
		return ' '
	case r == 0x2028 || r == 0x2029 || r == 0x85:
		return '\n'
	case isLostMark(r):
		return r
	case unicode.Is(unicode.Co, r):
		return variant(r)
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Cs, r), r&0xfffe == 0xfffe, r > unicode.MaxRune:
		return 0
	}
	return r
}

// variant returns the character that a glyph of the private-use area is another form of: an old-style digit or a small capital, which Adobe's
// glyph list ("Corporate Use Subarea", 2002) puts at 0xF700 and the code that ISO 8859-1 has for the digit or the small letter. It returns
// other characters as they are.
func variant(r rune) rune {
	switch c := r - 0xf700; {
	case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 0xe0 && c <= 0xff && c != 0xf7:
		return c
	case c == '!' || c == '$' || c == '&' || c == '?' || c == 0xa1 || c == 0xa2 || c == 0xbf:
		return c
	}
	switch r {
	case 0xf6f9:
		return 'ł'
	case 0xf6fa:
		return 'œ'
	case 0xf6fd:
		return 'š'
	case 0xf6ff:
		return 'ž'
	}
	return r
}

// Lost reports whether most characters of a page are control characters: its
// fonts number their letters and do not say which they are. What [Clean] would
// leave are the few that happen to have the number of another.
func Lost(s string) bool {
	lost, kept := 0, 0
	for _, r := range s {
		switch {
		case r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == '\f' || r == 0xfffe || isLostMark(r):
		case unicode.IsControl(r):
			lost++
		default:
			kept++
		}
	}
	return lost > kept
}

// latin are letters that are one glyph in print and two in writing;
// compatibility decomposition of them and only of them.
var latin = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "ﬅ", "st", "ﬆ", "st")

// Clean cleans the text that PDFium returns: no control characters, ligatures
// undone, NFC, and the halves of a word that was broken at a line's end put
// together as by [JoinWords].
func Clean(s string) string { return withoutMarks(JoinWords(CleanPage(s))) }

// tonos is the accent of Greek that stands alone.
const tonos = '\u0384'

// CleanPage cleans a page as [Clean] does, but marks with [Break] where a word was broken. [JoinWords] puts the halves together when all
// pages are known. Marks of lost glyphs stay, for [Repair].
func CleanPage(s string) string {
	plain := true
	for i := 0; i < len(s) && plain; i++ {
		plain = s[i] == '\n' || s[i] >= ' ' && s[i] < 0x7f
	}
	if plain {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	runes := []rune(s)
	before := rune('\n') // what was written last
	for i := 0; i < len(runes); i++ {
		r := Letter(runes[i])
		if r == 0 {
			continue
		}
		if r == tonos && i+1 < len(runes) { // printed before the capital that it belongs to
			if c, ok := compose(runes[i+1], 0x301); ok {
				runes[i+1] = c
				continue
			}
		}
		if r == '-' {
			next, broken := afterHyphen(runes, i)
			switch {
			case runes[i] == 0xad && (before == '-' || next < len(runes) && isHyphen(runes[next])):
				continue // some writers set two or three kinds for one
			case broken && unicode.IsLetter(before):
				if i = next - 1; next < len(runes) && unicode.IsLetter(runes[next]) {
					b.WriteString(Break)
					before = r
					continue
				}
			}
		}
		b.WriteRune(r)
		before = r
	}
	return norm.NFC.String(latin.Replace(b.String()))
}

// isHyphen reports whether r is a hyphen, also a soft one.
func isHyphen(r rune) bool { return r == '-' || r == 0xad || r == 0x2010 || r == 0x2011 }

// afterHyphen is where the text continues after a hyphen, and whether its line
// ends there. Where PDFium itself has seen a word broken, it leaves out the
// line's end.
func afterHyphen(runes []rune, i int) (next int, broken bool) {
	broken = runes[i] == 0xfffe
	for next = i + 1; next < len(runes) && (runes[next] == '\r' || runes[next] == '\n' || broken && runes[next] == ' '); next++ {
		broken = broken || runes[next] == '\n'
	}
	return next, broken
}

// Raised is a digit as a superscript, so that a footnote's mark is no part of a
// name, and a question mark as the star that it is in the fonts of TeX.
func Raised(r rune) rune {
	switch {
	case r == '?':
		return '⋆'
	case r == '1':
		return '¹'
	case r == '2' || r == '3':
		return '²' + r - '2'
	case r == '0' || r >= '4' && r <= '9':
		return '⁰' + r - '0'
	}
	return r
}

// raisedLetters are the small letters as superscripts, in the order of the alphabet; there is no raised q.
var raisedLetters = [...]rune{'ᵃ', 'ᵇ', 'ᶜ', 'ᵈ', 'ᵉ', 'ᶠ', 'ᵍ', 'ʰ', 'ⁱ', 'ʲ', 'ᵏ', 'ˡ', 'ᵐ', 'ⁿ', 'ᵒ', 'ᵖ', 'q', 'ʳ', 'ˢ', 'ᵗ', 'ᵘ', 'ᵛ', 'ʷ', 'ˣ', 'ʸ', 'ᶻ'}

// RaisedLetter is a small letter without accents as a superscript, and any other character itself.
func RaisedLetter(r rune) rune {
	if r < 'a' || r > 'z' {
		return r
	}
	return raisedLetters[r-'a']
}

// TrimZero returns b without the zero bytes that end strings of C.
func TrimZero(b []byte) []byte { return bytes.TrimRight(b, "\x00") }

// FontName removes the mark of a subset ("ABCDEF+") and reports whether the name
// says bold or italic.
func FontName(s string) (name string, bold, italic bool) {
	if i := strings.IndexByte(s, '+'); i == 6 && strings.ToUpper(s[:6]) == s[:6] {
		s = s[7:]
	}
	s = strings.ToValidUTF8(s, "")
	low := strings.ToLower(s)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(low, p) {
				return true
			}
		}
		return false
	}
	bold = has("bold", "black", "heavy", "demi", "medi", "cmbx", "cmb10", "cmssbx", "sfbx", "ecbx", "ptmb", "phvb") ||
		strings.HasSuffix(s, "-B") || strings.HasSuffix(s, "-BI")
	italic = has("ital", "obli", "slant", "cmti", "cmsl", "cmbxti", "sfti", "ecti", "ptmri", "ptmbi") ||
		strings.HasSuffix(s, "-I") || strings.HasSuffix(s, "-It") || strings.HasSuffix(s, "-BI")
	return s, bold, italic
}

// Address returns the address of a link if it is an absolute URL, else "".
func Address(b []byte) string {
	s := strings.TrimSpace(string(TrimZero(b)))
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return ""
	}
	u, err := url.Parse(s)
	if err != nil || u.Scheme == "" || u.Host == "" && u.Opaque == "" {
		return ""
	}
	return s
}
