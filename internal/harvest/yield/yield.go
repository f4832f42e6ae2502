// Package yield counts what each rule has yielded at each site, so that a rule that never finds anything at a site is not
// asked there again.
//
// [Yield.Count] records the outcome of a request that a rule proposed; [Yield.IsWorth] says whether to ask the rule again.
// The counts are kept by the caller as JSON, which is small: one line for each site and rule.
package yield

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"
)

// The limits.
const (
	// MaxAsked is how often a rule may fail at a site before it has succeeded there once.
	MaxAsked = 4

	maxSites = 200_000
	maxRules = 200 // of a site
	maxCount = 1 << 40
)

// Counts are the requests that a rule proposed at a site, and those of them that found what was wanted.
type Counts struct {
	Asked int `json:"asked"`
	Found int `json:"found"`
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

// MarshalJSON returns the counts as an object of sites, each an object of rules. Equal counts have equal bytes.
func (y *Yield) MarshalJSON() ([]byte, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	if y.sites == nil {
		return []byte("{}"), nil
	}
	return json.Marshal(y.sites)
}

var errCounts = errors.New("counts out of range")

// UnmarshalJSON reads what MarshalJSON has written. It is an error if the counts are impossible or too many; the Yield is then as before.
func (y *Yield) UnmarshalJSON(data []byte) error {
	var sites map[string]map[string]Counts
	if err := json.Unmarshal(data, &sites); err != nil {
		return fmt.Errorf("read yield of rules: %w", err)
	}
	if len(sites) > maxSites {
		return fmt.Errorf("read yield of rules: more than %d sites", maxSites)
	}
	for site, rules := range sites {
		if len(rules) > maxRules {
			return fmt.Errorf("read yield of rules: site %.100q has more than %d rules", site, maxRules)
		}
		for rule, c := range rules {
			if c.Found < 0 || c.Asked < c.Found || c.Asked > maxCount {
				return fmt.Errorf("read yield of rules: rule %.100q at site %.100q: %w", rule, site, errCounts)
			}
		}
		if rules == nil {
			sites[site] = map[string]Counts{}
		}
	}
	y.mu.Lock()
	defer y.mu.Unlock()
	y.sites = sites
	return nil
}
