package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// lookups are the statements that the engine asks while it crawls, prepared once.
type lookups struct {
	original, onSite, byID, byURL, robots, site *sql.Stmt
	originals                                   originals
}

// fetchColumns are those that scanFetch reads.
const fetchColumns = `p.url, s.host, s.domain, p.parent, p.kind, p.depth, p.level, p.status, p.type, p.mime, p.document, p.size,
	p.sha256, p.title, p.language, p.charset, p.etag, p.last_modified, p.location, p.cause, p.truncated, p.copy_of,
	p.not_modified, p.fetched_at, p.got_at, p.took_us, p.wire, p.links, p.outcome, p.attempt, p.via, p.address, p.protocol,
	p.file, p.file_offset, p.file_length`

const fetchFrom = "SELECT " + fetchColumns + " FROM pages p JOIN sites s ON s.id = p.site WHERE "

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

// scanFetch reads a row of fetchColumns: the last state, and when the body came ("" without one).
func scanFetch(row scanner) (f Fetch, gotAt string, err error) {
	var at string
	var took int64
	var t [20]sql.NullString
	err = row.Scan(&f.URL, &f.Site, &t[0], &t[1], &t[2], &f.Depth, &f.Level, &f.Status, &t[3], &t[4], &f.Document, &f.Size,
		&t[5], &t[6], &t[7], &t[8], &t[9], &t[10], &t[11], &t[12], &t[13], &t[14],
		&f.NotModified, &at, &t[15], &took, &f.Wire, &f.Links, &f.Outcome, &f.Attempt, &t[16], &t[17], &t[18],
		&t[19], &f.Offset, &f.Length)
	f.Domain, f.Parent, f.Kind, f.Type, f.MIME = t[0].String, t[1].String, t[2].String, t[3].String, t[4].String
	f.SHA256, f.Title, f.Language, f.Charset = t[5].String, t[6].String, t[7].String, t[8].String
	f.ETag, f.LastModified, f.Location = t[9].String, t[10].String, t[11].String
	f.Cause, f.Truncated, f.CopyOf = t[12].String, t[13].String, t[14].String
	f.Address, f.Protocol, f.File = t[17].String, t[18].String, t[19].String
	f.At, f.Took = timeOf(at), time.Duration(took)*time.Microsecond
	if t[16].Valid {
		f.Via = strings.Split(t[16].String, "\n")
	}
	return f, t[15].String, err
}

// bodyOf makes of a URL's last state the fetch that brought its body.
func bodyOf(f Fetch, gotAt string) Fetch {
	if f.Outcome != Got {
		f.Outcome, f.Status, f.Cause, f.Location = Got, 200, "", ""
	}
	f.At, f.NotModified = timeOf(gotAt), false
	return f
}

// Validator gives what a conditional request for a URL needs, and the last fetch that got a body; false when the
// library holds no body of that URL.
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

// Robots gives what an origin (scheme://host) answered when it was last asked for its robots.txt; false when it
// never was.
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

// Site gives what was learned about a host; false for a host that was never asked.
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
