package titlepage

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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

// withoutMarginText removes text that runs down the margin letter by letter: many short lines of one width at one edge. Numbers alone
// are those of lines.
func withoutMarginText(lines []line) []line {
	const least, longest = 8, 5 // lines, letters
	inMargin := make([]bool, len(lines))
	for i, first := range lines {
		if inMargin[i] || first.H == 0 || utf8.RuneCountInString(first.Text) > longest {
			continue
		}
		var column []int // indices
		letters := 0
		for j := i; j < len(lines); j++ {
			if l := lines[j]; math.Abs(l.X-first.X) < 1 && math.Abs(l.W-first.W) < 1 && utf8.RuneCountInString(l.Text) <= longest {
				column = append(column, j)
				letters += textline.Letters(l.Text)
			}
		}
		if len(column) < least || letters == 0 {
			continue
		}
		for _, j := range column {
			inMargin[j] = true
		}
	}
	kept := lines[:0]
	for i, l := range lines {
		if !inMargin[i] {
			kept = append(kept, l)
		}
	}
	return kept
}
