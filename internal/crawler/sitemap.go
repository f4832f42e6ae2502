package crawler

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/sitemap"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

const (
	maxSitemapDepth = 3      // indexes in indexes
	maxFromSitemap  = 50_000 // links used of one file
)

// sitemap makes links of the entries of a sitemap: of an answer of which a link said that it is one, or of a seed that looks like one.
func (r *reader) sitemap(ctx context.Context, v *visit) error {
	if v.lease.Kind != frontier.Seed && v.lease.Kind != frontier.Sitemap {
		return nil
	}
	stream, contentType, err := r.stream(ctx, v)
	if isLost(err) {
		v.endUnreadable(err)
		return nil
	}
	if err != nil {
		return err
	}
	body := bufio.NewReaderSize(stream, fetch.HeadSize)
	if head, _ := body.Peek(fetch.HeadSize); v.lease.Kind == frontier.Seed && !sitemap.Looks(head) {
		return nil
	}
	clear(r.seen)
	limits := sitemap.Limits{Entries: maxFromSitemap}
	_, err = sitemap.Parse(body, v.url.String(), contentType, limits, func(e sitemap.Entry) bool {
		u, err := r.rules.urls.Parse(e.Loc)
		if err != nil {
			return true
		}
		if _, twice := r.seen[u.Key()]; !twice {
			r.seen[u.Key()] = -1
			l := r.sitemapLink(v, u, e.Index)
			if u.Host() == v.url.Host() {
				l.announced = e.LastMod
			}
			v.links = append(v.links, l)
		}
		return true
	})
	if err != nil {
		v.row.Cause = library.Cause(classSitemap.With(err.Error()))
	}
	v.row.Links = len(v.links)
	return nil
}

// feedTypes are the media types of feeds that package sitemap reads. Others that announce themselves as feeds, such as application/rdf+xml, may be anything.
var feedTypes = []string{"application/rss+xml", "application/atom+xml"}

// isFeed reports whether a page announces the target of a link as a feed of the site.
func (l *link) isFeed() bool {
	if l.Kind != page.KindAlternate {
		return false
	}
	name, _, _ := strings.Cut(l.Type, ";")
	return slices.Contains(feedTypes, strings.ToLower(strings.TrimSpace(name)))
}

// stream returns a body that need not be in memory as a whole, from the answer or from the archive, as [reader.body] does.
func (r *reader) stream(ctx context.Context, v *visit) (body io.Reader, contentType string, err error) {
	if v.row.NotModified {
		stored, contentType, err := r.bodies.read(ctx, v.known)
		return bytes.NewReader(stored), contentType, err
	}
	return io.LimitReader(v.resp.Content.Reader(), r.cfg.Limits.PageSize), v.resp.Header.Get("Content-Type"), nil
}

// sitemapLink returns the link of an entry, which leads to a page or, in an index, to
// another sitemap.
func (r *reader) sitemapLink(v *visit, u weburl.URL, isIndex bool) link {
	l := link{Link: page.Link{URL: u, Kind: page.KindSitemap}, parent: v.url.String(), depth: 1}
	if !isIndex {
		l.apply(r.rules.checkURL(u))
		return l
	}
	l.depth = v.lease.Depth + 1
	l.apply(r.rules.checkSitemap(u))
	if l.cause == "" && l.depth > maxSitemapDepth {
		l.cause = causeMapDepth
	}
	return l
}
