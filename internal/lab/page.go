package lab

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"slices"

	"sluice/internal/chart"
)

//go:embed page.gohtml
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// section is a web on the page.
type section struct {
	ID     string
	Charts []template.HTML
	Tables []Table
}

// WriteHTML writes comparisons as one page with their curves, without scripts and without anything from elsewhere.
func WriteHTML(w io.Writer, cs []*Comparison) error {
	data := struct {
		Style    template.CSS
		Sections []section
	}{Style: template.CSS(chart.Style)}
	for i, c := range cs {
		s := section{ID: fmt.Sprintf("web-%d", i+1), Tables: []Table{c.lengths(), c.worths()}}
		for _, lines := range c.Charts(s.ID) {
			s.Charts = append(s.Charts, template.HTML(lines.SVG())) // the chart escapes what it draws
		}
		data.Sections = append(data.Sections, s)
	}
	if all := Tables(cs); len(all) > 2*len(cs) {
		s := section{ID: "all", Tables: all[2*len(cs):]}
		for _, lines := range MeanCharts(cs, s.ID) {
			s.Charts = append(s.Charts, template.HTML(lines.SVG()))
		}
		data.Sections = append([]section{s}, data.Sections...)
	}
	return pageTemplate.Execute(w, data)
}

// measured is what a chart shows.
type measured struct {
	name, title, x, y string
	point             func(*Point) chart.Point
	topic             bool // it needs one
}

var measuredCurves = []measured{
	{"requests", "Targets known over requests", "requests", "targets known",
		func(p *Point) chart.Point { return chart.Point{X: float64(p.Requests), Y: float64(p.Targets)} }, false},
	{"bytes", "Targets known over bytes", "megabytes", "targets known",
		func(p *Point) chart.Point { return chart.Point{X: float64(p.Bytes) / 1e6, Y: float64(p.Targets)} }, false},
	{"harvest", "Harvest rate over requests", "requests", "relevant pages by requests",
		func(p *Point) chart.Point { return chart.Point{X: float64(p.Requests), Y: p.Harvest} }, true},
	{"relevance", "Average relevance over requests", "requests", "mean relevance",
		func(p *Point) chart.Point { return chart.Point{X: float64(p.Requests), Y: p.Relevance} }, true},
}

// curvesOfChart is how many strategies a chart has beside the oracle and breadth-first.
const curvesOfChart = 4

// Charts returns the curves of the first run of each strategy: those of the four strategies with the greatest area on one chart, beside
// the oracle and breadth-first, those of the next four on another. The IDs of the charts begin with id.
func (c *Comparison) Charts(id string) []chart.Lines {
	var ends, rows []*Row
	for i := range c.Rows {
		switch r := &c.Rows[i]; {
		case r.Run > 0: // a curve for each could not be read
		case r.Strategy == OracleName || r.Strategy == BreadthFirst:
			ends = append(ends, r)
		default:
			rows = append(rows, r)
		}
	}
	slices.SortStableFunc(rows, func(a, b *Row) int {
		switch {
		case a.Area > b.Area:
			return -1
		case a.Area < b.Area:
			return 1
		}
		return 0
	})
	var charts []chart.Lines
	for _, m := range measuredCurves {
		if m.topic && !c.Topic {
			continue
		}
		for start := 0; start == 0 || start < len(rows); start += curvesOfChart {
			shown := append(slices.Clone(ends), rows[start:min(start+curvesOfChart, len(rows))]...)
			charts = append(charts, m.chart(fmt.Sprintf("%s-%s-%d", id, m.name, start/curvesOfChart+1), c.Web, shown))
		}
	}
	return charts
}

// chart returns a chart of rows.
func (m *measured) chart(id, web string, rows []*Row) chart.Lines {
	lines := chart.Lines{
		Figure: chart.Figure{ID: id, Title: m.title + ": " + web, Description: "A line for each strategy.", Width: 900},
		X:      chart.Axis{Label: m.x}, Y: chart.Axis{Label: m.y}, Height: 320, Legend: true,
	}
	for _, r := range rows {
		series := chart.Series{Name: r.Strategy}
		for i := range r.Curve {
			series.Points = append(series.Points, m.point(&r.Curve[i]))
		}
		lines.Series = append(lines.Series, series)
	}
	return lines
}
