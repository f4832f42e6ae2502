package pdfchar

import (
	"strings"
	"unicode"
)

// signSpaces are the spaces of a document that its fonts have under the code of the exclamation mark, as those have that Quartz has
// written for some versions of Word: "Sand!and!Sieves!".
type signSpaces bool

// newSignSpaces reports whether a text has such spaces: many exclamation marks between two letters, where none is printed.
func newSignSpaces(s string) signSpaces {
	const least = 20
	n := 0
	for at := 0; n < least; n++ {
		i := betweenLetters(s[at:])
		if i < 0 {
			return false
		}
		at += i + 1
	}
	return true
}

// betweenLetters returns the index of the first exclamation mark between two letters, or -1.
func betweenLetters(s string) int {
	before := rune(0)
	mark := -1
	for i, r := range s {
		if mark >= 0 && unicode.IsLetter(r) {
			return mark
		}
		mark = -1
		if r == '!' && unicode.IsLetter(before) {
			mark = i
		}
		before = r
	}
	return -1
}

// restore returns a part of the text with its spaces. Lines of other fonts have their own.
func (is signSpaces) restore(s string) string {
	if !bool(is) || !strings.Contains(s, "!") {
		return s
	}
	var b strings.Builder
	for line := range strings.Lines(s) {
		if strings.Count(line, "!") > strings.Count(line, " ") {
			line = strings.ReplaceAll(line, "!", " ")
		}
		b.WriteString(line)
	}
	return b.String()
}
