package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"sluice/focus"
)

// BreadthFirst and OracleName are the names of the walks that every comparison has beside those asked for.
const (
	BreadthFirst = "breadth-first"
	OracleName   = "oracle"
)

// curvePoints is how many points of a curve a comparison keeps.
const curvePoints = 200

// Plan says what is compared.
type Plan struct {
	Targets    Targets
	Strategies []string // names of package focus; breadth-first and the oracle are always there
	Budget     int      // requests of each walk; 0: all
	Runs       int      // walks of each strategy, each with another seed and other order of the web's seeds; 0: one
	Threshold  float64  // relevance from which a page counts as relevant
	// OnWalk, if set, is called when a walk has ended.
	OnWalk func(strategy string, run int, w *Walk)
}

// Comparison is what came of a plan on one web.
type Comparison struct {
	Web       string `json:"web"`
	Targets   int    `json:"targets"`  // that can be reached
	Reachable int    `json:"requests"` // for which they can be
	Rows      []Row  `json:"walks"`
}

// Row measures one walk.
type Row struct {
	Strategy string `json:"strategy"`
	Run      int    `json:"run"`
	Requests int    `json:"requests"`
	Targets  int    `json:"targets"`

	// SearchLengths are the requests until each of [Shares] of the targets was known; -1: never.
	SearchLengths []int     `json:"search_lengths"`
	RoomUsed      []float64 `json:"room_used"`      // at 80 and 90 %, see [RoomUsed]; 0 where there is no room
	OfBreadth     float64   `json:"of_breadth"`     // its requests until 80 % by those of breadth-first: equal value with fewer requests
	Area          float64   `json:"area"`           // see [Walk.Area]
	AreaGain      float64   `json:"area_gain"`      // by the area of breadth-first
	HarvestRate   float64   `json:"harvest_rate"`   // see [Walk.HarvestRate]
	MeanRelevance float64   `json:"mean_relevance"` // of all its requests
	Curve         []Point   `json:"curve"`
}

// Point is a point of a curve.
type Point struct {
	Requests int `json:"requests"`
	Targets  int `json:"targets"`
}

// Compare walks through a web as planned.
func Compare(ctx context.Context, name string, web *Web, p Plan) (*Comparison, error) {
	oracle, err := Oracle(ctx, web, p.Targets)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Web: name, Targets: oracle.Targets()}
	if c.Targets == 0 {
		return nil, fmt.Errorf("%s: no target can be reached from its seeds; name them in a file if they are not recorded", name)
	}
	names := slices.DeleteFunc(slices.Clone(p.Strategies), func(s string) bool { return s == BreadthFirst || s == OracleName })
	for run := range max(1, p.Runs) {
		first, err := p.walk(ctx, web, BreadthFirst, run)
		if err != nil {
			return nil, err
		}
		c.Reachable = max(c.Reachable, len(first.Known))
		against := &reference{all: c.Targets, requests: len(first.Known), breadthFirst: first, oracle: oracle, threshold: p.Threshold}
		c.Rows = append(c.Rows, against.row(OracleName, run, oracle), against.row(BreadthFirst, run, first))
		for _, s := range names {
			w, err := p.walk(ctx, web, s, run)
			if err != nil {
				return nil, err
			}
			c.Rows = append(c.Rows, against.row(s, run, w))
		}
	}
	return c, nil
}

// walk walks with one strategy. The seeds of the first run stand in their own order.
func (p *Plan) walk(ctx context.Context, web *Web, name string, run int) (*Walk, error) {
	s, err := focus.Named(name, uint64(run))
	if err != nil {
		return nil, err
	}
	shuffled := *web
	shuffled.seeds = slices.Clone(web.seeds)
	if run > 0 {
		random := rand.New(rand.NewPCG(uint64(run), 0))
		random.Shuffle(len(shuffled.seeds), func(i, j int) {
			shuffled.seeds[i], shuffled.seeds[j] = shuffled.seeds[j], shuffled.seeds[i]
		})
	}
	w, err := Run(ctx, &shuffled, s, p.Targets, Limits{Requests: p.Budget})
	web.bytes = shuffled.bytes
	if err == nil && p.OnWalk != nil {
		p.OnWalk(name, run, w)
	}
	return w, err
}

// reference is what a run's walks are measured against.
type reference struct {
	all, requests        int
	breadthFirst, oracle *Walk
	threshold            float64
}

// row measures a walk.
func (r *reference) row(name string, run int, w *Walk) Row {
	row := Row{Strategy: name, Run: run, Requests: len(w.Known), Targets: w.Targets(), SearchLengths: w.SearchLengths(r.all),
		Area: w.Area(r.all, r.requests), HarvestRate: w.HarvestRate(len(w.Known), r.threshold), MeanRelevance: w.MeanRelevance(len(w.Known))}
	if base := r.breadthFirst.Area(r.all, r.requests); base > 0 {
		row.AreaGain = row.Area / base
	}
	for _, share := range []float64{0.8, 0.9} {
		n, _ := w.Until(share, r.all)
		first, _ := r.breadthFirst.Until(share, r.all)
		best, _ := r.oracle.Until(share, r.all)
		used := RoomUsed(n, first, best)
		if math.IsNaN(used) {
			used = 0
		}
		row.RoomUsed = append(row.RoomUsed, used)
		if share == 0.8 && first > 0 {
			row.OfBreadth = float64(n) / float64(first)
		}
	}
	step := max(1, len(w.Known)/curvePoints)
	for i := 0; i < len(w.Known); i += step {
		row.Curve = append(row.Curve, Point{i + 1, w.Known[i]})
	}
	if n := len(w.Known); n > 0 && row.Curve[len(row.Curve)-1].Requests != n {
		row.Curve = append(row.Curve, Point{n, w.Known[n-1]})
	}
	return row
}
