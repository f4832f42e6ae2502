package textline

import (
	"slices"
	"strings"

	"sluice/internal/lazyregexp"
)

// PageNumber matches a line that holds nothing but a page's number.
var PageNumber = lazyregexp.New(`^[\[(]?\d{1,4}[\])]?$|^(?i)page \d+(?: of \d+)?$`)

// RunningHeads are the first and last lines that three pages and more have, but
// for digits.
func RunningHeads(pages []string) map[string]bool {
	count := map[string]int{}
	for _, p := range pages {
		lines := strings.Split(strings.Trim(p, "\n"), "\n")
		ends := append(slices.Clone(lines[:min(2, len(lines))]), lines[max(0, len(lines)-2):]...)
		for _, l := range ends {
			if l = WithoutDigits(Clean(l, 300)); len(l) > 3 {
				count[l]++
			}
		}
	}
	heads := map[string]bool{}
	for l, n := range count {
		if n > 2 {
			heads[l] = true
		}
	}
	return heads
}

// WithoutDigits returns a line without its digits: running heads differ from
// page to page by the page's number only.
func WithoutDigits(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, s))
}
