package lab

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// Summary is what the runs of a strategy have in common on a web.
type Summary struct {
	Strategy string
	Runs     int

	Targets       float64   // the means over the runs
	SearchLengths []float64 // for each of [Shares]; NaN if a run did not reach it
	RoomUsed      []float64
	OfBreadth     float64
	AreaGain      float64
	HarvestRate   float64
	MeanRelevance float64
	PlusMinus     float64 // half of the 95 % confidence interval of AreaGain
}

// Summaries returns a comparison by strategy, in the order of its walks.
func (c *Comparison) Summaries() []Summary {
	var names []string
	rows := map[string][]Row{}
	for _, r := range c.Rows {
		if !slices.Contains(names, r.Strategy) {
			names = append(names, r.Strategy)
		}
		rows[r.Strategy] = append(rows[r.Strategy], r)
	}
	var all []Summary
	for _, name := range names {
		of := rows[name]
		mean := func(value func(Row) float64) float64 {
			values := make([]float64, len(of))
			for i, r := range of {
				values[i] = value(r)
			}
			m, _ := Mean(values)
			return m
		}
		s := Summary{
			Strategy: name, Runs: len(of),
			Targets:       mean(func(r Row) float64 { return float64(r.Targets) }),
			OfBreadth:     mean(func(r Row) float64 { return r.OfBreadth }),
			HarvestRate:   mean(func(r Row) float64 { return r.HarvestRate }),
			MeanRelevance: mean(func(r Row) float64 { return r.MeanRelevance }),
		}
		for i := range Shares {
			s.SearchLengths = append(s.SearchLengths, mean(func(r Row) float64 { return lengthOf(r.SearchLengths[i]) }))
		}
		for i := range 2 {
			s.RoomUsed = append(s.RoomUsed, mean(func(r Row) float64 { return r.RoomUsed[i] }))
		}
		gains := make([]float64, len(of))
		for i, r := range of {
			gains[i] = r.AreaGain
		}
		s.AreaGain, s.PlusMinus = Mean(gains)
		all = append(all, s)
	}
	return all
}

// WriteCSV writes the walks of comparisons as CSV with a header.
func WriteCSV(w io.Writer, cs []*Comparison) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"web", "strategy", "run", "requests", "targets", "requests_50", "requests_80", "requests_90", "requests_100",
		"room_used_80", "room_used_90", "of_breadth_first_80", "area", "area_gain", "harvest_rate", "mean_relevance"}) // Flush has its error
	figure := func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }
	for _, c := range cs {
		for _, r := range c.Rows {
			row := []string{c.Web, r.Strategy, fmt.Sprint(r.Run), fmt.Sprint(r.Requests), fmt.Sprint(r.Targets)}
			for _, n := range r.SearchLengths {
				row = append(row, never(n))
			}
			row = append(row, figure(r.RoomUsed[0]), figure(r.RoomUsed[1]), figure(r.OfBreadth), figure(r.Area), figure(r.AreaGain),
				figure(r.HarvestRate), figure(r.MeanRelevance))
			_ = out.Write(row)
		}
	}
	out.Flush()
	return out.Error()
}

// never returns a search length; it is empty if the share was never reached.
func never(n int) string {
	if n < 0 {
		return ""
	}
	return strconv.Itoa(n)
}
