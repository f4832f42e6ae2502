// Package sites says which sites of a library are crawled next.
//
// [Rules.Plan] plans a cycle: the sites that were crawled before and have waited, and new ones. New are the seeds of the settings, hosts that are known from
// links only and were accepted by their home pages ([Candidates]), and what searches have found. [Rules.Remember] keeps the verdicts on hosts, and [Name]
// what a person wants. [Mirrors] finds the sites that are copies of others. The rules themselves are in package cycle and the packages below it; nothing is fetched here.
package sites

import (
	"context"
	"slices"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
	"sluice/internal/seeds"
	"sluice/internal/wiring"
	"sluice/weburl"
	"sluice/weburl/pattern"
)

// Rules are the settings by which sites are chosen.
type Rules struct {
	Cycle      cycle.Settings
	Candidates CandidateRule
	HomePages  int // that a cycle requests
	Cited      int // documents that accepted ones cite, that a cycle requests
}

// Sources are where new sites come from, besides the library.
type Sources struct {
	Seeds   []string     // of the settings
	Ignored pattern.List // what a person does not want
	Found   []seeds.Site // by searches
}

// Plan is the plan of a cycle with what it was made of.
type Plan struct {
	*cycle.Plan
	Candidates []candidate.Host    // known from links only, and those that a person has named
	NewSites   []cycle.NewSite     // that may be crawled, the best first
	seeds      map[string][]string // of each host
}

// Chosen returns the sites of the cycle, the new ones first.
func (p *Plan) Chosen() []catalogue.CycleSite { return p.Plan.Chosen(p.NewSites, p.seeds) }

// Plan plans the cycle of a library that begins at a time.
func (r *Rules) Plan(ctx context.Context, lib *wiring.Library, from *Sources, at time.Time) (*Plan, error) {
	known, err := readKnown(ctx, lib)
	if err != nil {
		return nil, err
	}
	p := &Plan{seeds: known.seeds}
	if p.Candidates, err = Candidates(ctx, lib, r.Candidates, known.hosts); err != nil {
		return nil, err
	}
	unknown := r.HomePages
	for i := range p.Candidates {
		if h := &p.Candidates[i]; !h.IsRequested && unknown > 0 {
			h.Reason += "; the next cycle requests it"
			unknown--
		}
	}
	if p.NewSites, err = newSites(ctx, lib, known, p.Candidates, from); err != nil {
		return nil, err
	}
	p.Plan = cycle.NewPlan(cycle.Hosts(p.NewSites), r.Cycle.Crawled(known.sites, time.Now()), cycle.Quantum(known.sites, known.last), at, r.Cycle)
	return p, nil
}

// knownSites are the sites of a library.
type knownSites struct {
	sites []stats.Site
	last  catalogue.Crawl     // of sites
	seeds map[string][]string // of each host
	hosts []string            // that were crawled, or at which a crawl has begun: they are no candidates
}

// readKnown reads the sites of a library.
func readKnown(ctx context.Context, lib *wiring.Library) (*knownSites, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	k := &knownSites{}
	if k.last, _, err = cat.Crawls.LastOfSites(ctx); err != nil {
		return nil, err
	}
	if k.sites, err = stats.Sites(ctx, cat.Statistics, k.last.Started); err != nil {
		return nil, err
	}
	mirrors, err := cat.Cycles.Mirrors(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range mirrors { // other addresses: neither crawled again nor new
		k.hosts = append(k.hosts, m.Host)
		k.sites = slices.DeleteFunc(k.sites, func(s stats.Site) bool { return s.Host == m.Host })
	}
	if k.seeds, err = crawledFrom(ctx, cat); err != nil {
		return nil, err
	}
	for host := range k.seeds {
		k.hosts = append(k.hosts, host)
	}
	for i := range k.sites {
		if k.sites[i].Crawled {
			k.hosts = append(k.hosts, k.sites[i].Host)
		}
	}
	return k, nil
}

// crawledFrom returns the URLs from which each host was crawled. Those that redirect come last.
func crawledFrom(ctx context.Context, cat *catalogue.Catalogue) (map[string][]string, error) {
	seeds, err := cat.Cycles.Seeds(ctx)
	if err != nil {
		return nil, err
	}
	of, redirects := map[string][]string{}, map[string][]string{}
	for _, s := range seeds {
		into := of
		if s.Class == catalogue.VisitRedirect {
			into = redirects
		}
		into[s.Host] = append(into[s.Host], s.URL)
	}
	for host, urls := range redirects {
		of[host] = append(of[host], urls...)
	}
	return of, nil
}

// newSites returns the sites that may be crawled for the first time: the seeds of the settings, the hosts that a person has named, those that were accepted,
// those to which most hosts link first, and then those that searches have found, in a random order that is the same until the next cycle.
func newSites(ctx context.Context, lib *wiring.Library, known *knownSites, candidates []candidate.Host, from *Sources) ([]cycle.NewSite, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	last, _, err := cat.Cycles.Last(ctx)
	if err != nil {
		return nil, err
	}
	n := last.ID
	if !last.Finished.IsZero() {
		n++
	}
	list := siteList{catalogue: cat, ignored: from.Ignored, at: map[string]int{}, known: map[string]bool{}}
	for _, host := range known.hosts {
		list.known[siteName(host)] = true
	}
	var errs error
	add := func(url, reason string) {
		if errs == nil {
			errs = list.add(ctx, url, reason)
		}
	}
	for _, url := range from.Seeds {
		add(url, "a seed of the settings")
	}
	for _, isNamed := range []bool{true, false} {
		for _, h := range candidates {
			if h.Verdict == candidate.Accepted && h.IsNamed == isNamed {
				for _, url := range h.Seeds {
					add(url, h.Reason)
				}
			}
		}
	}
	for _, s := range seeds.Draw(from.Found, len(from.Found), uint64(n)) {
		add(s.URL, "found by `sluice seeds find`")
	}
	return list.sites, errs
}

// siteList is a list of new sites, each once.
type siteList struct {
	sites     []cycle.NewSite
	at        map[string]int  // the place of a site in the list
	known     map[string]bool // sites of the library
	ignored   pattern.List
	catalogue *catalogue.Catalogue
}

// add adds a URL from which a site is crawled, unless the library knows the site, or a person does not want it.
func (l *siteList) add(ctx context.Context, url, reason string) error {
	u, err := weburl.ParseSeed(url)
	if err != nil { // a crawl names it
		return nil
	}
	name := siteName(u.Host())
	if _, isIgnored := l.ignored.Match(u); isIgnored || l.known[name] {
		return nil
	}
	if _, isRemoved, err := l.catalogue.Removed(ctx, u.String()); err != nil || isRemoved {
		return err
	}
	if i, ok := l.at[name]; ok {
		if s := &l.sites[i]; s.Host == u.Host() && s.Reason == reason { // further seeds of the same source
			s.Seeds = append(s.Seeds, u.String())
		}
		return nil
	}
	l.at[name] = len(l.sites)
	l.sites = append(l.sites, cycle.NewSite{Host: u.Host(), Seeds: []string{u.String()}, Reason: reason})
	return nil
}
