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
	// Requests a day with which Sluice's schedule is as fresh as LambdaCrawl without signals is with Requests, and with which it is as young.
	ForEqualFreshness float64 `json:"requests_for_equal_freshness"`
	ForEqualAge       float64 `json:"requests_for_equal_age"`
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
	}
	return r, nil
}

// add adds the measures of one model to the means.
func (r *Result) add(ctx context.Context, m *model, budgets []float64) error {
	share := 1 / float64(r.Runs)
	var reference Measure
	for i, s := range schedules {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		measure := simulate(ctx, m, s, r.Requests)
		r.Rows[i].Measure.add(measure, share)
		if s.name == LambdaCrawl && s.rates == learnedRates {
			reference = measure
		}
		if !slices.Contains(drawn, s.name) || s.rates == trueRates {
			continue
		}
		for k, factor := range budgets {
			r.Rows[i].Curve[k].add(simulate(ctx, m, s, factor*r.Requests), share)
		}
	}
	ours := schedules[len(schedules)-1]
	r.ForEqualFreshness += share * r.leastRequests(ctx, m, ours, func(a Measure) bool { return a.Fresh >= reference.Fresh })
	r.ForEqualAge += share * r.leastRequests(ctx, m, ours, func(a Measure) bool { return a.Age <= reference.Age })
	return context.Cause(ctx)
}

// add adds a share of a measure.
func (a *Measure) add(b Measure, share float64) {
	a.Fresh += share * b.Fresh
	a.Age += share * b.Age
	a.Requests += share * b.Requests
}

// bisections is how often the range of requests is halved, to one in a hundred.
const bisections = 7

// leastRequests returns with how many requests a day a schedule is good enough, at most four times as many as the others have.
func (r *Result) leastRequests(ctx context.Context, m *model, s schedule, isEnough func(Measure) bool) float64 {
	low, high := r.Requests/16, r.Requests*4
	for range bisections {
		middle := math.Sqrt(low * high)
		if isEnough(simulate(ctx, m, s, middle)) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
