package revisits

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/freshness"
	"sluice/internal/folder"
	"sluice/internal/sitemap"
	"sluice/library"
	"sluice/weburl"
)

// Limits of a plan of pages.
const (
	maxPlannedPages  = 1_000_000
	maxAnnouncements = 1_000_000
	maxSitemapBytes  = 50 << 20
	maxVersions      = 20 // the last ones of a sitemap that are read
)

// ErrTooManyPages is the error of a plan of more pages than fit into memory.
var ErrTooManyPages = fmt.Errorf("the library has more than %d pages, which do not fit into memory: keep sites in libraries of their own, or plan without --pages and crawl without --requests", maxPlannedPages)

// Plan says which pages of a library are due at a time, if so many requests a day may be made. [freshness.Importance] says what a page is worth. Without a
// delay of its own, a site is asked once in delay. Changes that sitemaps and feeds announce are read from the archive; nothing is fetched.
func Plan(ctx context.Context, dir folder.Dir, cat *catalogue.Catalogue, requests float64, delay time.Duration, at time.Time) (*freshness.Plan, error) {
	announced, err := announcedChanges(ctx, dir, cat)
	if err != nil {
		return nil, err
	}
	brought, err := discoveriesOf(ctx, cat)
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
			h := freshness.History{URL: p.URL, Host: p.Site, Parent: p.Parent, Depth: p.Depth, IsSitemap: p.IsSitemap, Tried: p.Tried, Importance: brought.importance(p)}
			if of := announced[p.URL]; of != nil {
				h.Announced, h.Announcer, h.AnnouncerRead = of.times, of.by, of.read
			}
			for _, v := range p.Visits {
				h.Visits = append(h.Visits, freshness.Visit{At: v.At, IsChanged: v.IsChanged})
			}
			if !yield(h) {
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

// announcements are the changes of a page that its site has announced.
type announcements struct {
	by    string      // sitemap or feed
	read  time.Time   // when it was requested last; zero for a feed
	times []time.Time // the oldest first
}

// announcedChanges returns the times of last changes that the sitemaps and feeds of the library have stated, by URL. A sitemap speaks for URLs of its own host
// only. One that is damaged in the archive states nothing.
func announcedChanges(ctx context.Context, dir folder.Dir, cat *catalogue.Catalogue) (map[string]*announcements, error) {
	announced := map[string]*announcements{}
	bodies := capture.NewReader(dir, cat)
	for f, err := range cat.Pages(ctx, library.Query{Where: "kind = sitemap and outcome = fetched"}) {
		if err != nil {
			return nil, err
		}
		versions, err := cat.Statistics.Versions(ctx, f.URL)
		if err != nil {
			return nil, err
		}
		for _, v := range versions[max(0, len(versions)-maxVersions):] {
			if err := readAnnouncements(ctx, bodies, &f, &v, announced); err != nil {
				return nil, err
			}
		}
	}
	return announced, nil
}

// readAnnouncements adds what one version of a sitemap states.
func readAnnouncements(ctx context.Context, bodies *capture.Reader, f *library.Fetch, v *catalogue.Capture, announced map[string]*announcements) error {
	stored := catalogue.Fetch{Fetch: library.Fetch{URL: f.URL, SHA256: v.SHA256}, File: v.File, Offset: v.Offset, Length: v.Length}
	body, _, err := bodies.Body(ctx, &stored)
	if err != nil {
		return context.Cause(ctx) // one that is damaged or cannot be decoded states nothing
	}
	defer body.Close()
	var listed []*announcements
	kind, _ := sitemap.Parse(body, f.URL, f.MIME, sitemap.Limits{Bytes: maxSitemapBytes}, func(e sitemap.Entry) bool {
		u, err := weburl.Parse(e.Loc)
		if err != nil || e.LastMod.IsZero() || u.Host() != f.Site {
			return ctx.Err() == nil
		}
		of := announced[u.String()]
		if of == nil {
			if len(announced) >= maxAnnouncements {
				return false
			}
			of = &announcements{by: f.URL}
			announced[u.String()] = of
		}
		listed = append(listed, of)
		of.add(e.LastMod)
		return ctx.Err() == nil
	})
	if kind != sitemap.RSS && kind != sitemap.Atom { // the silence of a feed says nothing: it may have dropped a change
		for _, of := range listed {
			if of.read.IsZero() {
				of.by, of.read = f.URL, f.At
			}
		}
	}
	return context.Cause(ctx) // a broken sitemap states what could be read
}

// add adds a time unless it is known or older than all. Of too many the oldest is dropped.
func (a *announcements) add(at time.Time) {
	if n := len(a.times); n > 0 && !at.After(a.times[n-1]) {
		return // known, or set back
	}
	if len(a.times) == maxVersions {
		a.times = slices.Delete(a.times, 0, 1)
	}
	a.times = append(a.times, at)
}
