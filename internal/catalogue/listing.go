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
	"unicode/utf8"

	"sluice/internal/query"
)

// Listing is the result of [Catalogue.List]. Read it to its end with [Listing.All], or close
// it: an open listing holds a connection.
type Listing struct {
	Columns []string // names of the values of each record, in their order
	rows    *sql.Rows
	then    func(limit int) (*sql.Rows, error) // returns the rows of the second view; nil without one
	limit   int
	fields  []query.Column
	fail    func(error) error
}

// Record is one line of a listing. A value is a string, an int64, or nil for what is not known
// or does not apply.
type Record []any

// listings are the names that can be listed, each with its view, order and columns. A second
// view is read after the first: a union of both would have to be sorted before its first row.
var listings = map[string]struct {
	view, then, order string
	fields            []query.Column
}{
	"pages":      {"v_pages", "", "id", urlFields},
	"documents":  {"v_filed_documents", "v_unfiled_documents", "id", slices.Concat(urlFields, documentFields)},
	"urls":       {"v_urls", "", "id", urlFields},
	"places":     {"v_places", "", "id", slices.Concat(urlFields, documentFields)},
	"sites":      {"v_site_summary", "", "id", siteFields},
	"links":      {"v_links", "", `"from", "to"`, linkFields},
	"library":    {"v_library", "", "id", libraryFields},
	"citations":  {"v_document_links", "", "url, page", citationFields},
	"candidates": {"v_candidates", "", "kind, value", candidateFields},
}

// textColumn returns a column of any text.
func textColumn(name string) query.Column { return query.Column{Name: name, Kind: query.Text} }

// wordColumn returns a column of texts in lower case.
func wordColumn(name string) query.Column { return query.Column{Name: name, Kind: query.Word} }

// numberColumn returns a column of whole numbers.
func numberColumn(name string) query.Column { return query.Column{Name: name, Kind: query.Number} }

// timeColumn returns a column of times.
func timeColumn(name string) query.Column { return query.Column{Name: name, Kind: query.Time} }

// urlFields are the columns of the listings of URLs, pages, documents and places.
var urlFields = []query.Column{
	textColumn("url"), numberColumn("status"), wordColumn("type"), wordColumn("mime"), numberColumn("size"),
	numberColumn("depth"), numberColumn("level"), textColumn("title"), wordColumn("site"), wordColumn("domain"),
	textColumn("parent"), timeColumn("fetched_at"), textColumn("sha256"), textColumn("cause"), wordColumn("outcome"),
	wordColumn("kind"), textColumn("language"), textColumn("charset"), textColumn("truncated"), textColumn("copy_of"),
	textColumn("location"), numberColumn("links"), numberColumn("fetches"), numberColumn("attempt"),
	numberColumn("not_modified"), numberColumn("wire"), numberColumn("took_ms"), textColumn("etag"),
	textColumn("last_modified"), textColumn("address"), textColumn("protocol"), textColumn("file"),
	numberColumn("offset"), numberColumn("length"),
}

// documentFields follow the columns of URLs in the listing of documents.
var documentFields = []query.Column{
	wordColumn("genre"), wordColumn("state"), textColumn("reason"), numberColumn("confidence"), wordColumn("judged_by"),
	textColumn("authors"), numberColumn("year"), textColumn("venue"), textColumn("doi"), numberColumn("pages"),
	numberColumn("words"), textColumn("name"), numberColumn("citations"), numberColumn("copies"), textColumn("replaced_by"),
	timeColumn("added_at"), textColumn("cut"),
}

// libraryFields are those of the listing that has one record a document, whatever number of
// URLs it has.
var libraryFields = []query.Column{
	wordColumn("sha256"), wordColumn("state"), textColumn("reason"), wordColumn("genre"), numberColumn("confidence"),
	wordColumn("judged_by"), textColumn("title"), textColumn("authors"), numberColumn("year"), textColumn("venue"),
	textColumn("doi"), textColumn("abstract"), wordColumn("type"), wordColumn("wrapped"), numberColumn("size"),
	numberColumn("pages"), numberColumn("words"), textColumn("language"), textColumn("name"), textColumn("url"),
	wordColumn("site"), numberColumn("copies"), numberColumn("citations"), wordColumn("work"), wordColumn("replaced_by"),
	timeColumn("added_at"), timeColumn("judged_at"), timeColumn("read_at"),
	timeColumn("state_at"), textColumn("cut"),
}

// siteFields are the columns of the listing of sites.
var siteFields = []query.Column{
	wordColumn("host"), wordColumn("domain"), numberColumn("pages"), numberColumn("documents"), numberColumn("errors"),
	numberColumn("redirects"), numberColumn("copies"), numberColumn("refused"), numberColumn("bytes"),
	numberColumn("wire"), timeColumn("first_fetched"), timeColumn("last_fetched"), textColumn("robots"),
	textColumn("given_up"), wordColumn("scheme"), numberColumn("delay_ms"),
}

// linkFields are the columns of the links between hosts.
var linkFields = []query.Column{wordColumn("from"), wordColumn("to"), numberColumn("count"), timeColumn("first_seen")}

// citationFields are those of the links to documents: outside is 1 for one from another host.
var citationFields = []query.Column{textColumn("url"), textColumn("page"), wordColumn("host"), textColumn("text"), numberColumn("outside"), timeColumn("first_seen")}

// candidateFields are those of what accepted documents point to: document is the hash of the
// one that does, title its own; the last ones come from the reference that names it.
var candidateFields = []query.Column{
	wordColumn("kind"), textColumn("value"), wordColumn("state"), wordColumn("document"), textColumn("title"), timeColumn("found_at"),
	textColumn("cited_title"), textColumn("cited_authors"), numberColumn("cited_year"),
}

// List lists "urls" (every one that was fetched), "pages" (those that are no documents),
// "places" (every one, with its document), "documents" (each once, whatever its URLs, also
// those that are not filed yet), "library" (those that are filed), "sites", "links",
// "citations" (the links to documents) or "candidates" (what accepted documents point to):
// those for which the condition where holds (see [query.Condition]; empty: all), at most limit
// of them (0 or less: no limit), in the order in which they were first fetched or filed (links
// and candidates by name). A record has every column; what is not known is nil.
func (c *Catalogue) List(ctx context.Context, what, where string, limit int) (*Listing, error) {
	l, ok := listings[what]
	if !ok {
		return nil, fmt.Errorf("list %q: only pages, documents, urls, places, sites, links, library, citations and candidates can be listed", what)
	}
	condition, args, err := query.Compile(l.fields, where)
	if err != nil {
		return nil, fmt.Errorf("list %s %w", what, err)
	}
	if limit <= 0 {
		limit = math.MaxInt32
	}
	ask := func(view string, limit int) (*sql.Rows, error) {
		return c.reader.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT $%d",
			columnList(l.fields), view, condition, l.order, len(args)+1), append(args[:len(args):len(args)], limit)...)
	}
	rows, err := ask(l.view, limit)
	if err != nil {
		return nil, c.failed("list "+what, err)
	}
	out := &Listing{rows: rows, limit: limit, fields: l.fields, fail: func(err error) error { return c.failed("list "+what, err) }}
	if l.then != "" {
		out.then = func(limit int) (*sql.Rows, error) { return ask(l.then, limit) }
	}
	for _, f := range l.fields {
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
	if err != nil {
		return false, err
	}
	l.rows, l.then = rows, nil
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
	case string:
		return appendText(b, v)
	default:
		return appendText(b, fmt.Sprint(v))
	}
}

// appendText appends s as a JSON string. Unlike encoding/json it does not escape &, < and >,
// which URLs contain often.
func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // what is not UTF-8 comes out as U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r < ' ' || r == 0x7F:
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
