package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns a text in lower case and with compatibility forms replaced (Unicode's NFKC): "Eﬃcient" is "efficient".
func Fold(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	folded := strings.ToLower(norm.NFKC.String(s))
	return norm.NFKC.String(folded) // letters in lower case may compose further
}

// Plain returns a text folded as by [Fold] and without diacritics: "Erdős" is "erdos", "Straße" is "strasse". Only the marks
// of the European scripts are removed; in other scripts they are part of the spelling.
func Plain(s string) string {
	s = Fold(s)
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFD.String(s) {
		switch {
		case r >= 0x300 && r <= 0x36f: // combining diacritical marks
		case r >= 0xc0 && r <= 0x192 && undecomposed[r] != "":
			b.WriteString(undecomposed[r])
		default:
			b.WriteRune(r)
		}
	}
	return norm.NFC.String(b.String())
}

// undecomposed are the Latin letters whose strokes and ligatures Unicode does not decompose.
var undecomposed = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ŧ': "t", 'ŋ': "n",
}

// isASCII reports whether s has only ASCII characters, for which folding is much faster.
func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isWordRune reports whether words are made of r: letters, digits, and the marks on them.
func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isAlphanumeric(byte(r))
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// isAlphanumeric reports whether c is an ASCII letter or digit.
func isAlphanumeric(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
