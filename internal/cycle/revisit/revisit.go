package revisit

import (
	"context"
	"errors"
	"math"
	"slices"
)

// Plan says what is compared.
type Plan struct {
	Pages    []Page
	Requests float64   // a day
	Stated   float64   // share of the sites whose sitemaps state times, see [StatedShare]
	Runs     int       // models that are drawn, each from another seed; the results are their means
	Budgets  []float64 // factors of Requests for the curves; nil: no curves
}

// Result is what came of a comparison.
type Result struct {
	Pages    int     `json:"pages"`
	Hosts    int     `json:"hosts"`
	Requests float64 `json:"requests_per_day"`
	Runs     int     `json:"runs"`
	Days     float64 `json:"days"` // that were measured
	Rows     []Row   `json:"schedules"`
	Saving
	IfAllState Saving `json:"if_all_sites_state_times"` // on models in which the sitemaps of all sites do, as many of them wrong
}

// Saving says with what share of the requests Sluice's schedule does as LambdaCrawl without signals does with all.
type Saving struct {
	ForEqualFreshness float64 `json:"share_for_equal_freshness"`
	ForEqualAge       float64 `json:"share_for_equal_age"`
}

// Row is a schedule.
type Row struct {
	Schedule string `json:"schedule"`
	About    string `json:"about"`
	Rates    string `json:"change_rates"` // none, learned, or true
	Measure
	Curve []Measure `json:"curve,omitempty"` // with each of the budgets
}

// ErrNoPage is the error of a comparison of no pages.
var ErrNoPage = errors.New("the recorded web has no page")

// Compare compares the schedules.
func Compare(ctx context.Context, p Plan) (*Result, error) {
	if len(p.Pages) == 0 {
		return nil, ErrNoPage
	}
	r := &Result{Pages: len(p.Pages), Requests: p.Requests, Runs: max(p.Runs, 1), Days: measuredDays}
	for _, s := range schedules {
		r.Rows = append(r.Rows, Row{Schedule: s.name, About: s.about, Rates: s.rates, Curve: make([]Measure, len(p.Budgets))})
	}
	for run := range r.Runs {
		m := draw(p.Pages, p.Stated, learnedDays+measuredDays, uint64(run)+1)
		r.Hosts = len(m.sites)
		if err := r.add(ctx, m, p.Budgets); err != nil {
			return nil, err
		}
		m = draw(p.Pages, 1, learnedDays+measuredDays, uint64(run)+1)
		r.IfAllState.add(r.savingOn(ctx, m, simulate(ctx, m, reference, p.Requests)), 1/float64(r.Runs))
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// add adds the measures of one model to the means.
func (r *Result) add(ctx context.Context, m *model, budgets []float64) error {
	share := 1 / float64(r.Runs)
	var of Measure // the reference
	for i, s := range schedules {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		measure := simulate(ctx, m, s, r.Requests)
		r.Rows[i].Measure.add(measure, share)
		if s.name == reference.name && s.rates == reference.rates {
			of = measure
		}
		if !slices.Contains(drawn, s.name) || s.rates == trueRates {
			continue
		}
		for k, factor := range budgets {
			r.Rows[i].Curve[k].add(simulate(ctx, m, s, factor*r.Requests), share)
		}
	}
	r.Saving.add(r.savingOn(ctx, m, of), share)
	return context.Cause(ctx)
}

// add adds a share of a saving.
func (a *Saving) add(b Saving, share float64) {
	a.ForEqualFreshness += share * b.ForEqualFreshness
	a.ForEqualAge += share * b.ForEqualAge
}

// add adds a share of a measure.
func (a *Measure) add(b Measure, share float64) {
	a.Fresh += share * b.Fresh
	a.Age += share * b.Age
	a.Requests += share * b.Requests
}

// The steps in which the requests are changed to find how many are enough: by a factor, so many times at most.
const (
	stepFactor = 0.85
	maxSteps   = 8
)

// savingOn returns with what share of the requests Sluice's schedule does as well as a measure.
func (r *Result) savingOn(ctx context.Context, m *model, of Measure) Saving {
	known := map[float64]Measure{}
	at := func(share float64) Measure {
		if _, ok := known[share]; !ok {
			known[share] = simulate(ctx, m, ours, share*r.Requests)
		}
		return known[share]
	}
	return Saving{
		ForEqualFreshness: leastShare(func(share float64) float64 { return at(share).Fresh - of.Fresh }),
		ForEqualAge:       leastShare(func(share float64) float64 { return of.Age - at(share).Age }),
	}
}

// leastShare returns the share of the requests at which an excess that grows with it becomes zero, interpolated between two steps; at most 1 ÷ 0.85⁸, at least 0.85⁸.
func leastShare(excess func(share float64) float64) float64 {
	share, was, factor := 1.0, excess(1), stepFactor
	if was < 0 {
		factor = 1 / stepFactor
	}
	for range maxSteps {
		now := excess(share * factor)
		if (now < 0) != (was < 0) {
			return share * math.Pow(factor, was/(was-now))
		}
		share, was = share*factor, now
	}
	return share
}
