package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// The transaction of a group adds the bodies that are to be read to the queue, so no body is
// forgotten. The transaction that files a body deletes its row.

// MaxTries is the number of attempts to read a body. After them the body is filed unread.
const MaxTries = 5

// Queue is the queue of the bodies that wait to be read.
type Queue struct{ *database }

// Queued is a body that waits to be filed or indexed.
type Queued struct {
	ID       int64 // grows in the order in which bodies came
	Intake   Intake
	Tries    int   // begun so far and not ended
	Deferral int64 // grows with each body that is deferred; 0: it was not
	Indexed  bool  // it is of a URL that the index has as a page already
	Fetch    Fetch // that brought it: place in the archive, hash and time are those of this body, the rest is the URL's last state
}

// enqueue adds a body to the queue in the transaction that records its fetch. Its id is at
// least the time, so that a reader's position remains valid after the queue was empty.
func (w *writing) enqueue(page int64, f *Fetch) error {
	w.ids = append(w.ids, page)
	if f.Intake == 0 || !gotBody(f) || f.SHA256 == "" {
		return nil
	}
	w.state.intake = max(w.state.intake+1, time.Now().UnixMicro())
	_, err := w.tx.Stmt(w.r.put.intake).Exec(w.state.intake, page, int64(f.Intake), f.Size, f.Offset, f.Length, stamp(f.At),
		text(f.SHA256), text(f.File))
	return err
}

// QueuedSite is a site that has bodies in the queue.
type QueuedSite struct {
	ID   int64
	Last int64 // row of its last body, deferred or not
}

// Sites returns at most n sites that have bodies in the queue, by number, and that follow the site
// after (0: from the first).
func (q *Queue) Sites(ctx context.Context, after int64, n int) ([]QueuedSite, error) {
	// Two looks into the index for each site: it may have many bodies.
	all, err := selectAll(ctx, q.reader, func(row scanner) (s QueuedSite, err error) { return s, row.Scan(&s.ID, &s.Last) },
		`WITH RECURSIVE s(site) AS (SELECT MIN(site) FROM intake WHERE site > $1
			UNION ALL SELECT (SELECT MIN(i.site) FROM intake i WHERE i.site > s.site) FROM s WHERE s.site IS NOT NULL)
		SELECT site, (SELECT MAX(id) FROM intake i WHERE i.site = s.site) FROM s WHERE site IS NOT NULL LIMIT $2`, after, n)
	return all, q.failed("read the sites of the queue", err)
}

// Next returns at most n bodies of a site (0: of any) that are not deferred and follow the row after (0: from
// the first), in the order in which they were fetched.
func (q *Queue) Next(ctx context.Context, site, after int64, n int) ([]Queued, error) {
	if site == 0 {
		return q.rows(ctx, `i.id > $1 AND i.deferred = 0 ORDER BY i.id LIMIT $2`, after, n)
	}
	return q.rows(ctx, `i.id > $1 AND i.deferred = 0 AND i.site = $3 ORDER BY i.id LIMIT $2`, after, n, site)
}

// Deferred returns at most n bodies of a site that were deferred, in that order, and follow a deferral (0: from
// the first).
func (q *Queue) Deferred(ctx context.Context, site, after int64, n int) ([]Queued, error) {
	return q.rows(ctx, `i.deferred > $1 AND i.site = $3 ORDER BY i.deferred LIMIT $2`, after, n, site)
}

// DeferredHosts returns the hosts of the bodies that were deferred, each once.
func (q *Queue) DeferredHosts(ctx context.Context) ([]string, error) {
	all, err := selectAll(ctx, q.reader, func(row scanner) (host string, err error) { return host, row.Scan(&host) },
		`SELECT host FROM sites WHERE id IN (SELECT site FROM intake WHERE deferred > 0)`)
	return all, q.failed("read the deferred bodies of the queue", err)
}

// rows returns the bodies of a condition.
func (q *Queue) rows(ctx context.Context, condition string, values ...any) ([]Queued, error) {
	all, err := selectAll(ctx, q.reader, scanQueued, `SELECT `+fetchColumns+`, i.id, i.kind, i.attempts, i.deferred, i.size, i.file_offset,
			i.file_length, i.got_at, i.sha256, i.file, p.indexed > 0
		FROM intake i JOIN pages p ON p.id = i.page JOIN sites s ON s.id = p.site WHERE `+condition, values...)
	return all, q.failed("read the queue", err)
}

// scanQueued reads a row of the queue. If the URL has got another body since, what describes
// that body is cleared.
func scanQueued(row scanner) (q Queued, err error) {
	var at, sum string
	var size, offset, length int64
	var file sql.NullString
	f, gotAt, err := scanFetch(scannerWithMore{row, []any{&q.ID, &q.Intake, &q.Tries, &q.Deferral, &size, &offset, &length, &at, &sum, &file, &q.Indexed}})
	if err != nil {
		return q, err
	}
	q.Fetch = bodyOf(f, gotAt)
	if f.SHA256 != sum { // the URL has another body by now, whose validators these are
		q.Fetch.ETag, q.Fetch.LastModified, q.Fetch.Type, q.Fetch.MIME, q.Fetch.Title = "", "", "", "", ""
		q.Fetch.Language, q.Fetch.Charset, q.Fetch.Truncated, q.Fetch.CopyOf = "", "", "", ""
	}
	q.Fetch.SHA256, q.Fetch.Size, q.Fetch.File, q.Fetch.Offset, q.Fetch.Length = sum, size, file.String, offset, length
	q.Fetch.At, q.Fetch.Intake = timeOf(at), q.Intake
	return q, nil
}

// Len returns the number of bodies that wait.
func (q *Queue) Len(ctx context.Context) (n int64, err error) {
	err = q.reader.QueryRowContext(ctx, "SELECT COUNT(*) FROM intake").Scan(&n)
	return n, q.failed("count the queue", err)
}

// Begin counts an attempt to read bodies. It is called before reading, so that the attempts
// show a body that kills the process.
func (q *Queue) Begin(ctx context.Context, ids ...int64) error {
	return q.changeEach(ctx, "UPDATE intake SET attempts = attempts + 1 WHERE id = $1", ids)
}

// Return takes back an attempt that Begin has counted, for bodies that were not read to the
// end, such as when a crawl stops.
func (q *Queue) Return(ctx context.Context, ids ...int64) error {
	return q.changeEach(ctx, "UPDATE intake SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0", ids)
}

// Defer makes a body come after all others of its site, because the reading of it was broken off.
func (q *Queue) Defer(ctx context.Context, id int64) error {
	// At least the time, so that a reader's position remains valid after the deferred bodies were filed.
	return q.change(ctx, fmt.Sprintf("defer row %d of the queue", id), func(f *filing) error {
		return f.exec(`UPDATE intake SET deferred = MAX($2, 1 + COALESCE((SELECT MAX(deferred) FROM intake WHERE deferred > 0), 0)) WHERE id = $1`,
			id, time.Now().UnixMicro())
	})
}

// Skipped is a body of the queue that is not filed.
type Skipped struct {
	ID      int64        // of its row in the queue
	Indexed *IndexedPage // of a page that was made searchable
	Cause   string       // why it is no document though it looked like one, which its page keeps (see [NoDocument]); empty for an ordinary page
}

// Remove deletes bodies from the queue that are not filed: pages, once they are indexed, and
// bodies that only looked like documents. In the same transaction it records that blocks were looked for in the samples of sites
// and in these pages, see [SiteBlocks.Settle]. It returns how many pages returned to the queue.
func (q *Queue) Remove(ctx context.Context, samples []*SiteSample, passed ...Skipped) (again int64, err error) {
	if len(passed) == 0 {
		return 0, nil
	}
	err = q.change(ctx, fmt.Sprintf("remove %d rows from the queue", len(passed)), func(f *filing) error {
		pages := map[int64][]sampledPage{} // by site
		for _, p := range passed {
			if p.Cause != "" {
				err := f.exec(`UPDATE pages SET cause = $2 WHERE cause IS NULL
					AND id = (SELECT page FROM intake WHERE id = $1) AND sha256 = (SELECT sha256 FROM intake WHERE id = $1)`, p.ID, text(p.Cause))
				if err != nil {
					return err
				}
			}
			if p.Indexed != nil {
				if err := f.indexed(p.ID, p.Indexed, pages); err != nil {
					return err
				}
			}
			if err := f.exec("DELETE FROM intake WHERE id = $1", p.ID); err != nil {
				return err
			}
		}
		added := map[int64]int64{}
		for site, its := range pages {
			if added[site], err = f.sample(site, its); err != nil {
				return err
			}
		}
		again, err = f.settle(samples, added)
		return err
	})
	return again, err
}

// changeEach runs a statement for each row of the queue, in one transaction.
func (q *Queue) changeEach(ctx context.Context, statement string, ids []int64) error {
	if len(ids) == 0 {
		return nil
	}
	return q.change(ctx, fmt.Sprintf("change %d rows of the queue", len(ids)), func(f *filing) error {
		for _, id := range ids {
			if err := f.exec(statement, id); err != nil {
				return err
			}
		}
		return nil
	})
}
