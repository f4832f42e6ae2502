package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"
	"time"

	"sluice/library"
)

// maxProblems bounds what Check lists.
const maxProblems = 20

// Check runs the database's own search for damage and returns what it finds, at most about
// twenty problems. With quick it does not compare indexes with their tables, which takes
// several times as long. A sound database returns no problem.
func (c *Catalogue) Check(ctx context.Context, quick bool) (problems []string, err error) {
	pragma := "PRAGMA integrity_check(20)"
	if quick {
		pragma = "PRAGMA quick_check(20)"
	}
	rows, err := c.reader.QueryContext(ctx, pragma)
	if err != nil {
		return nil, c.failed("check", err)
	}
	defer rows.Close()
	for rows.Next() && len(problems) < maxProblems {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, c.failed("check", err)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line != "ok" && line != "" && !strings.HasPrefix(line, "***") {
				problems = append(problems, line)
			}
		}
	}
	return problems, c.failed("check", rows.Err())
}

// SchemaVersion returns the version of the catalogue's tables.
func (c *Catalogue) SchemaVersion(ctx context.Context) (int, error) {
	version, err := schemaVersion(ctx, c.reader)
	return version, c.failed("read the schema's version", err)
}

// Counts returns how many pages and documents the catalogue has.
func (c *Catalogue) Counts(ctx context.Context) (pages, documents int64, err error) {
	err = c.reader.QueryRowContext(ctx, `SELECT COUNT(*) - COALESCE(SUM(document), 0), COALESCE(SUM(document), 0)
		FROM pages WHERE outcome NOT IN ($1, $2) OR got_at IS NOT NULL`, int64(library.Refused), int64(library.Challenged)).
		Scan(&pages, &documents)
	return pages, documents, c.failed("count", err)
}

// TotalsSince counts the URLs that were fetched since a time: Visited, Pages, Documents, Redirects, Errors and Wire of the totals.
func (c *Catalogue) TotalsSince(ctx context.Context, at time.Time) (t Totals, err error) {
	rows, err := c.reader.QueryContext(ctx, `SELECT outcome, document, COUNT(*), SUM(wire) FROM pages
		WHERE outcome NOT IN (4, 5) AND fetched_at >= $1 GROUP BY 1, 2`, stamp(at.Truncate(time.Second)))
	if err != nil {
		return t, c.failed("count since "+stamp(at), err)
	}
	defer rows.Close()
	var s sums
	for rows.Next() {
		var outcome library.Outcome
		var document bool
		var n, wire int64
		if err := rows.Scan(&outcome, &document, &n, &wire); err != nil {
			return t, c.failed("count since "+stamp(at), err)
		}
		s.urls[classOf(outcome, document, false)] += n
		s.wire += wire
	}
	return s.totals(), c.failed("count since "+stamp(at), rows.Err())
}

// Files returns the names of the archive's files in which answers are, in order.
func (c *Captures) Files(ctx context.Context) (names []string, err error) {
	rows, err := c.reader.QueryContext(ctx, `SELECT file FROM pages WHERE file IS NOT NULL UNION
		SELECT file FROM fetches WHERE file IS NOT NULL ORDER BY file`)
	if err != nil {
		return nil, c.failed("look for files", err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, c.failed("look for files", err)
		}
		names = append(names, name)
	}
	return names, c.failed("look for files", rows.Err())
}

// placeTable is a table with places in the archive. rows is the beginning of a query for the
// rows that have one.
type placeTable struct{ id, last, rows string }

// placeTables are the tables with places. A page that was fetched once has its place in its own
// row, and further fetches have theirs in the table of fetches.
var placeTables = []placeTable{
	{"p.id", "SELECT COALESCE(MAX(id), 0) FROM pages",
		`SELECT p.id, p.url, CASE WHEN p.fetches = 1 THEN p.status ELSE 0 END, p.size, p.sha256, p.truncated, p.file,
		p.file_offset, p.file_length FROM pages p WHERE p.file IS NOT NULL`},
	{"f.id", "SELECT COALESCE(MAX(id), 0) FROM fetches",
		`SELECT f.id, p.url, f.status, f.size, f.sha256, f.truncated, f.file, f.file_offset, f.file_length
		FROM fetches f JOIN pages p ON p.id = f.page WHERE f.file IS NOT NULL`},
}

// placesAtOnce is the number of places that one query reads. A query that stays open for hours
// would keep a running crawl from truncating its write-ahead log.
const placesAtOnce = 1000

// Sample yields fetches whose answer is in the archive: all of them if n is 0, else about n
// that are spread evenly over each table, the first and the last included. Only URL, Status,
// Size, SHA256, Truncated and the place are filled in; Status is 0 where the row describes a
// later answer. An error is the last value that is yielded. A crawl that writes at the same
// time is not held up, however long the caller takes.
func (c *Captures) Sample(ctx context.Context, n int64) iter.Seq2[Fetch, error] {
	return func(yield func(Fetch, error) bool) {
		for _, t := range placeTables {
			if !c.placesIn(ctx, t, n, yield) {
				return
			}
		}
	}
}

// placesIn yields the places of one table. It returns false if no more are wanted.
func (c *Captures) placesIn(ctx context.Context, t placeTable, n int64, yield func(Fetch, error) bool) bool {
	var last int64
	if err := c.reader.QueryRowContext(ctx, t.last).Scan(&last); err != nil {
		yield(Fetch{}, c.failed("look for fetches", err))
		return false
	}
	var id int64 // of the last one that was yielded
	yieldFound := func(query string, args ...any) bool {
		var found []Fetch
		var err error
		if found, id, err = c.places(ctx, query, args...); err != nil {
			yield(Fetch{}, c.failed("look for fetches", err))
			return false
		}
		for _, f := range found {
			if !yield(f, nil) {
				return false
			}
		}
		return true
	}
	if n == 0 || last <= n {
		next := fmt.Sprintf("%s AND %s > $1 ORDER BY %[2]s LIMIT %d", t.rows, t.id, placesAtOnce)
		for more := true; more; more = id > 0 && id < last {
			if !yieldFound(next, id) {
				return false
			}
		}
		return true
	}
	// Ids have few gaps, so that equal steps of the id are an even sample at one look-up each.
	// A random order would read the whole table.
	next := fmt.Sprintf("%s AND %s >= $1 ORDER BY %[2]s LIMIT 1", t.rows, t.id)
	for i := range n - 1 {
		if !yieldFound(next, 1+i*(last/n)) {
			return false
		}
	}
	return yieldFound(fmt.Sprintf("%s ORDER BY %s DESC LIMIT 1", t.rows, t.id))
}

// places returns the places that a query finds, and the id of the last row; 0 if the query
// finds nothing.
func (c *Captures) places(ctx context.Context, query string, args ...any) (found []Fetch, id int64, err error) {
	rows, err := c.reader.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var f Fetch
		var sum, truncated sql.NullString
		if err := rows.Scan(&id, &f.URL, &f.Status, &f.Size, &sum, &truncated, &f.File, &f.Offset, &f.Length); err != nil {
			return nil, 0, err
		}
		f.SHA256, f.Truncated = sum.String, truncated.String
		found = append(found, f)
	}
	return found, id, rows.Err()
}

// CountKept returns the number of documents whose files must be in the repository.
func (ds *Documents) CountKept(ctx context.Context) (n int64, err error) {
	err = ds.reader.QueryRowContext(ctx, "SELECT COUNT(*) FROM documents WHERE kept = 1 AND state <> 'removed'").Scan(&n)
	return n, ds.failed("count documents", err)
}
