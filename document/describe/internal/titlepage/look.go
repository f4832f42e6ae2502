package titlepage

import (
	"math"
	"strings"

	"sluice/document/content"
)

// look is how the lines of a page are set.
type look struct {
	body   float64 // size of the running text's type; 0 where unknown
	height float64 // of the page
	rough  bool    // most sizes are guessed from the lines' heights, so that the words decide
	laid   bool    // the lines have positions and sizes
}

// alike reports whether two lines are of one size.
func (h *look) alike(a, b line) bool {
	most := 0.08
	if h.rough {
		most = 0.35
	}
	return math.Abs(a.Size-b.Size) <= most*max(a.Size, b.Size)
}

// space is the white that two pieces of one line may have between them.
func (h *look) space(a, b line) float64 {
	if h.rough {
		return 0.8 * max(a.H, b.H)
	}
	return 0.55 * max(a.Size, b.Size)
}

// isSetAs reports whether a line is set as another, in the next row at the same edge or middle.
func (h *look) isSetAs(l, other line) bool {
	space := max(l.Y-other.Y, other.Y-l.Y)
	return l.Font == other.Font && l.Bold == other.Bold && h.alike(l, other) && aligned(l.Line, other.Line) && space < 2.2*l.Size && isCapital(l.Text) == isCapital(other.Text)
}

// nextInColumn returns the index of the next line above or below line i, as step says, that is not beside it in another column; -1 if
// there is no such line.
func nextInColumn(lines []line, i, step int) int {
	for j := i + step; j >= 0 && j < len(lines); j += step {
		if a, b := lines[i], lines[j]; a.X < b.X+b.W && b.X < a.X+a.W {
			return j
		}
	}
	return -1
}

// isPoster reports whether two lines are set so large and close that they are one title, although in two weights of a font.
func (h *look) isPoster(a, b line) bool {
	return a.Kind == plain && b.Kind == plain && b.Size > 2*h.body && b.Y-a.Y < 1.1*b.Size && family(a.Font) == family(b.Font) && aligned(a.Line, b.Line)
}

// sameRow reports whether two lines are next to each other.
func sameRow(a, b content.Line) bool {
	return math.Abs(a.Y+a.H/2-b.Y-b.H/2) < 0.45*max(min(a.H, b.H), 3)
}

// aligned reports whether two lines have the same left edge or the same middle.
func aligned(a, b content.Line) bool { return math.Abs(a.X-b.X) < slack || centred(a, b) }

// centred reports whether two lines have the same middle and not the same left edge.
func centred(a, b content.Line) bool {
	return math.Abs(a.X+a.W/2-b.X-b.W/2) < slack && math.Abs(a.X-b.X) > slack
}

// edged reports whether two lines have the same left or right edge or the same middle.
func edged(a, b content.Line) bool {
	return aligned(a, b) || math.Abs(a.X+a.W-b.X-b.W) < slack
}

// slack is how far lines that are aligned may be apart, in points.
const slack = 4

// offset is the distance of two lines at the edges or the middle, whichever is the nearest.
func offset(a, b content.Line) float64 {
	return min(math.Abs(a.X-b.X), math.Abs(a.X+a.W-b.X-b.W), math.Abs(a.X+a.W/2-b.X-b.W/2))
}

// family returns the name of a font without its weight.
func family(font string) string {
	name, _, _ := strings.Cut(font, "-")
	return name
}

// BodySize returns the size that most letters have.
func BodySize(lines []content.Line) float64 {
	weight := map[int]int{}
	for _, l := range lines {
		if l.Size < minSize && l.H > 0 {
			l.Size = 0.75 * l.H
		}
		if len(l.Text) > 20 {
			weight[int(math.Round(l.Size*2))] += len(l.Text)
		}
	}
	best, most := 0, 0
	for size, n := range weight {
		if n > most || n == most && size < best {
			best, most = size, n
		}
	}
	return float64(best) / 2
}

// minSize is the smallest size of type, in points. A smaller one is wrong, as of
// fonts that are drawn as pictures, and estimated from the height of the line.
const minSize = 3
