package wiring

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/cycle/freshness"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// useRevisits sets what a crawl requests again, if it has a budget for that.
func (c *Crawl) useRevisits(ctx context.Context, cfg *crawl.Config, parts *crawler.Parts) error {
	if cfg.Requests == 0 || !cfg.Again || cfg.Scope.DocumentsOnly {
		return nil
	}
	r, err := c.lib.newRevisits(ctx, c.stores.Catalogue, cfg, c.started, c.begun)
	if err != nil {
		return err
	}
	parts.Revisits = r
	return nil
}

// newRevisits returns what a crawl that has begun requests again, by what is known at a time. It has as many requests for the sites that it knows as the time since sites
// were crawled last has ([freshness.Requests]).
func (l *Library) newRevisits(ctx context.Context, cat *catalogue.Catalogue, cfg *crawl.Config, begun, at time.Time) (*revisits, error) {
	plan, err := l.FreshnessPlan(ctx, cfg.Requests, cfg.Politeness.Delay, at)
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
	return &revisits{plan: plan, catalogue: cat, begun: begun, requests: freshness.Requests(cfg.Requests, first, last, begun)}, nil
}

// revisits is what a crawl requests again, by a plan.
type revisits struct {
	plan      *freshness.Plan
	catalogue *catalogue.Catalogue
	begun     time.Time // the crawl
	requests  int
}

var _ crawler.Revisits = (*revisits)(nil)

// Requests implements [crawler.Revisits].
func (r *revisits) Requests() int64 { return int64(r.requests) }

// IsKnown implements [crawler.Revisits]. A site that this crawl has begun to visit is crawled as a whole, also when it continues.
func (r *revisits) IsKnown(host string) bool { return r.plan.HadHost(host, r.begun) }

// Due implements [crawler.Revisits].
func (r *revisits) Due(isOnSite func(url string) bool) (due []crawler.Revisit) {
	for _, d := range r.plan.DueAmong(isOnSite) {
		due = append(due, crawler.Revisit{URL: d.URL, Parent: d.Parent, Depth: d.Depth, IsSitemap: d.IsSitemap})
	}
	return due
}

// AreDue implements [crawler.Revisits]. Documents that the library has are not due. A dead link, or a redirect, waits like a page that does not change.
func (r *revisits) AreDue(ctx context.Context, found []crawler.FoundURL) ([]bool, error) {
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
func (r *revisits) isDueBy(a catalogue.Answer) bool {
	if a.IsDead {
		return r.plan.IsDueAgain(a.First, a.Last)
	}
	return !a.HasBody
}

// continueRevisits sets what the last crawl requests again when it goes on, if it is not complete and has a budget.
func (l *Library) continueRevisits(ctx context.Context, cat *catalogue.Catalogue, cfg *crawl.Config, parts *crawler.Parts) error {
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || cfg.Requests == 0 || crawl.State(last.State).IsComplete() {
		return err
	}
	r, err := l.newRevisits(ctx, cat, cfg, last.Started, time.Now())
	if err != nil {
		return err
	}
	parts.Revisits = r
	return nil
}

// explainRevisit adds to a verdict whether a crawl with --again that begins now requests the URL, if such crawls have a budget. The first seed of a site is requested in
// any case.
func (l *Library) explainRevisit(ctx context.Context, cfg *crawl.Config, v *crawl.Verdict) error {
	if cfg.Requests == 0 || !v.Fetch {
		return nil
	}
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return err
	}
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil || !crawl.State(last.State).IsComplete() && v.State != frontier.Done.String() { // it goes on, and its own rules have decided
		return err
	}
	u, err := weburl.Parse(v.URL)
	if err != nil || isFirstSeed(cfg.Seeds, u) {
		return nil
	}
	now := time.Now()
	r, err := l.newRevisits(ctx, cat, cfg, now, now)
	if err != nil {
		return err
	}
	answers, err := cat.Answers(ctx, []string{v.URL})
	if err != nil {
		return err
	}
	r.explain(v, u.Host(), answers[v.URL])
	return nil
}

// explain sets the verdict on a URL by what it has answered.
func (r *revisits) explain(v *crawl.Verdict, host string, a catalogue.Answer) {
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

// isFirstSeed reports whether a URL is the first one of its host among seeds.
func isFirstSeed(seeds []string, u weburl.URL) bool {
	for _, s := range seeds {
		if seed, err := weburl.ParseSeed(s); err == nil && seed.Host() == u.Host() {
			return seed.Key() == u.Key()
		}
	}
	return false
}
