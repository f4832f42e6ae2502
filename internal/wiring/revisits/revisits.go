// Package revisits says what a crawl of a library requests again, if it has a budget of requests for that.
//
// [Plan] makes the plan of package freshness from what the catalogue has of the visits of pages, from what was found on them, and from the changes that
// the archived sitemaps and feeds announce. [New] returns the plan as a crawl asks it, URL by URL.
package revisits

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/freshness"
	"sluice/internal/folder"
)

// Revisits is what a crawl requests again, by a plan.
type Revisits struct {
	plan      *freshness.Plan
	catalogue *catalogue.Catalogue
	begun     time.Time // the crawl
	requests  int
}

var _ crawler.Revisits = (*Revisits)(nil)

// New returns what a crawl that has begun requests again, by what is known at a time. It has as many requests for the sites that it knows as the time since sites
// were crawled last has ([freshness.Requests]).
func New(ctx context.Context, dir folder.Dir, cat *catalogue.Catalogue, cfg *crawl.Config, begun, at time.Time) (*Revisits, error) {
	plan, err := Plan(ctx, dir, cat, cfg.Requests, cfg.Politeness.Delay, at)
	if err != nil {
		return nil, fmt.Errorf("plan what is requested again: %w", err)
	}
	// The crawls of documents alone, which a cycle makes besides, do not count: one of them has begun just before the crawl of the sites.
	first, last, err := cat.Crawls.SpanOfSites(ctx, begun)
	if err != nil {
		return nil, err
	}
	if first.IsZero() { // the crawls were all made by earlier versions, or their records are lost
		crawl, _, err := cat.Crawls.Last(ctx)
		if err != nil {
			return nil, err
		}
		last = cmp.Or(crawl.Ended, crawl.Started, begun)
		first = last
	}
	return &Revisits{plan: plan, catalogue: cat, begun: begun, requests: freshness.Requests(cfg.Requests, first, last, begun)}, nil
}

// Requests implements [crawler.Revisits].
func (r *Revisits) Requests() int64 { return int64(r.requests) }

// IsKnown implements [crawler.Revisits]. A site that this crawl has begun to visit is crawled as a whole, also when it continues.
func (r *Revisits) IsKnown(host string) bool { return r.plan.HadHost(host, r.begun) }

// Due implements [crawler.Revisits].
func (r *Revisits) Due(isOnSite func(url string) bool) (due []crawler.Revisit) {
	for _, d := range r.plan.DueAmong(isOnSite) {
		due = append(due, crawler.Revisit{URL: d.URL, Parent: d.Parent, Depth: d.Depth, IsSitemap: d.IsSitemap})
	}
	return due
}

// AreDue implements [crawler.Revisits]. Documents that the library has are not due. A dead link, or a redirect, waits like a page that does not change.
func (r *Revisits) AreDue(ctx context.Context, found []crawler.FoundURL) ([]bool, error) {
	areDue := make([]bool, len(found))
	var others []string // that are not planned
	for i := range found {
		u, announced := found[i].URL, found[i].Announced
		if last, isPlanned := r.plan.LastVisit(u.String()); isPlanned {
			areDue[i] = announced.After(last) && !announced.After(r.plan.At.Add(24*time.Hour)) && r.plan.IsTrusted(u.Host())
		} else {
			others = append(others, u.String())
		}
	}
	answers, err := r.catalogue.Answers(ctx, others)
	for i := range found {
		url := found[i].URL.String()
		if _, isPlanned := r.plan.LastVisit(url); !isPlanned {
			areDue[i] = r.isDueBy(answers[url])
		}
	}
	return areDue, err
}

// isDueBy reports whether a URL that is not planned is due, by what it has answered.
func (r *Revisits) isDueBy(a catalogue.Answer) bool {
	if a.IsDead {
		return r.plan.IsDueAgain(a.First, a.Last)
	}
	return !a.HasBody
}

// Explain sets the verdict on a URL of a host that a crawl would fetch else, by what the URL has answered.
func (r *Revisits) Explain(v *crawl.Verdict, host string, a catalogue.Answer) {
	const minute = "2006-01-02 15:04"
	at, isPage := r.plan.LastVisit(v.URL)
	isDue := isPage && len(r.plan.DueAmong(func(url string) bool { return url == v.URL })) > 0
	v.Fetch = isDue || !isPage && r.isDueBy(a)
	switch {
	case v.Fetch && r.requests == 0 && r.IsKnown(host):
		v.Rule, v.Detail, v.Fetch = crawler.CauseRequests, "the time since the last crawl has no request", false
	case isDue:
		v.Detail = "due"
	case v.Fetch:
	case isPage:
		v.Rule, v.Detail = crawler.CauseNotDue, "last visit "+at.Local().Format(minute)
	case a.IsDead:
		v.Rule, v.Detail = crawler.CauseNotDue, "a dead link or a redirect on "+a.Last.Local().Format(minute)
	default:
		v.Rule, v.Detail = crawler.CauseNotDue, "only a crawl with --again and without --requests asks for changes of what is no page"
	}
}
