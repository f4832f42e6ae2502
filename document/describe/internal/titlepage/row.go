package titlepage

import (
	"cmp"
	"slices"
	"unicode/utf8"
)

// rows puts lines in the order of rows from the top down, joins the pieces of a
// torn line, and drops footnote marks on lines of their own.
func (r *pageReader) rows(lines []line) []line {
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.Y+a.H/2, b.Y+b.H/2) })
	for start := 0; start < len(lines); {
		end := start + 1
		for end < len(lines) && sameRow(lines[start].Line, lines[end].Line) {
			end++
		}
		slices.SortStableFunc(lines[start:end], func(a, b line) int { return cmp.Compare(a.X, b.X) })
		start = end
	}
	joined := lines[:0]
	for i, l := range lines {
		if i > 0 && len(joined) > 0 {
			prev := &joined[len(joined)-1]
			if sameRow(prev.Line, l.Line) {
				space := l.X - (prev.X + prev.W)
				short := utf8.RuneCountInString(l.Text) <= 3
				if short && !r.rough && l.Size < 0.8*prev.Size && space < prev.Size {
					prev.raised = prev.raised || 'a' <= l.Text[0] && l.Text[0] <= 'h'
					continue
				}
				if space < r.space(*prev, l) && space > -0.5*l.Size && (r.rough || r.alike(*prev, l)) {
					if space > 0.12*l.Size {
						prev.Text += " "
					}
					prev.Text += l.Text
					prev.W = l.X + l.W - prev.X
					if r.rough && l.Size > prev.Size {
						prev.Size, prev.H = l.Size, l.H
					}
					continue
				}
			}
			l.gap = l.Y > prev.Y+prev.H+0.9*l.Size
		}
		joined = append(joined, l)
	}
	return joined
}
