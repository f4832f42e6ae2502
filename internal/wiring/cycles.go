package wiring

import (
	"context"
	"errors"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
	"sluice/internal/lock"
)

// ChangeCycles calls change with the records of the library's cycles. It locks the folder meanwhile, so neither a crawl nor a rebuild runs; the error is
// an [InUseError] if one does.
func (l *Library) ChangeCycles(ctx context.Context, change func(*catalogue.Cycles) error) (err error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Access)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := catalogue.Open(ctx, l.dir.Catalogue(), catalogue.Options{Beside: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return change(c.Cycles)
}

// RememberCandidates judges the hosts that the library knows from links only, and keeps the verdict on each whose home page was requested, with the number
// of the cycle. One whose home page failed is refused. It returns the hosts that were refused, which no later cycle requests again.
func (l *Library) RememberCandidates(ctx context.Context, rule CandidateRule, sites []string, cycle int64) (refused []candidate.Host, err error) {
	all, err := l.Candidates(ctx, rule, sites)
	if err != nil {
		return nil, err
	}
	var known []catalogue.CandidateHost
	at := time.Now()
	for _, h := range all {
		if h.Cycle != 0 || h.IsNamed || h.Verdict == candidate.Unknown && !h.IsRequested {
			continue
		}
		verdict := h.Verdict
		if verdict != candidate.Accepted {
			verdict = candidate.Refused
			refused = append(refused, h)
		}
		known = append(known, catalogue.CandidateHost{Host: h.Host, URL: h.URL, Verdict: verdict, Reason: h.Reason, Rule: rule.name(), Cycle: cycle, At: at})
	}
	if len(known) == 0 {
		return nil, nil
	}
	return refused, l.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.PutCandidates(ctx, known) })
}

// name tells a rule from others.
func (r *CandidateRule) name() string {
	kind := "improved"
	if r.WithAmbiguous {
		kind = "first"
	}
	return kind + " " + r.Keywords.Sum()
}

// Seeds returns the URLs from which each host was crawled. Those that redirect come last.
func (l *Library) Seeds(ctx context.Context) (map[string][]string, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
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

// SiteName returns the name by which hosts are compared: one that differs from another only in a leading "www." is the same site.
func SiteName(host string) string { return withoutWWW(strings.ToLower(host)) }
