package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// clean returns a text as it is stored and shown: UTF-8 of bounded length without characters
// that would act upon a terminal or turn the direction of the text around them. White space
// is a space or a line's end.
func clean(s string, most int) string {
	if len(s) > most {
		end := most
		for end > most-utf8.UTFMax && end > 0 && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	if harmless(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == utf8.RuneError:
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), turns(r):
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// harmless reports a text that is stored as it is.
func harmless(s string) bool {
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c < ' ' && c != '\n' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 || unicode.IsControl(r) || turns(r) || unicode.IsSpace(r) {
			return false
		}
		i += size
	}
	return true
}

// turns reports the invisible characters that turn the direction of text, and the byte order mark.
func turns(r rune) bool {
	return r == 0x61c || 0x200e <= r && r <= 0x200f || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0xfeff
}
