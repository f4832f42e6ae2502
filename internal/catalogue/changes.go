package catalogue

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sluice/library"
)

// ErrSince is the error of a moment that cannot be read, or of a crawl that the library does not have.
var ErrSince = errors.New("write a date (2026-11-01), a time (2026-11-01T08:30:00Z), 'last' for the last crawl, the number of a crawl, or cycle:3 for the third cycle")

// isGone reports whether an answer says that its URL has nothing any more.
func isGone(f *Fetch) bool {
	return f.Outcome == library.Failed && (f.Status == http.StatusNotFound || f.Status == http.StatusGone || f.Cause == CauseSoft404)
}

// revisited records what another fetch says about the changes of a known URL.
func (w *writing) revisited(k known, f *Fetch) error {
	at := stamp(f.At)
	_, err := w.tx.Exec(`INSERT INTO revisits (page, first_got, changed_at, seen_at) VALUES ($1, $2, $2, $2) ON CONFLICT (page) DO NOTHING`, k.id, text(k.gotAt))
	if err != nil {
		return err
	}
	switch {
	case f.Outcome == library.Fetched && k.body && (f.NotModified || f.SHA256 == k.sha256),
		f.Outcome == library.Refused && k.body: // its header said enough: of the same size, or a newer version of what was rejected
		_, err = w.tx.Exec("UPDATE revisits SET seen_at = $2, gone_at = NULL WHERE page = $1", k.id, at)
	case gotBody(f):
		_, err = w.tx.Exec("UPDATE revisits SET first_got = COALESCE(first_got, $2), changed_at = $2, seen_at = $2, gone_at = NULL WHERE page = $1", k.id, at)
	case k.body && isGone(f):
		_, err = w.tx.Exec("UPDATE revisits SET gone_at = COALESCE(gone_at, $2) WHERE page = $1", k.id, at)
	}
	return err
}

// Since returns the moment that a text means: a date or a time, that of the last crawl of sites or of the cycle that has made it ("last"), the start of a crawl by its
// number, or that of a cycle ("cycle:" and its number). The error is [ErrSince] for a text that means none.
func (c *Catalogue) Since(ctx context.Context, text string) (time.Time, error) {
	if at, err := time.ParseInLocation(time.DateOnly, text, time.Local); err == nil {
		return at, nil
	}
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	if number, is := strings.CutPrefix(text, "cycle:"); is {
		return c.Cycles.since(ctx, number)
	}
	last, ok, err := c.Crawls.Last(ctx)
	if err != nil {
		return time.Time{}, err
	}
	if text == "last" && ok {
		return c.Crawls.sinceLast(ctx, last.Started)
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if text != "last" && err != nil {
		return time.Time{}, fmt.Errorf("%q is no moment: %w", text, ErrSince)
	}
	found, err := selectAll(ctx, c.reader, scanCrawl, "SELECT "+crawlColumns+" FROM crawls WHERE id = $1", id)
	switch {
	case err != nil:
		return time.Time{}, c.failed("look for crawl "+text, err)
	case len(found) == 0:
		return time.Time{}, fmt.Errorf("the library has no crawl %q, its last one is %d: %w", text, last.ID, ErrSince)
	}
	return found[0].Started, nil
}

// Changes counts what is new, changed, unchanged and gone since a moment. It reads all pages.
func (c *Catalogue) Changes(ctx context.Context, since time.Time) (library.Changes, error) {
	changes := library.Changes{Since: since}
	rows, err := c.reader.QueryContext(ctx, `SELECT document, CASE WHEN gone_at IS NOT NULL THEN 'gone' WHEN first_got >= $1 THEN 'new'
			WHEN changed_at >= $1 THEN 'changed' ELSE 'unchanged' END, COUNT(*)
		FROM v_changes WHERE CASE WHEN gone_at IS NULL THEN seen_at ELSE gone_at END >= $1 GROUP BY 1, 2`, sinceStamp(since))
	if err != nil {
		return changes, c.failed("count changes", err)
	}
	defer rows.Close()
	for rows.Next() {
		var document bool
		var change string
		var n int64
		if err := rows.Scan(&document, &change, &n); err != nil {
			return changes, c.failed("count changes", err)
		}
		counts := &changes.Pages
		if document {
			counts = &changes.Documents
		}
		switch change {
		case "new":
			counts.New = n
		case "changed":
			counts.Changed = n
		case "unchanged":
			counts.Unchanged = n
		case "gone":
			counts.Gone = n
		}
	}
	return changes, c.failed("count changes", rows.Err())
}

// sinceStamp returns the first stamp that counts as since a moment: archives keep the times of fetches by the millisecond.
func sinceStamp(since time.Time) string { return stamp(since.Truncate(time.Millisecond)) }
