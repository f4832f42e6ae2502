package titlepage

import (
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// others marks the names under a heading of people who did not write the work:
// "Supervisors:", "Committee".
func (s *surroundings) others() {
	largest := 0.0
	for _, l := range s.lines {
		largest = max(largest, l.Size)
	}
	under := map[int]bool{} // lines under a heading
	for i, heading := range s.lines {
		if heading.Kind != Others || under[i] || s.laid && heading.Size > 1.5*s.body && heading.Size > 0.8*largest || len(s.names.sure(phrase.OthersMark.ReplaceAllString(heading.Text, ""))) > 0 {
			continue
		}
		if Organised(phrase.OthersMark.ReplaceAllString(heading.Text, "")) {
			continue // an institution on the same line: "Led by the University of Sandport"
		}
		if s.isRoleOf(i) {
			s.lines[i-1].Kind = Others
			continue
		}
		column := heading.Line
		for j := i + 1; j < len(s.lines) && s.lines[j].Kind != closing; j++ {
			l := &s.lines[j]
			if s.laid && j == i+1 && sameRow(heading.Line, l.Line) && l.Kind != Byline {
				column = l.Line // a table: the heading on the left, the names on the right
			}
			if s.laid && (l.X > column.X+column.W || column.X > l.X+l.W) {
				if column != heading.Line && column.X > l.X && l.Kind != Names && !s.names.mayBePerson(s.lines[j].Text) && l.Y > column.Y+column.H/2 {
					break // the next heading of the table
				}
				continue // another column
			}
			if l.Kind == Byline || !s.laid && l.Kind != Names || s.laid && l.Size > 1.25*heading.Size && textline.Letters(l.Text) > 8 {
				break // the title follows, perhaps
			}
			if l.Kind == Names || l.Kind == plain && s.names.mayBePerson(s.lines[j].Text) || s.laid && j == i+1 && sameRow(heading.Line, l.Line) {
				l.Kind, under[j] = Others, true
			}
		}
	}
}

// isRoleOf reports whether line i, which has no colon, says what the person on the line above it is: "Jane Roe" and "Supervisor",
// nearer to it than to the line below, as where people sign.
func (s *surroundings) isRoleOf(i int) bool {
	l := s.lines[i]
	if !s.laid {
		return i > 0 && s.lines[i-1].Kind == Names && (i+1 == len(s.lines) || s.lines[i+1].Kind != Names && !s.names.mayBePerson(s.lines[i+1].Text)) && textline.Letters(phrase.OthersMark.ReplaceAllString(l.Text, "")) == 0 && !strings.HasSuffix(l.Text, ":")
	}
	if i == 0 || strings.HasSuffix(l.Text, ":") || textline.Letters(phrase.OthersMark.ReplaceAllString(l.Text, "")) > 0 || !centred(s.lines[i-1].Line, l.Line) || s.lines[i-1].Kind != Names && !s.names.mayBePerson(s.lines[i-1].Text) {
		return false
	}
	above := l.Y - s.lines[i-1].Y
	return above < 2.5*l.Size && (i+1 == len(s.lines) || s.lines[i+1].Y-l.Y > 1.3*above)
}
