package revisit

import (
	"math"
	"slices"

	"sluice/internal/cycle/freshness"
)

// schedule says how often each item is visited.
type schedule struct {
	name    string
	about   string
	rates   string // by which change rates pages are visited: one of the following
	signals bool   // sitemaps and feeds are read
	divide  func(*simulation) []freshness.Rate
}

// The change rates of schedules.
const (
	noRates      = "none"
	learnedRates = "learned" // estimated from visits
	trueRates    = "true"    // those of the model, which no crawler knows
)

// The names of the schedules.
const (
	Uniform      = "uniform"
	Proportional = "proportional"
	Levels       = "levels"
	Cho          = "cho-garcia-molina"
	LambdaCrawl  = "lambdacrawl"
	Sluice       = "sluice"
)

// Savings are those of Sluice's schedule against LambdaCrawl without signals.
var (
	reference = schedule{name: LambdaCrawl, about: "least harmonic cost; Kolobov and others 2019", rates: learnedRates, divide: lambdaCrawl}
	ours      = schedule{name: Sluice, about: "LambdaCrawl, and what sitemaps and feeds announce, trusted as far as the site was right", rates: learnedRates, signals: true, divide: withSignals}
)

// schedules are compared, in this order.
var schedules = []schedule{
	{name: Uniform, about: "all pages equally often", rates: noRates, divide: uniform},
	{name: Proportional, about: "in proportion to the change rate", rates: learnedRates, divide: proportional},
	{name: Levels, about: "sites at 15, 30, 60 and 180 days, up when more pages have changed than in the round before, down when fewer; CNDROBOT", rates: noRates, divide: levels},
	{name: Cho, about: "most freshness; Cho and Garcia-Molina 2003", rates: learnedRates, divide: choGarciaMolina},
	{name: Cho, about: "the same, with the true change rates", rates: trueRates, divide: choGarciaMolina},
	reference,
	{name: LambdaCrawl, about: "the same, with the true change rates", rates: trueRates, divide: lambdaCrawl},
	ours,
}

// pagesOf returns the pages with their change rates, estimated or true.
func pagesOf(s *simulation) []freshness.Page {
	pages := make([]freshness.Page, len(s.items))
	for i := range s.items {
		it := &s.items[i]
		pages[i] = freshness.Page{Importance: s.pages[it.page].importance, ChangeRate: s.pages[it.page].rate}
		if s.schedule.rates == learnedRates {
			pages[i].ChangeRate = it.rate
		}
	}
	return pages
}

// normalized scales visits so that they sum up to the budget.
func normalized(s *simulation, visits func(i int) float64) []freshness.Rate {
	rates, sum := make([]freshness.Rate, len(s.items)), 0.0
	for i := range rates {
		rates[i].Visits = visits(i)
		sum += rates[i].Visits
	}
	for i := range rates {
		rates[i].Visits *= s.budget / sum
	}
	return rates
}

func uniform(s *simulation) []freshness.Rate {
	return normalized(s, func(int) float64 { return 1 })
}

func proportional(s *simulation) []freshness.Rate {
	return normalized(s, func(i int) float64 { return s.items[i].rate })
}

// levelDays are the waits of the published priority levels. The last level, "never", is left out, because a page there would never be fresh again.
var levelDays = []float64{15, 30, 60, 180}

// levels visits sites at the intervals of their levels, all of them scaled so that the requests are equal.
func levels(s *simulation) []freshness.Rate {
	return normalized(s, func(i int) float64 { return 1 / levelDays[s.sites[s.items[i].site].level] })
}

func lambdaCrawl(s *simulation) []freshness.Rate {
	return freshness.Divide(pagesOf(s), s.budget, nil)
}

// withSignals is LambdaCrawl with announced changes.
func withSignals(s *simulation) []freshness.Rate {
	pages, all := make([]freshness.Page, len(s.items)), len(s.model.pages)
	for i := range s.items {
		it := &s.items[i]
		pages[i] = freshness.Page{Importance: 1, ChangeRate: it.rate}
		if i < all {
			pages[i].Importance = s.pages[i].importance
		}
		if it.isAnnounced {
			pages[i].ChangeRate = s.sites[it.site].trust.ChangeRate(it.rate, it.announcedRate)
		}
	}
	value := freshness.Value(pages[:all], s.budget)
	s.notices = make([]float64, len(s.items))
	for i := all; i < len(s.items); i++ {
		s.follow(pages, i, value)
	}
	return freshness.Divide(pages, s.budget, nil)
}

// follow follows a sitemap or feed if that is worth its requests.
func (s *simulation) follow(pages []freshness.Page, sitemap int, value float64) {
	site, trust := &s.model.sites[s.items[sitemap].site], &s.sites[s.items[sitemap].site].trust
	var numbers []int
	var of []freshness.Page
	for _, n := range site.pages {
		if s.items[n].isAnnounced {
			numbers, of = append(numbers, n), append(of, pages[n])
			s.notices[n] = trust.Notices(pages[n].ChangeRate)
		}
	}
	followed, stands, isWorth := trust.Follow(of, value)
	if !isWorth {
		return
	}
	for k, n := range numbers {
		pages[n] = followed[k]
	}
	pages[sitemap] = stands
}

// choGarciaMolina visits pages at equal intervals so that most importance is fresh: with x the changes of a page between two visits, (μ/Δ)(1 − (1+x)e^{−x}) is equal
// for all that are visited (Cho and Garcia-Molina, Effective page refresh policies for web crawlers, ACM TODS 2003). Pages that change too fast starve.
func choGarciaMolina(s *simulation) []freshness.Rate {
	pages := pagesOf(s)
	rates := make([]freshness.Rate, len(pages))
	sum := func(lambda float64) (total float64) {
		for i, p := range pages {
			rates[i].Visits = 0
			if gain := lambda * p.ChangeRate / p.Importance; gain < 1 {
				rates[i].Visits = p.ChangeRate / changesBetweenVisits(gain)
			}
			total += rates[i].Visits
		}
		return total
	}
	low, high := 1e-12, 1e12
	for high > low*(1+1e-9) {
		middle := math.Sqrt(low * high)
		if sum(middle) > s.budget {
			low = middle
		} else {
			high = middle
		}
	}
	sum(high)
	return rates
}

// gains are the values of 1 − (1+x)e^{−x} for x in steps of a factor, from which x is looked up.
var gains = func() []float64 {
	all := make([]float64, 4000)
	for i := range all {
		x := changesAt(i)
		all[i] = -math.Expm1(-x) - x*math.Exp(-x)
	}
	return all
}()

// changesAt returns x for a place in gains: from 10⁻⁶ to 40.
func changesAt(i int) float64 { return 1e-6 * math.Pow(4e7, float64(i)/3999) }

// changesBetweenVisits solves 1 − (1+x)e^{−x} = gain, to half a percent.
func changesBetweenVisits(gain float64) float64 {
	i, _ := slices.BinarySearch(gains, gain)
	return changesAt(min(i, len(gains)-1))
}
