package lab

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"sluice/internal/chart"
)

// meanPoints is how many points a mean curve has.
const meanPoints = 100

// meanMeasures are what mean curves show, as a share.
var meanMeasures = []struct {
	name, title, y string
	of             func(p *Point, targets int) float64
	topic          bool // it needs one
}{
	{"recall", "Mean target recall over requests", "target recall", func(p *Point, targets int) float64 { return float64(p.Targets) / float64(max(1, targets)) }, false},
	{"harvest", "Mean harvest rate over requests", "harvest rate", func(p *Point, _ int) float64 { return p.Harvest }, true},
	{"relevance", "Mean average relevance over requests", "average relevance", func(p *Point, _ int) float64 { return p.Relevance }, true},
}

// MeanCharts returns the curves of target recall, and with a topic of harvest rate and average relevance, as means over comparisons and runs: for each
// measure the four strategies with the greatest mean area on one chart, beside the oracle and breadth-first, the next four on another.
// Requests are in percent of those of each web. The IDs of the charts begin with id.
func MeanCharts(cs []*Comparison, id string) []chart.Lines {
	totals := Totals(cs)
	var ends, names []string
	for _, t := range totals {
		if t.Strategy == OracleName || t.Strategy == BreadthFirst {
			ends = append(ends, t.Strategy)
		}
	}
	slices.SortStableFunc(totals, func(a, b Total) int { return cmp.Compare(b.AreaGain, a.AreaGain) })
	for _, t := range totals {
		if !slices.Contains(ends, t.Strategy) {
			names = append(names, t.Strategy)
		}
	}
	var charts []chart.Lines
	for _, m := range meanMeasures {
		if m.topic && !slices.ContainsFunc(cs, hasTopic) {
			continue
		}
		for start := 0; start == 0 || start < len(names); start += curvesOfChart {
			lines := chart.Lines{
				Figure: chart.Figure{ID: fmt.Sprintf("%s-%s-%d", id, m.name, start/curvesOfChart+1), Title: m.title, Description: "A line for each strategy.", Width: 900},
				X:      chart.Axis{Label: "requests, in percent of a web's"}, Y: chart.Axis{Label: m.y}, Height: 320, Legend: true,
			}
			for _, name := range append(slices.Clone(ends), names[start:min(start+curvesOfChart, len(names))]...) {
				lines.Series = append(lines.Series, chart.Series{Name: name, Points: meanCurve(cs, name, m.of)})
			}
			charts = append(charts, lines)
		}
	}
	return charts
}

// meanCurve returns the mean of the curves of a strategy.
func meanCurve(cs []*Comparison, name string, of func(*Point, int) float64) []chart.Point {
	var points []chart.Point
	for i := 1; i <= meanPoints; i++ {
		var at []float64
		for _, c := range cs {
			for _, r := range c.of(name) {
				if p := r.at(c.Reachable * i / meanPoints); p != nil {
					at = append(at, of(p, c.Targets))
				}
			}
		}
		if mean, _ := Mean(at); len(at) > 0 {
			points = append(points, chart.Point{X: 100 * float64(i) / meanPoints, Y: mean})
		}
	}
	return points
}

// at returns the last point of a walk's curve up to a number of requests; nil if there is none.
func (r *Row) at(requests int) *Point {
	n := sort.Search(len(r.Curve), func(i int) bool { return r.Curve[i].Requests > requests })
	if n == 0 {
		return nil
	}
	return &r.Curve[n-1]
}
