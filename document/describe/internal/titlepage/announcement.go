package titlepage

import (
	"math"
)

// announcement is lines of which one may announce the authors in others: "Authors:", "by".
type announcement struct {
	look
	names nameFinder
	lines []line
}

// authors returns the persons that a line announces.
func (a *announcement) authors() ([]string, float64) {
	for i, l := range a.lines {
		if l.Kind != Byline {
			continue
		}
		names := withoutByline(l.Text)
		if list := a.names.sure(names); len(list) > 0 && names != l.Text {
			return list, 0.7
		}
		for j := i + 1; j < len(a.lines); j++ {
			next := a.lines[j]
			if a.laid && (next.X > l.X+l.W+next.Size || l.X > next.X+next.W) && !(j == i+1 && sameRow(l.Line, next.Line)) {
				continue // another column
			}
			if list := a.names.announced(next); len(list) > 0 {
				return a.column(j, list), 0.7
			}
			if list := a.tabulated(i); len(list) > 0 {
				return list, 0.7
			}
			break
		}
	}
	return nil, 0
}

// column adds to the persons of line i those of the lines above and below it in the same type and at the same edge, as
// the cell of a table or a list has them.
func (a *announcement) column(i int, list []string) []string {
	if !a.laid {
		return list
	}
	first := a.lines[i]
	for _, step := range [...]int{-1, 1} {
		last := first
		for j := i + step; j >= 0 && j < len(a.lines); j += step {
			l := a.lines[j]
			space := math.Abs(l.Y - last.Y)
			if space > 2.2*first.Size {
				break
			}
			if l.Font != first.Font || !a.alike(l, first) || !aligned(l.Line, first.Line) {
				continue
			}
			more := a.names.announced(l)
			if len(more) == 0 {
				break
			}
			if last = l; step < 0 {
				list = append(more, list...)
			} else {
				list = append(list, more...)
			}
		}
	}
	return list
}

// tabulated returns the persons in a column of the table below a heading, line i: "Author List". The column has a head and below
// it nothing but names, two at least.
func (a *announcement) tabulated(i int) (best []string) {
	if !a.laid {
		return nil
	}
	lines := a.lines[i:]
	heading := lines[0]
	for i, head := range lines[1:] {
		if head.Size >= heading.Size {
			break
		}
		if !sameRow(lines[1].Line, head.Line) || head.Size > 0.95*heading.Size || len(a.names.sure(head.Text)) > 0 {
			continue
		}
		var list []string
		for _, l := range lines[i+2:] {
			if l.Size >= heading.Size {
				break
			}
			if math.Abs(l.X-head.X) > slack {
				continue
			}
			names := a.names.sure(l.Text)
			if len(names) != 1 {
				list = nil
				break
			}
			list = append(list, names...)
		}
		if len(list) > max(1, len(best)) {
			best = list
		}
	}
	return best
}
