package crawler

import (
	"context"
	"fmt"

	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/signpost"
	"sluice/page"
	"sluice/weburl"
)

const (
	maxAnchors = 5000 // links to documents that are recorded of one page
	maxItems   = 100  // documents that a page states besides its links
)

// pageLinks takes each link of a page once. Links that the frontier knows, nearly all
// of them, are passed over before the rules are applied.
func (r *reader) pageLinks(ctx context.Context, v *visit, p *page.Page, nofollow bool) error {
	clear(r.seen)
	r.found, r.keys = r.found[:0], r.keys[:0]
	r.seen[v.url.Key()] = -1
	r.addStatedDocuments(v, p)
	for i := range p.Links {
		if err := r.addPageLink(ctx, v, p, &p.Links[i], nofollow); err != nil {
			return err
		}
	}
	known, err := r.known(ctx)
	if err != nil {
		return err
	}
	for i := range r.found {
		l := &r.found[i]
		if l.URL.Host() != v.url.Host() {
			v.outside = append(v.outside, l.URL)
		}
		if known[i] && l.defaultPage.IsZero() {
			continue
		}
		if l.cause == "" {
			l.apply(r.checkPageLink(v, p, l))
		}
		if l.cause == "" && r.cfg.Limits.Depth > 0 && l.depth > r.cfg.Limits.Depth {
			l.cause, l.soft = causeDepth, true
		}
		v.links = append(v.links, *l)
	}
	return nil
}

// addPageLink adds a link of a page to those found, unless it was found before.
func (r *reader) addPageLink(ctx context.Context, v *visit, p *page.Page, from *page.Link, nofollow bool) error {
	l := link{Link: *from, parent: v.url.String(), depth: v.lease.Depth + 1}
	if folder, ok, err := r.hosts.Folder(ctx, l.URL); err != nil {
		return err
	} else if ok {
		l.defaultPage, l.URL = l.URL, folder
	}
	sure := isDocument(&l.Link)
	if v.points = v.points || sure; (sure || p.MayBeDocument(from)) && len(v.anchors) < maxAnchors { // each link, also the second one to a document
		v.anchors = append(v.anchors, catalogue.Anchor{Page: v.url.String(), URL: l.URL.String(), Text: p.Anchor(&l.Link), Sure: sure})
	}
	key := l.URL.Key()
	if first, twice := r.seen[key]; twice {
		if first >= 0 && l.URL.Host() != v.url.Host() && p.NamesFormat(&l.Link) { // a title, and "PDF" after it
			r.found[first].format = true
		}
		return nil
	}
	if !r.cfg.Politeness.IgnoreRobots && (nofollow || l.NoFollow) {
		l.cause, l.soft = causeNoFollow, true
	} else {
		r.seen[key] = len(r.found)
	}
	r.found, r.keys = append(r.found, l), append(r.keys, key)
	return nil
}

// checkPageLink applies the rules to a link. Out of scope, a link that names the format
// of a document is assumed to lead to one.
func (r *reader) checkPageLink(v *visit, p *page.Page, l *link) verdict {
	if l.isFeed() && !r.cfg.Scope.NoSitemaps {
		return r.rules.checkSitemap(l.URL)
	}
	judged := r.rules.checkLink(&l.Link, v.url, p.Raw(&l.Link))
	if judged.cause == causeScope && (l.format || p.NamesFormat(&l.Link)) {
		return r.rules.check(l.URL, v.url, p.Raw(&l.Link), true)
	}
	return judged
}

// known reports of each key whether its link can be passed over. A strategy that
// reconsiders links is to see all of them, one that keeps some is to see these.
func (r *reader) known(ctx context.Context) ([]bool, error) {
	r.passed = append(r.passed[:0], make([]bool, len(r.keys))...)
	if r.strategy.Reconsiders() {
		return r.passed, nil
	}
	if err := r.cfg.Frontier.Seen(ctx, r.keys, r.passed); err != nil {
		return nil, fmt.Errorf("frontier: %w", err)
	}
	r.strategy.ShowKept(r.keys, r.passed)
	return r.passed, nil
}

// addStatedDocuments adds to a page's links the documents that it states besides them.
func (r *reader) addStatedDocuments(v *visit, p *page.Page) {
	items := signpost.Items(p, v.resp.Header, maxItems)
	if len(items) == 0 {
		return
	}
	base := p.Base
	if base.IsZero() {
		base = v.url
	}
	resolve := r.rules.urls.NewBase(base)
	types := map[weburl.Key]string{}
	for _, item := range items {
		u, err := resolve.Resolve([]byte(item.Ref))
		if err != nil || len(types) >= maxItems || len(p.Links) >= page.MaxLinks {
			continue
		}
		if _, twice := types[u.Key()]; !twice {
			types[u.Key()] = item.Type
			p.Links = append(p.Links, page.Link{URL: u, Kind: page.KindItem, Type: item.Type, Rel: "item", Position: len(p.Links)})
		}
	}
	for i := range p.Links { // links of the text to the same URLs, which do not show the type
		if l := &p.Links[i]; l.Type == "" {
			l.Type = types[l.URL.Key()]
		}
	}
}
