package chart

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Lines are measures over time, or over any other quantity. Several series are told apart by colour, dashes, marks and
// names at their ends.
type Lines struct {
	Figure
	X, Y   Axis
	Series []Series
	Step   bool // each value holds until the next one
	Area   bool // the area below the first series is tinted
	Height int  // of the plot; 200 if it is 0
	Legend bool // the names stand in a legend even if the ends of the lines have room for them: these may be close together
}

// Axis describes an axis.
type Axis struct {
	Label  string               // what is measured
	Time   bool                 // the values are seconds since 1970; only the X axis can have times
	Format func(float64) string // of values that are no times; Number if it is nil
	Free   bool                 // the axis need not begin at zero; one of times never does
}

// Series is one line.
type Series struct {
	Name   string
	Points []Point // in the order of X; a point that is not finite interrupts the line
	Band   bool    // the points have a range, which is tinted
}

// Point is a value, with its range if the series has a band.
type Point struct{ X, Y, Low, High float64 }

const (
	fewPoints  = 24 // of a series: each has a mark
	markRadius = 3.2
)

// SVG returns the chart as an SVG element.
func (l *Lines) SVG() string {
	c := newCanvas(&l.Figure)
	d := l.extent()
	if !d.some {
		return c.empty()
	}
	format := l.Y.Format
	if format == nil {
		format = Number
	}
	names := make([]string, len(l.Series))
	for i, s := range l.Series {
		names[i] = s.Name
	}
	// Names at the ends of the lines need room on the right; without it there is a legend.
	right, top := 0.0, 0.0
	atEnds := !l.Legend && len(names) > 1 && len(names) <= manySeries && widest(names) <= 0.25*c.width
	if atEnds {
		right = widest(names) + gap
	} else {
		top = c.legend(names, func(i int, x, y float64) {
			c.line(x, y+5, x+18, y+5, fmt.Sprintf("line l%d", i%manySeries+1))
			c.mark(i, x+9, y+5)
		})
	}
	c.width -= right
	y, left := c.upright(d.lowY, d.highY, d.whole, top, heightOf(l.Height), l.Y.Label, format)
	x := l.level(c, d, left+markRadius, y.from)
	for i, s := range l.Series {
		points := thin(s.Points, &x)
		if s.Band {
			c.band(points, &x, &y, i)
		}
		c.draw(points, &x, &y, i, l)
	}
	c.line(left, y.at(max(y.low, min(0, y.high))), c.width, y.at(max(y.low, min(0, y.high))), "axis")
	c.height = y.from + lineHeight + gap
	if l.X.Label != "" {
		c.label(left, c.height+8, c.width-left, "start", "muted", l.X.Label)
		c.height += lineHeight
	}
	if atEnds {
		c.nameEnds(l.Series, &y, c.width+gap)
	}
	c.width += right
	return c.finish()
}

// extent is the range of all points.
type extent struct {
	lowX, highX, lowY, highY float64
	some, whole              bool
}

// extent returns the range of all points that are finite.
func (l *Lines) extent() extent {
	d := extent{lowX: math.Inf(1), highX: math.Inf(-1), lowY: math.Inf(1), highY: math.Inf(-1), whole: true}
	for _, s := range l.Series {
		for _, p := range s.Points {
			x, y, ok := p.place()
			if !ok {
				continue
			}
			d.some = true
			d.lowX, d.highX = min(d.lowX, x), max(d.highX, x)
			d.lowY, d.highY = min(d.lowY, y), max(d.highY, y)
			d.whole = d.whole && y == math.Trunc(y)
			if low, high, ok := p.limits(); s.Band && ok {
				d.lowY, d.highY = min(d.lowY, low), max(d.highY, high)
				d.whole = false
			}
		}
	}
	if !l.Y.Free {
		d.lowY, d.highY = min(d.lowY, 0), max(d.highY, 0)
	}
	if !l.X.Free && !l.X.Time {
		d.lowX, d.highX = min(d.lowX, 0), max(d.highX, 0)
	}
	return d
}

// place returns where a point is, and whether it is finite.
func (p Point) place() (x, y float64, ok bool) {
	x, okX := finite(p.X)
	y, okY := finite(p.Y)
	return x, y, okX && okY
}

// limits returns the range of a point, and whether it is finite.
func (p Point) limits() (low, high float64, ok bool) {
	low, okLow := finite(p.Low)
	high, okHigh := finite(p.High)
	return min(low, high), max(low, high), okLow && okHigh
}

// level draws the ticks of the X axis and returns its scale.
func (l *Lines) level(c *canvas, d extent, left, base float64) scale {
	var s scale
	var labels []string
	width := c.width - left - markRadius
	if l.X.Time {
		s, labels = timeScale(d.lowX, d.highX, width)
	} else {
		format := l.X.Format
		if format == nil {
			format = Number
		}
		for n := max(2, int(width/60)); ; n-- {
			s, labels = niceScale(d.lowX, d.highX, n, false), nil
			for _, v := range s.ticks {
				labels = append(labels, format(v))
			}
			if n <= 1 || float64(len(labels)-1)*(widest(labels)+gap) <= width {
				break
			}
		}
	}
	s.from, s.to = left, c.width-markRadius
	end := math.Inf(-1)
	for i, v := range s.ticks {
		x, half := s.at(v), textWidth(labels[i])/2
		c.line(x, base, x, base+4, "axis")
		// The first and the last label stay inside. One that would touch the label before is left out.
		at := min(max(x, half), c.width-half)
		if at-half < end {
			continue
		}
		end = at + half + gap/2
		c.text(at, base+lineHeight, "middle", "muted", labels[i])
	}
	return s
}

// thin leaves out points that are drawn at the same pixel: of each pixel the first, the last, the lowest and the
// highest remain.
func thin(points []Point, x *scale) []Point {
	if float64(len(points)) <= 4*(x.to-x.from) {
		return points
	}
	var kept []Point
	for start := 0; start < len(points); {
		end := start + 1
		for end < len(points) && math.Floor(x.at(points[end].X)) == math.Floor(x.at(points[start].X)) {
			end++
		}
		low, high := start, start
		for i := start; i < end; i++ {
			if points[i].Y < points[low].Y {
				low = i
			}
			if points[i].Y > points[high].Y {
				high = i
			}
		}
		keep := []int{start, low, high, end - 1}
		slices.Sort(keep)
		for _, i := range slices.Compact(keep) {
			kept = append(kept, points[i])
		}
		start = end
	}
	return kept
}

// runs yields the points between interruptions.
func runs(points []Point) [][]Point {
	var all [][]Point
	var run []Point
	for _, p := range points {
		x, y, ok := p.place()
		if !ok {
			if run != nil {
				all = append(all, run)
			}
			run = nil
			continue
		}
		p.X, p.Y = x, y
		run = append(run, p)
	}
	if run != nil {
		all = append(all, run)
	}
	return all
}

// draw draws a line, the area below it, and its marks.
func (c *canvas) draw(points []Point, x, y *scale, series int, l *Lines) {
	base := number(y.at(max(y.low, min(0, y.high))))
	for _, run := range runs(points) {
		var path strings.Builder
		for i, p := range run {
			switch {
			case i == 0:
				path.WriteString("M")
			case l.Step:
				fmt.Fprintf(&path, "H%sL", number(x.at(p.X)))
			default:
				path.WriteString("L")
			}
			fmt.Fprintf(&path, "%s %s", number(x.at(p.X)), number(y.at(p.Y)))
		}
		if l.Area && series == 0 && len(run) > 1 {
			fmt.Fprintf(&c.body, `<path class="area s%d" d="%sV%sH%sZ"/>`+"\n", series%manySeries+1, path.String(), base, number(x.at(run[0].X)))
		}
		if len(run) > 1 {
			fmt.Fprintf(&c.body, `<path class="line l%d" d="%s"/>`+"\n", series%manySeries+1, path.String())
		}
		if len(points) <= fewPoints || len(run) == 1 {
			for _, p := range run {
				c.mark(series, x.at(p.X), y.at(p.Y))
			}
		}
	}
}

// band tints the range of a series.
func (c *canvas) band(points []Point, x, y *scale, series int) {
	for _, run := range runs(points) {
		var above, below []string
		for _, p := range run {
			if low, high, ok := p.limits(); ok {
				above = append(above, number(x.at(p.X))+" "+number(y.at(high)))
				below = append(below, number(x.at(p.X))+" "+number(y.at(low)))
			}
		}
		slices.Reverse(below)
		if len(above) > 1 {
			fmt.Fprintf(&c.body, `<path class="area s%d" d="M%sL%sZ"/>`+"\n", series%manySeries+1, strings.Join(above, "L"), strings.Join(below, "L"))
		}
	}
}

// mark draws the mark of a series: a disc, a square, a diamond or a triangle.
func (c *canvas) mark(series int, x, y float64) {
	class := fmt.Sprintf("s%d", series%manySeries+1)
	switch r := markRadius; series % 4 {
	case 0:
		fmt.Fprintf(&c.body, `<circle class="%s" cx="%s" cy="%s" r="%s"/>`+"\n", class, number(x), number(y), number(r))
	case 1:
		fmt.Fprintf(&c.body, `<path class="%s" d="M%s %sh%sv%sh-%sZ"/>`+"\n", class, number(x-r), number(y-r), number(2*r), number(2*r), number(2*r))
	case 2:
		fmt.Fprintf(&c.body, `<path class="%s" d="M%s %sl%[4]s %[4]sl-%[4]s %[4]sl-%[4]s -%[4]sZ"/>`+"\n", class, number(x), number(y-1.4*r), number(1.4*r))
	default:
		fmt.Fprintf(&c.body, `<path class="%s" d="M%s %sl%s %sh-%sZ"/>`+"\n", class, number(x), number(y-1.3*r), number(1.3*r), number(2.2*r), number(2.6*r))
	}
}

// nameEnds writes the names of the series at the ends of their lines, moved up or down where they would overlap.
func (c *canvas) nameEnds(series []Series, y *scale, x float64) {
	type end struct {
		name string
		y    float64
	}
	var ends []end
	for _, s := range series {
		for _, p := range slices.Backward(s.Points) {
			if _, v, ok := p.place(); ok {
				ends = append(ends, end{s.Name, y.at(v)})
				break
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b end) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	for i := range ends {
		if i > 0 {
			ends[i].y = max(ends[i].y, ends[i-1].y+lineHeight-3)
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		lowest := y.from
		if i < len(ends)-1 {
			lowest = ends[i+1].y - (lineHeight - 3)
		}
		ends[i].y = min(ends[i].y, lowest)
	}
	for _, e := range ends {
		c.text(x, e.y+4.5, "start", "", e.name)
	}
}
