package weburl

import (
	"slices"
	"strings"
)

// Shape returns the pattern of u within its host: the path with every run of digits written as one "0" and
// long hexadecimal segments as "x", then "?" and the sorted names of the query's parameters. The pages of one
// script, calendar or archive have one shape, so that they can have a common budget.
//
//	/events/2031-05-01.html?view=day&cal=7  →  /events/0-0-0.html?cal&view
func (u URL) Shape() string {
	var b strings.Builder
	b.Grow(len(u.s) - int(u.path))
	writeShape(&b, u.Path())
	var names []string
	for name := range u.Parameters() {
		names = append(names, name)
	}
	slices.Sort(names)
	for i, name := range slices.Compact(names) {
		b.WriteByte("?&"[min(i, 1)])
		writeShape(&b, name)
	}
	return b.String()
}

// writeShape writes the shape of s, segment by segment.
func writeShape(b *strings.Builder, s string) {
	for i, segment := range strings.Split(s, "/") {
		if i > 0 {
			b.WriteByte('/')
		}
		if isFingerprint(segment) {
			b.WriteByte('x')
			continue
		}
		writeNumbers(b, segment)
	}
}

// writeNumbers writes s with 0 for every run of digits.
func writeNumbers(b *strings.Builder, s string) {
	inNumber := false
	for i := range len(s) {
		isDigit := '0' <= s[i] && s[i] <= '9'
		switch {
		case !isDigit:
			b.WriteByte(s[i])
		case !inNumber:
			b.WriteByte('0')
		}
		inNumber = isDigit
	}
}

// isFingerprint reports whether a segment is a long hexadecimal number.
func isFingerprint(s string) bool {
	const shortest = 16
	if len(s) < shortest {
		return false
	}
	for i := range len(s) {
		if unhex[s[i]] < 0 {
			return false
		}
	}
	return true
}
