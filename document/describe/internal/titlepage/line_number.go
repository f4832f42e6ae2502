package titlepage

import (
	"slices"
	"strconv"
	"strings"

	"sluice/document/describe/internal/textline"
)

// leastNumbered is how many lines in a row are numbered where lines are.
const leastNumbered = 6

// withoutLineNumbers removes the numbers in the margin that manuscripts have at each line, whether they
// are lines of their own or begin those that they number.
func withoutLineNumbers(lines []line) []line {
	var numbered []int // indices
	next := 0
	for i, l := range lines {
		first, _, _ := strings.Cut(l.Text, " ")
		n, err := strconv.Atoi(first)
		switch {
		case err != nil || n <= 0:
			continue
		case len(numbered) == 0 || n == next:
			numbered, next = append(numbered, i), n+1
		}
	}
	if len(numbered) < leastNumbered || 2*len(numbered) < len(lines)-len(numbered) {
		return lines
	}
	for _, i := range numbered {
		_, rest, _ := strings.Cut(lines[i].Text, " ")
		lines[i].Text = rest
	}
	return slices.DeleteFunc(lines, func(l line) bool { return textline.Letters(l.Text) == 0 && strings.TrimSpace(l.Text) == "" })
}
