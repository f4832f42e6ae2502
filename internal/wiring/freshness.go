package wiring

import (
	"context"
	"fmt"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/freshness"
	"sluice/internal/sitemap"
	"sluice/library"
	"sluice/weburl"
)

// Limits of a plan of pages.
const (
	maxPlannedPages  = 1_000_000
	maxAnnouncements = 1_000_000
	maxSitemapBytes  = 50 << 20
)

// ErrTooManyPages is the error of a plan of more pages than fit into memory.
var ErrTooManyPages = fmt.Errorf("the library has more than %d pages, which do not fit into memory: keep sites in libraries of their own, or plan by sites, without --pages", maxPlannedPages)

// FreshnessPlan says which pages of the library are due at a time, if so many requests a day may be made. A page is worth 1, and 1 for each
// accepted document that was found on it. Without a delay of its own, a site is asked once in delay. Changes that sitemaps announce are read from the
// archive; nothing is fetched.
func (l *Library) FreshnessPlan(ctx context.Context, requests float64, delay time.Duration, at time.Time) (*freshness.Plan, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	announced, err := l.announcedChanges(ctx)
	if err != nil {
		return nil, err
	}
	var failed error
	var siteDelay time.Duration // of the site of the page that was read last
	pages := func(yield func(freshness.History) bool) {
		n := 0
		for p, err := range cat.Statistics.PageVisits(ctx) {
			if n++; err == nil && n > maxPlannedPages {
				err = ErrTooManyPages
			}
			if failed = err; err != nil {
				return
			}
			siteDelay = max(p.Delay, delay)
			if !yield(historyOf(p, announced[p.URL])) {
				return
			}
		}
	}
	limit := func(string) float64 {
		return (24 * time.Hour).Seconds() / max(siteDelay, time.Millisecond).Seconds()
	}
	plan := freshness.NewPlan(pages, requests, limit, at)
	if failed != nil {
		return nil, failed
	}
	return plan, nil
}

// historyOf returns the history of a page with the last change that its site announces.
func historyOf(p *catalogue.PageVisits, announced time.Time) freshness.History {
	h := freshness.History{URL: p.URL, Host: p.Site, Importance: 1 + float64(p.Accepted), Announced: announced}
	for _, v := range p.Visits {
		h.Visits = append(h.Visits, freshness.Visit{At: v.At, IsChanged: v.IsChanged})
	}
	return h
}

// announcedChanges returns the times of last changes that the sitemaps and feeds of the library state, by URL. A sitemap speaks for URLs of its own host
// only. One that is damaged in the archive states nothing.
func (l *Library) announcedChanges(ctx context.Context) (map[string]time.Time, error) {
	announced := map[string]time.Time{}
	for f, err := range l.Pages(ctx, library.Query{Where: "kind = sitemap and outcome = fetched"}) {
		if err != nil {
			return nil, err
		}
		if err := l.readAnnouncements(ctx, &f, announced); err != nil {
			return nil, err
		}
	}
	return announced, nil
}

// readAnnouncements adds what one sitemap states.
func (l *Library) readAnnouncements(ctx context.Context, f *library.Fetch, announced map[string]time.Time) error {
	body, err := l.Body(ctx, f.URL)
	if err != nil {
		return context.Cause(ctx) // one that is damaged or cannot be decoded states nothing
	}
	defer body.Close()
	_, _ = sitemap.Parse(body, f.URL, f.MIME, sitemap.Limits{Bytes: maxSitemapBytes}, func(e sitemap.Entry) bool {
		u, err := weburl.Parse(e.Loc)
		if err == nil && !e.LastMod.IsZero() && !e.Index && u.Host() == f.Site && e.LastMod.After(announced[u.String()]) {
			announced[u.String()] = e.LastMod
		}
		return len(announced) < maxAnnouncements && ctx.Err() == nil
	})
	return context.Cause(ctx) // a broken sitemap states what could be read
}
