package screen

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width returns the number of columns that a terminal uses for s: characters of East Asia use two,
// combining marks none.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += columns(r)
	}
	return n
}

// columns returns the number of columns of one character. Below U+0300 no character is combining or
// wide.
func columns(r rune) int {
	if r < 0x300 {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Cut shortens s to at most n columns; what is cut off is marked with an ellipsis.
func Cut(s string, n int) string {
	if Width(s) <= n {
		return s
	}
	if n < 1 {
		return ""
	}
	used := 0
	for i, r := range s {
		if used += columns(r); used > n-1 {
			return s[:i] + "…"
		}
	}
	return s
}

// pad fills s with spaces to n columns, on the left if right is set.
func pad(s string, n int, right bool) string {
	space := strings.Repeat(" ", max(0, n-Width(s)))
	if right {
		return space + s
	}
	return s + space
}
