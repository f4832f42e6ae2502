// Package yield counts what each rule has yielded at each site, so that a rule that never finds anything at a site is not
// asked there again.
//
// [Yield.Count] records the outcome of a request that a rule proposed; [Yield.IsWorth] says whether to ask the rule again.
// The counts are in memory. The caller keeps the outcomes, and counts them again in its next run.
package yield

import "sync"

// The limits.
const (
	// MaxAsked is how often a rule may fail at a site before it has succeeded there once.
	MaxAsked = 4

	maxSites = 200_000
	maxRules = 200 // of a site
)

// Counts are the requests that a rule proposed at a site, and those of them that found what was wanted.
type Counts struct {
	Asked int
	Found int
}

// Yield has the counts of all rules at all sites. The zero value is ready, and safe for concurrent use.
type Yield struct {
	mu    sync.Mutex
	sites map[string]map[string]Counts
}

// Count records that a rule was asked at a site, and whether it found what was wanted.
func (y *Yield) Count(site, rule string, found bool) {
	y.mu.Lock()
	defer y.mu.Unlock()
	rules := y.sites[site]
	if rules == nil {
		if len(y.sites) >= maxSites {
			return
		}
		if y.sites == nil {
			y.sites = map[string]map[string]Counts{}
		}
		rules = map[string]Counts{}
		y.sites[site] = rules
	}
	c, ok := rules[rule]
	if !ok && len(rules) >= maxRules {
		return
	}
	c.Asked++
	if found {
		c.Found++
	}
	rules[rule] = c
}

// IsWorth reports whether a rule is to be asked at a site: it has found something there, or has not been asked often.
func (y *Yield) IsWorth(site, rule string) bool {
	c := y.Of(site, rule)
	return c.Found > 0 || c.Asked < MaxAsked
}

// Of returns the counts of a rule at a site.
func (y *Yield) Of(site, rule string) Counts {
	y.mu.Lock()
	defer y.mu.Unlock()
	return y.sites[site][rule]
}

// Totals returns the counts of each rule over all sites.
func (y *Yield) Totals() map[string]Counts {
	y.mu.Lock()
	defer y.mu.Unlock()
	totals := map[string]Counts{}
	for _, rules := range y.sites {
		for rule, c := range rules {
			t := totals[rule]
			totals[rule] = Counts{t.Asked + c.Asked, t.Found + c.Found}
		}
	}
	return totals
}
