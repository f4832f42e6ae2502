package titlepage

import (
	"math"
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
)

// isUnderOther reports whether a line stands in the column below another label than line i, which announces the authors: below the
// label of those who advised, whatever it is called.
func (z *zone) isUnderOther(i int, l line) bool {
	const near = 3 // lines that the labels are apart at most
	byline := z.lines[i]
	if !z.laid || l.Y <= byline.Y {
		return false
	}
	return slices.ContainsFunc(z.lines, func(other line) bool {
		return strings.HasSuffix(other.Text, ":") && other.Kind != Byline && math.Abs(other.Y-byline.Y) < near*byline.Size && l.Y > other.Y &&
			(other.X > byline.X+byline.W || byline.X > other.X+other.W) && offset(other.Line, l.Line) < offset(byline.Line, l.Line)
	})
}

// isRanked reports whether line i names a person with the rank of a teacher on the line below, next to another person who has none: where
// those who advise stand beside the author without a label.
func (z *zone) isRanked(i int) bool {
	l := z.lines[i]
	if !z.laid || l.Kind != Names {
		return false
	}
	ranked := func(of line) bool {
		return slices.ContainsFunc(z.lines, func(b line) bool {
			return b.Y > of.Y && b.Y-of.Y < 2.5*of.Size && edged(of.Line, b.Line) && phrase.IsRank(b.Text)
		})
	}
	return ranked(l) && slices.ContainsFunc(z.lines, func(b line) bool {
		return b.Kind == Names && sameRow(b.Line, l.Line) && math.Abs(b.X-l.X) > slack && !ranked(b)
	})
}

// isBesideTeacher reports whether a line stands in the column of a professor who is no author, and not in the authors'.
func (a *authorship) isBesideTeacher(l line) bool {
	return a.teacher.W > 0 && l.Y > a.teacher.Y && edged(a.teacher, l.Line) && !edged(a.at, l.Line)
}
