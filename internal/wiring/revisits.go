package wiring

import (
	"context"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/freshness"
	"sluice/weburl"
)

// useRevisits sets what a crawl requests again, if it has a budget for that. A crawl that continues after its first request has what is due in its frontier.
func (c *Crawl) useRevisits(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts) error {
	if cfg.Requests == 0 || !cfg.Again || cfg.Scope.DocumentsOnly {
		return nil
	}
	r, err := c.lib.newRevisits(ctx, c.stores.Catalogue, cfg, c.begun)
	if err != nil {
		return err
	}
	if parts.Before.URLs() > 0 {
		r.most = 0
	}
	parts.Revisits = r
	return nil
}

// newRevisits returns what a crawl that begins at a time requests again: what is due on its sites, at most as many pages as the time since sites were crawled last has
// requests ([freshness.Requests]).
func (l *Library) newRevisits(ctx context.Context, cat *catalogue.Catalogue, cfg *crawl.Config, at time.Time) (*revisits, error) {
	plan, err := l.FreshnessPlan(ctx, cfg.Requests, cfg.Politeness.Delay, at)
	if err != nil {
		return nil, fmt.Errorf("plan what is requested again: %w", err)
	}
	// The crawls of documents alone, which a cycle makes besides, do not count: one of them has begun just before the crawl of the sites.
	last, _, err := cat.Crawls.LastOfSites(ctx)
	if err != nil {
		return nil, err
	}
	first, err := cat.Crawls.FirstOfSites(ctx)
	if first.IsZero() { // the crawls were all made by earlier versions
		first = last.Started
	}
	return &revisits{plan: plan, catalogue: cat, due: map[string]bool{}, most: freshness.Requests(cfg.Requests, first, last.Started, at)}, err
}

// revisits is what a crawl requests again, by a plan.
type revisits struct {
	plan      *freshness.Plan
	catalogue *catalogue.Catalogue
	most      int // that are due; 0: it goes on with what it has in its frontier
	due       map[string]bool
}

var _ crawler.Revisits = (*revisits)(nil)

// Due implements [crawler.Revisits].
func (r *revisits) Due(isOnSite func(url string) bool) (pages, sitemaps []string) {
	for _, d := range r.plan.DueFirst(r.most, isOnSite) {
		r.due[d.URL] = true
		if d.IsSitemap {
			sitemaps = append(sitemaps, d.URL)
		} else {
			pages = append(pages, d.URL)
		}
	}
	return pages, sitemaps
}

// AreDue implements [crawler.Revisits]. Documents that the library has are not due.
func (r *revisits) AreDue(ctx context.Context, found []crawler.FoundURL) ([]bool, error) {
	areDue := make([]bool, len(found))
	var others []string // that are not planned
	for i := range found {
		u, announced := found[i].URL, found[i].Announced
		if last, isPlanned := r.plan.LastVisit(u.String()); isPlanned {
			areDue[i] = r.due[u.String()] || announced.After(last) && !announced.After(r.plan.At.Add(24*time.Hour)) && r.plan.IsTrusted(u.Host())
		} else {
			others = append(others, u.String())
		}
	}
	has, err := r.catalogue.HaveBodies(ctx, others)
	for i := range found {
		if url := found[i].URL.String(); !areDue[i] {
			_, isPlanned := r.plan.LastVisit(url)
			areDue[i] = !isPlanned && !has[url]
		}
	}
	return areDue, err
}

// continueRevisits sets what the last crawl requests again when it goes on, if it is not complete and has a budget: what is due it has in its frontier.
func (l *Library) continueRevisits(ctx context.Context, cat *catalogue.Catalogue, cfg *crawl.Config, parts *crawler.Parts) error {
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || cfg.Requests == 0 || crawl.State(last.State).IsComplete() {
		return err
	}
	r, err := l.newRevisits(ctx, cat, cfg, time.Now())
	if err != nil {
		return err
	}
	r.most = 0
	parts.Revisits = r
	return nil
}

// explainRevisit adds to the verdict on a URL that the library has whether a crawl with --again that begins now requests it, if such crawls have a budget. The first
// seed of a site is requested in any case.
func (l *Library) explainRevisit(ctx context.Context, cfg *crawl.Config, v *crawl.Verdict) error {
	if cfg.Requests == 0 || !v.Fetch && v.Rule != crawler.CauseNotDue {
		return nil
	}
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return err
	}
	if _, has, err := cat.Validator(ctx, v.URL); err != nil || !has {
		return err
	}
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || v.Rule != "" && !crawl.State(last.State).IsComplete() { // it goes on, and will not request it
		return err
	}
	u, err := weburl.Parse(v.URL)
	if err != nil || isFirstSeed(cfg.Seeds, u) {
		return nil
	}
	r, err := l.newRevisits(ctx, cat, cfg, time.Now())
	if err != nil {
		return err
	}
	due := r.plan.DueFirst(1, func(url string) bool { return url == v.URL })
	at, isPage := r.plan.LastVisit(v.URL)
	v.Rule, v.Fetch = crawler.CauseNotDue, false
	switch {
	case len(due) > 0 && r.most > 0:
		v.Rule, v.Detail, v.Fetch = "", "due", true
	case len(due) > 0:
		v.Detail = "due, but the time since the last crawl has no request"
	case isPage:
		v.Detail = "last visit " + at.Local().Format("2006-01-02 15:04")
	default:
		v.Detail = "only a crawl with --again and without --requests asks for changes of what is no page"
	}
	return nil
}

// isFirstSeed reports whether a URL is the first one of its host among seeds.
func isFirstSeed(seeds []string, u weburl.URL) bool {
	for _, s := range seeds {
		if seed, err := weburl.ParseSeed(s); err == nil && seed.Host() == u.Host() {
			return seed.Key() == u.Key()
		}
	}
	return false
}
