package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
)

// Select yields the documents that a query chooses by the columns of the listing "library", with fields and locations. An error is the last
// value that is yielded.
func (ds *Documents) Select(ctx context.Context, q library.Query) iter.Seq2[library.Document, error] {
	const text = "SELECT " + documentColumns + " FROM v_library v JOIN documents d ON d.id = v.id WHERE d.id IN "
	return selection[library.Document]{what: "documents", view: "v_library", columns: columns.Of("library"), read: func(ids []int64) (map[int64]library.Document, error) {
		found, err := selectAll(ctx, ds.reader, scanDocument, text+list(ids))
		all := make(map[int64]library.Document, len(found))
		for i := range found {
			if err := ds.complete(ctx, &found[i]); err != nil {
				return nil, err
			}
			all[found[i].id] = found[i].Document
		}
		return all, err
	}}.all(ctx, ds.database, q)
}

// Pages yields the last state of each URL that a query chooses by the columns of the listing "urls". An error is the last value that is
// yielded.
func (c *Catalogue) Pages(ctx context.Context, q library.Query) iter.Seq2[library.Fetch, error] {
	const text = "SELECT " + fetchColumns + ", p.id FROM pages p JOIN sites s ON s.id = p.site WHERE p.id IN "
	return selection[library.Fetch]{what: "pages", view: "v_urls", columns: columns.Of("urls"), read: func(ids []int64) (map[int64]library.Fetch, error) {
		all := make(map[int64]library.Fetch, len(ids))
		_, err := selectAll(ctx, c.reader, func(row scanner) (id int64, err error) {
			f, _, err := scanFetch(scannerWithMore{row, []any{&id}})
			all[id] = f.Fetch
			return id, err
		}, text+list(ids))
		return all, err
	}}.all(ctx, c.database, q)
}

// Sites yields the sites that a query chooses by the columns of the listing "sites". An error is the last value that is yielded. All sites are
// read at once, because each reading counts all pages.
func (c *Catalogue) Sites(ctx context.Context, q library.Query) iter.Seq2[library.Site, error] {
	return func(yield func(library.Site, error) bool) {
		text, args, err := selectText("v_site_summary", columns.Of("sites"), q, `host, domain, pages, documents, errors, redirects, copies, refused, bytes, wire,
			first_fetched, last_fetched, robots, given_up, delay_ms`, "id")
		if err != nil {
			yield(library.Site{}, fmt.Errorf("sites %w", err))
			return
		}
		sites, err := selectAll(ctx, c.reader, scanSite, text, args...)
		if err != nil {
			yield(library.Site{}, c.failed("read sites", err))
			return
		}
		for _, s := range sites {
			if !yield(s, nil) {
				return
			}
		}
	}
}

// scanSite reads a row of a site.
func scanSite(row scanner) (s library.Site, err error) {
	var t [5]sql.NullString
	var delay sql.NullInt64
	err = row.Scan(&s.Host, &t[0], &s.Pages, &s.Documents, &s.Errors, &s.Redirects, &s.Copies, &s.Refused, &s.Bytes, &s.Wire, &t[1], &t[2], &t[3], &t[4], &delay)
	s.Domain, s.First, s.Last, s.Robots, s.GivenUp = t[0].String, timeOf(t[1].String), timeOf(t[2].String), t[3].String, t[4].String
	s.Delay = time.Duration(delay.Int64) * time.Millisecond
	return s, err
}

// selection reads the rows that a query chooses of a view. The ids of all of them are read first, in their order, and then the rows, a few
// hundred at a time: a query that stays open while the caller works would keep a running crawl from truncating its write-ahead log.
type selection[T any] struct {
	what    string
	view    string
	columns []query.Column
	read    func(ids []int64) (map[int64]T, error) // rows by id; those that were deleted meanwhile are missing
}

// all yields the rows.
func (s selection[T]) all(ctx context.Context, d *database, q library.Query) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		text, args, err := selectText(s.view, s.columns, q, "id", "id")
		if err != nil {
			yield(none, fmt.Errorf("%s %w", s.what, err))
			return
		}
		ids, err := selectAll(ctx, d.reader, func(row scanner) (id int64, err error) {
			err = row.Scan(&id)
			return id, err
		}, text, args...)
		if err != nil {
			yield(none, d.failed("select "+s.what, err))
			return
		}
		for some := range slices.Chunk(ids, documentsAtOnce) {
			rows, err := s.read(some)
			if err != nil {
				yield(none, d.failed("read "+s.what, err))
				return
			}
			for _, id := range some {
				if row, ok := rows[id]; ok && !yield(row, nil) {
					return
				}
			}
		}
	}
}

// selectText returns the SQL that selects some columns of a view by a query, and its arguments. Rows that the query does not sort
// have the given order.
func selectText(view string, all []query.Column, q library.Query, what, order string) (string, []any, error) {
	condition, args, err := conditionOf(all, q)
	if err != nil {
		return "", nil, err
	}
	if q.Sort != "" {
		key, form, err := sortKey(all, q.Sort)
		if err != nil {
			return "", nil, err
		}
		order = fmt.Sprintf(form, key) + ", " + order
	}
	limit := q.Limit
	if limit <= 0 {
		limit = math.MaxInt32
	}
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT $%d", what, withChange(view, all, q.Since), condition, order, len(args)+1), append(args, limit), nil
}

// withChange returns a view as SQL selects from it: with the column change if its listing has one. Of what has changed since a moment the
// column says how, else it is NULL.
func withChange(view string, all []query.Column, since time.Time) string {
	if !has(all, columns.Change) {
		return view
	}
	change := "NULL"
	if !since.IsZero() {
		const of = `(SELECT CASE WHEN gone_at IS NOT NULL THEN 'gone' WHEN first_got >= '%[1]s' THEN 'new' WHEN changed_at >= '%[1]s' THEN 'changed' END
			FROM v_changes c WHERE c.url = v.url)`
		change = fmt.Sprintf(of, sinceStamp(since))
		if has(all, "added_at") {
			change = fmt.Sprintf("COALESCE(%s, CASE WHEN added_at >= '%s' THEN 'new' END)", change, sinceStamp(since))
		}
	}
	return fmt.Sprintf("(SELECT v.*, %s AS %s FROM %s AS v)", change, query.Quote(columns.Change), view)
}

// has reports whether one of the columns has a name.
func has(columns []query.Column, name string) bool {
	return slices.ContainsFunc(columns, func(c query.Column) bool { return c.Name == name })
}

// conditionOf returns the SQL that is true of the rows that a query chooses, and its arguments.
func conditionOf(columns []query.Column, q library.Query) (condition string, args []any, err error) {
	condition, args, err = query.Compile(columns, q.Where)
	if err != nil || q.Since.IsZero() {
		return condition, args, err
	}
	if !has(columns, "url") {
		return "", nil, &library.QueryError{Where: "since " + q.Since.Format(time.DateTime), Problem: "only pages and documents are new, changed or gone"}
	}
	n := len(args) + 1
	since := fmt.Sprintf("url IN (SELECT url FROM v_changes WHERE changed_at >= $%[1]d OR gone_at >= $%[1]d)", n)
	if has(columns, "added_at") { // a document may be filed later, or be added by a person
		since = fmt.Sprintf("(%s OR added_at >= $%d)", since, n)
	}
	return "(" + condition + ") AND " + since, append(args, sinceStamp(q.Since)), nil
}

// sortKey returns the column by which a query sorts, quoted, and a format of the order by it: what has no value comes last.
func sortKey(columns []query.Column, sort string) (key, order string, err error) {
	name, descending := strings.CutPrefix(sort, "-")
	column, err := query.Find(columns, name)
	if err != nil {
		return "", "", &library.QueryError{Sort: name, Problem: "there is no such column"}
	}
	order = "%[1]s IS NULL, %[1]s ASC"
	if descending {
		order = "%[1]s IS NULL, %[1]s DESC"
	}
	return query.Quote(column.Name), order, nil
}

// list returns ids as a list in SQL.
func list(ids []int64) string {
	var b strings.Builder
	for i, id := range ids {
		b.WriteByte("(,"[min(i, 1)])
		b.WriteString(strconv.FormatInt(id, 10))
	}
	b.WriteByte(')')
	return b.String()
}
