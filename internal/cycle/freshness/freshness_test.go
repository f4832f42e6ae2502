package freshness_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"sluice/internal/cycle/freshness"
)

// TestChangeRateSolvesItsEquation: the estimate solves the equation of maximum likelihood, whatever the intervals are.
func TestChangeRateSolvesItsEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intervals := rapid.SliceOfN(rapid.Float64Range(0.001, 400), 0, 20)
		changed, unchanged := intervals.Draw(t, "changed"), intervals.Draw(t, "unchanged")
		rate := freshness.ChangeRate(changed, unchanged)
		left, right := 0.5/math.Expm1(rate*0.5), 0.5
		for _, tau := range changed {
			left += tau / math.Expm1(rate*tau)
		}
		for _, tau := range unchanged {
			right += tau
		}
		if math.Abs(left-right) > 1e-6*right {
			t.Fatalf("rate %v: %v on the left, %v on the right", rate, left, right)
		}
	})
}

// TestChangeRateFindsTheRate: visits to a page that changes by a Poisson process. Counts of changes would be far too low, because several changes
// between two visits look like one.
func TestChangeRateFindsTheRate(t *testing.T) {
	for _, rate := range []float64{0.02, 0.2, 1, 3} {
		random := newRandom(7)
		var changed, unchanged []float64
		for range 20_000 {
			tau := 0.1 + 2*random.Float64()
			if random.Float64() < -math.Expm1(-rate*tau) {
				changed = append(changed, tau)
			} else {
				unchanged = append(unchanged, tau)
			}
		}
		if got := freshness.ChangeRate(changed, unchanged); math.Abs(got-rate) > 0.08*rate {
			t.Errorf("rate %v is estimated as %v", rate, got)
		}
	}
}

func TestChangeRateOfLittleAndOfWrongIntervals(t *testing.T) {
	if got, want := freshness.ChangeRate(nil, nil), 2*math.Ln2; math.Abs(got-want) > 1e-9 {
		t.Errorf("without a visit the rate is %v, want %v: a change within half a day is as likely as not", got, want)
	}
	if slow, fast := freshness.ChangeRate(nil, []float64{30}), freshness.ChangeRate([]float64{30}, nil); !(slow < 0.1 && fast > slow) {
		t.Errorf("rates %v without a change in 30 days, %v with one", slow, fast)
	}
	wrong := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -5, 0, 1e300}
	for _, rate := range []float64{freshness.ChangeRate(wrong, nil), freshness.ChangeRate(nil, wrong), freshness.ChangeRate(wrong, wrong)} {
		if !(rate > 0) || math.IsInf(rate, 0) {
			t.Errorf("rate %v of intervals that are none", rate)
		}
	}
}

// drawPages returns pages on five hosts, and a budget.
func drawPages(t *rapid.T) (pages []freshness.Page, budget float64) {
	pages = make([]freshness.Page, rapid.IntRange(1, 60).Draw(t, "pages"))
	for i := range pages {
		pages[i] = freshness.Page{Importance: math.Exp(rapid.Float64Range(-4, 6).Draw(t, "importance")), ChangeRate: math.Exp(rapid.Float64Range(-9, 6).Draw(t, "change rate")), Host: i % 5}
	}
	return pages, math.Exp(rapid.Float64Range(-3, 7).Draw(t, "budget"))
}

// cost is the expected cost of stale pages that visits leave.
func cost(pages []freshness.Page, visits []float64) (sum float64) {
	for i, p := range pages {
		sum -= p.Importance * math.Log(visits[i]/(visits[i]+p.ChangeRate))
	}
	return sum
}

// TestVisitsUseTheBudgetAtLeastCost: the visits sum up to the budget, no page starves, all pages have the same benefit of one more visit (the
// condition of the optimum), and no transfer between two pages lowers the cost.
func TestVisitsUseTheBudgetAtLeastCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages, budget := drawPages(t)
		visits := freshness.Visits(pages, budget, nil)
		sum, first := 0.0, 0.0
		for i, v := range visits {
			if !(v > 0) {
				t.Fatalf("page %d of %+v gets %v visits", i, pages[i], v)
			}
			sum += v
			benefit := pages[i].Importance * pages[i].ChangeRate / (v * (v + pages[i].ChangeRate))
			if i == 0 {
				first = benefit
			}
			if math.Abs(benefit-first) > 1e-4*first {
				t.Fatalf("page %d has benefit %v, page 0 has %v", i, benefit, first)
			}
		}
		if math.Abs(sum-budget) > 1e-6*budget {
			t.Fatalf("visits sum up to %v, want %v", sum, budget)
		}
		from, to := rapid.IntRange(0, len(pages)-1).Draw(t, "from"), rapid.IntRange(0, len(pages)-1).Draw(t, "to")
		least := cost(pages, visits)
		moved := visits[from] / 10
		visits[from] -= moved
		visits[to] += moved
		if c := cost(pages, visits); c < least-1e-6*(1+math.Abs(least)) {
			t.Fatalf("a tenth of the visits moved from page %d to %d lowers the cost from %v to %v", from, to, least, c)
		}
	})
}

// TestVisitsKeepCapsOfHosts: no host gets more than its cap, others get what it leaves, and within a host the visits are divided as among all.
func TestVisitsKeepCapsOfHosts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages, budget := drawPages(t)
		caps := make([]float64, 4) // the fifth host has none
		for i := range caps {
			caps[i] = budget * rapid.Float64Range(0, 1).Draw(t, "cap")
		}
		visits := freshness.Visits(pages, budget, caps)
		sums := make([]float64, 5)
		total := 0.0
		for i, v := range visits {
			if !(v >= 0) || math.IsInf(v, 0) {
				t.Fatalf("%v visits", v)
			}
			sums[pages[i].Host] += v
			total += v
		}
		room := 0.0
		for host, limit := range caps {
			if sums[host] > limit*(1+1e-6) {
				t.Fatalf("host %d gets %v, its cap is %v", host, sums[host], limit)
			}
			if sums[host] > 0 {
				room += limit
			}
		}
		if len(pages) >= 5 && math.Abs(total-budget) > 1e-6*budget { // the host without a cap takes what is left
			t.Fatalf("visits sum up to %v, want %v", total, budget)
		}
		if len(pages) < 5 && total < min(budget, room)*(1-1e-6) {
			t.Fatalf("visits sum up to %v; %v were possible", total, min(budget, room))
		}
	})
}

func TestPagesThatNeedNoVisit(t *testing.T) {
	pages := []freshness.Page{{Importance: 1, ChangeRate: 1}, {Importance: 1}, {ChangeRate: 1}, {Importance: math.NaN(), ChangeRate: 1}, {Importance: 1, ChangeRate: math.NaN()},
		{Importance: math.Inf(1), ChangeRate: 1}, {Importance: 1, ChangeRate: math.Inf(1)}, {Importance: -1, ChangeRate: -1}}
	for _, budget := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		for i, v := range freshness.Visits(pages, budget, nil) {
			if v != 0 {
				t.Errorf("with a budget of %v page %d gets %v visits", budget, i, v)
			}
		}
	}
	for i, v := range freshness.Visits(pages, 3, nil) {
		if i == 0 && math.Abs(v-3) > 1e-6 || i > 0 && v != 0 {
			t.Errorf("page %d gets %v visits", i, v)
		}
	}
	if got := freshness.Visits(nil, 3, nil); len(got) != 0 {
		t.Errorf("visits %v of no page", got)
	}
}

func TestUrgency(t *testing.T) {
	for _, test := range []struct{ visits, days, want float64 }{{0.5, 4, 2}, {0, 9, 0}, {1, -3, 0}, {math.NaN(), 1, 0}, {1, math.NaN(), 0}, {math.Inf(1), 1, 0}} {
		if got := freshness.Urgency(test.visits, test.days); got != test.want {
			t.Errorf("Urgency(%v, %v) = %v, want %v", test.visits, test.days, got, test.want)
		}
	}
}
