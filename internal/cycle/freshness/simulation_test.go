package freshness_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sluice/internal/cycle/freshness"
)

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// modelPage is a page of the written model: its importance and its true change rate.
type modelPage struct{ importance, rate float64 }

// modelWeb draws pages: change rates from one in two years to several a day, importance with few great values.
func modelWeb(seed uint64, n int) []modelPage {
	random := newRandom(seed)
	pages := make([]modelPage, n)
	for i := range pages {
		pages[i] = modelPage{importance: math.Exp(random.NormFloat64()), rate: math.Exp(-3.5 + 2*random.NormFloat64())}
	}
	return pages
}

// freshShare returns the share of the importance that is fresh on average when page i is visited at random times, visits[i] a day: ρ ÷ (ρ + Δ).
func freshShare(pages []modelPage, visits []float64) float64 {
	fresh, all := 0.0, 0.0
	for i, p := range pages {
		fresh += p.importance * visits[i] / (visits[i] + p.rate)
		all += p.importance
	}
	return fresh / all
}

// harmonicCost returns −Σ μ ln(ρ/(ρ+Δ)) per importance, infinite if a page starves.
func harmonicCost(pages []modelPage, visits []float64) float64 {
	sum, all := 0.0, 0.0
	for i, p := range pages {
		sum -= p.importance * math.Log(visits[i]/(visits[i]+p.rate))
		all += p.importance
	}
	return sum / all
}

// uniform visits all pages equally often, as one level of the publication does.
func uniform(pages []modelPage, budget float64) []float64 {
	visits := make([]float64, len(pages))
	for i := range visits {
		visits[i] = budget / float64(len(pages))
	}
	return visits
}

// levels visits pages by the level scheme, at intervals of 15 to 180 days in proportion: the oftener a page was seen to change, the shorter.
func levels(pages []modelPage, budget float64) []float64 {
	visits := make([]float64, len(pages))
	sum := 0.0
	for i, p := range pages {
		days := 180.0
		for _, wait := range []float64{60, 30, 15} {
			if p.rate*days > 1 { // it was seen to change: one level up
				days = wait
			}
		}
		visits[i] = 1 / days
		sum += visits[i]
	}
	for i := range visits {
		visits[i] *= budget / sum
	}
	return visits
}

// choGarciaMolina visits pages so that most importance is fresh at random visits: μΔ/(ρ+Δ)² is equal for all that are visited. Pages that change too fast
// starve.
func choGarciaMolina(pages []modelPage, budget float64) []float64 {
	visits := make([]float64, len(pages))
	low, high := 1e-12, 1e12
	for range 200 {
		middle := math.Sqrt(low * high)
		sum := 0.0
		for i, p := range pages {
			visits[i] = max(0, math.Sqrt(p.importance*p.rate/middle)-p.rate)
			sum += visits[i]
		}
		if sum > budget {
			low = middle
		} else {
			high = middle
		}
	}
	return visits
}

// TestBudgetIsUsedBetter compares schedules on a written model at equal requests. The rates are estimated from visits that say only whether a page has changed.
func TestBudgetIsUsedBetter(t *testing.T) {
	for seed := range uint64(5) {
		pages := modelWeb(seed, 2000)
		random := newRandom(100 + seed)
		estimated := make([]freshness.Page, len(pages))
		for i, p := range pages {
			var changed, unchanged []float64
			for range 12 {
				days := 5 + 20*random.Float64()
				if random.Float64() < -math.Expm1(-p.rate*days) {
					changed = append(changed, days)
				} else {
					unchanged = append(unchanged, days)
				}
			}
			estimated[i] = freshness.Page{Importance: p.importance, ChangeRate: freshness.ChangeRate(changed, unchanged)}
		}
		const budget = 200
		ours := freshness.Visits(estimated, budget, nil)
		for name, other := range map[string][]float64{"equal visits": uniform(pages, budget), "levels": levels(pages, budget)} {
			if got, than := freshShare(pages, ours), freshShare(pages, other); got <= than {
				t.Errorf("seed %d: %.3f of the importance is fresh, with %s %.3f", seed, got, name, than)
			}
			if got, than := harmonicCost(pages, ours), harmonicCost(pages, other); got >= than {
				t.Errorf("seed %d: the cost is %.3f, with %s %.3f", seed, got, name, than)
			}
		}
		starving := 0
		for i, v := range choGarciaMolina(pages, budget) {
			if v == 0 {
				starving++
			}
			if ours[i] <= 0 {
				t.Errorf("seed %d: page %d starves", seed, i)
			}
		}
		if starving == 0 {
			t.Errorf("seed %d: no page starves under Cho and Garcia-Molina, so the model does not tell", seed)
		}
		t.Logf("seed %d: fresh %.3f (levels %.3f, equal %.3f, Cho and Garcia-Molina with true rates %.3f, of %d pages %d starve)", seed, freshShare(pages, ours),
			freshShare(pages, levels(pages, budget)), freshShare(pages, uniform(pages, budget)), freshShare(pages, choGarciaMolina(pages, budget)), len(pages), starving)
	}
}
