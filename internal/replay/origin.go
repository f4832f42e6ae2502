package replay

import (
	"context"
	"fmt"
	"strings"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// derive finds out how the URL of an exchange was found whose metadata record is
// missing or damaged: by the link that waits for it. It reports whether the answer is
// to be used.
func (p *player) derive(ctx context.Context, x *exchange) (bool, error) {
	u := x.link.URL
	x.link = frontier.Link{URL: u}
	x.response.End = x.response.Start
	if u.String() == u.Origin()+"/robots.txt" || p.robotsRedirectsTo(u) {
		x.isRobots = true
		p.result.Bare++
		return true, nil
	}
	k, err := p.crawl.Known(ctx, u)
	if err != nil {
		return false, err
	}
	kind, admitted := p.crawl.Check(u)
	switch {
	case k.State == frontier.Done: // by another exchange, of which more is known
		if !x.broken {
			p.addDamage(fmt.Errorf("%s: the exchange at byte %d lacks its metadata record", x.place.File, x.place.Offset))
		}
		return false, nil
	case k.State == frontier.Waiting:
		x.link.Parent, x.link.Depth, x.link.Kind = k.Parent, k.Depth, kind
		switch {
		case p.given[u.Key()]:
			x.link.Kind = frontier.Seed
		case strings.HasSuffix(k.Parent, "/robots.txt"), isXML(u.String()) && isXML(k.Parent):
			x.link.Kind = frontier.Sitemap
		}
	case !admitted, kind != frontier.Page:
		p.result.Outside++
		return false, nil
	}
	p.result.Bare++
	return true, nil
}

// robotsRedirectsTo reports whether the robots.txt that was read last is a redirect to
// a URL.
func (p *player) robotsRedirectsTo(u weburl.URL) bool {
	if len(p.robots) == 0 {
		return false
	}
	last := p.robots[len(p.robots)-1]
	base := p.crawl.URLs().NewBase(last.link.URL)
	to, err := base.Resolve([]byte(last.response.Header.Get("Location")))
	return err == nil && to.String() == u.String()
}

// isXML reports whether a URL ends as those of sitemaps do.
func isXML(url string) bool { return strings.HasSuffix(strings.TrimSuffix(url, ".gz"), ".xml") }
