package cycle

import (
	"time"

	"sluice/internal/cycle/stats"
)

// Crawled returns the sites of a library that were crawled, with the priority levels that follow from their history. A library whose crawls were all
// made by earlier versions has no history: its sites are on the first level.
func (s *Settings) Crawled(all *stats.Statistics) []Site {
	var sites []Site
	for i := range all.Sites {
		site := &all.Sites[i]
		if !site.Crawled {
			continue
		}
		var rates []int
		finished := site.Finished
		for _, r := range site.History {
			rates = append(rates, stats.Percent(r.Accepted, r.Accepted+r.Rejected))
			finished = r.Finished
		}
		sites = append(sites, Site{Host: site.Host, Level: s.Level(rates), ADR: site.ADR, SSRC: site.SSRC, Finished: finished})
	}
	return sites
}

// Quantum returns the mean completion time of the sites of the last cycle: those that the last crawl has visited.
func Quantum(all *stats.Statistics) time.Duration {
	last := time.Time{}
	for i := range all.Sites {
		if h := all.Sites[i].History; len(h) > 0 && h[len(h)-1].Begun.After(last) {
			last = h[len(h)-1].Begun
		}
	}
	var times []time.Duration
	for i := range all.Sites {
		site := &all.Sites[i]
		switch n := len(site.History); {
		case n > 0 && site.History[n-1].Begun.Equal(last):
			times = append(times, site.History[n-1].Finished.Sub(site.History[n-1].Started))
		case last.IsZero() && site.Crawled: // without a history
			times = append(times, time.Duration(site.Seconds*float64(time.Second)))
		}
	}
	return MeanCompletion(times)
}
