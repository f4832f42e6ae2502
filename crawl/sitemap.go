package crawl

import (
	"bytes"

	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/sitemap"
	"sluice/page"
	"sluice/weburl"
)

const (
	maxSitemapDepth = 3      // indexes in indexes
	maxFromSitemap  = 50_000 // links taken of one file
)

// isSitemap tells whether an answer is to be read as a sitemap: it was said to be one, or a seed looks like one.
func (r *reader) isSitemap(v *visit) bool {
	if v.lease.Kind != frontier.Seed {
		return v.lease.Kind == frontier.Sitemap
	}
	body, _, err := r.body(v)
	return err == nil && sitemap.Looks(body[:min(len(body), fetch.HeadSize)])
}

// sitemap makes links of a sitemap's entries.
func (r *reader) sitemap(v *visit) {
	body, contentType, err := r.body(v)
	if err != nil {
		r.unreadable(v, err)
		return
	}
	clear(r.seen)
	limits := sitemap.Limits{Entries: maxFromSitemap}
	_, err = sitemap.Parse(bytes.NewReader(body), v.url.String(), contentType, limits, func(e sitemap.Entry) bool {
		u, err := r.c.rules.url.Parse(e.Loc)
		if err != nil {
			return true
		}
		if _, twice := r.seen[u.Key()]; twice {
			return true
		}
		r.seen[u.Key()] = -1
		judged := r.c.rules.check(u, weburl.URL{}, "")
		l := link{Link: page.Link{URL: u, Kind: page.KindSitemap}, kind: judged.kind, parent: v.url.String(), depth: v.lease.Depth + 1, cause: judged.cause, soft: judged.soft}
		if e.Index {
			l.kind, l.cause, l.soft = frontier.Sitemap, "", false
			if !r.c.rules.hostInScope(u) {
				l.cause = causeScope
			} else if l.depth > maxSitemapDepth {
				l.cause = "limit: sitemap depth"
			}
		} else {
			l.depth = 1
		}
		v.links = append(v.links, l)
		return true
	})
	if err != nil {
		v.row.Cause = "sitemap: " + err.Error()
	}
	v.row.Links = len(v.links)
}
