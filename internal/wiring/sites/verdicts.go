package sites

import (
	"context"
	"slices"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/candidate"
	"sluice/internal/wiring"
	"sluice/weburl"
)

// ToRequest returns the URLs of the home pages that a cycle requests: those of hosts that are known from links only, to which most hosts link. One that the
// cycle has judged before it was interrupted is not due again.
func (r *Rules) ToRequest(ctx context.Context, lib *wiring.Library, cycle int64) (urls []string, err error) {
	all, err := r.candidates(ctx, lib)
	for _, h := range all {
		if !h.IsRequested && h.Cycle != cycle && len(urls) < r.HomePages {
			urls = append(urls, h.Seeds...)
		}
	}
	return urls, err
}

// candidates returns the hosts of a library that are no sites.
func (r *Rules) candidates(ctx context.Context, lib *wiring.Library) ([]candidate.Host, error) {
	known, err := readKnown(ctx, lib)
	if err != nil {
		return nil, err
	}
	return Candidates(ctx, lib, r.Candidates, known.hosts)
}

// Remember judges the hosts that a library knows from links only, and keeps the verdict on each whose home page was requested, with the number
// of the cycle. One whose home page failed is refused until it is due again. No other is requested again.
func (r *Rules) Remember(ctx context.Context, lib *wiring.Library, cycle int64) error {
	all, err := r.candidates(ctx, lib)
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
		known = append(known, catalogue.CandidateHost{Host: h.Host, Seeds: h.Seeds, Verdict: verdict, Reason: h.Reason, Rule: h.Rule, Cycle: cycle, At: at, Failures: h.Failures})
	}
	if len(known) == 0 {
		return nil
	}
	return lib.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.PutCandidates(ctx, known) })
}

// Name keeps that a person wants the sites of URLs to be crawled, whatever the rules say of them. Malformed URLs are left out.
func Name(ctx context.Context, lib *wiring.Library, urls []string) error {
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
	return lib.ChangeCycles(ctx, func(c *catalogue.Cycles) error { return c.PutCandidates(ctx, named) })
}
