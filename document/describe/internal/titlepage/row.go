package titlepage

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"sluice/document/content"
)

// rows puts lines in the order of rows from the top down, joins the pieces of a
// torn line, and drops footnote marks on lines of their own.
func (h *Head) rows(lines []line) []line {
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
				if short && !h.rough && l.Size < 0.8*prev.Size && space < prev.Size {
					prev.raised = prev.raised || 'a' <= l.Text[0] && l.Text[0] <= 'h'
					continue
				}
				if space < h.space(*prev, l) && space > -0.5*l.Size && (h.rough || h.alike(*prev, l)) {
					if space > 0.12*l.Size {
						prev.Text += " "
					}
					prev.Text += l.Text
					prev.W = l.X + l.W - prev.X
					if h.rough && l.Size > prev.Size {
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

// space is the white that two pieces of one line may have between them.
func (h *Head) space(a, b line) float64 {
	if h.rough {
		return 0.8 * max(a.H, b.H)
	}
	return 0.55 * max(a.Size, b.Size)
}

// sameRow reports whether two lines are next to each other.
func sameRow(a, b content.Line) bool {
	return math.Abs(a.Y+a.H/2-b.Y-b.H/2) < 0.45*max(min(a.H, b.H), 3)
}

// alike reports whether two lines are of one size.
func (h *Head) alike(a, b line) bool {
	most := 0.08
	if h.rough {
		most = 0.35
	}
	return math.Abs(a.Size-b.Size) <= most*max(a.Size, b.Size)
}
