package revisit

import (
	"slices"

	"sluice/internal/chart"
)

// drawn are the schedules in a chart: those that a crawler can follow.
var drawn = []string{Sluice, LambdaCrawl, Levels, Uniform, Cho}

// SVG returns a chart of freshness over requests, with the budgets of the plan.
func (r *Result) SVG(budgets []float64) string {
	lines := chart.Lines{
		Figure: chart.Figure{ID: "revisit", Title: "Freshness over requests", Width: 720, Standalone: true,
			Description: "The share of the importance of pages that is as the library has it, over requests a day, by schedule."},
		X: chart.Axis{Label: "requests a day"}, Y: chart.Axis{Label: "fresh", Free: true}, Height: 260, Legend: true,
	}
	for _, name := range drawn {
		i := slices.IndexFunc(r.Rows, func(row Row) bool { return row.Schedule == name })
		series := chart.Series{Name: name}
		for k, factor := range budgets {
			series.Points = append(series.Points, chart.Point{X: factor * r.Requests, Y: r.Rows[i].Curve[k].Fresh})
		}
		lines.Series = append(lines.Series, series)
	}
	return lines.SVG()
}
