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

// useRevisits sets what a crawl requests again, if it has a budget for that. A crawl that begins requests what is due, at most as many pages as the days since
// the last crawl have requests, and those of one day at least; one that continues has it in its frontier.
func (c *Crawl) useRevisits(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts, last catalogue.Crawl, isNew bool) error {
	if cfg.Requests == 0 || !cfg.Again || cfg.Scope.DocumentsOnly {
		return nil
	}
	plan, err := c.lib.FreshnessPlan(ctx, cfg.Requests, cfg.Politeness.Delay, c.begun)
	if err != nil {
		return fmt.Errorf("plan what is requested again: %w", err)
	}
	r := &revisits{plan: plan, catalogue: c.stores.Catalogue, due: map[string]bool{}}
	if isNew {
		days := 1.0
		if !last.Started.IsZero() {
			days = max(days, c.begun.Sub(last.Started).Hours()/24)
		}
		r.pages = plan.DueWithin(days)
	}
	for i := range r.pages {
		r.due[r.pages[i].URL] = true
	}
	parts.Revisits = r
	return nil
}

// revisits is what a crawl requests again, by a plan.
type revisits struct {
	plan      *freshness.Plan
	catalogue *catalogue.Catalogue
	pages     []freshness.Due
	due       map[string]bool
}

var _ crawler.Revisits = (*revisits)(nil)

// Due implements [crawler.Revisits].
func (r *revisits) Due() (pages, sitemaps []string) {
	for i := range r.pages {
		if r.pages[i].IsSitemap {
			sitemaps = append(sitemaps, r.pages[i].URL)
		} else {
			pages = append(pages, r.pages[i].URL)
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
