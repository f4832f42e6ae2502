package catalogue

import (
	"context"
	"iter"
	"time"
)

// PageVisits are the visits of a page that still has a body.
type PageVisits struct {
	URL, Site string
	Parent    string        // page on which it was found; empty for a seed
	Depth     int           // links followed from a seed
	IsSitemap bool          // it is a sitemap or feed
	Delay     time.Duration // politeness delay that the site asks for; 0: none of its own
	Tried     time.Time     // last request, also one that failed
	Visits    []PageVisit   // that brought a body or said that it is the same, the oldest first; the last 100
}

// PageVisit is one visit of a page.
type PageVisit struct {
	At        time.Time
	IsChanged bool // the body differs from that of the visit before; false for the first one
}

// maxPageVisits is the most visits of one page that are returned.
const maxPageVisits = 100

// PageVisits returns the HTML pages that crawls follow links on, and the sitemaps, with their visits. Those that are gone are left out.
func (s *Statistics) PageVisits(ctx context.Context) iter.Seq2[*PageVisits, error] {
	return func(yield func(*PageVisits, error) bool) {
		var page visitRow // the one whose visits are read
		var visits *PageVisits
		for row, err := range stream(ctx, s.database, "read the visits of pages", scanVisitRow, visitRows) {
			if err != nil {
				yield(nil, err)
				return
			}
			if visits == nil || row.id != page.id {
				if visits != nil && !yield(visits, nil) {
					return
				}
				page, visits = row, &PageVisits{URL: row.url, Site: row.host, Parent: row.parent, Depth: row.depth, IsSitemap: row.isSitemap, Tried: timeOf(row.tried), Delay: time.Duration(row.delay) * time.Microsecond}
			}
			isChanged := !row.notModified && page.sha256 != "" && row.sha256 != page.sha256
			if !row.notModified {
				page.sha256 = row.sha256
			}
			if len(visits.Visits) == maxPageVisits {
				visits.Visits = append(visits.Visits[:0], visits.Visits[1:]...)
			}
			visits.Visits = append(visits.Visits, PageVisit{At: timeOf(row.at), IsChanged: isChanged})
		}
		if visits != nil {
			yield(visits, nil)
		}
	}
}

// visitRows chooses the visits of pages. Those of a page that was requested once are in its own row.
const visitRows = `SELECT p.id, p.url, COALESCE(p.parent, ''), p.depth, p.kind = 'sitemap', s.host, s.delay_us, p.fetched_at, COALESCE(f.fetched_at, p.got_at), COALESCE(f.not_modified, 0), COALESCE(f.sha256, p.sha256, '')
	FROM pages p JOIN sites s ON s.id = p.site LEFT JOIN fetches f ON f.page = p.id AND p.fetches > 1
	WHERE p.got_at IS NOT NULL AND p.document = 0 AND (p.type = 'html' AND p.kind IN ('page', 'seed') OR p.kind = 'sitemap')
		AND NOT ` + isDead + ` AND COALESCE(f.outcome, 1) = 1
	ORDER BY p.site, p.id, f.id`

// visitRow is a row of visitRows.
type visitRow struct {
	id, delay              int64
	depth                  int
	url, host, at, sha256  string
	parent, tried          string
	isSitemap, notModified bool
}

// scanVisitRow reads a row of visitRows.
func scanVisitRow(row scanner) (v visitRow, err error) {
	err = row.Scan(&v.id, &v.url, &v.parent, &v.depth, &v.isSitemap, &v.host, &v.delay, &v.tried, &v.at, &v.notModified, &v.sha256)
	return v, err
}

// Discovery is a URL that was found on a page and requested.
type Discovery struct {
	Page       string    // on which it was found
	Before     string    // of an accepted document: the page on which that page was found, empty if there is none
	First      time.Time // request
	IsAccepted bool      // it is an accepted document
}

// Discoveries returns the URLs that were found on pages, in the order of their first requests.
func (s *Statistics) Discoveries(ctx context.Context) iter.Seq2[Discovery, error] {
	return stream(ctx, s.database, "read what was found on pages", scanDiscovery, `SELECT q.parent, COALESCE(g.parent, ''), d.id IS NOT NULL,
			CASE WHEN q.fetches > 1 THEN COALESCE((SELECT MIN(f.fetched_at) FROM fetches f WHERE f.page = q.id), q.fetched_at) ELSE q.fetched_at END
		FROM pages q LEFT JOIN documents d ON q.document = 1 AND d.sha256 = q.sha256 AND d.state = 'accepted'
			LEFT JOIN pages g ON d.id IS NOT NULL AND g.url = q.parent
		WHERE q.parent IS NOT NULL ORDER BY q.id`)
}

// scanDiscovery reads a row of Discoveries.
func scanDiscovery(row scanner) (d Discovery, err error) {
	var first string
	err = row.Scan(&d.Page, &d.Before, &d.IsAccepted, &first)
	d.First = timeOf(first)
	return d, err
}

// Versions returns when the bodies of a URL came that differ from the one before, the oldest first.
func (s *Statistics) Versions(ctx context.Context, url string) ([]Capture, error) {
	all, err := selectAll(ctx, s.reader, scanCapture, `SELECT '', p.url, f.fetched_at, f.status, p.mime, f.sha256, f.location, f.file, f.file_offset, f.file_length
		FROM fetches f JOIN pages p ON p.id = f.page WHERE p.url = $1 AND p.fetches > 1 AND f.outcome = 1 AND f.not_modified = 0 AND f.file IS NOT NULL AND f.sha256 IS NOT NULL
			AND f.id = (SELECT MIN(e.id) FROM fetches e WHERE e.page = f.page AND e.sha256 = f.sha256)
		UNION ALL SELECT '', url, got_at, status, mime, sha256, location, file, file_offset, file_length
		FROM pages WHERE url = $1 AND fetches <= 1 AND outcome = 1 AND file IS NOT NULL AND sha256 IS NOT NULL
		ORDER BY 3`, url)
	return all, s.failed("list the versions of a page", err)
}
