package cycle

import (
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
)

// Crawled returns the sites of a library that were crawled, with the priority levels that follow from their history. A library whose crawls were all
// made by earlier versions has no history: its sites are on the first level. A crawl that finished after now ran while the clock was wrong: when it was
// is not known, and its site has waited.
func (s *Settings) Crawled(all []stats.Site, now time.Time) []Site {
	var sites []Site
	for i := range all {
		site := &all[i]
		if !site.Crawled {
			continue
		}
		var rates []int
		finished := site.Finished
		for _, r := range site.History {
			rates = append(rates, stats.Percent(r.Accepted, r.Accepted+r.Rejected))
			finished = r.Finished
		}
		if finished.After(now) {
			finished = time.Time{}
		}
		sites = append(sites, Site{Host: site.Host, Level: s.Level(rates), ADR: site.ADR, SSRC: site.SSRC, Finished: finished})
	}
	return sites
}

// Quantum returns the mean time that a site of the last crawl took: the time in which that crawl was active ÷ the number of its sites. Crawls visit
// sites at the same time, so the sites' own spans overlap and say less. It is 0 if the time is not known. In a library without a history, all sites
// that were crawled are those of the last crawl.
func Quantum(all []stats.Site, last catalogue.Crawl) time.Duration {
	sites, crawled, isHistory := 0, 0, false
	for i := range all {
		site := &all[i]
		if site.Crawled {
			crawled++
		}
		if n := len(site.History); n > 0 {
			isHistory = true
			if site.History[n-1].Begun.Equal(last.Started) {
				sites++
			}
		}
	}
	if !isHistory {
		sites = crawled
	}
	if sites == 0 || last.Active <= 0 {
		return 0
	}
	return last.Active / time.Duration(sites)
}
