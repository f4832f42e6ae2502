// Package chart draws charts as SVG without a script: [Bars] for counts by name, [Columns] for counts in order, such as
// years, and [Lines] for measures over time or over any other quantity.
//
// A chart is a struct that is filled in and written with its method SVG. The colours are CSS variables: a page that has
// charts includes [Style] once, and the charts follow the light or dark theme of the reader and print in light colours
// on paper. A chart that is a file of its own sets Standalone and carries its style.
//
// Every text that is drawn is escaped: control characters and marks of writing direction are replaced. Values that are
// not finite are not drawn. A chart has a title and a description for screen readers; a page should repeat the numbers
// in a table.
package chart

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// Figure has what all charts share.
type Figure struct {
	ID          string // of the element; unique in a page, made of letters, digits and hyphens
	Title       string // for screen readers
	Description string // for screen readers: what the chart shows, in a sentence
	Class       string // more classes of the element
	Width       int    // in pixels; 560 if it is 0
	Standalone  bool   // the chart carries its style
}

// Row is a bar or a column, with one value a series. The values of several series are stacked.
type Row struct {
	Label  string
	Values []float64
}

const (
	defaultWidth = 560
	minWidth     = 240
	fontSize     = 13
	lineHeight   = 18
	gap          = 8 // between a label and what it labels
	manySeries   = 6 // colours and patterns repeat after so many
)

// canvas is an SVG file in the making.
type canvas struct {
	figure *Figure
	width  float64
	height float64
	body   strings.Builder
}

// newCanvas returns a canvas of the figure's width. Its height is set before it is finished.
func newCanvas(f *Figure) *canvas {
	width := f.Width
	if width == 0 {
		width = defaultWidth
	}
	return &canvas{figure: f, width: float64(max(width, minWidth))}
}

// finish returns the whole element.
func (c *canvas) finish() string {
	f := c.figure
	var b strings.Builder
	id := identifier(f.ID)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" id="%s" class="%s" role="img" aria-labelledby="%s-title %s-desc" viewBox="0 0 %s %s" width="%s" height="%s">`,
		id, escape(strings.TrimSpace("chart "+f.Class)), id, id, number(c.width), number(c.height), number(c.width), number(c.height))
	fmt.Fprintf(&b, "\n<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", id, escape(f.Title), id, escape(f.Description))
	if f.Standalone {
		fmt.Fprintf(&b, "<style>%s</style>\n<rect class=\"ground\" width=\"%s\" height=\"%s\"/>\n", Style, number(c.width), number(c.height))
	}
	b.WriteString(c.body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// identifier returns an ID that needs no escaping.
func identifier(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-') {
			return r
		}
		return -1
	}, s)
	if s == "" {
		return "chart"
	}
	return s
}

// text writes a text with its baseline at y. The anchor is start, middle or end.
func (c *canvas) text(x, y float64, anchor, class, s string) {
	fmt.Fprintf(&c.body, `<text x="%s" y="%s"`, number(x), number(y))
	if anchor != "start" {
		fmt.Fprintf(&c.body, ` text-anchor="%s"`, anchor)
	}
	if class != "" {
		fmt.Fprintf(&c.body, ` class="%s"`, class)
	}
	fmt.Fprintf(&c.body, ">%s</text>\n", escape(s))
}

// label writes a text that is shortened to a width; the whole text shows when the pointer is on it.
func (c *canvas) label(x, y, width float64, anchor, class, s string) {
	short := shorten(s, width)
	if short == clean(s) {
		c.text(x, y, anchor, class, s)
		return
	}
	fmt.Fprintf(&c.body, `<text x="%s" y="%s" text-anchor="%s" class="%s">%s<title>%s</title></text>`+"\n",
		number(x), number(y), anchor, class, escape(short), escape(s))
}

// bar draws a rectangle in the colour of a series, with a text that shows when the pointer is on it. On paper, a pattern
// in addition to the colour tells the series apart.
func (c *canvas) bar(x, y, width, height float64, series int, note string) {
	size := fmt.Sprintf(`x="%s" y="%s" width="%s" height="%s"`, number(x), number(y), number(width), number(height))
	fmt.Fprintf(&c.body, `<rect %s class="s%d"><title>%s</title></rect>`+"\n", size, series%manySeries+1, escape(note))
	if p := series % manySeries; p > 0 {
		fmt.Fprintf(&c.body, `<rect %s class="pattern" fill="url(#%s-p%d)"/>`+"\n", size, identifier(c.figure.ID), p)
	}
}

// patterns defines the patterns for so many series.
func (c *canvas) patterns(series int) {
	if series < 2 {
		return
	}
	c.body.WriteString("<defs>\n")
	for p := 1; p < min(series, manySeries); p++ {
		fmt.Fprintf(&c.body, `<pattern id="%s-p%d" width="6" height="6" patternUnits="userSpaceOnUse"><path class="hatch" d="%s"/></pattern>`+"\n",
			identifier(c.figure.ID), p, hatches[p-1])
	}
	c.body.WriteString("</defs>\n")
}

// hatches are the paths of the patterns: strokes upwards, strokes downwards, upright, level and crossed.
var hatches = [manySeries - 1]string{"M-1 7L7 -1M-1 1L1 -1M5 7L7 5", "M-1 -1L7 7M5 -1L7 1M-1 5L1 7", "M3 0V6", "M0 3H6", "M0 0L6 6M0 6L6 0"}

// line draws a straight line.
func (c *canvas) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(&c.body, `<path class="%s" d="M%s %sL%s %s"/>`+"\n", class, number(x1), number(y1), number(x2), number(y2))
}

// legend writes the names of the series in rows at the top and returns the height that it takes. The function swatch
// draws a sample of a series, 18 wide and 10 high.
func (c *canvas) legend(names []string, swatch func(series int, x, y float64)) float64 {
	if len(names) < 2 {
		return 0
	}
	x, y := 0.0, 0.0
	for i, name := range names {
		name = shorten(name, c.width-26)
		width := 26 + textWidth(name) + 2*gap
		if x > 0 && x+width-2*gap > c.width {
			x, y = 0, y+lineHeight
		}
		swatch(i, x, y+2)
		c.text(x+24, y+11, "start", "", name)
		x += width
	}
	return y + lineHeight + gap
}

// swatch draws the sample of a series of bars.
func (c *canvas) swatch(names []string) func(int, float64, float64) {
	return func(series int, x, y float64) { c.bar(x, y, 18, 10, series, names[series]) }
}

// empty writes that there are no data and returns the whole element.
func (c *canvas) empty() string {
	c.height = 2 * lineHeight
	c.text(0, lineHeight, "start", "muted", "No data.")
	return c.finish()
}

// number returns a coordinate with at most two decimals.
func number(v float64) string {
	s := strconv.FormatFloat(v, 'f', 2, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" {
		return "0"
	}
	return s
}

// escape returns a text for an element or an attribute.
func escape(s string) string { return html.EscapeString(clean(s)) }

// clean replaces what is no text: invalid UTF-8, control characters, invisible characters and marks of writing
// direction, with which a label could look like another one, and characters that XML does not allow.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co), r&0xFFFE == 0xFFFE, 0xFDD0 <= r && r <= 0xFDEF:
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// largest is the greatest value that is drawn: beyond it, sums and scales would not be finite.
const largest = 1e18

// finite returns a value that can be drawn, and whether it was finite.
func finite(v float64) (float64, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	return min(max(v, -largest), largest), true
}

// sums returns what the values of a row add up to, those above zero and those below.
func (r *Row) sums() (above, below float64) {
	for _, v := range r.Values {
		if v, ok := finite(v); ok && v > 0 {
			above += v
		} else if ok {
			below += v
		}
	}
	return above, below
}

// seriesName returns the name of a series with a colon, or nothing if there is one series only.
func seriesName(names []string, i int) string {
	if len(names) < 2 || i >= len(names) {
		return ""
	}
	return ", " + names[i]
}
