package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/describe/internal/textline"
)

// joinLines joins the lines of one paragraph as [textline.JoinLines] does, but keeps the hyphen at the end of a line where the text of the
// document has it: the reader of the file has seen how all pages print the word.
func joinLines(lines []string, text string) string {
	kept := make([]string, 0, len(lines))
	for _, l := range lines {
		l = strings.TrimSpace(l)
		if n := len(kept); l != "" && n > 0 && isCompound(kept[n-1], l, text) {
			kept[n-1] += l
			continue
		}
		kept = append(kept, l)
	}
	return textline.JoinLines(kept)
}

// isCompound reports whether the hyphen between two lines belongs to a word of the text.
func isCompound(line, next, text string) bool {
	left, broken := strings.CutSuffix(line, "-")
	if !broken || !textline.StartsLower(next) {
		return false
	}
	first := left[len(strings.TrimRightFunc(left, unicode.IsLetter)):]
	second := next[:len(next)-len(strings.TrimLeftFunc(next, unicode.IsLetter))]
	return first != "" && hasWord(text, first+"-"+second) && !hasWord(text, first+second)
}

// hasWord reports whether a text has a word, and not only as a part of a longer one.
func hasWord(s, word string) bool {
	for at := 0; ; {
		i := strings.Index(s[at:], word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(s[:at+i])
		at += i + len(word)
		after, _ := utf8.DecodeRuneInString(s[at:])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return true
		}
	}
}
