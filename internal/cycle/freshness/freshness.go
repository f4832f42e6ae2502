// Package freshness says how often each page of a library is to be visited again, so that the library is as fresh as a number of requests a day
// allows.
//
// [ChangeRate] estimates how often a page changes from visits that say only whether it had changed. [Visits] divides a budget of requests among pages by
// their change rates and their importance. [Urgency] says which of them are due. All rates are per day.
package freshness

import "math"

// Interval limits, in days. Times of servers and of clocks that were set back may be anything.
const (
	minInterval = 1.0 / 86400
	maxInterval = 100 * 365.0
)

// imaginaryInterval is the length in days of the interval that is assumed once as changed and once as unchanged, so that a page about which little is
// known has a rate, too, neither zero nor infinite.
const imaginaryInterval = 0.5

// ChangeRate returns the estimated changes of a page per day. The arguments are the intervals in days between two visits each, those at whose end the
// page had changed and those at whose end it had not. Changes are assumed to be a Poisson process: the estimate Δ is the maximum of the likelihood,
// which solves
//
//	Σ_changed τ ÷ (e^{Δτ} − 1) = Σ_unchanged τ
//
// with one imaginary interval of half a day of each kind (Cho and Garcia-Molina, Estimating frequency of change, ACM TOIT 2003; Kolobov, Peres, Lu and
// Horvitz, NeurIPS 2019). It is positive and finite whatever the intervals are.
func ChangeRate(changed, unchanged []float64) float64 {
	still := imaginaryInterval
	for _, t := range unchanged {
		still += bounded(t)
	}
	excess := func(rate float64) float64 { // falls with the rate
		sum := imaginaryInterval / math.Expm1(rate*imaginaryInterval)
		for _, t := range changed {
			t = bounded(t)
			sum += t / math.Expm1(rate*t)
		}
		return sum - still
	}
	// At the lower bound each term is nearly 1/rate, so the sum exceeds the greatest possible one; at the upper one all terms are nearly zero.
	low, high := 1e-9, 1e6
	for range 100 {
		middle := math.Sqrt(low * high)
		if excess(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Sqrt(low * high)
}

// bounded returns an interval within the limits.
func bounded(days float64) float64 {
	if math.IsNaN(days) {
		return minInterval
	}
	return min(max(days, minInterval), maxInterval)
}

// Page is a page among which a budget is divided.
type Page struct {
	Importance float64 // positive; one that is not gets no visit
	ChangeRate float64 // changes a day
	Host       int     // number of its host
}

// Visits returns how many visits a day each page gets, so that they sum up to the budget and the expected cost of stale pages is least: LambdaCrawl without
// signals of changes (Kolobov, Peres, Lu and Horvitz, Staying up to date with online content changes using reinforcement learning for scheduling,
// NeurIPS 2019). A page with importance μ and change rate Δ gets
//
//	ρ = (−Δ + √(Δ² + 4μΔ/λ)) ÷ 2
//
// for one λ. The cost −Σ μ ln(ρ/(ρ+Δ)) grows without bound as ρ falls, so no page that changes starves, however fast it changes. The visits of
// a host do not exceed its cap, the number that its politeness allows (by number; a host beyond the caps has none); what it cannot use goes to the others.
// If all hosts are at their caps, the sum is less than the budget.
func Visits(pages []Page, budget float64, caps []float64) []float64 {
	visits := make([]float64, len(pages))
	open := make([]int, 0, len(pages)) // pages whose visits are not settled
	for i := range pages {
		if pages[i].isVisited() {
			open = append(open, i)
		}
	}
	if !(budget > 0) || math.IsInf(budget, 0) {
		return visits
	}
	for len(open) > 0 && budget > 0 {
		divide(pages, open, budget, visits)
		capped := overCap(pages, open, visits, caps)
		if len(capped) == 0 {
			break
		}
		// A host at its cap stays there when the others get what it leaves, because their λ only falls.
		var rest []int
		byHost := map[int][]int{}
		for _, i := range open {
			if host := pages[i].Host; capped[host] {
				byHost[host] = append(byHost[host], i)
			} else {
				rest = append(rest, i)
			}
		}
		for host, of := range byHost {
			divide(pages, of, caps[host], visits)
			budget -= caps[host]
		}
		for _, i := range rest {
			visits[i] = 0
		}
		open = rest
	}
	return visits
}

// isVisited reports whether a page changes and is of any importance.
func (p *Page) isVisited() bool {
	return p.Importance > 0 && !math.IsInf(p.Importance, 0) && p.ChangeRate > 0 && !math.IsInf(p.ChangeRate, 0)
}

// overCap returns the hosts whose visits exceed their caps.
func overCap(pages []Page, open []int, visits, caps []float64) map[int]bool {
	sums := map[int]float64{}
	for _, i := range open {
		sums[pages[i].Host] += visits[i]
	}
	over := map[int]bool{}
	for host, sum := range sums {
		if host < len(caps) && sum > caps[host]*(1+1e-9) {
			over[host] = true
		}
	}
	return over
}

// divide sets the visits of some pages so that they sum up to a budget.
func divide(pages []Page, some []int, budget float64, visits []float64) {
	if !(budget > 0) {
		for _, i := range some {
			visits[i] = 0
		}
		return
	}
	importance := 0.0
	for _, i := range some {
		importance += pages[i].Importance
	}
	sum := func(lambda float64) (total float64) {
		for _, i := range some {
			visits[i] = pages[i].visits(lambda)
			total += visits[i]
		}
		return total
	}
	high := importance / budget // ρ is less than μ/λ, so the sum is less than the budget
	low := high
	for range 200 {
		if low /= 4; sum(low) >= budget {
			break
		}
	}
	for range 100 {
		middle := math.Sqrt(low) * math.Sqrt(high)
		if sum(middle) >= budget {
			low = middle
		} else {
			high = middle
		}
	}
	if total := sum(low); total > 0 { // what the bisection leaves open
		for _, i := range some {
			visits[i] *= budget / total
		}
	}
}

// visits returns ρ for λ, in a form in which nothing is subtracted.
func (p *Page) visits(lambda float64) float64 {
	return 2 * p.Importance / lambda / (1 + math.Sqrt(1+4*p.Importance/(lambda*p.ChangeRate)))
}

// Urgency returns how many of its periods a page has waited: visits a day × days since its last visit. It is due from 1 on.
func Urgency(visits, days float64) float64 {
	if u := visits * days; u > 0 && !math.IsInf(u, 0) {
		return u
	}
	return 0
}
