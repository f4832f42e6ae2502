package draft

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Clean returns text as a document holds it: UTF-8 in normalisation form C,
// lines that end in \n and neither begin nor end in white space, runs of it
// folded to one space, and neither control characters nor marks that only steer
// the layout (soft hyphens, byte order marks, directional embeddings). Invalid
// bytes become U+FFFD. Empty lines at the beginning and the end go, and of
// several in a row one stays.
func Clean(s string) string {
	if isClean(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	space, breaks := false, 0
	for _, r := range s {
		switch {
		case isBreak(r):
			breaks++
			space = false
			continue
		case unicode.IsSpace(r) || r == '\u200b':
			space = true
			continue
		case !isShown(r):
			continue
		}
		if b.Len() > 0 {
			switch {
			case breaks > 0:
				b.WriteString("\n\n"[:min(breaks, 2)])
			case space:
				b.WriteByte(' ')
			}
		}
		space, breaks = false, 0
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}

// isClean reports whether s is one line of ASCII that needs no cleaning. Most
// lines are, so that this check saves most of the work.
func isClean(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c >= 0x7f || c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' ') {
			return false
		}
	}
	return true
}

// isBreak reports whether r ends a line.
func isBreak(r rune) bool {
	return r == '\n' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// isShown reports whether a reader would see r.
func isShown(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u00ad', r == '\ufeff', r&0xfffe == 0xfffe:
		return false
	case '\u202a' <= r && r <= '\u202e', '\u2060' <= r && r <= '\u206f', '\ufff9' <= r && r <= '\ufffb':
		return false
	}
	return true
}

// cut shortens s to n bytes at most, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}
