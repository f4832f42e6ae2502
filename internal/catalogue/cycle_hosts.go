package catalogue

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"sluice/library"
)

// CandidateHost is what is known of a host that may become a site.
type CandidateHost struct {
	Host    string
	Seeds   []string // URLs from which it is crawled if it is accepted; of a host that has moved, where to
	Verdict string   // accepted or refused
	Reason  string
	Rule    string // under which its home page was judged; empty: a person has decided
	Cycle   int64  // in which; 0 outside of cycles
	At      time.Time

	Failures int64 // requests of its home page that failed, one after the other
}

// PutCandidates keeps what is known of hosts, in place of what was known before. Only a person changes what a person has decided.
func (c *Cycles) PutCandidates(ctx context.Context, all []CandidateHost) error {
	return c.write(ctx, "record candidates", func(tx *sql.Tx) error {
		for _, h := range all {
			_, err := tx.ExecContext(ctx, `INSERT INTO candidate_hosts (host, seeds, verdict, reason, rule, cycle, at, failures) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
				ON CONFLICT (host) DO UPDATE SET seeds = excluded.seeds, verdict = excluded.verdict, reason = excluded.reason, rule = excluded.rule, cycle = excluded.cycle,
				at = excluded.at, failures = excluded.failures WHERE candidate_hosts.rule IS NOT NULL OR excluded.rule IS NULL`,
				word(h.Host), word(strings.Join(h.Seeds, "\n")), word(h.Verdict), word(h.Reason), text(h.Rule), sql.NullInt64{Int64: h.Cycle, Valid: h.Cycle != 0}, stamp(h.At), h.Failures)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Candidates returns what is known of hosts, by their names.
func (c *Cycles) Candidates(ctx context.Context) ([]CandidateHost, error) {
	all, err := selectAll(ctx, c.reader, scanCandidateHost, "SELECT host, seeds, verdict, reason, COALESCE(rule, ''), COALESCE(cycle, 0), at, failures FROM candidate_hosts ORDER BY host")
	return all, c.failed("read the candidates", err)
}

// scanCandidateHost reads a candidate.
func scanCandidateHost(row scanner) (h CandidateHost, err error) {
	var seeds, at string
	err = row.Scan(&h.Host, &seeds, &h.Verdict, &h.Reason, &h.Rule, &h.Cycle, &at, &h.Failures)
	h.Seeds, h.At = strings.Fields(seeds), timeOf(at)
	return h, err
}

// Seed is a URL from which a host was crawled, with its last answer.
type Seed struct {
	Host, URL string
	Class     string // VisitPage, …
	Cause     string // why it failed
	Status    int
	Location  string // where it redirects to
	At        time.Time
}

// Seeds returns the URLs from which hosts were crawled, those of a host one after the other, in the order of their first request.
func (c *Cycles) Seeds(ctx context.Context) ([]Seed, error) {
	all, err := selectAll(ctx, c.reader, scanSeed, `SELECT s.host, p.url, p.outcome, p.document, p.got_at IS NOT NULL, COALESCE(p.cause, ''), p.status,
		COALESCE(p.location, ''), p.fetched_at FROM pages p JOIN sites s ON s.id = p.site WHERE p.kind = 'seed' ORDER BY p.site, p.id`)
	return all, c.failed("read the seeds", err)
}

// scanSeed reads a seed.
func scanSeed(row scanner) (s Seed, err error) {
	var outcome library.Outcome
	var document, got bool
	var at string
	err = row.Scan(&s.Host, &s.URL, &outcome, &document, &got, &s.Cause, &s.Status, &s.Location, &at)
	s.Class, s.At = visitClasses[classOf(outcome, document, got)], timeOf(at)
	return s, err
}

// SiteRequests are the requests of pages and documents of a site since a moment.
type SiteRequests struct {
	Host      string
	Requested int64 // URLs
	Pages     int64 // of them, those with a page now
}

// Requests returns the requests of each site since a moment.
func (c *Cycles) Requests(ctx context.Context, since time.Time) ([]SiteRequests, error) {
	all, err := selectAll(ctx, c.reader, scanSiteRequests,
		`SELECT s.host, COUNT(*), SUM(CASE WHEN p.document = 0 AND p.outcome = 1 THEN 1 ELSE 0 END) FROM pages p JOIN sites s ON s.id = p.site
		WHERE p.fetched_at >= $1 AND p.outcome <> 5 AND COALESCE(p.kind, '') NOT IN ('sitemap', 'probe', 'requisite') GROUP BY s.host ORDER BY s.host`, sinceStamp(since))
	return all, c.failed("count the requests of sites", err)
}

// scanSiteRequests reads the requests of a site.
func scanSiteRequests(row scanner) (r SiteRequests, err error) {
	err = row.Scan(&r.Host, &r.Requested, &r.Pages)
	return r, err
}

// Added returns how many accepted and rejected documents the library has that it did not have before a moment.
func (c *Cycles) Added(ctx context.Context, since time.Time) (accepted, rejected int64, err error) {
	err = c.reader.QueryRowContext(ctx, `SELECT COALESCE(SUM(CASE WHEN state = 'accepted' THEN 1 ELSE 0 END), 0), COALESCE(SUM(CASE WHEN state = 'rejected' THEN 1 ELSE 0 END), 0)
		FROM documents WHERE added_at >= $1`, sinceStamp(since)).Scan(&accepted, &rejected)
	return accepted, rejected, c.failed("count the documents of a cycle", err)
}
