package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"sluice/library"
)

// Soft404 is an answer that was recorded as a page or a redirect before its host showed that it answers so when it has nothing.
type Soft404 struct {
	URL string
	At  time.Time       // of the request
	Was library.Outcome // as which it was recorded: Fetched or Redirected
}

// RecordedAs returns as what the answer to a request that began in a given millisecond was recorded, a page or a redirect. It
// reports false if it was neither, or is not the last one of its URL.
func (c *Catalogue) RecordedAs(ctx context.Context, url string, at time.Time) (library.Outcome, bool, error) {
	_, was, err := recordedAs(c.reader.QueryRowContext, ctx, url, at)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return was, err == nil, c.failed("look up "+url, err)
}

// recordedAs returns the row of a page or a redirect. The error is [sql.ErrNoRows] if there is none.
func recordedAs(ask func(context.Context, string, ...any) *sql.Row, ctx context.Context, url string, at time.Time) (id int64, was library.Outcome, err error) {
	at = at.Truncate(time.Millisecond)
	err = ask(ctx, `SELECT id, outcome FROM pages WHERE url = $1 AND fetched_at BETWEEN $2 AND $3 AND document = 0 AND outcome IN (1, 2)`,
		url, stamp(at), stamp(at.Add(time.Millisecond-time.Microsecond))).Scan(&id, &was)
	return id, was, err
}

// soft404s makes errors of answers that were recorded as pages or redirects. The library has no page of their URLs any more.
func (w *writing) soft404s(ctx context.Context, all []Soft404) error {
	for _, s := range all {
		id, was, err := recordedAs(w.tx.QueryRowContext, ctx, s.URL, s.At)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		for _, statement := range []string{
			fmt.Sprintf("UPDATE fetches SET outcome = %d, cause = '%s' WHERE page = $1 AND fetched_at = (SELECT fetched_at FROM pages WHERE id = $1)",
				library.Failed, CauseSoft404),
			fmt.Sprintf("UPDATE pages SET outcome = %d, cause = '%s', got_at = NULL, body_key = NULL WHERE id = $1", library.Failed, CauseSoft404),
			"DELETE FROM revisits WHERE page = $1",
			"INSERT INTO index_deletions (page) VALUES ($1) ON CONFLICT DO NOTHING",
		} {
			if err == nil {
				_, err = w.tx.Exec(statement, id)
			}
		}
		if err != nil {
			return fmt.Errorf("soft 404 at %s: %w", s.URL, err)
		}
		w.sums.move(classOf(was, false, was == library.Fetched), classError)
		w.changed = true
	}
	return nil
}

// UnlistedPage is a page that is none any more, whose entry the full-text index is to delete.
type UnlistedPage struct {
	URL      string
	IsListed bool // it has become a page again, and its entry is to stay
	id       int64
}

// Unlisted returns at most n pages whose entries the full-text index is to delete. [Documents.MarkUnlisted] records that it has.
func (ds *Documents) Unlisted(ctx context.Context, n int) ([]UnlistedPage, error) {
	// CROSS JOIN keeps the order: from the few deletions to their pages. SQLite would look through all pages, after each group.
	all, err := selectAll(ctx, ds.reader, func(row scanner) (p UnlistedPage, err error) { return p, row.Scan(&p.id, &p.URL, &p.IsListed) },
		`SELECT p.id, p.url, p.got_at IS NOT NULL FROM index_deletions d CROSS JOIN pages p WHERE p.id = d.page ORDER BY d.page LIMIT $1`, n)
	return all, ds.failed("look for pages to delete from the index", err)
}

// MarkUnlisted records that the index has no entries of pages any more.
func (ds *Documents) MarkUnlisted(ctx context.Context, all ...UnlistedPage) error {
	return ds.change(ctx, "record what was deleted from the index", func(f *filing) error {
		for _, p := range all {
			if err := f.exec("DELETE FROM index_deletions WHERE page = $1", p.id); err != nil {
				return err
			}
			if err := f.exec("UPDATE pages SET indexed = 0 WHERE id = $1 AND got_at IS NULL", p.id); err != nil {
				return err
			}
			if err := f.exec("DELETE FROM page_blocks WHERE page = (SELECT id FROM pages WHERE id = $1 AND got_at IS NULL)", p.id); err != nil {
				return err
			}
		}
		return nil
	})
}
