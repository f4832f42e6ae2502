package chart_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/internal/chart"
)

// values draws numbers of all sizes, also such that cannot be drawn.
var values = rapid.OneOf(rapid.Float64(), rapid.Float64Range(-100, 1000), rapid.Map(rapid.IntRange(0, 5000), func(n int) float64 { return float64(n) }),
	rapid.SampledFrom([]float64{0, 1, -1, math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e18, 4102444800}))

// names draws labels, also hostile ones.
var names = rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-z]{1,12}(\.[a-z]{2,30}){1,5}`), rapid.SampledFrom([]string{"", "paper",
	"</text><script>alert(1)</script>", `" onload="alert(1)`, "moc.elpmaxe\u202ewww", "日本語の長い名前がここにあります", "\x00\x1b[31m", "&amp;"}))

// rows draws the rows of bars and columns.
func rows(t *rapid.T, series int) []chart.Row {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chart.Row {
		return chart.Row{Label: names.Draw(t, "label"), Values: rapid.SliceOfN(values, 0, series).Draw(t, "values")}
	}), 0, 60).Draw(t, "rows")
}

// drawn draws a chart of any kind.
func drawn(t *rapid.T) chartOf {
	figure := chart.Figure{ID: names.Draw(t, "id"), Title: names.Draw(t, "title"), Description: names.Draw(t, "description"),
		Width: rapid.IntRange(0, 1200).Draw(t, "width"), Standalone: rapid.Bool().Draw(t, "standalone")}
	series := rapid.SliceOfN(names, 1, 9).Draw(t, "series")
	switch rapid.IntRange(0, 2).Draw(t, "kind") {
	case 0:
		return &chart.Bars{Figure: figure, Series: series, Rows: rows(t, len(series))}
	case 1:
		return &chart.Columns{Figure: figure, Series: series, Rows: rows(t, len(series)), Unit: names.Draw(t, "unit")}
	}
	l := &chart.Lines{Figure: figure, Step: rapid.Bool().Draw(t, "step"), Area: rapid.Bool().Draw(t, "area"),
		X: chart.Axis{Time: rapid.Bool().Draw(t, "time"), Free: rapid.Bool().Draw(t, "free x")}, Y: chart.Axis{Free: rapid.Bool().Draw(t, "free y")}}
	for _, name := range series {
		l.Series = append(l.Series, chart.Series{Name: name, Band: rapid.Bool().Draw(t, "band"), Points: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) chart.Point {
			return chart.Point{X: values.Draw(t, "x"), Y: values.Draw(t, "y"), Low: values.Draw(t, "low"), High: values.Draw(t, "high")}
		}), 0, 40).Draw(t, "points")})
	}
	return l
}

// label is a text of a chart with its place.
type label struct {
	text        string
	left, right float64
	base        float64
}

// read parses a chart. It returns the labels, and an error for anything that is no number or not allowed.
func read(svg string) (labels []label, err error) {
	d := xml.NewDecoder(strings.NewReader(svg))
	var open *label
	depth := 0
	for {
		token, err := d.Token()
		if err == io.EOF {
			return labels, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !allowed[token.Name.Local] {
				return nil, fmt.Errorf("element %s", token.Name.Local)
			}
			l := label{}
			anchor := "start"
			for _, a := range token.Attr {
				if err := checkAttribute(a); err != nil {
					return nil, fmt.Errorf("%s: %w", token.Name.Local, err)
				}
				switch a.Name.Local {
				case "x":
					l.left, _ = strconv.ParseFloat(a.Value, 64)
				case "y":
					l.base, _ = strconv.ParseFloat(a.Value, 64)
				case "text-anchor":
					anchor = a.Value
				}
			}
			if token.Name.Local == "text" {
				open, depth = &l, 0
				open.text = anchor
				labels = append(labels, l)
			}
			depth++
		case xml.CharData:
			if open != nil && depth == 1 {
				l, width := &labels[len(labels)-1], chart.TextWidth(string(token))
				switch open.text {
				case "middle":
					l.left = open.left - width/2
				case "end":
					l.left = open.left - width
				}
				l.right, l.text = l.left+width, string(token)
			}
		case xml.EndElement:
			if depth--; token.Name.Local == "text" {
				open = nil
			}
		}
	}
}

var (
	allowed      = map[string]bool{"svg": true, "title": true, "desc": true, "style": true, "text": true, "rect": true, "path": true, "circle": true, "defs": true, "pattern": true}
	coordinates  = regexp.MustCompile(`^[-0-9. MLHVZhvlz]*$`)
	placeOrClass = map[string]bool{"x": true, "y": true, "width": true, "height": true, "cx": true, "cy": true, "r": true, "d": true, "viewBox": true}
)

// checkAttribute returns an error for an attribute that a chart cannot have.
func checkAttribute(a xml.Attr) error {
	switch name := a.Name.Local; {
	case placeOrClass[name]:
		if !coordinates.MatchString(a.Value) {
			return fmt.Errorf("%s=%q is no place", name, a.Value)
		}
	case name == "class", name == "id", name == "role", name == "aria-labelledby", name == "text-anchor", name == "fill", name == "patternUnits", name == "xmlns":
	default:
		return fmt.Errorf("attribute %s", name)
	}
	return nil
}

func TestEveryChartIsWellFormedAndHarmless(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		svg := drawn(t).SVG()
		if _, err := read(svg); err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	})
}

func TestLabelsDoNotOverlapNorLeaveTheChart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		svg := drawn(t).SVG()
		labels, err := read(svg)
		if err != nil {
			t.Fatal(err)
		}
		var width float64
		if _, err := fmt.Sscanf(svg[strings.Index(svg, `viewBox="`):], `viewBox="0 0 %f`, &width); err != nil {
			t.Fatal(err)
		}
		for i, a := range labels {
			if a.left < -1 || a.right > width+1 {
				t.Fatalf("%q lies from %.1f to %.1f in a chart %.0f wide\n%s", a.text, a.left, a.right, width, svg)
			}
			for _, b := range labels[:i] {
				if math.Abs(a.base-b.base) < 9 && a.left < b.right && b.left < a.right && a.text != "" && b.text != "" {
					t.Fatalf("%q (%.1f to %.1f at %.1f) overlaps %q (%.1f to %.1f at %.1f)\n%s", a.text, a.left, a.right, a.base, b.text, b.left, b.right, b.base, svg)
				}
			}
		}
	})
}

func TestTicksCoverTheValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float64Range(-1e18, 1e18).Draw(t, "a"), rapid.Float64Range(-1e18, 1e18).Draw(t, "b")
		low, high := min(a, b), max(a, b)
		n := rapid.IntRange(0, 20).Draw(t, "n")
		ticks := chart.NiceTicks(low, high, n, rapid.Bool().Draw(t, "whole"))
		if len(ticks) < 2 || len(ticks) > 2*max(n, 1)+3 {
			t.Fatalf("%d ticks for %d", len(ticks), n)
		}
		slack := (high - low) * 1e-9
		if ticks[0] > low+slack || ticks[len(ticks)-1] < high-slack {
			t.Fatalf("ticks from %v to %v do not cover %v to %v", ticks[0], ticks[len(ticks)-1], low, high)
		}
		for i := 1; i < len(ticks); i++ {
			if !(ticks[i] > ticks[i-1]) {
				t.Fatalf("tick %d is %v after %v", i, ticks[i], ticks[i-1])
			}
		}
	})
}

func FuzzLabelsAreEscaped(f *testing.F) {
	for _, s := range []string{"paper", "</text><script>", `"><img src=x onerror=alert(1)>`, "\u202egnp.exe", "\xff\xfe", "\x00", "]]>", "&#60;"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, c := range []chartOf{
			&chart.Bars{Figure: chart.Figure{ID: s, Title: s, Description: s, Class: s}, Series: []string{s, s}, Rows: []chart.Row{{s, []float64{1, 2}}}},
			&chart.Columns{Figure: chart.Figure{ID: s, Title: s}, Unit: s, Rows: []chart.Row{{s, []float64{1}}, {s, []float64{2}}}},
			&chart.Lines{Figure: chart.Figure{Title: s}, X: chart.Axis{Label: s}, Y: chart.Axis{Label: s}, Series: []chart.Series{{Name: s, Points: []chart.Point{{X: 1, Y: 2}}}, {Name: s}}},
		} {
			svg := c.SVG()
			if _, err := read(svg); err != nil {
				t.Errorf("%v in\n%s", err, svg)
			}
			for _, r := range svg {
				if r == '\u202e' || r < ' ' && r != '\n' {
					t.Errorf("%q remains in\n%s", r, svg)
				}
			}
		}
	})
}
