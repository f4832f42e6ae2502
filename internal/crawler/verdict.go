package crawler

import (
	"context"
	"fmt"
	"slices"

	"sluice/crawl"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/frontier"
	"sluice/weburl"
)

const noteRobotsIgnored = "robots.txt is not obeyed"

// Explain returns what would become of a URL, by the rules of this crawl and without a request: a robots.txt that is not known
// yet is named in Note. It may be called at any time.
func (c *Crawl) Explain(ctx context.Context, url string) (crawl.Verdict, error) {
	if err := c.load(ctx); err != nil {
		return crawl.Verdict{URL: weburl.Redact(url)}, err
	}
	u, err := c.rules.urls.ParseSeed(url)
	if err != nil {
		return crawl.Verdict{URL: weburl.Redact(url), Rule: "not a URL to fetch: " + weburl.Reason(err), Detail: err.Error()}, nil
	}
	v := crawl.Verdict{URL: u.String()}
	k, err := c.recorder.knownURL(ctx, u.Key())
	if err != nil {
		return v, err
	}
	v.State, v.Parent, v.Depth = k.State.String(), k.Parent, k.Depth
	removed, err := isRemoved(ctx, c.cfg.Catalogue, u)
	if err != nil {
		return v, err
	}
	siteCause, siteDetail, err := c.sites.Check(ctx, u)
	if err != nil {
		return v, err
	}
	judged := c.rules.checkURL(u)
	var leftOut, leftOutBy string
	if c.cfg.Learned != nil && !c.isSeed(u) { // seeds are requested whatever was learned
		leftOut, leftOutBy = c.cfg.Learned.Check(u, weburl.DocumentEnding(u))
	}
	due := true
	if c.cfg.Revisits != nil && k.State == frontier.New && !c.revisits.isLater(u.Key()) {
		if due, err = isDue(ctx, c.cfg.Revisits, u); err != nil {
			return v, fmt.Errorf("catalogue: %w", err)
		}
	}
	switch {
	case removed: // before all else: the URL is not in the library, whatever the rules say
		v.Rule, v.Detail, v.State, v.Parent = causeRemoved, "`sluice remove --list` says why", "removed", ""
	case judged.cause == "" && c.soft404.Caps(u, nil):
		v.Rule, v.Detail = causeSoft404, "the host sends the same response to every request"
	case judged.cause != "":
		v.Rule, v.Detail = judged.cause, judged.detail
	case siteCause != "":
		v.Rule, v.Detail = siteCause, siteDetail
	case !due:
		v.Rule = CauseNotDue
	case k.State == frontier.New && c.revisits.isSpent(u.Host()):
		v.Rule, v.Detail = CauseRequests, "the crawl has no request left"
	case leftOut != "":
		v.Rule, v.Detail = leftOut, leftOutBy
	case k.State == frontier.Refused && !(c.cfg.Revisits == nil && (k.Cause == CauseNotDue || k.Cause == CauseRequests)): // which were causes for the crawl before alone
		v.Rule, v.Detail = k.Cause, "as found in the crawl"
	}
	if v.Rule == "" || v.Rule == causeRobots {
		if err := applyRobots(ctx, &v, c.robots, u); err != nil {
			return v, err
		}
	}
	v.Fetch = v.Rule == ""
	return v, nil
}

// isSeed reports whether a URL is one of the seeds of the configuration, as users type them.
func (c *Crawl) isSeed(u weburl.URL) bool {
	return slices.ContainsFunc(c.cfg.Seeds, func(s string) bool {
		seed, err := c.rules.urls.ParseSeed(s)
		return err == nil && seed.Key() == u.Key()
	})
}

// applyRobots applies robots.txt to a verdict, as far as it is known.
func applyRobots(ctx context.Context, v *crawl.Verdict, robots *robotscache.Cache, u weburl.URL) error {
	if robots.Ignores() {
		v.Note = noteRobotsIgnored
		return nil
	}
	p, ok, err := robots.Known(ctx, u)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	if !ok {
		v.Note = "robots.txt of " + u.Origin() + " has not been fetched yet"
		return nil
	}
	if allowed, line := p.Allowed(u.RequestURI()); !allowed {
		v.Rule, v.Detail = causeRobots, line
	} else if line != "" {
		v.Detail = line
	}
	return nil
}
