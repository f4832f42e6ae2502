package freshness_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"sluice/internal/cycle/freshness"
)

// TestChangeRateSolvesItsEquation: the estimate solves the equation of maximum likelihood, whatever the intervals are.
func TestChangeRateSolvesItsEquation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		intervals := rapid.SliceOfN(rapid.Float64Range(0.001, 400), 0, 20)
		changed, unchanged, announced := intervals.Draw(t, "changed"), intervals.Draw(t, "unchanged"), intervals.Draw(t, "announced")
		rate := freshness.ChangeRate(freshness.Intervals{Changed: changed, Unchanged: unchanged, Announced: announced})
		left, right := 0.5/math.Expm1(rate*0.5)+float64(len(announced))/rate, 0.5
		for _, tau := range announced {
			right += tau
		}
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
		if got := freshness.ChangeRate(freshness.Intervals{Changed: changed, Unchanged: unchanged}); math.Abs(got-rate) > 0.08*rate {
			t.Errorf("rate %v is estimated as %v", rate, got)
		}
	}
}

// TestChangeRateOfAnnouncedChanges: a page that is visited when a change is announced, and only then, was changed at each visit.
func TestChangeRateOfAnnouncedChanges(t *testing.T) {
	const rate = 0.1
	random := newRandom(8)
	var of freshness.Intervals
	for range 1000 {
		of.Announced = append(of.Announced, random.ExpFloat64()/rate)
	}
	if got := freshness.ChangeRate(of); math.Abs(got-rate) > 0.08*rate {
		t.Errorf("rate %v is estimated as %v", rate, got)
	}
	if got := freshness.ChangeRate(freshness.Intervals{Changed: of.Announced}); got < 3*rate {
		t.Errorf("without the times of the changes the rate is %v, so the test shows nothing", got)
	}
}

func TestChangeRateOfLittleAndOfWrongIntervals(t *testing.T) {
	if got, want := freshness.ChangeRate(freshness.Intervals{}), 2*math.Ln2; math.Abs(got-want) > 1e-9 {
		t.Errorf("without a visit the rate is %v, want %v: a change within half a day is as likely as not", got, want)
	}
	if slow, fast := freshness.ChangeRate(freshness.Intervals{Unchanged: []float64{30}}), freshness.ChangeRate(freshness.Intervals{Changed: []float64{30}}); !(slow < 0.1 && fast > slow) {
		t.Errorf("rates %v without a change in 30 days, %v with one", slow, fast)
	}
	wrong := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -5, 0, 1e300}
	for _, of := range []freshness.Intervals{{Changed: wrong}, {Unchanged: wrong}, {Announced: wrong}, {Changed: wrong, Unchanged: wrong, Announced: wrong}} {
		if rate := freshness.ChangeRate(of); !(rate > 0) || math.IsInf(rate, 0) {
			t.Errorf("rate %v of intervals that are none", rate)
		}
	}
}

// drawPages returns pages on five hosts, and a budget. The changes of a third of them are announced.
func drawPages(t *rapid.T) (pages []freshness.Page, budget float64) {
	pages = make([]freshness.Page, rapid.IntRange(1, 60).Draw(t, "pages"))
	for i := range pages {
		pages[i] = freshness.Page{Importance: math.Exp(rapid.Float64Range(-4, 6).Draw(t, "importance")), ChangeRate: math.Exp(rapid.Float64Range(-9, 6).Draw(t, "change rate")), Host: i % 5}
		if rapid.IntRange(0, 2).Draw(t, "announced") == 0 {
			pages[i].Notices = math.Exp(rapid.Float64Range(-9, 6).Draw(t, "notices"))
		}
	}
	return pages, math.Exp(rapid.Float64Range(-3, 7).Draw(t, "budget"))
}

// cost is the expected cost of stale pages that rates leave.
func cost(pages []freshness.Page, rates []freshness.Rate) (sum float64) {
	for i, p := range pages {
		sum -= p.Importance * math.Log(rates[i].Visits/(rates[i].Visits+p.ChangeRate))
		if p.Notices > 0 {
			sum -= p.Importance * math.Log(rates[i].Notices/p.Notices)
		}
	}
	return sum
}

// TestBudgetIsUsedAtLeastCost: the requests sum up to the budget, no page starves, all pages have the same benefit of one more visit (the
// condition of the optimum) and of one more notice that is followed unless all are, and no transfer between two pages lowers the cost.
func TestBudgetIsUsedAtLeastCost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages, budget := drawPages(t)
		rates := freshness.Divide(pages, budget, nil)
		sum, first := 0.0, 0.0
		for i, r := range rates {
			if !(r.Visits > 0) || (r.Notices > 0) != (pages[i].Notices > 0) || r.Notices > pages[i].Notices {
				t.Fatalf("page %d of %+v gets %+v", i, pages[i], r)
			}
			sum += r.Requests()
			benefit := pages[i].Importance * pages[i].ChangeRate / (r.Visits * (r.Visits + pages[i].ChangeRate))
			if i == 0 {
				first = benefit
			}
			if math.Abs(benefit-first) > 1e-4*first {
				t.Fatalf("page %d has benefit %v, page 0 has %v", i, benefit, first)
			}
			if notice := pages[i].Importance / r.Notices; r.Notices > 0 && (notice < first*(1-1e-4) || r.Notices < pages[i].Notices && notice > first*(1+1e-4)) {
				t.Fatalf("a notice of page %d has benefit %v, a visit of page 0 has %v", i, notice, first)
			}
		}
		if math.Abs(sum-budget) > 1e-6*budget {
			t.Fatalf("requests sum up to %v, want %v", sum, budget)
		}
		from, to := rapid.IntRange(0, len(pages)-1).Draw(t, "from"), rapid.IntRange(0, len(pages)-1).Draw(t, "to")
		least := cost(pages, rates)
		moved := rates[from].Visits / 10
		rates[from].Visits -= moved
		rates[to].Visits += moved
		if c := cost(pages, rates); c < least-1e-6*(1+math.Abs(least)) {
			t.Fatalf("a tenth of the visits moved from page %d to %d lowers the cost from %v to %v", from, to, least, c)
		}
	})
}

// TestCapsOfHostsAreKept: no host gets more than its cap, and others get what it leaves.
func TestCapsOfHostsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pages, budget := drawPages(t)
		caps := make([]float64, 4) // the fifth host has none
		for i := range caps {
			caps[i] = budget * rapid.Float64Range(0, 1).Draw(t, "cap")
		}
		sums := make([]float64, 5)
		total := 0.0
		for i, r := range freshness.Divide(pages, budget, caps) {
			if !(r.Requests() >= 0) || math.IsInf(r.Requests(), 0) {
				t.Fatalf("%+v", r)
			}
			sums[pages[i].Host] += r.Requests()
			total += r.Requests()
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
			t.Fatalf("requests sum up to %v, want %v", total, budget)
		}
		if len(pages) < 5 && total < min(budget, room)*(1-1e-6) {
			t.Fatalf("requests sum up to %v; %v were possible", total, min(budget, room))
		}
	})
}

func TestPagesThatNeedNoVisit(t *testing.T) {
	nan, infinite := math.NaN(), math.Inf(1)
	pages := []freshness.Page{{Importance: 1, ChangeRate: 1}, {Importance: 1}, {ChangeRate: 1}, {Importance: nan, ChangeRate: 1}, {Importance: 1, ChangeRate: nan},
		{Importance: infinite, ChangeRate: 1}, {Importance: 1, ChangeRate: infinite}, {Importance: -1, ChangeRate: -1}, {Importance: 1, ChangeRate: 1, Notices: nan},
		{Importance: 1, ChangeRate: 1, Notices: -1}}
	for _, budget := range []float64{0, -1, nan, infinite} {
		for i, r := range freshness.Divide(pages, budget, nil) {
			if r.Requests() != 0 {
				t.Errorf("with a budget of %v page %d gets %+v", budget, i, r)
			}
		}
	}
	for i, r := range freshness.Divide(pages, 3, nil) {
		if i == 0 && math.Abs(r.Visits-3) > 1e-6 || i > 0 && r.Requests() != 0 {
			t.Errorf("page %d gets %+v", i, r)
		}
	}
	if got := freshness.Divide(nil, 3, nil); len(got) != 0 {
		t.Errorf("rates %v of no page", got)
	}
}

func TestUrgency(t *testing.T) {
	nan := math.NaN()
	for _, test := range []struct {
		rate                   freshness.Rate
		days, want             float64
		notices, wantOnNotices float64
	}{
		{freshness.Rate{Visits: 0.5}, 4, 2, 0, 3}, {freshness.Rate{}, 9, 0, 1, 0}, {freshness.Rate{Visits: 1}, -3, 0, 0, 1}, {freshness.Rate{Visits: nan}, 1, 0, 0, 0},
		{freshness.Rate{Visits: 0.1, Notices: 0.1}, 1, 0.1, 0.1, 1 + 0.1/(1-1/math.E)}, {freshness.Rate{Visits: 0.1, Notices: 0.1}, 1, 0.1, 2, 0.1 / (1 - 1/math.E)}, {freshness.Rate{Visits: math.Inf(1)}, 1, 0, 0, 1},
	} {
		if got := test.rate.Urgency(test.days); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%+v after %v days: urgency %v, want %v", test.rate, test.days, got, test.want)
		}
		if got := test.rate.UrgencyOnNotice(test.notices, test.days); math.Abs(got-test.wantOnNotices) > 1e-9 {
			t.Errorf("%+v after %v days, on notice: urgency %v, want %v", test.rate, test.days, got, test.wantOnNotices)
		}
	}
}

func TestImportance(t *testing.T) {
	for _, test := range []struct {
		name                                  string
		accepted, later, linkChanges, changes int
		want                                  float64
	}{
		{"page that brought nothing", 0, 0, 0, 0, 1}, {"its text changes", 0, 0, 0, 5, 1}, {"its links change", 0, 0, 5, 5, 2}, {"half of its changes are of links", 3, 0, 2, 4, 6},
		{"list that goes on", 3, 2, 4, 4, 12}, {"numbers that cannot be", -3, -1, 9, 4, 2},
	} {
		if got := freshness.Importance(test.accepted, test.later, test.linkChanges, test.changes); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }
