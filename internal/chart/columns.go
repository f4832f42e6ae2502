package chart

import (
	"math"
	"strconv"
)

// Columns are upright columns in the order of a quantity, such as a histogram or counts by year.
type Columns struct {
	Figure
	Series []string // their names; with more than one, the columns are stacked and have a legend
	Rows   []Row
	Unit   string               // what is counted; it stands above the axis
	Format func(float64) string // of the values; Number if it is nil
	Height int                  // of the columns; 200 if it is 0
}

const (
	defaultHeight = 200
	tickDistance  = 40 // pixels between two ticks of an upright axis, at least
	mostColumn    = 60 // width of a column
)

// SVG returns the chart as an SVG element.
func (b *Columns) SVG() string {
	c := newCanvas(&b.Figure)
	if len(b.Rows) == 0 {
		return c.empty()
	}
	format := b.Format
	if format == nil {
		format = Number
	}
	high, low := 0.0, 0.0
	var all []float64
	for _, row := range b.Rows {
		above, below := row.sums()
		high, low = max(high, above), min(low, below)
		all = append(all, above, below)
	}
	c.patterns(len(b.Series))
	top := c.legend(b.Series, c.swatch(b.Series))
	y, left := c.upright(low, high, areWhole(all), top, heightOf(b.Height), b.Unit, format)
	pitch := (c.width - left) / float64(len(b.Rows))
	thick := min(max(pitch*0.75, pitch-6), mostColumn)
	withNumbers := b.numbersFit(pitch, format)
	for i, row := range b.Rows {
		x := left + (float64(i)+0.5)*pitch - thick/2
		up, down := y.at(0), y.at(0)
		for k, v := range row.Values {
			v, ok := finite(v)
			if !ok || v == 0 {
				continue
			}
			length := y.at(0) - y.at(v)
			note := row.Label + seriesName(b.Series, k) + ": " + format(v)
			if length > 0 {
				up -= length
				c.bar(x, up, thick, max(length, 1), k, note)
			} else {
				c.bar(x, down, thick, max(-length, 1), k, note)
				down -= length
			}
		}
		if above, below := row.sums(); withNumbers && above+below != 0 {
			c.text(x+thick/2, up-4, "middle", "", format(above+below))
		}
	}
	c.line(left, y.at(0), c.width, y.at(0), "axis")
	b.names(c, left, pitch, y.from+lineHeight)
	c.height = y.from + lineHeight + gap
	return c.finish()
}

// heightOf returns a height or its default.
func heightOf(height int) float64 {
	if height <= 0 {
		return defaultHeight
	}
	return float64(height)
}

// numbersFit reports whether the numbers can stand above the columns without touching each other.
func (b *Columns) numbersFit(pitch float64, format func(float64) string) bool {
	for _, row := range b.Rows {
		above, below := row.sums()
		if below < 0 || textWidth(format(above))+4 > pitch {
			return false
		}
	}
	return true
}

// names writes the labels below the columns, as many as do not overlap. Labels that are numbers are round ones.
func (b *Columns) names(c *canvas, left, pitch, y float64) {
	labels := labelsOf(b.Rows)
	most := 0.4 * c.width
	every := 1
	for width := min(widest(labels), most) + gap; float64(every)*pitch < width && every < len(labels); {
		every = int(niceStep(float64(every+1), true))
	}
	shift := 0
	if n, err := strconv.Atoi(labels[len(labels)-1]); err == nil {
		shift = ((len(labels)-1-n)%every + every) % every
	}
	end := 0.0
	for i := shift; i < len(labels); i += every {
		width := min(textWidth(labels[i]), most)
		x := left + (float64(i)+0.5)*pitch
		// The first and the last label stay inside. One that would touch the label before is left out.
		x = min(max(x, width/2), c.width-width/2)
		if x-width/2 < end {
			continue
		}
		end = x + width/2 + gap/2
		c.label(x, y, most, "middle", "muted", labels[i])
	}
}

// upright draws the ticks of an upright axis with its grid, below a line that says what is counted, and returns the scale
// and where the plot begins.
func (c *canvas) upright(low, high float64, whole bool, top, height float64, unit string, format func(float64) string) (scale, float64) {
	if unit != "" {
		c.label(0, top+11, c.width, "start", "muted", unit)
		top += lineHeight
	}
	top += gap + 4
	s := niceScale(low, high, int(math.Max(2, height/tickDistance)), whole)
	s.from, s.to = top+height, top
	labels := make([]string, len(s.ticks))
	for i, v := range s.ticks {
		labels[i] = format(v)
	}
	left := min(widest(labels), 0.3*c.width) + gap
	for i, v := range s.ticks {
		if v != 0 {
			c.line(left, s.at(v), c.width, s.at(v), "grid")
		}
		c.label(left-gap, s.at(v)+4.5, left-gap, "end", "muted", labels[i])
	}
	return s, left
}
