package crawler

import (
	"cmp"
	"slices"
	"sync"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
)

// maxChallengeCounts bounds the hosts of which challenges are counted.
const maxChallengeCounts = 10_000

// challengeCounts counts the challenges of a run by host and kind. It may be used by many goroutines at a time.
type challengeCounts struct {
	mu     sync.Mutex
	counts map[crawl.HostChallenges]int64 // the keys have no number
}

// add counts a fetch that brought a challenge.
func (c *challengeCounts) add(f *catalogue.Fetch) {
	_, kind := cause.Split(string(f.Cause))
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.counts == nil {
		c.counts = map[crawl.HostChallenges]int64{}
	}
	key := crawl.HostChallenges{Host: f.Site, Kind: kind}
	if c.counts[key] > 0 || len(c.counts) < maxChallengeCounts {
		c.counts[key]++
	}
}

// list returns the counts, the greatest first.
func (c *challengeCounts) list() []crawl.HostChallenges {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []crawl.HostChallenges
	for one, n := range c.counts {
		one.URLs = n
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b crawl.HostChallenges) int {
		return cmp.Or(cmp.Compare(b.URLs, a.URLs), cmp.Compare(a.Host, b.Host), cmp.Compare(a.Kind, b.Kind))
	})
	return all
}
