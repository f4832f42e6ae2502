package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"sluice/focus"
	"sluice/weburl"
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
	Strategies []string      // names of package focus; breadth-first and the oracle are always there
	Budget     int           // requests of each walk; 0: all
	Time       time.Duration // the longest time of a walk, which is cut then; 0: any
	Runs       int           // walks of each strategy, each with another seed and other order of the web's seeds; 0: one
	// Genres are those of documents, as far as they are known; nil: none is.
	Genres map[weburl.Key]string
	// Robust asks for the overlap of walks from disjoint seeds, which takes two more walks of each strategy.
	Robust bool
	// OnWalk, if set, is called when a walk has ended.
	OnWalk func(strategy string, run int, w *Walk)
}

// Comparison is what came of a plan on one web.
type Comparison struct {
	Web       string `json:"web"`
	Targets   int    `json:"targets"`  // that can be reached
	Reachable int    `json:"requests"` // for which they can be
	First     int    `json:"first"`    // requests of each walk over which pages are judged: the budget, else a tenth of Reachable
	Topic     bool   `json:"topic"`    // pages are judged by a topic
	Rows      []Row  `json:"walks"`
}

// Row measures one walk.
type Row struct {
	Strategy string `json:"strategy"`
	Run      int    `json:"run"`
	Requests int    `json:"requests"`
	Bytes    int64  `json:"bytes"` // of all bodies
	Targets  int    `json:"targets"`

	Recall float64 `json:"target_recall"` // Targets by those that can be reached
	// SearchLengths are the requests until each of [Shares] of the targets was known; -1: never.
	SearchLengths []int     `json:"search_lengths"`
	RoomUsed      []float64 `json:"room_used"`       // at 80 and 90 %, see [RoomUsed]; 0 where there is no room
	OfBreadth     float64   `json:"of_breadth"`      // equal value with fewer requests, see [Walk.EqualValue]
	Area          float64   `json:"area"`            // see [Walk.Area]
	AreaGain      float64   `json:"area_gain"`       // by the area of breadth-first
	AreaOfOracle  float64   `json:"area_of_oracle"`  // by the area of the oracle
	BytesGain     float64   `json:"bytes_gain"`      // the area over bytes, see [Walk.AreaByBytes], by that of breadth-first
	BytesOfOracle float64   `json:"bytes_of_oracle"` // by that of the oracle

	// These are of the first requests, see [Comparison.First].
	HarvestRate   float64 `json:"harvest_rate"`   // see [Walk.HarvestRate]
	MeanRelevance float64 `json:"mean_relevance"` // see [Walk.MeanRelevance]
	Importance
	Overlap   float64        `json:"overlap"`   // of two walks from disjoint seeds: the pages of both, by those of one; 0 unless asked for
	Precision float64        `json:"precision"` // wanted genres among the first [FirstDocuments] documents of known genre
	Genres    map[string]int `json:"genres,omitempty"`

	Curve []Point `json:"curve"`
}

// Point is a point of a curve.
type Point struct {
	Requests  int     `json:"requests"`
	Bytes     int64   `json:"bytes"`
	Targets   int     `json:"targets"`
	Harvest   float64 `json:"harvest_rate"` // until here
	Relevance float64 `json:"mean_relevance"`
}

// Compare walks through a web as planned.
func Compare(ctx context.Context, name string, web *Web, p Plan) (*Comparison, error) {
	oracle, err := Oracle(ctx, web, p.Targets)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Web: name, Targets: oracle.Targets(), Topic: p.Targets.Topic != nil}
	if c.Targets == 0 {
		return nil, fmt.Errorf("%s: no target can be reached from its seeds; name them in a file if they are not recorded", name)
	}
	names := []string{BreadthFirst}
	for _, s := range p.Strategies {
		if s != OracleName && !slices.Contains(names, s) {
			names = append(names, s)
		}
	}
	for run := range max(1, p.Runs) {
		rows, err := p.run(ctx, web, c, oracle, names, run)
		if err != nil {
			return nil, err
		}
		c.Rows = append(c.Rows, rows...)
	}
	return c, nil
}

// run walks once with each strategy, and measures the walks.
func (p *Plan) run(ctx context.Context, web *Web, c *Comparison, oracle *Walk, names []string, run int) ([]Row, error) {
	walks := []*Walk{oracle}
	for _, s := range names {
		w, err := p.walk(ctx, web, s, run)
		if err != nil {
			return nil, err
		}
		walks = append(walks, w)
		if s == BreadthFirst && c.First == 0 {
			c.Reachable = len(w.Known)
			c.First = max(min(c.Reachable, 100), c.Reachable/10)
			if p.Budget > 0 {
				c.First = min(p.Budget, c.Reachable)
			}
		}
	}
	pages, err := newPool(ctx, web, p.Targets.Topic)
	if err != nil {
		return nil, err
	}
	for _, w := range walks[1:] {
		if err := pages.add(ctx, w, c.First); err != nil {
			return nil, err
		}
	}
	if err := pages.rank(ctx, walks[1:], c.First); err != nil {
		return nil, err
	}
	against := &reference{Comparison: c, plan: p, pages: pages, breadthFirst: walks[1], oracle: oracle}
	var rows []Row
	for i, w := range walks {
		row, err := against.row(ctx, append([]string{OracleName}, names...)[i], run, w)
		if err != nil {
			return nil, err
		}
		if p.Robust && i > 0 {
			if row.Overlap, err = p.overlap(ctx, web, row.Strategy, run, c.First); err != nil {
				return nil, err
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// overlap returns the share of the first pages of a walk that one from other seeds has among its first pages, too (robustness:
// Chakrabarti, van den Berg and Dom 1999). It is 0 of a web with one seed.
func (p *Plan) overlap(ctx context.Context, web *Web, name string, run, first int) (float64, error) {
	if len(web.seeds) < 2 {
		return 0, nil
	}
	var halves [2]map[string]bool
	for i := range halves {
		half := *web
		half.seeds = nil
		for j := i; j < len(web.seeds); j += 2 {
			half.seeds = append(half.seeds, web.seeds[j])
		}
		s, err := focus.Named(name, uint64(run)+1)
		if err != nil {
			return 0, err
		}
		w, err := Run(ctx, &half, s, p.Targets, Limits{Requests: first, Time: p.Time})
		web.adopt(&half)
		if err != nil {
			return 0, err
		}
		halves[i] = map[string]bool{}
		for j, u := range w.Requests {
			if w.Status[j] == http.StatusOK {
				halves[i][u] = true
			}
		}
	}
	both := 0
	for u := range halves[0] {
		if halves[1][u] {
			both++
		}
	}
	return float64(both) / float64(max(1, min(len(halves[0]), len(halves[1])))), nil
}

// walk walks with one strategy. The seeds of the first run stand in their own order, and its seed of what is random is that of a crawl.
func (p *Plan) walk(ctx context.Context, web *Web, name string, run int) (*Walk, error) {
	s, err := focus.Named(name, uint64(run)+1)
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
	w, err := Run(ctx, &shuffled, s, p.Targets, Limits{Requests: p.Budget, Time: p.Time})
	web.adopt(&shuffled)
	if err == nil && p.OnWalk != nil {
		p.OnWalk(name, run, w)
	}
	return w, err
}

// reference is what a run's walks are measured against.
type reference struct {
	*Comparison
	plan                 *Plan
	pages                *pool
	breadthFirst, oracle *Walk
}

// row measures a walk.
func (r *reference) row(ctx context.Context, name string, run int, w *Walk) (row Row, err error) {
	all, threshold := r.Targets, 0.0
	if t := r.plan.Targets.Topic; t != nil {
		threshold = t.Threshold()
	}
	row = Row{Strategy: name, Run: run, Requests: len(w.Known), Targets: w.Targets(),
		Recall:        min(1, float64(w.Targets())/float64(all)), // a walk may know a page by the URL of its folder that the oracle does not reach
		SearchLengths: w.SearchLengths(all), OfBreadth: w.EqualValue(r.breadthFirst, all, r.Reachable), Area: w.Area(all, r.Reachable),
		HarvestRate: w.HarvestRate(r.First, threshold), MeanRelevance: w.MeanRelevance(r.First)}
	row.Bytes = w.bytes()
	row.AreaGain = byArea(row.Area, r.breadthFirst.Area(all, r.Reachable))
	row.AreaOfOracle = byArea(row.Area, r.oracle.Area(all, r.Reachable))
	bytes := r.breadthFirst.bytes()
	area := w.AreaByBytes(all, bytes)
	row.BytesGain = byArea(area, r.breadthFirst.AreaByBytes(all, bytes))
	row.BytesOfOracle = byArea(area, r.oracle.AreaByBytes(all, bytes))
	for _, share := range roomShares {
		used := RoomUsed(r.until(w, share), r.until(r.breadthFirst, share), r.until(r.oracle, share))
		if math.IsNaN(used) {
			used = 0
		}
		row.RoomUsed = append(row.RoomUsed, used)
	}
	row.Genres, row.Precision = w.FirstGenres(r.plan.Genres)
	row.Curve = w.curve(threshold)
	row.Importance, err = r.pages.of(ctx, w, r.First)
	return row, err
}

// byArea returns an area by another; 0 if that is not positive.
func byArea(area, other float64) float64 {
	if !(other > 0) {
		return 0
	}
	return area / other
}

// bytes returns the bytes of all bodies of a walk.
func (w *Walk) bytes() int64 {
	if len(w.Bytes) == 0 {
		return 0
	}
	return w.Bytes[len(w.Bytes)-1]
}

// until returns the requests of a walk until a share of the targets was known. One that never knew it, such as one that was cut, counts
// with all its requests, or those by which all can be reached if these are more.
func (r *reference) until(w *Walk, share float64) int {
	n, ok := w.Until(share, r.Targets)
	if !ok {
		n = max(n, r.Reachable)
	}
	return n
}

// roomShares are the shares of the targets at which the room used is measured.
var roomShares = []float64{0.8, 0.9}

// curve returns some points of a walk.
func (w *Walk) curve(threshold float64) (points []Point) {
	step := max(1, len(w.Known)/curvePoints)
	relevant, sum := 0, 0.0
	for i, n := range w.Known {
		sum += w.Relevance[i]
		if w.Relevance[i] > threshold {
			relevant++
		}
		if i%step == 0 || i == len(w.Known)-1 {
			points = append(points, Point{i + 1, w.Bytes[i], n, float64(relevant) / float64(i+1), sum / float64(i+1)})
		}
	}
	return points
}
