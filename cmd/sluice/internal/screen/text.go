package screen

import (
	"slices"
	"strings"
)

// NonEmpty returns the texts that are not empty.
func NonEmpty(texts ...string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return t == "" })
}

// Uncertain returns a value with a question mark if it is uncertain: the same mark wherever a year is shown.
func Uncertain(value string, is bool) string {
	if is {
		return value + "?"
	}
	return value
}

// Shorten returns s on one line, in at most n bytes; an ellipsis marks what is missing.
func Shorten(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
