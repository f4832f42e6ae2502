package lab

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"

	"sluice/internal/chart"
)

//go:embed page.gohtml
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// section is a web on the page.
type section struct {
	ID, Web string
	About   string
	Chart   template.HTML
	Rows    [][]string
}

// WriteHTML writes comparisons as one page with their curves, without scripts and without anything from elsewhere.
func WriteHTML(w io.Writer, cs []*Comparison) error {
	data := struct {
		Style    template.CSS
		Head     []string
		Sections []section
	}{Style: template.CSS(chart.Style), Head: Head}
	for i, c := range cs {
		id := fmt.Sprintf("web-%d", i+1)
		s := section{ID: id, Web: c.Web, About: fmt.Sprintf("%s targets can be reached by %s requests.", chart.Number(float64(c.Targets)), chart.Number(float64(c.Reachable)))}
		lines := chart.Lines{Figure: chart.Figure{ID: id, Title: "Targets known over requests: " + c.Web}, X: chart.Axis{Label: "requests"}, Y: chart.Axis{Label: "targets known"}, Height: 320}
		for _, r := range c.Rows {
			if r.Run > 0 {
				continue // the first run stands for all: a curve for each could not be read
			}
			series := chart.Series{Name: r.Strategy}
			for _, p := range r.Curve {
				series.Points = append(series.Points, chart.Point{X: float64(p.Requests), Y: float64(p.Targets)})
			}
			lines.Series = append(lines.Series, series)
		}
		s.Chart = template.HTML(lines.SVG()) // the chart escapes what it draws
		for _, sum := range c.Summaries() {
			s.Rows = append(s.Rows, sum.Cells())
		}
		data.Sections = append(data.Sections, s)
	}
	return pageTemplate.Execute(w, data)
}

// Head names the columns of [Summary.Cells].
var Head = []string{"strategy", "targets", "50 %", "80 %", "90 %", "100 %", "of b-f", "room 80", "room 90", "area", "±", "harvest", "relevance"}

// Cells returns a summary as cells of a table, see [Head].
func (s Summary) Cells() []string {
	cells := []string{s.Strategy, fmt.Sprintf("%.0f", s.Targets)}
	for _, n := range s.SearchLengths {
		if math.IsNaN(n) {
			cells = append(cells, "–")
		} else {
			cells = append(cells, fmt.Sprintf("%.0f", n))
		}
	}
	return append(cells, fmt.Sprintf("%.2f", s.OfBreadth), fmt.Sprintf("%.2f", s.RoomUsed[0]), fmt.Sprintf("%.2f", s.RoomUsed[1]),
		fmt.Sprintf("%.2f", s.AreaGain), fmt.Sprintf("%.2f", s.PlusMinus), fmt.Sprintf("%.3f", s.HarvestRate), fmt.Sprintf("%.3f", s.MeanRelevance))
}

// lengthOf returns a search length, NaN if the share was never reached.
func lengthOf(n int) float64 {
	if n < 0 {
		return math.NaN()
	}
	return float64(n)
}
