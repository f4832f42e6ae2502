package catalogue

import (
	"context"
	"database/sql"
	"iter"
	"time"
)

// Body is the body that a URL had last.
type Body struct {
	URL, Site string
	Key       int64     // equal for equal bodies, and for hardly any others
	At        time.Time // last request
}

// Bodies returns the pages and documents of all sites that still have a body, in the order of their first request.
func (s *Statistics) Bodies(ctx context.Context) iter.Seq2[Body, error] {
	return stream(ctx, s.database, "read the bodies of sites", func(row scanner) (b Body, err error) {
		var at string
		err = row.Scan(&b.URL, &b.Site, &b.Key, &at)
		b.At = timeOf(at)
		return b, err
	}, `SELECT p.url, s.host, p.body_key, p.fetched_at FROM pages p JOIN sites s ON s.id = p.site
		WHERE p.got_at IS NOT NULL AND p.body_key IS NOT NULL AND p.outcome = 1 AND (p.type = 'html' OR p.document = 1) ORDER BY p.id`)
}

// Mirror is a site that is a whole copy of another.
type Mirror struct {
	Host     string    `json:"host"`
	Original string    `json:"original"` // the site that it is a copy of
	Pages    int64     `json:"pages"`    // of the host, when it was compared
	Common   int64     `json:"common"`   // of these: paths that both have
	Equal    int64     `json:"equal"`    // of these: byte for byte
	Alike    int64     `json:"alike"`    // of the others: by their words, reckoned from a sample
	Found    time.Time `json:"found"`
}

// Mirrors returns the sites that are whole copies of others, by their names.
func (c *Cycles) Mirrors(ctx context.Context) ([]Mirror, error) {
	all, err := selectAll(ctx, c.reader, func(row scanner) (m Mirror, err error) {
		var at string
		err = row.Scan(&m.Host, &m.Original, &m.Pages, &m.Common, &m.Equal, &m.Alike, &at)
		m.Found = timeOf(at)
		return m, err
	}, "SELECT host, original, pages, common, equal, alike, found_at FROM mirrors ORDER BY host")
	return all, c.failed("read the mirrors of sites", err)
}

// SetMirrors replaces the sites that are whole copies of others.
func (c *Cycles) SetMirrors(ctx context.Context, all []Mirror) error {
	return c.write(ctx, "record the mirrors of sites", func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM mirrors"); err != nil {
			return err
		}
		for _, m := range all {
			_, err := tx.ExecContext(ctx, "INSERT INTO mirrors (host, original, pages, common, equal, alike, found_at) VALUES ($1, $2, $3, $4, $5, $6, $7)",
				word(m.Host), word(m.Original), m.Pages, m.Common, m.Equal, m.Alike, stamp(m.Found))
			if err != nil {
				return err
			}
		}
		return nil
	})
}
