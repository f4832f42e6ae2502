package textline

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isUnspacedLetter reports whether r is a letter or mark of Chinese or Japanese, which are written without spaces.
func isUnspacedLetter(r rune) bool {
	return r >= 0x2e80 && (r == 'ー' || r == '々' || 0x3001 <= r && r <= 0x301f || 0xff01 <= r && r <= 0xff1f || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana))
}

// IsUnspaced reports whether a line ends and the next begins in Chinese or Japanese, so that no space parts them.
func IsUnspaced(line, next string) bool {
	last, _ := utf8.DecodeLastRuneInString(line)
	first, _ := utf8.DecodeRuneInString(next)
	return isUnspacedLetter(last) && isUnspacedLetter(first)
}

// WithoutLayoutSpaces removes the spaces that set the ideographs of a text apart, "論 文 題 目": where most of its words are one letter.
func WithoutLayoutSpaces(s string) string {
	words := strings.Fields(s)
	single := 0
	for _, w := range words {
		if r, n := utf8.DecodeRuneInString(w); n == len(w) && isUnspacedLetter(r) {
			single++
		}
	}
	if single < 2 || 2*single <= len(words) {
		return s
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 && !IsUnspaced(words[i-1], w) {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}
