package crawl

import (
	"context"
	"fmt"
	"strings"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// givenSeeds gives the seeds of the settings.
func (c *Crawl) givenSeeds() map[weburl.Key]bool {
	seeds := map[weburl.Key]bool{}
	for _, s := range c.cfg.Seeds {
		if u, err := c.rules.urls.ParseSeed(s); err == nil {
			seeds[u.Key()] = true
		}
	}
	return seeds
}

// derive finds how the URL of an exchange was found whose metadata record is missing or damaged: by the link that
// waits for it. False when the answer is not to be taken.
func (p *player) derive(ctx context.Context, x *taken) (bool, error) {
	u := x.lease.URL
	x.lease = frontier.Lease{Link: frontier.Link{URL: u}}
	x.resp.End = x.resp.Start
	if u.String() == u.Origin()+"/robots.txt" || p.robotsLeadTo(u) {
		x.robots, x.lease.Parent = true, "robots"
		p.result.Bare++
		return true, nil
	}
	k, err := p.known(ctx, u)
	if err != nil {
		return false, err
	}
	verdict := p.c.rules.check(u, weburl.URL{}, u.String(), weburl.DocumentEnding(u))
	switch {
	case k.State == frontier.Done: // by another fetch, of which more is known
		if !x.broken {
			p.damaged(fmt.Errorf("%s: the exchange at byte %d lacks its metadata record", x.place.File, x.place.Offset))
		}
		return false, nil
	case k.State == frontier.Waiting:
		x.lease.Parent, x.lease.Depth, x.lease.Kind = k.Parent, k.Depth, verdict.kind
		switch {
		case p.given[u.Key()]:
			x.lease.Kind = frontier.Seed
		case strings.HasSuffix(k.Parent, "/robots.txt"), isXML(u.String()) && isXML(k.Parent):
			x.lease.Kind = frontier.Sitemap
		}
	case verdict.cause != "", verdict.kind != frontier.Page:
		p.result.Outside++
		return false, nil
	}
	p.result.Bare++
	return true, nil
}

// robotsLeadTo tells whether the robots.txt that was read last is a redirect to a URL.
func (p *player) robotsLeadTo(u weburl.URL) bool {
	if len(p.robots) == 0 {
		return false
	}
	last := p.robots[len(p.robots)-1]
	to, err := p.c.rules.urls.NewBase(last.lease.URL).Resolve([]byte(last.resp.Header.Get("Location")))
	return err == nil && to.String() == u.String()
}

// isXML tells whether a URL ends as those of sitemaps do.
func isXML(url string) bool { return strings.HasSuffix(strings.TrimSuffix(url, ".gz"), ".xml") }

// known tells what the frontier knows of a URL, once all that was taken is recorded.
func (p *player) known(ctx context.Context, u weburl.URL) (frontier.Known, error) {
	var known [1]frontier.Known
	keys := []weburl.Key{u.Key()}
	err := p.c.cfg.Frontier.Known(ctx, keys, known[:])
	if err == nil && known[0].State == frontier.New {
		p.drain()
		err = p.c.cfg.Frontier.Known(ctx, keys, known[:])
	}
	if err != nil {
		return known[0], fmt.Errorf("frontier: %w", err)
	}
	return known[0], nil
}
