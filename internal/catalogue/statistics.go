package catalogue

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"sluice/library"
)

// Statistics reads what the statistics of sites are made of, and keeps those of each crawl.
type Statistics struct{ *database }

// The classes of a [Visit]: what its URL counts as, by its last answer. Every URL has one, as in [Totals].
const (
	VisitWaiting   = "waiting" // never got, and requested again; not visited
	VisitPage      = "page"
	VisitDocument  = "document"
	VisitRedirect  = "redirect"
	VisitError     = "error"
	VisitChallenge = "challenge"
)

// visitClasses are the names of the classes.
var visitClasses = [classes]string{classWaiting: VisitWaiting, classPage: VisitPage, classDocument: VisitDocument, classRedirect: VisitRedirect,
	classError: VisitError, classChallenge: VisitChallenge}

// Visit is a URL that was requested, with its last answer.
type Visit struct {
	URL, Site, Parent string
	FoundBy           string        // of a document: the site of the page that it was found on, its own if there is none
	Kind              string        // page, seed, sitemap, foreign, …
	Class             string        // VisitPage, …
	State             library.State // of the document; empty if it was not filed
	Cause             string
	Status, Level     int
	Size              int64
	Crawls            int       // in which it was requested
	Last              time.Time // request
}

// foundBy is the site of the page on which document p was found, in SQL; its own site s if there is no such page.
const foundBy = "COALESCE((SELECT f.host FROM pages q JOIN sites f ON f.id = q.site WHERE q.url = p.parent), s.host)"

// visitColumns are the columns that scanVisit reads. The crawl of a request is the last one that had begun.
const visitColumns = `p.url, s.host, COALESCE(p.parent, ''), CASE p.document WHEN 1 THEN ` + foundBy + ` ELSE '' END,
	COALESCE(p.kind, ''), p.outcome, p.document, p.got_at IS NOT NULL, COALESCE(d.state, ''), COALESCE(p.cause, ''), p.status, p.level, p.size,
	CASE WHEN p.fetches > 1 THEN (SELECT COUNT(DISTINCT (SELECT MAX(c.id) FROM crawls c WHERE c.started <= f.fetched_at))
		FROM fetches f WHERE f.page = p.id) ELSE 1 END, p.fetched_at`

// visitsFrom is where visits are, without those of which a rule forbade everything.
const visitsFrom = ` FROM pages p JOIN sites s ON s.id = p.site LEFT JOIN documents d ON p.document = 1 AND d.sha256 = p.sha256
	WHERE (p.outcome <> 5 OR p.got_at IS NOT NULL)`

// Visits returns all URLs that were requested: those of a site one after the other, in the order of their first request.
func (s *Statistics) Visits(ctx context.Context) iter.Seq2[*Visit, error] {
	return stream(ctx, s.database, "read the visits", scanVisit, "SELECT "+visitColumns+visitsFrom+" ORDER BY p.site, p.id")
}

// DocumentVisits returns the URLs of documents.
func (s *Statistics) DocumentVisits(ctx context.Context) iter.Seq2[*Visit, error] {
	return stream(ctx, s.database, "read the visits of documents", scanVisit, "SELECT "+visitColumns+visitsFrom+" AND p.document = 1 ORDER BY p.id")
}

// FruitfulPages returns the URLs that have led to a document: it was found on them, or on a page that was found on them, and so on, on whatever host.
// Each comes once, so parents that lead in a circle do no harm.
func (s *Statistics) FruitfulPages(ctx context.Context) iter.Seq2[string, error] {
	return stream(ctx, s.database, "read the pages that lead to documents", func(row scanner) (url string, err error) { return url, row.Scan(&url) },
		`WITH RECURSIVE fruitful (url) AS (SELECT parent FROM pages WHERE document = 1 AND got_at IS NOT NULL AND parent IS NOT NULL
			UNION SELECT p.parent FROM fruitful f JOIN pages p ON p.url = f.url WHERE p.parent IS NOT NULL)
		SELECT url FROM fruitful`)
}

// NewURLs returns the URLs that were requested at a time, or after it, for the first time.
func (s *Statistics) NewURLs(ctx context.Context, since time.Time) iter.Seq2[string, error] {
	return stream(ctx, s.database, "read the new URLs", func(row scanner) (url string, err error) { return url, row.Scan(&url) },
		`SELECT url FROM pages p WHERE fetched_at >= $1
			AND (fetches <= 1 OR NOT EXISTS (SELECT 1 FROM fetches f WHERE f.page = p.id AND f.fetched_at < $1))`, sinceStamp(since))
}

// VisitCount counts the visits that have all columns of Visit in common but URL, Parent, Size, Crawls and, unless they are documents, Level. Their Cause is that of a
// soft 404, or empty. Last is that of the last one until a moment.
type VisitCount struct {
	Visit
	N       int64
	IsEmpty bool      // they have no body
	First   time.Time // the first one between two moments; zero if there is none
}

// VisitCounts counts the visits in groups. It reads all pages without returning them, and so takes a fraction of the time of [Statistics.Visits].
func (s *Statistics) VisitCounts(ctx context.Context, since, until time.Time) ([]VisitCount, error) {
	all, err := selectAll(ctx, s.reader, scanVisitCount, `SELECT s.host, CASE p.document WHEN 1 THEN `+foundBy+` ELSE '' END AS finder, COALESCE(p.kind, ''), p.outcome, p.document,
			p.got_at IS NOT NULL, COALESCE(d.state, ''), CASE WHEN p.cause = $2 THEN p.cause ELSE '' END, p.status, CASE p.document WHEN 1 THEN p.level ELSE 0 END,
			p.size = 0, COUNT(*), COALESCE(MIN(CASE WHEN p.fetched_at >= $1 AND p.fetched_at <= $3 THEN p.fetched_at END), ''),
			COALESCE(MAX(CASE WHEN p.fetched_at <= $3 THEN p.fetched_at END), '')`+visitsFrom+
		" GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11", sinceStamp(since), CauseSoft404, stamp(until))
	return all, s.failed("count the visits", err)
}

// scanVisitCount reads a row of a count.
func scanVisitCount(row scanner) (v VisitCount, err error) {
	var outcome library.Outcome
	var document, got bool
	var first, last string
	err = row.Scan(&v.Site, &v.FoundBy, &v.Kind, &outcome, &document, &got, &v.State, &v.Cause, &v.Status, &v.Level, &v.IsEmpty, &v.N, &first, &last)
	v.Class, v.First, v.Last = visitClasses[classOf(outcome, document, got)], timeOf(first), timeOf(last)
	return v, err
}

// stream yields the rows of a query one by one; after an error there is no other.
func stream[T any](ctx context.Context, db *database, doing string, scan func(scanner) (T, error), text string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := db.reader.QueryContext(ctx, text, args...)
		if err != nil {
			yield(none, db.failed(doing, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			one, err := scan(rows)
			if !yield(one, db.failed(doing, err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, db.failed(doing, err))
		}
	}
}

// scanVisit reads a row of visitColumns.
func scanVisit(row scanner) (*Visit, error) {
	v := &Visit{}
	var outcome library.Outcome
	var document, got bool
	var last string
	err := row.Scan(&v.URL, &v.Site, &v.Parent, &v.FoundBy, &v.Kind, &outcome, &document, &got, &v.State, &v.Cause, &v.Status, &v.Level, &v.Size,
		&v.Crawls, &last)
	v.Class, v.Last = visitClasses[classOf(outcome, document, got)], timeOf(last)
	return v, err
}

// HostCount is a number that belongs to a host.
type HostCount struct {
	Host  string
	Count int64
}

// scanHostCount reads a host and its number.
func scanHostCount(row scanner) (c HostCount, err error) {
	err = row.Scan(&c.Host, &c.Count)
	return c, err
}

// FoundDocuments returns for each site how many documents were found on its pages, fetched or not: URLs that its pages link to as documents, and those
// of documents that were fetched. A URL of both schemes counts once.
func (s *Statistics) FoundDocuments(ctx context.Context) ([]HostCount, error) {
	all, err := selectAll(ctx, s.reader, scanHostCount, `SELECT host, COUNT(*) FROM (
			SELECT s.host AS host, REPLACE(c.url, 'https://', 'http://') AS url FROM citations c JOIN pages p ON p.id = c.page JOIN sites s ON s.id = p.site
			WHERE c.sure = 1
			UNION SELECT `+foundBy+`, REPLACE(p.url, 'https://', 'http://') FROM pages p JOIN sites s ON s.id = p.site WHERE p.document = 1
		) AS found GROUP BY host ORDER BY host`)
	return all, s.failed("count the documents found by site", err)
}

// HostReferences are the links to a host from others.
type HostReferences struct {
	Host  string
	Hosts int64 // that link to it
	Links int64
}

// scanHostReferences reads a host with its links.
func scanHostReferences(row scanner) (r HostReferences, err error) {
	return r, row.Scan(&r.Host, &r.Hosts, &r.Links)
}

// References returns the links to each site that was requested from other hosts, by name.
func (s *Statistics) References(ctx context.Context) ([]HostReferences, error) {
	all, err := selectAll(ctx, s.reader, scanHostReferences,
		`SELECT "to", COUNT(*), SUM(count) FROM v_links WHERE "from" <> "to" AND "to" IN (SELECT host FROM sites) GROUP BY "to" ORDER BY "to"`)
	return all, s.failed("count the links between sites", err)
}

// LinkedHosts returns the hosts to which most other hosts link, at most limit, requested or not.
func (s *Statistics) LinkedHosts(ctx context.Context, limit int) ([]HostReferences, error) {
	all, err := selectAll(ctx, s.reader, scanHostReferences,
		`SELECT "to", COUNT(*) AS hosts, SUM(count) AS links FROM v_links WHERE "from" <> "to" GROUP BY "to" ORDER BY hosts DESC, links DESC, "to" LIMIT $1`, limit)
	return all, s.failed("count the links between hosts", err)
}

// CitedURL is a URL in the text or the references of an accepted document.
type CitedURL struct {
	Document int64  // its number
	URL      string // as it was written
}

// CitedURLs yields the URLs in the texts and references of accepted documents, each once for each document, document by document.
func (s *Statistics) CitedURLs(ctx context.Context) iter.Seq2[CitedURL, error] {
	return stream(ctx, s.database, "list what documents cite", func(row scanner) (u CitedURL, err error) {
		return u, row.Scan(&u.Document, &u.URL)
	}, `WITH cited AS (SELECT value AS url, document FROM candidates WHERE kind = 'url' UNION SELECT url, document FROM document_references WHERE url IS NOT NULL)
		SELECT c.document, c.url FROM cited c JOIN documents d ON d.id = c.document WHERE d.state = 'accepted' ORDER BY c.document, c.url`)
}

// CitedDocument is a document with the number of pages that link to it.
type CitedDocument struct {
	SHA256 string `json:"sha256"`
	URL    string `json:"url"`
	Title  string `json:"title,omitempty"`
	DLCC   int64  `json:"dlcc"` // document link citation count: pages of other hosts that link to it
	DLC    int64  `json:"dlc"`  // document link count: URLs that have it
}

// CitedDocuments returns the documents that most pages of other hosts link to, at most limit. Those without such a page and with one URL are left out.
func (s *Statistics) CitedDocuments(ctx context.Context, limit int) ([]CitedDocument, error) {
	all, err := selectAll(ctx, s.reader, func(row scanner) (d CitedDocument, err error) {
		return d, row.Scan(&d.SHA256, &d.URL, &d.Title, &d.DLCC, &d.DLC)
	}, `WITH cited AS (SELECT document, COUNT(DISTINCT page_id) AS pages FROM v_citations WHERE outside = 1 GROUP BY document),
			located AS (SELECT document, COUNT(*) AS urls FROM locations WHERE latest = 1 GROUP BY document)
		SELECT d.sha256, COALESCE(o.url, ''), COALESCE(d.title, ''), COALESCE(c.pages, 0) AS dlcc, COALESCE(l.urls, 0) AS dlc
		FROM documents d LEFT JOIN cited c ON c.document = d.id LEFT JOIN located l ON l.document = d.id LEFT JOIN locations o ON o.id = d.original
		WHERE d.state <> 'removed' AND (COALESCE(c.pages, 0) > 0 OR COALESCE(l.urls, 0) > 1)
		ORDER BY dlcc DESC, dlc DESC, d.id LIMIT $1`, limit)
	return all, s.failed("list the most cited documents", err)
}

// SiteRecord is what a crawl has made of a site that it visited, as the library was when the crawl ended.
type SiteRecord struct {
	Host       string    `json:"host"`
	Begun      time.Time `json:"begun"`      // the crawl
	Started    time.Time `json:"started"`    // first request of a page of the site in the crawl
	Finished   time.Time `json:"finished"`   // last one
	Visited    int64     `json:"visited"`    // URLs that are no documents, in all crawls until then
	Pages      int64     `json:"pages"`      // of these
	Downloaded int64     `json:"downloaded"` // documents that were found on its pages
	Accepted   int64     `json:"accepted"`
	Rejected   int64     `json:"rejected"`
}

// History returns the records of all crawls, by host, in the order in which they were made, whatever the clock said. Crawls of earlier versions have left none.
func (s *Statistics) History(ctx context.Context) ([]SiteRecord, error) {
	all, err := selectAll(ctx, s.reader, scanSiteRecord, `SELECT host, begun, started, finished, visited, pages, downloaded, accepted, rejected
		FROM site_history ORDER BY host, rowid`)
	return all, s.failed("read the history of sites", err)
}

// scanSiteRecord reads a record.
func scanSiteRecord(row scanner) (r SiteRecord, err error) {
	var begun, started, finished string
	err = row.Scan(&r.Host, &begun, &started, &finished, &r.Visited, &r.Pages, &r.Downloaded, &r.Accepted, &r.Rejected)
	r.Begun, r.Started, r.Finished = timeOf(begun), timeOf(started), timeOf(finished)
	return r, err
}

// Record keeps the records of a crawl. Those that it has of the same crawl and site are replaced, because a crawl that continues ends again.
func (s *Statistics) Record(ctx context.Context, records []SiteRecord) error {
	const doing = "record the history of sites"
	if s.readOnly {
		return s.failed(doing, ErrReadOnly)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return s.failed(doing, err)
	}
	defer tx.Rollback()
	insert, err := tx.PrepareContext(ctx, `INSERT OR REPLACE INTO site_history (host, begun, started, finished, visited, pages, downloaded, accepted, rejected)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)
	if err != nil {
		return s.failed(doing, err)
	}
	defer insert.Close()
	for i := range records {
		if err := putSiteRecord(ctx, insert, &records[i]); err != nil {
			return s.failed(doing, err)
		}
	}
	return s.failed(doing, tx.Commit())
}

// putSiteRecord writes one record.
func putSiteRecord(ctx context.Context, insert *sql.Stmt, r *SiteRecord) error {
	_, err := insert.ExecContext(ctx, word(r.Host), stamp(r.Begun), stamp(r.Started), stamp(r.Finished), r.Visited, r.Pages, r.Downloaded, r.Accepted, r.Rejected)
	return err
}
