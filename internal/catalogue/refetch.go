package catalogue

import (
	"database/sql"
	"errors"
	"fmt"

	"sluice/library"
)

// A URL that was fetched before keeps its row. The row of a single fetch is that fetch; from
// the second on, all are in the table of fetches.

const copyFirstFetch = `INSERT INTO fetches (page, fetched_at, outcome, status, attempt, not_modified, size, wire, took_us,
		cause, sha256, truncated, location, address, file, file_offset, file_length)
	SELECT id, fetched_at, outcome, status, attempt, not_modified, size, wire, took_us,
		cause, sha256, truncated, location, address, file, file_offset, file_length FROM pages WHERE id = $1`

// insertFetch adds a fetch to the table of fetches.
const insertFetch = `INSERT INTO fetches (page, fetched_at, outcome, status, attempt, not_modified, size, wire, took_us,
		cause, sha256, truncated, location, address, file, file_offset, file_length)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

// updateState changes what every fetch changes: state, cause and route, but no column of the
// body.
const updateState = `UPDATE pages SET outcome = $2, cause = $3, fetched_at = $4, fetches = fetches + 1, attempt = $5,
		not_modified = $6, wire = $7, took_us = $8, location = $9, address = $10, protocol = $11, depth = $12,
		kind = $13, parent = $14, via = $15, level = $16 WHERE id = $1`

// updateBody replaces the columns of the body.
const updateBody = `UPDATE pages SET status = $2, document = $3, links = $4, size = $5, file_offset = $6, file_length = $7,
		type = $8, copy_of = $9, got_at = $10, mime = $11, sha256 = $12, title = $13, language = $14, charset = $15,
		truncated = $16, etag = $17, last_modified = $18, file = $19, body_key = $20, relevance = $21 WHERE id = $1`

// updateValidator keeps the old validators if a "not modified" has none.
const updateValidator = `UPDATE pages SET etag = COALESCE($2, etag), last_modified = COALESCE($3, last_modified) WHERE id = $1`

// known is the row of a URL that was fetched before.
type known struct {
	id, fetches int64
	fetchedAt   string
	outcome     library.Outcome
	document    bool
	body        bool // a fetch got a body
	sha256      string
	gotAt       string // when that body came last; empty while none was got
}

// again writes a fetch of a URL that has a row.
func (w *writing) again(f *Fetch) error {
	k, err := w.known(f)
	if err != nil || k.fetchedAt == stamp(f.At) {
		w.ids = append(w.ids, k.id)
		return err // the very fetch was written before
	}
	if err := w.history(k, f); err != nil {
		return fmt.Errorf("earlier fetches: %w", err)
	}
	_, err = w.tx.Exec(updateState, k.id, int64(f.Outcome), text(f.Cause), stamp(f.At), int64(f.Attempt),
		flag(f.NotModified), f.Wire, f.Took.Microseconds(), text(f.Location), text(f.Address), text(f.Protocol),
		int64(f.Depth), text(f.Kind), text(f.Parent), lines(f.Via), int64(f.Level))
	if err != nil {
		return err
	}
	if err := w.body(k, f); err != nil {
		return err
	}
	w.count(k, f)
	if err := w.revisited(k, f); err != nil {
		return fmt.Errorf("changes: %w", err)
	}
	return w.enqueue(k.id, f)
}

// count changes the sums of the library by another fetch of a known URL.
func (w *writing) count(k known, f *Fetch) {
	document := k.document
	if gotBody(f) || !k.body {
		document = f.Document
	}
	w.sums.move(classOf(k.outcome, k.document, k.body), classOf(f.Outcome, document, k.body || gotBody(f)))
	w.sums.wire += f.Wire
}

// known reads the row of a URL that the insert has found.
func (w *writing) known(f *Fetch) (k known, err error) {
	err = w.tx.QueryRow("SELECT id, fetches, fetched_at, outcome, document, COALESCE(sha256, ''), COALESCE(got_at, '') FROM pages WHERE url = $1", text(f.URL)).
		Scan(&k.id, &k.fetches, &k.fetchedAt, &k.outcome, &k.document, &k.sha256, &k.gotAt)
	k.body = k.gotAt != ""
	if errors.Is(err, sql.ErrNoRows) {
		return k, errors.New("the row of a known URL is missing")
	}
	return k, err
}

// history adds a fetch to the table of fetches. On the second fetch it first copies the first
// one, of which the row of the page holds all.
func (w *writing) history(k known, f *Fetch) error {
	if k.fetches == 1 {
		if _, err := w.tx.Exec(copyFirstFetch, k.id); err != nil {
			return err
		}
	}
	_, err := w.tx.Exec(insertFetch, k.id, stamp(f.At), int64(f.Outcome), int64(f.Status), int64(f.Attempt),
		flag(f.NotModified), f.Size, f.Wire, f.Took.Microseconds(), text(f.Cause), text(f.SHA256), text(f.Truncated),
		text(f.Location), text(f.Address), text(f.File), f.Offset, f.Length)
	return err
}

// body changes the columns of the body. A new body replaces the old one; an answer without a
// body leaves it.
func (w *writing) body(k known, f *Fetch) (err error) {
	switch {
	case gotBody(f) || !k.body:
		got, body := bodyValues(f, stamp(f.At))
		w.changed = w.changed || k.body
		_, err = w.tx.Exec(updateBody, k.id, int64(f.Status), flag(f.Document), int64(f.Links), f.Size, f.Offset, f.Length,
			text(f.Type), text(f.CopyOf), got, text(f.MIME), text(f.SHA256), text(f.Title), text(f.Language),
			text(f.Charset), text(f.Truncated), text(f.ETag), text(f.LastModified), text(f.File), body, share(f.Relevance))
	case f.NotModified:
		_, err = w.tx.Exec(updateValidator, k.id, text(f.ETag), text(f.LastModified))
	default:
		_, err = w.tx.Exec("UPDATE pages SET status = $2 WHERE id = $1", k.id, int64(f.Status))
	}
	return err
}
