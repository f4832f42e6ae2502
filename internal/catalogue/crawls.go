package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Crawls reads and writes the rows of the crawls.
type Crawls struct{ *database }

// Begin records a new crawl with its settings (JSON) and returns its number.
func (c *Crawls) Begin(ctx context.Context, settings string, at time.Time) (id int64, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	err = c.writer.QueryRowContext(ctx, `INSERT INTO crawls (id, started, state, settings, active_us, sessions)
		VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM crawls), $1, 'running', $2, 0, 1) RETURNING id`,
		stamp(at), strings.ToValidUTF8(settings, "\uFFFD")).Scan(&id)
	return id, c.failed("begin a crawl", err)
}

// ForgetRefused deletes the counts of refused links, for a crawl that counts them again from
// the start.
func (c *Catalogue) ForgetRefused(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.writer.ExecContext(ctx, "DELETE FROM refusals")
	c.running.drop()
	return c.failed("forget refused links", err)
}

// Continue records that a crawl that was stopped or interrupted runs again with new settings.
// Empty settings keep the old ones.
func (c *Crawls) Continue(ctx context.Context, id int64, settings string) error {
	return c.update(ctx, "continue", id, `UPDATE crawls SET state = 'running', reason = NULL, ended = NULL, sessions = sessions + 1,
		settings = COALESCE($2, settings) WHERE id = $1`, id, text(settings))
}

// End records how a crawl ended. Its state is "done", "stopped", "limit" or "failed"; the reason names
// who stopped it or which limit was reached.
func (c *Crawls) End(ctx context.Context, id int64, state, reason string, at time.Time) error {
	return c.update(ctx, "end", id, "UPDATE crawls SET state = $2, reason = $3, ended = $4 WHERE id = $1", id, state, text(reason), stamp(at))
}

// update runs a statement that changes the row of one crawl. It is an error if there is no such
// row.
func (c *Crawls) update(ctx context.Context, what string, id int64, query string, args ...any) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	doing := fmt.Sprintf("%s crawl %d", what, id)
	result, err := c.writer.ExecContext(ctx, query, args...)
	if err != nil {
		return c.failed(doing, err)
	}
	if n, err := result.RowsAffected(); err == nil && n == 0 {
		return c.failed(doing, errors.New("no such crawl"))
	}
	return nil
}

// crawlColumns are the columns that scanCrawl reads.
const crawlColumns = "id, started, ended, state, reason, settings, active_us, sessions"

// Last returns the crawl that began last; false before the first one.
func (c *Crawls) Last(ctx context.Context) (Crawl, bool, error) {
	crawl, err := scanCrawl(c.reader.QueryRowContext(ctx, "SELECT "+crawlColumns+" FROM crawls ORDER BY id DESC LIMIT 1"))
	if errors.Is(err, sql.ErrNoRows) {
		return Crawl{}, false, nil
	}
	return crawl, err == nil, c.failed("last crawl", err)
}

// Starts returns when the crawls began, in their order.
func (c *Crawls) Starts(ctx context.Context) ([]time.Time, error) {
	all, err := selectAll(ctx, c.reader, func(row scanner) (time.Time, error) {
		var at string
		err := row.Scan(&at)
		return timeOf(at), err
	}, "SELECT started FROM crawls ORDER BY id")
	return all, c.failed("list the crawls", err)
}

// LastOfSites returns the crawl that left records of sites last, and the last one if none did; false before the first one. Those that fetch only documents
// leave none.
func (c *Crawls) LastOfSites(ctx context.Context) (Crawl, bool, error) {
	crawl, err := scanCrawl(c.reader.QueryRowContext(ctx, "SELECT "+crawlColumns+` FROM crawls
		ORDER BY started IN (SELECT begun FROM site_history) DESC, id DESC LIMIT 1`))
	if errors.Is(err, sql.ErrNoRows) {
		return Crawl{}, false, nil
	}
	return crawl, err == nil, c.failed("last crawl of sites", err)
}

// SpanOfSites returns when the first and the last crawl before a time began that left records of sites and reached a seed; zero if none did. It knows those that were made
// before the catalogue was rebuilt, and none of a time to come, when the clock was wrong.
func (c *Crawls) SpanOfSites(ctx context.Context, before time.Time) (first, last time.Time, err error) {
	var texts [2]string
	err = c.reader.QueryRowContext(ctx, `SELECT COALESCE(MIN(begun), ''), COALESCE(MAX(begun), '') FROM site_history
		WHERE begun < $1 AND begun NOT IN (SELECT started FROM crawls WHERE state = 'failed')`, stamp(before)).Scan(&texts[0], &texts[1])
	return timeOf(texts[0]), timeOf(texts[1]), c.failed("find the crawls of sites", err)
}

// sinceLast returns the start of the last crawl of sites that reached a seed, that of a person or that of a cycle. Of a cycle it is the start of the cycle, which has requested
// home pages before. Harvests, and what else requests documents alone, say nothing of changes: they leave no records of sites, and request no pages of sites while they run. If
// there is no other crawl, it is the last one that has fetched something.
func (c *Crawls) sinceLast(ctx context.Context, otherwise time.Time) (time.Time, error) {
	found, err := selectAll(ctx, c.reader, func(row scanner) (at time.Time, err error) {
		var text string
		err = row.Scan(&text)
		return timeOf(text), err
	}, `SELECT COALESCE((SELECT MIN(k.begun) FROM cycles k JOIN cycle_steps s ON s.cycle = k.id WHERE s.crawl = c.id AND s.step = $1 AND k.begun <= c.started), c.started)
		FROM crawls c WHERE c.state <> 'failed' AND (c.started IN (SELECT begun FROM site_history)
			OR c.state = 'running' AND EXISTS (SELECT 1 FROM pages WHERE fetched_at >= c.started AND kind IN ('page', 'seed'))) ORDER BY c.id DESC LIMIT 1`, StepCrawl)
	if err != nil {
		return otherwise, c.failed("look for the last crawl of sites", err)
	}
	if len(found) == 0 {
		return c.lastVisit(ctx, otherwise)
	}
	return found[0], nil
}

// lastVisit returns the start of the last crawl that fetched something: one that found nothing to do, or reached no seed, says nothing of
// changes. It returns otherwise if there is none.
func (c *Crawls) lastVisit(ctx context.Context, otherwise time.Time) (time.Time, error) {
	const failed = "failed" // the state of a crawl that reached no seed
	for before := "9999"; ; {
		// The crawl in which the last fetch before a moment was made.
		found, err := selectAll(ctx, c.reader, scanCrawl, "SELECT "+crawlColumns+` FROM crawls
			WHERE started <= (SELECT MAX(fetched_at) FROM pages WHERE fetched_at < $1) AND started < $1 ORDER BY id DESC LIMIT 1`, before)
		if err != nil || len(found) == 0 {
			return otherwise, c.failed("look for the last crawl", err)
		}
		if found[0].State != failed {
			return found[0].Started, nil
		}
		before = stamp(found[0].Started)
	}
}

// scanCrawl reads the columns of crawlColumns.
func scanCrawl(row scanner) (c Crawl, err error) {
	var started string
	var ended, reason, settings sql.NullString
	var active int64
	err = row.Scan(&c.ID, &started, &ended, &c.State, &reason, &settings, &active, &c.Sessions)
	c.Started, c.Ended = timeOf(started), timeOf(ended.String)
	c.Reason, c.Settings, c.Active = reason.String, settings.String, time.Duration(active)*time.Microsecond
	return c, err
}
