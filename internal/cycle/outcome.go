package cycle

import (
	"fmt"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
	"sluice/weburl"
)

// Describe sets what came of the sites of a cycle, in words: what was requested and found, or where the site has moved to, or why it could not be
// reached. The crawl of the cycle has the records of sites that began with it.
func Describe(sites []catalogue.CycleSite, requests []catalogue.SiteRequests, seeds []catalogue.Seed, all []stats.Site, crawl catalogue.Crawl) {
	requested := map[string]catalogue.SiteRequests{}
	for _, r := range requests {
		requested[r.Host] = r
	}
	first := map[string]catalogue.Seed{}
	for _, s := range seeds {
		if _, ok := first[s.Host]; !ok || s.Class == catalogue.VisitPage {
			first[s.Host] = s
		}
	}
	of := map[string]*stats.Site{}
	for i := range all {
		of[all[i].Host] = &all[i]
	}
	for i := range sites {
		s := &sites[i]
		seed, isKnown := first[s.Host]
		pages := requested[s.Host]
		switch {
		case !isKnown || pages.Requested == 0:
			s.Outcome = "nothing was requested"
		case seed.Class == catalogue.VisitRedirect:
			s.Outcome = "moved to " + hostOf(seed.Location)
		case seed.Class != catalogue.VisitPage && pages.Pages == 0:
			s.Outcome = failure(&seed)
		default:
			s.Outcome = fmt.Sprintf("%d URLs, %d documents accepted", pages.Requested, gained(of[s.Host], crawl))
		}
	}
}

// hostOf returns the host of a URL, or the URL if it has none.
func hostOf(url string) string {
	u, err := weburl.Parse(url)
	if err != nil {
		return url
	}
	return u.Host()
}

// failure says why a seed brought no page.
func failure(s *catalogue.Seed) string {
	switch {
	case s.Cause != "":
		return "not reached: " + s.Cause
	case s.Status > 0:
		return fmt.Sprintf("not reached: status %d", s.Status)
	}
	return "not reached"
}

// gained returns how many documents of a site were accepted since the crawl before.
func gained(site *stats.Site, crawl catalogue.Crawl) int64 {
	if site == nil || len(site.History) == 0 {
		return 0
	}
	n := len(site.History)
	last := site.History[n-1]
	if !last.Begun.Equal(crawl.Started) {
		return 0
	}
	if n > 1 {
		return max(last.Accepted-site.History[n-2].Accepted, 0)
	}
	return last.Accepted
}
