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

// useRevisits sets what a crawl requests again, if it has a budget for that. A crawl that begins requests what is due on its sites, at most as many pages as the days
// since sites were crawled last have requests, and those of one day at least; one that continues after its first request has it in its frontier.
func (c *Crawl) useRevisits(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts) error {
	if cfg.Requests == 0 || !cfg.Again || cfg.Scope.DocumentsOnly {
		return nil
	}
	plan, err := c.lib.FreshnessPlan(ctx, cfg.Requests, cfg.Politeness.Delay, c.begun)
	if err != nil {
		return fmt.Errorf("plan what is requested again: %w", err)
	}
	r := &revisits{plan: plan, catalogue: c.stores.Catalogue, due: map[string]bool{}}
	parts.Revisits = r
	if parts.Before.URLs() > 0 {
		return nil
	}
	r.days = 1
	// The crawls of documents alone, which a cycle makes besides, do not count: one of them has begun just before the crawl of the sites.
	last, _, err := c.stores.Catalogue.Crawls.LastOfSites(ctx)
	if !last.Started.IsZero() {
		r.days = max(r.days, c.begun.Sub(last.Started).Hours()/24)
	}
	return err
}

// revisits is what a crawl requests again, by a plan.
type revisits struct {
	plan      *freshness.Plan
	catalogue *catalogue.Catalogue
	days      float64 // whose requests the crawl has; 0: nothing is due
	due       map[string]bool
}

var _ crawler.Revisits = (*revisits)(nil)

// Due implements [crawler.Revisits].
func (r *revisits) Due(isOnSite func(url string) bool) (pages, sitemaps []string) {
	for _, d := range r.plan.DueWithin(r.days, isOnSite) {
		r.due[d.URL] = true
		if d.IsSitemap {
			sitemaps = append(sitemaps, d.URL)
		} else {
			pages = append(pages, d.URL)
		}
	}
	return pages, sitemaps
}

// IsDue implements [crawler.Revisits]. Documents that the library has are not due.
func (r *revisits) IsDue(ctx context.Context, u weburl.URL, announced time.Time) (bool, error) {
	url := u.String()
	if last, isPlanned := r.plan.LastVisit(url); isPlanned {
		return r.due[url] || announced.After(last) && !announced.After(r.plan.At.Add(24*time.Hour)) && r.plan.IsTrusted(u.Host()), nil
	}
	_, has, err := r.catalogue.Validator(ctx, url)
	return !has, err
}
