package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"sluice/library"
)

// lookups are the queries of a running crawl, prepared once.
type lookups struct {
	original, onSite, byID, byURL, robots, site *sql.Stmt
	originals                                   originals
}

// prepare prepares the queries. They compare body_key and not the hash, because the index is on
// the key, a number of eight bytes.
func (q *lookups) prepare(ctx context.Context, db *sql.DB) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&q.original, "SELECT COALESCE(MIN(id), 0) FROM pages WHERE body_key = $1"},
		{&q.onSite, `SELECT COUNT(*) FROM (SELECT 1 FROM pages WHERE body_key = $1
			AND site = (SELECT id FROM sites WHERE host = $2) LIMIT $3) AS bodies`},
		{&q.byID, fetchFrom + "p.id = $1"},
		{&q.byURL, fetchFrom + "p.url = $1"},
		{&q.robots, "SELECT fetched_at, status, cause, body FROM robots WHERE origin = $1"},
		{&q.site, "SELECT fold, scheme, given_up, failures, delay_us FROM sites WHERE host = $1"},
	} {
		var err error
		if *p.stmt, err = db.PrepareContext(ctx, p.text); err != nil {
			return fmt.Errorf("prepare: %w", err)
		}
	}
	return nil
}

// Validator returns what a conditional request for a URL needs, and the last fetch that got a
// body; false if the library has no body of that URL.
func (c *Catalogue) Validator(ctx context.Context, url string) (Validator, bool, error) {
	f, gotAt, err := scanFetch(c.ask.byURL.QueryRowContext(ctx, url))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Validator{}, false, nil
	case err != nil:
		return Validator{}, false, c.failed("look up "+url, err)
	case gotAt == "" || f.SHA256 == "":
		return Validator{}, false, nil
	}
	return Validator{ETag: f.ETag, LastModified: f.LastModified, Fetch: bodyOf(f, gotAt)}, true, nil
}

// isDead is the condition that a URL was a dead link or a redirect when it was requested last. An error of the network or the server is temporary.
const isDead = `(p.outcome = 2 OR p.outcome = 3 AND (p.status BETWEEN 400 AND 499 AND p.status NOT IN (408, 425, 429) OR COALESCE(p.cause, '') = 'soft 404'))`

// Answer is what a URL has answered to earlier requests.
type Answer struct {
	URL         string
	HasBody     bool
	IsDead      bool      // a dead link or a redirect when it was requested last, and no document that the library has
	First, Last time.Time // requests that found that
}

// answersOfQuery is the most URLs that one query looks up.
const answersOfQuery = 500

// Answers returns of each URL of a list that was requested what it has answered.
func (c *Catalogue) Answers(ctx context.Context, urls []string) (map[string]Answer, error) {
	answers := make(map[string]Answer, len(urls))
	for some := range slices.Chunk(urls, answersOfQuery) {
		args := make([]any, len(some))
		for i, url := range some {
			args[i] = url
		}
		found, err := selectAll(ctx, c.reader, scanAnswer, `SELECT p.url, p.got_at IS NOT NULL AND COALESCE(p.sha256, '') <> '', (p.document = 0 OR p.got_at IS NULL) AND `+isDead+`,
			COALESCE((SELECT MIN(f.fetched_at) FROM fetches f WHERE f.page = p.id AND f.outcome = p.outcome), p.fetched_at), p.fetched_at
			FROM pages p WHERE p.url IN (`+placeholders(len(some))+")", args...)
		if err != nil {
			return nil, c.failed("look up URLs", err)
		}
		for _, a := range found {
			answers[a.URL] = a
		}
	}
	return answers, nil
}

// scanAnswer reads a row of Answers.
func scanAnswer(row scanner) (a Answer, err error) {
	var first, last string
	err = row.Scan(&a.URL, &a.HasBody, &a.IsDead, &first, &last)
	a.First, a.Last = timeOf(first), timeOf(last)
	return a, err
}

// Robots returns the last answer of an origin (scheme://host) to a request for its robots.txt;
// or false if there was no request to it.
func (c *Catalogue) Robots(ctx context.Context, origin string) (Robots, bool, error) {
	r := Robots{Origin: origin}
	var at string
	var cause sql.NullString
	err := c.ask.robots.QueryRowContext(ctx, origin).Scan(&at, &r.Status, &cause, &r.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return Robots{}, false, nil
	}
	if err != nil {
		return Robots{}, false, c.failed("robots.txt of "+origin, err)
	}
	r.At, r.Cause = timeOf(at), cause.String
	return r, true, nil
}

// Site returns what was learned about a host, or false if there was no request to it.
func (c *Catalogue) Site(ctx context.Context, host string) (Site, bool, error) {
	s := Site{Host: host}
	var fold, scheme, givenUp sql.NullString
	var delay int64
	err := c.ask.site.QueryRowContext(ctx, host).Scan(&fold, &scheme, &givenUp, &s.Failures, &delay)
	if errors.Is(err, sql.ErrNoRows) {
		return Site{}, false, nil
	}
	if err != nil {
		return Site{}, false, c.failed("site "+host, err)
	}
	s.Fold, s.Scheme, s.GivenUp, s.Delay = fold.String, scheme.String, givenUp.String, time.Duration(delay)*time.Microsecond
	return s, true, nil
}

// Fetched returns the fetch of a URL, by either of the schemes http and https, that began in a
// given millisecond: its place in the archive and the hash of its body. It reports whether there is one.
// The dates in an archive have no finer unit, so that the exact time is unknown to the caller.
func (c *Catalogue) Fetched(ctx context.Context, url string, at time.Time) (f Fetch, ok bool, err error) {
	at = at.Truncate(time.Millisecond)
	f = Fetch{Fetch: library.Fetch{URL: url, At: at}}
	var file, hash sql.NullString
	err = c.reader.QueryRowContext(ctx, `SELECT file, file_offset, file_length, sha256 FROM v_fetches
		WHERE url IN ($1, $2) AND fetched_at BETWEEN $3 AND $4 LIMIT 1`,
		url, otherScheme(url), stamp(at), stamp(at.Add(time.Millisecond-time.Microsecond))).
		Scan(&file, &f.Offset, &f.Length, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	f.File, f.SHA256 = file.String, hash.String
	return f, err == nil && file.Valid, c.failed("look up "+url, err)
}
