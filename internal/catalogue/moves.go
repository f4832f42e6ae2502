package catalogue

import (
	"context"
	"database/sql"
	"iter"

	"sluice/internal/query"
)

// Sharing yields the answers of URLs that do not match a pattern, with bodies that a URL has
// that does: the answers of one body together, the earliest first. Their records in the archive
// may be revisit records that refer to the record to be erased.
func (r *Removals) Sharing(ctx context.Context, pattern string) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		fail := func(err error) { yield(Capture{}, r.failed("look for what shares a body with "+pattern, err)) }
		pattern, err := query.ParsePattern(pattern)
		if err != nil {
			fail(err)
			return
		}
		condition, args := pattern.SQL("url")
		rows, err := r.reader.QueryContext(ctx, `SELECT surt(url), url, fetched_at, status, NULL, sha256, location, file, file_offset, file_length
			FROM v_fetches WHERE file IS NOT NULL AND NOT `+condition+` AND sha256 IN
				(SELECT sha256 FROM v_fetches WHERE file IS NOT NULL AND sha256 IS NOT NULL AND `+condition+`)
			ORDER BY sha256, fetched_at, url`, args...)
		if err != nil {
			fail(err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			capture, err := scanCapture(rows)
			if err != nil {
				fail(err)
				return
			}
			if !yield(capture, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			fail(err)
		}
	}
}

// A Move is the new place of an answer in the archive.
type Move struct {
	From, To Capture
	CopyOf   string // the URL whose record has the body now; empty: its own
}

// Move records the new places of answers, and the new end of the archive's valid part. No crawl
// may run at the same time.
func (r *Removals) Move(ctx context.Context, moves []Move, end Mark) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.dropCaches()
	return r.failed("record new places in the archive", r.move(ctx, moves, end))
}

// move records all places and the mark in one transaction: a part of them would refer to files
// that are deleted next.
func (r *Removals) move(ctx context.Context, moves []Move, end Mark) error {
	tx, err := r.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for _, m := range moves {
		if err := move(ctx, tx, m); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE progress SET archive_file = $1, archive_offset = $2 WHERE id = 1", end.File, end.Offset); err != nil {
		return err
	}
	return tx.Commit()
}

// move changes the place of one answer in each table that may have it.
func move(ctx context.Context, tx *sql.Tx, m Move) error {
	const to = " SET file = $1, file_offset = $2, file_length = $3 WHERE file = $4 AND file_offset = $5 AND "
	for _, where := range []string{
		"pages" + to + "url = $6",
		"fetches" + to + "page = (SELECT id FROM pages WHERE url = $6)",
		"intake" + to + "page = (SELECT id FROM pages WHERE url = $6)",
	} {
		if _, err := tx.ExecContext(ctx, "UPDATE "+where, m.To.File, m.To.Offset, m.To.Length, m.From.File, m.From.Offset, m.From.URL); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "UPDATE pages SET copy_of = $1 WHERE url = $2 AND sha256 = $3 AND copy_of IS NOT NULL",
		text(m.CopyOf), m.From.URL, m.From.SHA256)
	return err
}
