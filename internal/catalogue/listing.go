package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
)

// Listing is the result of [Catalogue.List]. Read it to its end with [Listing.All], or close
// it: an open listing holds a connection.
type Listing struct {
	Columns []string // names of the values of each record, in their order
	rows    *sql.Rows
	then    func(limit int) (*sql.Rows, error) // returns the next rows, nil at the end; nil without more
	limit   int
	fields  []query.Column
	fail    func(error) error
}

// Record is one line of a listing. A value is a string, an int64, a float64, or nil for what is not known
// or does not apply.
type Record []any

// listings are the names that can be listed, each with its view and order. Package columns has their columns. A second
// view is read after the first: a union of both would have to be sorted before its first row. A list in another order is read from
// the view that has all rows.
var listings = map[string]struct{ view, then, all, order string }{
	"pages":          {"v_pages", "", "v_pages", "id"},
	"documents":      {"v_filed_documents", "v_unfiled_documents", "v_documents", "id"},
	"urls":           {"v_urls", "", "v_urls", "id"},
	"places":         {"v_places", "", "v_places", "id"},
	"sites":          {"v_site_summary", "", "v_site_summary", "id"},
	"links":          {"v_links", "", "v_links", `"from", "to"`},
	"library":        {"v_library", "", "v_library", "id"},
	"document links": {"v_document_links", "", "v_document_links", "url, page"},
	"candidates":     {"v_candidates", "", "v_candidates", "kind, value"},
}

// List lists "urls" (every one that was fetched), "pages" (those that are no documents),
// "places" (every one, with its document), "documents" (each once, whatever its URLs, also
// those that are not filed yet), "library" (those that are filed), "sites", "links",
// "document links" or "candidates" (what accepted documents point to):
// those for which the condition where holds (see [query.Condition]; empty: all), at most limit
// of them (0 or less: no limit), in the order in which they were first fetched or filed (links
// and candidates by name). A record has every column; what is not known is nil.
func (c *Catalogue) List(ctx context.Context, what, where string, limit int) (*Listing, error) {
	return c.Query(ctx, what, library.Query{Where: where, Limit: limit})
}

// Query lists as [Catalogue.List] does, in the order of the query. Records have the named columns; without names, all.
func (c *Catalogue) Query(ctx context.Context, what string, q library.Query, names ...string) (*Listing, error) {
	l, ok := listings[what]
	if !ok {
		return nil, fmt.Errorf("list %q: only %s can be listed", what, strings.Join(slices.Sorted(maps.Keys(listings)), ", "))
	}
	all := columns.Of(what)
	fields := all
	switch {
	case len(names) > 0:
		fields = nil
	case q.Since.IsZero(): // there is nothing to say about changes
		fields = slices.DeleteFunc(slices.Clone(all), func(c query.Column) bool { return c.Name == columns.Change })
	}
	for _, name := range names {
		f, err := query.Find(all, name)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", what, err)
		}
		fields = append(fields, f)
	}
	if q.Sort != "" && l.order != "id" {
		l.view, l.then = l.all, ""
	}
	ask := func(view string, limit int) (*sql.Rows, error) {
		q.Limit = limit
		text, args, err := selectText(view, all, q, columnList(fields), l.order)
		if err != nil {
			return nil, err
		}
		rows, err := c.reader.QueryContext(ctx, text, args...)
		return rows, c.failed("list "+what, err)
	}
	if q.Limit <= 0 {
		q.Limit = math.MaxInt32
	}
	limit := q.Limit
	first := ask
	var parts func() (*sql.Rows, error)
	if q.Sort != "" && l.order == "id" {
		first = func(string, int) (*sql.Rows, error) {
			var err error
			if parts, err = c.sorted(ctx, l.view, l.then, all, q, columnList(fields)); err != nil {
				return nil, err
			}
			return parts()
		}
	}
	rows, err := first(l.view, limit)
	if _, invalid := errors.AsType[*library.QueryError](err); invalid {
		return nil, fmt.Errorf("list %s %w", what, err)
	}
	if err != nil {
		return nil, err
	}
	out := &Listing{rows: rows, limit: limit, fields: fields, fail: func(err error) error { return c.failed("list "+what, err) }}
	switch {
	case parts != nil:
		out.then = func(int) (*sql.Rows, error) { return parts() }
	case l.then != "":
		out.then = func(limit int) (*sql.Rows, error) {
			out.then = nil
			return ask(l.then, limit)
		}
	}
	for _, f := range fields {
		out.Columns = append(out.Columns, f.Name)
	}
	return out, nil
}

// columnList returns the columns of a query, quoted.
func columnList(fields []query.Column) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(query.Quote(f.Name))
	}
	return b.String()
}

// All yields the records and closes the listing. An error is the last value that is yielded. A
// record is valid until the next one.
func (l *Listing) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		defer func() { l.rows.Close() }()
		record := make(Record, len(l.fields))
		into := make([]any, len(record))
		for i := range record {
			into[i] = &record[i]
		}
		for n := 0; ; n++ {
			more, err := l.next(n)
			if err == nil && more {
				err = l.rows.Scan(into...)
			}
			if err != nil {
				yield(nil, l.fail(err))
				return
			}
			if !more || !yield(record, nil) {
				return
			}
		}
	}
}

// next moves to the next row, that of the second view if the first has no more. given is the
// number of rows so far.
func (l *Listing) next(given int) (bool, error) {
	if l.rows.Next() {
		return true, nil
	}
	if err := l.rows.Err(); err != nil || l.then == nil || given >= l.limit {
		return false, err
	}
	rows, err := l.then(l.limit - given)
	if err != nil || rows == nil {
		return false, err
	}
	l.rows = rows
	return l.next(given)
}

// Close ends a listing early. It may be called more than once.
func (l *Listing) Close() error { return l.rows.Close() }

// AppendJSON appends a record to b as one JSON object with all columns in their order, null for nil.
func (l *Listing) AppendJSON(b []byte, r Record) []byte {
	b = append(b, '{')
	for i, value := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = append(b, l.Columns[i]...)
		b = append(b, '"', ':')
		b = appendValue(b, value)
	}
	return append(b, '}')
}

// appendValue appends a value of a record as JSON.
func appendValue(b []byte, value any) []byte {
	switch v := value.(type) {
	case nil:
		return append(b, "null"...)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case float64:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	case string:
		return appendText(b, v)
	default:
		return appendText(b, fmt.Sprint(v))
	}
}

// appendText appends s as a JSON string. Unlike encoding/json it does not escape &, < and >,
// which URLs contain often, and it escapes what acts on a terminal.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // what is not UTF-8 comes out as U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp):
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
