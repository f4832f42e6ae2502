package wiring

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
	"sluice/internal/lock"
	"sluice/weburl"
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
// of the cycle. One whose home page failed is refused. No later cycle requests them again.
func (l *Library) RememberCandidates(ctx context.Context, rule CandidateRule, sites []string, cycle int64) error {
	all, err := l.Candidates(ctx, rule, sites)
	if err != nil {
		return err
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
		}
		known = append(known, catalogue.CandidateHost{Host: h.Host, Seeds: h.Seeds, Verdict: verdict, Reason: h.Reason, Rule: h.Rule, Cycle: cycle, At: at})
	}
	if len(known) == 0 {
		return nil
	}
	return l.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.PutCandidates(ctx, known) })
}

// name tells a rule of the publication from others.
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

// NameSites keeps that a person wants the sites of URLs to be crawled, whatever the rules say of them. URLs that are none are left out.
func (l *Library) NameSites(ctx context.Context, urls []string) error {
	var named []catalogue.CandidateHost
	for _, url := range urls {
		u, err := weburl.ParseSeed(url)
		if err != nil {
			continue
		}
		i := slices.IndexFunc(named, func(h catalogue.CandidateHost) bool { return h.Host == u.Host() })
		if i < 0 {
			i = len(named)
			named = append(named, catalogue.CandidateHost{Host: u.Host(), Verdict: candidate.Accepted, Reason: "named by a person", At: time.Now()})
		}
		named[i].Seeds = append(named[i].Seeds, u.String())
	}
	return l.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.PutCandidates(ctx, named) })
}
