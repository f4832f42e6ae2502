package titlepage

import (
	"math"
	"slices"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
)

// isUnderOther reports whether a line stands in the column below another label than line i, which announces the authors: below the
// label of those who advised, whatever it is called.
func (h *Head) isUnderOther(zone []line, i int, l line) bool {
	const near = 3 // lines that the labels are apart at most
	byline := zone[i]
	if !h.laid || l.Y <= byline.Y {
		return false
	}
	return slices.ContainsFunc(zone, func(other line) bool {
		return strings.HasSuffix(other.Text, ":") && other.Kind != Byline && math.Abs(other.Y-byline.Y) < near*byline.Size && l.Y > other.Y &&
			(other.X > byline.X+byline.W || byline.X > other.X+other.W) && offset(other.Line, l.Line) < offset(byline.Line, l.Line)
	})
}

// offset is the distance of two lines at the edges or the middle, whichever is the nearest.
func offset(a, b content.Line) float64 {
	return min(math.Abs(a.X-b.X), math.Abs(a.X+a.W-b.X-b.W), math.Abs(a.X+a.W/2-b.X-b.W/2))
}

// isRanked reports whether line i names a person with the rank of a teacher on the line below, next to another person who has none: where
// those who advise stand beside the author without a label.
func (h *Head) isRanked(zone []line, i int) bool {
	l := zone[i]
	if !h.laid || l.Kind != Names {
		return false
	}
	ranked := func(of line) bool {
		return slices.ContainsFunc(zone, func(b line) bool {
			return b.Y > of.Y && b.Y-of.Y < 2.5*of.Size && edged(of.Line, b.Line) && phrase.IsRank(b.Text)
		})
	}
	return ranked(l) && slices.ContainsFunc(zone, func(b line) bool {
		return b.Kind == Names && sameRow(b.Line, l.Line) && math.Abs(b.X-l.X) > slack && !ranked(b)
	})
}

// isBesideTeacher reports whether a line stands in the column of a professor who is no author, and not in the authors'.
func (a *authorship) isBesideTeacher(l line) bool {
	return a.teacher.W > 0 && l.Y > a.teacher.Y && edged(a.teacher, l.Line) && !edged(a.at, l.Line)
}
