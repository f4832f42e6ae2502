// Package freshness says how often each page of a library is to be visited again, so that the library is as fresh as a number of requests a day
// allows.
//
// [ChangeRate] estimates how often a page changes from visits that say only whether it had changed. [Trust] learns how far the announcements of a site tell
// its changes. [Divide] divides a budget of requests among pages by their change rates, their announcements and their importance ([Importance]). [NewPlan] does all of it
// for a library. All rates are per day.
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

// Intervals are the times in days between two visits of a page each, by what the second one found.
type Intervals struct {
	Changed   []float64 // at some time in between
	Unchanged []float64
	Announced []float64 // changed at a time that its site has announced: the days from the first visit until then
}

// ChangeRate returns the estimated changes of a page per day. Changes are assumed to be a Poisson process: the estimate Δ is the maximum of the likelihood,
// which solves
//
//	Σ_changed τ ÷ (e^{Δτ} − 1) + n_announced ÷ Δ = Σ_unchanged τ + Σ_announced τ
//
// with one imaginary interval of half a day, changed, and one unchanged (Cho and Garcia-Molina, Estimating frequency of change, ACM TOIT 2003; Kolobov,
// Peres, Lu and Horvitz, NeurIPS 2019). Of an announced change the time is known. If it counted as one at some time in between, the rate of a page that is visited
// when it has changed, and only then, would be far too high. The estimate is positive and finite whatever the intervals are.
func ChangeRate(of Intervals) float64 {
	n, between, still := 1+float64(len(of.Changed)+len(of.Announced)), imaginaryInterval, imaginaryInterval
	for _, t := range of.Unchanged {
		still += bounded(t)
	}
	for _, t := range of.Announced {
		still += bounded(t)
	}
	for _, t := range of.Changed {
		between += bounded(t)
	}
	excess := func(rate float64) float64 { // falls with the rate
		sum := imaginaryInterval/math.Expm1(rate*imaginaryInterval) + float64(len(of.Announced))/rate
		for _, t := range of.Changed {
			t = bounded(t)
			sum += t / math.Expm1(rate*t)
		}
		return sum - still
	}
	// τ/(e^{Δτ} − 1) lies between 1/Δ − τ/2 and 1/Δ, so the estimate lies between these.
	low, high := n/(still+between/2), n/still
	for high > low*(1+precision) {
		middle := (low + high) / 2
		if excess(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// precision is that of equations which are solved by bisection, relative to the solution.
const precision = 1e-9

// bounded returns an interval within the limits.
func bounded(days float64) float64 {
	if math.IsNaN(days) {
		return minInterval
	}
	return min(max(days, minInterval), maxInterval)
}

// Page is a page among which a budget is divided.
type Page struct {
	Importance float64 // positive; one that is not gets no request
	ChangeRate float64 // changes a day that nobody announces
	Notices    float64 // announcements a day of changes; 0: none
	Host       int     // number of its host
}

// Rate is how a page is requested.
type Rate struct {
	Visits  float64 // a day at least: the page is visited when 1 ÷ Visits days have passed since its last visit
	Notices float64 // a day, of those of the page: each of its announcements is followed by a visit if it equals [Page.Notices]
}

// Requests returns the expected requests a day. The time between two visits is that until an announcement, which may come at any moment, or 1 ÷ Visits if that is
// shorter.
func (r Rate) Requests() float64 {
	if r.Notices > 0 && r.Visits > 0 {
		return r.Notices / -math.Expm1(-r.Notices/r.Visits)
	}
	return max(r.Visits, r.Notices)
}

// Divide divides a budget of requests a day among pages, so that the expected cost of stale pages is least: LambdaCrawl (Kolobov, Peres, Lu and Horvitz,
// Staying up to date with online content changes using reinforcement learning for scheduling, NeurIPS 2019). A page with importance μ whose changes
// nobody announces, Δ a day, costs −μ ln(ρ/(ρ+Δ)) with ρ visits a day; one with a announcements a day, n of which are followed by a visit, −μ ln(n/a). One more
// request is worth the same to all pages, λ, if
//
//	ρ = (−Δ + √(Δ² + 4μΔ/λ)) ÷ 2        n = min(a, μ/λ)
//
// If only some changes of a page are announced, it gets n, and ρ for the Δ of the others, each counted from its last visit: visits on notice find these, too. The cost grows without bound as the visits fall, so no page that changes starves, however fast it changes. The requests to a host do not
// exceed its cap, the number that its politeness allows (by number; a host beyond the caps has none); what it cannot use goes to the others. If all hosts
// are at their caps, the sum is less than the budget.
func Divide(pages []Page, budget float64, caps []float64) []Rate {
	rates := make([]Rate, len(pages))
	open := make([]int, 0, len(pages)) // pages whose rates are not settled
	for i := range pages {
		if pages[i].isRequested() {
			open = append(open, i)
		}
	}
	if !(budget > 0) || math.IsInf(budget, 0) {
		return rates
	}
	for len(open) > 0 && budget > 0 {
		divide(pages, open, budget, rates)
		capped := overCap(pages, open, rates, caps)
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
				rates[i] = Rate{}
			}
		}
		for host, of := range byHost {
			divide(pages, of, caps[host], rates)
			budget -= caps[host]
		}
		open = rest
	}
	return rates
}

// isRequested reports whether a page changes and is of any importance.
func (p *Page) isRequested() bool {
	isPositive := func(v float64) bool { return v > 0 && !math.IsInf(v, 0) }
	return isPositive(p.Importance) && isPositive(p.ChangeRate) && (p.Notices == 0 || isPositive(p.Notices))
}

// overCap returns the hosts whose requests exceed their caps.
func overCap(pages []Page, open []int, rates []Rate, caps []float64) map[int]bool {
	sums := map[int]float64{}
	for _, i := range open {
		sums[pages[i].Host] += rates[i].Requests()
	}
	over := map[int]bool{}
	for host, sum := range sums {
		if host < len(caps) && sum > caps[host]*(1+1e-9) {
			over[host] = true
		}
	}
	return over
}

// divide sets the rates of some pages so that their requests sum up to a budget, and returns λ.
func divide(pages []Page, some []int, budget float64, rates []Rate) float64 {
	if !(budget > 0) {
		for _, i := range some {
			rates[i] = Rate{}
		}
		return math.Inf(1)
	}
	importance := 0.0
	for _, i := range some {
		importance += pages[i].Importance
	}
	sum := func(lambda float64) (total float64) {
		for _, i := range some {
			rates[i] = pages[i].rate(lambda)
			total += rates[i].Requests()
		}
		return total
	}
	high := 2 * importance / budget // ρ and n are at most μ/λ, so the sum is not more than the budget
	low := high
	for range 200 {
		if low /= 4; sum(low) >= budget {
			break
		}
	}
	for high > low*(1+precision) {
		middle := math.Sqrt(low) * math.Sqrt(high)
		if sum(middle) >= budget {
			low = middle
		} else {
			high = middle
		}
	}
	sum(high)
	return high
}

// Value returns λ, what one more request a day is worth if a budget is divided among pages without caps of hosts; 0 without a budget or a page.
func Value(pages []Page, budget float64) float64 {
	sums := make([]Rate, len(pages))
	var some []int
	for i := range pages {
		if pages[i].isRequested() {
			some = append(some, i)
		}
	}
	if len(some) == 0 || !(budget > 0) || math.IsInf(budget, 0) {
		return 0
	}
	return divide(pages, some, budget, sums)
}

// rate returns the rate for λ, in a form in which nothing is subtracted.
func (p *Page) rate(lambda float64) Rate {
	return Rate{
		Visits:  2 * p.Importance / lambda / (1 + math.Sqrt(1+4*p.Importance/(lambda*p.ChangeRate))),
		Notices: min(p.Notices, p.Importance/lambda),
	}
}

// Urgency returns how many of its periods a page has waited since its last visit: visits a day × days. It is due from 1 on.
func (r Rate) Urgency(days float64) float64 { return periods(r.Visits, days) }

// UrgencyOnNotice returns how many of its periods a page has waited of which a change is announced, with its announcements a day. It is due at once, unless the
// budget does not allow to follow all of them: then when it has waited for the period of its requests.
func (r Rate) UrgencyOnNotice(notices, days float64) float64 {
	waited := periods(r.Requests(), days)
	if r.Requests() >= notices {
		waited++
	}
	return waited
}

// periods returns visits × days, 0 if that is no number.
func periods(visits, days float64) float64 {
	if u := visits * days; u > 0 && !math.IsInf(u, 0) {
		return u
	}
	return 0
}

// Importance returns what a page is worth by what it has brought: 1, and 1 for each accepted document that was found on it or on a page that was found on it,
// and 1 more if that was at a later visit than its first. It is up to twice as much by the share of its changes that brought links to URLs
// that were new: where a list of links changes, a visit may bring documents; where only text changes, it brings a newer text.
func Importance(accepted, later, linkChanges, changes int) float64 {
	share := 0.0
	if changes > 0 {
		share = min(1, max(0, float64(linkChanges)/float64(changes)))
	}
	return float64(1+max(accepted, 0)+max(later, 0)) * (1 + share)
}
