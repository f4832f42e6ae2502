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

// useRevisits sets what a crawl requests again, if it has a budget for that. A crawl that begins requests what is due on its sites, at most as many pages as the time
// since sites were crawled last has requests ([freshness.Requests]); one that continues after its first request has it in its frontier.
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
	// The crawls of documents alone, which a cycle makes besides, do not count: one of them has begun just before the crawl of the sites.
	last, _, err := c.stores.Catalogue.Crawls.LastOfSites(ctx)
	if err != nil {
		return err
	}
	first, err := c.stores.Catalogue.Crawls.FirstOfSites(ctx)
	if first.IsZero() { // the crawls were all made by earlier versions
		first = last.Started
	}
	r.most = freshness.Requests(cfg.Requests, first, last.Started, c.begun)
	return err
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

// IsDue implements [crawler.Revisits]. Documents that the library has are not due.
func (r *revisits) IsDue(ctx context.Context, u weburl.URL, announced time.Time) (bool, error) {
	url := u.String()
	if last, isPlanned := r.plan.LastVisit(url); isPlanned {
		return r.due[url] || announced.After(last) && !announced.After(r.plan.At.Add(24*time.Hour)) && r.plan.IsTrusted(u.Host()), nil
	}
	_, has, err := r.catalogue.Validator(ctx, url)
	return !has, err
}
