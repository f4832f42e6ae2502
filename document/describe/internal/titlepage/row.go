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

// unbroken returns the lines with those of a title in large type next to each other, which a line of another column would part: one that
// stands beside them, between two of them, in other type.
func (r *pageReader) unbroken(lines []line) []line {
	const large, most = 1.2, 3 // sizes of the running text; lines of the other column
	for i := 1; i+1 < len(lines); i++ {
		title := lines[i-1]
		if title.Size < large*r.body || !isBeside(lines[i], title) {
			continue
		}
		for j := i + 1; j < min(i+1+most, len(lines)); j++ {
			if isBeside(lines[j], title) {
				continue
			}
			if next := lines[j]; r.isSetAs(next, title) && !slices.ContainsFunc(lines[i:j], func(l line) bool { return !isBeside(l, next) }) {
				copy(lines[i+1:j+1], lines[i:j])
				lines[i] = next
			}
			break
		}
	}
	return lines
}

// isBeside reports whether a line is in another column than a line of a title, in another row and other type.
func isBeside(l, title line) bool {
	isApart := l.X > title.X+title.W || title.X > l.X+l.W
	return isApart && !sameRow(l.Line, title.Line) && (l.Font != title.Font || l.Size < 0.9*title.Size)
}
