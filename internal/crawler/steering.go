package crawler

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sluice/crawl"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// addedSeedsKey is the key under which the frontier keeps the URLs of Add that were out of scope.
const addedSeedsKey = "crawl/added-seeds"

// Add adds URLs to the crawl, as seeds: they are fetched whatever its scope is, which grows by their hosts or sites, and only the
// rules of single sites may refuse them. It may be called at any time, also by a hook. The URLs are durable when it returns: they are fetched by this
// run or, if that ends before, by the next one on the same frontier. A URL that the crawl knows is passed over. The error names
// every URL that cannot be used; the others are added all the same.
func (c *Crawl) Add(ctx context.Context, urls ...string) error {
	if err := c.load(ctx); err != nil {
		return err
	}
	var group frontier.Group
	var out []weburl.URL // of scope
	var bad []error
	for _, s := range urls {
		u, err := c.rules.urls.ParseSeed(s)
		if err != nil {
			bad = append(bad, fmt.Errorf("add: %w", err))
			continue
		}
		if !c.rules.scope.has(u) {
			out = append(out, u)
		}
		at := c.strategy.PlaceSeed(u)
		group.Add = append(group.Add, frontier.Link{URL: u, Kind: frontier.Seed, Lane: at.Lane, Score: at.Score})
	}
	if len(group.Add) == 0 {
		return errors.Join(bad...)
	}
	// Before the URLs can be fetched: a link found on one of them is refused for good while its host is out of scope.
	for _, u := range out {
		c.rules.scope.add(u)
	}
	if err := c.recorder.commitAdded(ctx, &group, out); err != nil {
		return err
	}
	return errors.Join(bad...)
}

// commitAdded makes added URLs durable, and those by which the scope grows.
func (r *recorder) commitAdded(ctx context.Context, g *frontier.Group, out []weburl.URL) error {
	r.commits.Lock()
	defer r.commits.Unlock()
	if len(out) > 0 {
		added, err := r.cfg.Frontier.State(ctx, addedSeedsKey)
		if err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		list := strings.Fields(string(added))
		for _, u := range out {
			list = append(list, u.String())
		}
		g.State = map[string][]byte{addedSeedsKey: []byte(strings.Join(list, "\n"))}
	}
	if err := r.cfg.Frontier.Commit(ctx, g); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	return nil
}

// SetSiteRules sets the rules of a site (a host, with its port if that is not the scheme's own) in place of earlier ones, and
// lets a site be fetched from again that was stopped. The zero value lifts all rules. It may be called at any time, also by a hook.
// The rules concern what waits as well as what is found from now on, but not requests under way. They are durable when it returns:
// the frontier keeps them, so that they hold in later runs on it until they are set again. A URL that they refuse is counted under
// its cause; it waits again if it is found once more when the rules no longer refuse it.
func (c *Crawl) SetSiteRules(ctx context.Context, site string, r crawl.SiteRules) error {
	host, err := hostOf(site)
	if err != nil {
		return err
	}
	err = c.recorder.changeSite(ctx, func(commit func(map[string][]byte) error) error { return c.sites.Set(host, r, commit) })
	if err != nil {
		return fmt.Errorf("set rules of site %s: %w", host, err)
	}
	givenUp, err := c.hosts.IsGivenUp(ctx, host)
	if err == nil && !givenUp {
		c.cfg.Frontier.CloseHost(host, "")
	}
	return err
}

// StopSite keeps a site from being fetched from, for a reason that [Crawl.Explain] returns, until SetSiteRules is called for it. What
// waits there is refused; requests under way come to their end. Like rules, a stop is durable when it returns and holds in
// later runs on the same frontier.
func (c *Crawl) StopSite(ctx context.Context, site, reason string) error {
	host, err := hostOf(site)
	if err != nil {
		return err
	}
	err = c.recorder.changeSite(ctx, func(commit func(map[string][]byte) error) error { return c.sites.Stop(host, reason, commit) })
	if err != nil {
		return fmt.Errorf("stop site %s: %w", host, err)
	}
	c.cfg.Frontier.CloseHost(host, siterules.CauseStopped)
	return nil
}

// changeSite calls change with a function that makes entries of the frontier's state durable. Groups wait until change has
// returned: one in between would write the counts of the old rules over the new rules.
func (r *recorder) changeSite(ctx context.Context, change func(commit func(state map[string][]byte) error) error) error {
	r.commits.Lock()
	defer r.commits.Unlock()
	return change(func(state map[string][]byte) error {
		return r.cfg.Frontier.Commit(ctx, &frontier.Group{State: state})
	})
}

// hostOf returns the host that a site is named by.
func hostOf(site string) (string, error) {
	u, err := weburl.ParseSeed(site)
	if err != nil || u.Path() != "/" || u.Query() != "" {
		return "", fmt.Errorf("site %q is not a host", site)
	}
	return u.Host(), nil
}
