package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold gives a text in lower case and with compatibility forms replaced (Unicode's NFKC): "Eﬃcient" is "efficient".
func Fold(s string) string {
	if ascii(s) {
		return strings.ToLower(s)
	}
	folded := strings.ToLower(norm.NFKC.String(s))
	return norm.NFKC.String(folded) // lower case may compose anew
}

// Plain gives a text folded as by [Fold] and without diacritics: "Erdős" is "erdos", "Straße" is "strasse". Only the marks
// of the European scripts fall; those that other scripts spell with stay.
func Plain(s string) string {
	s = Fold(s)
	if ascii(s) {
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

// undecomposed are the Latin letters whose strokes and ligatures Unicode does not take apart.
var undecomposed = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i", 'ħ': "h", 'ŧ': "t", 'ŋ': "n",
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// wordly reports what words are made of: letters, digits, and the marks upon them.
func wordly(r rune) bool {
	if r < utf8.RuneSelf {
		return alnum(byte(r))
	}
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

func alnum(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' }
