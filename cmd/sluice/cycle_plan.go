package main

import (
	"context"
	"slices"
	"time"

	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/cycle/candidate"
	"sluice/internal/cycle/stats"
	"sluice/internal/seeds"
	"sluice/internal/wiring"
	"sluice/weburl"
	"sluice/weburl/pattern"
)

// cycleRules are the settings of cycles, checked.
type cycleRules struct {
	sites      cycle.Settings
	candidates wiring.CandidateRule
	homePages  int // of a cycle
}

// loadCycleRules returns the rules of the settings file of a library and of flags.
func loadCycleRules(dir string, flags *settings.Cycle, given []string) (*cycleRules, error) {
	of, err := settings.LoadCycle(dir, flags, given)
	if err != nil {
		return nil, usageError{err}
	}
	r := &cycleRules{homePages: of.HomePages}
	if r.sites, err = of.Rules(); err != nil {
		return nil, usageError{err}
	}
	if r.candidates.Keywords, err = of.Subject(); err != nil {
		return nil, usageError{err}
	}
	r.candidates.WithAmbiguous, r.candidates.IsLearned = of.CandidatesRule == "first", of.CandidatesRule == "learned"
	return r, nil
}

// cyclePlan is the plan of a cycle with what it was made of.
type cyclePlan struct {
	*cycle.Plan
	candidates []candidate.Host    // known from links only, and those that a person has named
	new        []cycle.NewSite     // that may be crawled, the best first
	seeds      map[string][]string // of each host
}

// plan plans the cycle of a library that begins at a time.
func (r *cycleRules) plan(ctx context.Context, lib *wiring.Library, at time.Time) (*cyclePlan, error) {
	known, err := r.known(ctx, lib)
	if err != nil {
		return nil, err
	}
	p := &cyclePlan{seeds: known.seeds}
	if p.candidates, err = lib.Candidates(ctx, r.candidates, known.hosts); err != nil {
		return nil, err
	}
	unknown := r.homePages
	for i := range p.candidates {
		if h := &p.candidates[i]; !h.IsRequested && unknown > 0 {
			h.Reason += "; the next cycle requests it"
			unknown--
		}
	}
	if p.new, err = r.newSites(ctx, lib, known, p.candidates); err != nil {
		return nil, err
	}
	p.Plan = cycle.NewPlan(cycle.Hosts(p.new), r.sites.Crawled(known.sites, time.Now()), cycle.Quantum(known.sites, known.last), at, r.sites)
	return p, nil
}

// knownSites are the sites of a library.
type knownSites struct {
	sites []stats.Site
	last  catalogue.Crawl     // of sites
	seeds map[string][]string // of each host
	hosts []string            // that were crawled, or at which a crawl has begun: they are no candidates
}

// known reads the sites of a library.
func (r *cycleRules) known(ctx context.Context, lib *wiring.Library) (*knownSites, error) {
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
	if k.seeds, err = lib.Seeds(ctx); err != nil {
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

// newSites returns the sites that may be crawled for the first time: the seeds of the settings, the hosts that a person has named, those that were accepted,
// those to which most hosts link first, and then those that searches have found, in a random order that is the same until the next cycle.
func (r *cycleRules) newSites(ctx context.Context, lib *wiring.Library, known *knownSites, candidates []candidate.Host) ([]cycle.NewSite, error) {
	flags, named, err := currentSettings(ctx, lib.Dir(), settings.Load)
	if err != nil {
		return nil, err
	}
	ignored, err := pattern.ParseList(flags.Ignore...)
	if err != nil {
		return nil, usageError{err}
	}
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
	list := siteList{catalogue: cat, ignored: ignored, at: map[string]int{}, known: map[string]bool{}}
	for _, host := range known.hosts {
		list.known[wiring.SiteName(host)] = true
	}
	var errs error
	add := func(url, reason string) {
		if errs == nil {
			errs = list.add(ctx, url, reason)
		}
	}
	for _, url := range named {
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
	found, err := candidatesOf(ctx, lib.Dir())
	if err != nil {
		return nil, err
	}
	for _, s := range seeds.Draw(found.Sites, len(found.Sites), uint64(n)) {
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
	name := wiring.SiteName(u.Host())
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
