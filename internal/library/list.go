package library

import (
	"database/sql"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Listing is what [Catalogue.List] found. Read it to its end with [Listing.All], or close it.
type Listing struct {
	Columns []string // names of the values of each record, in their order
	rows    *sql.Rows
	fields  []field
	fail    func(error) error
}

// Record is one line of a listing. A value is a string, an int64, or nil for what is not known or does not apply.
type Record []any

// listings says what can be listed: the view, the order, and the columns.
var listings = map[string]struct {
	view, order string
	fields      []field
}{
	"pages":     {"v_pages", "id", urlFields},
	"documents": {"v_documents", "id", urlFields},
	"urls":      {"v_urls", "id", urlFields},
	"sites":     {"v_site_summary", "id", siteFields},
	"links":     {"v_links", `"from", "to"`, linkFields},
}

// field is a column that can be listed and asked for.
type field struct {
	name string
	kind kind
}

type kind uint8

const (
	wordKind kind = iota
	nameKind      // a word that is always in lower case
	numberKind
	timeKind
)

var urlFields = []field{
	{"url", wordKind}, {"status", numberKind}, {"type", nameKind}, {"mime", nameKind}, {"size", numberKind},
	{"depth", numberKind}, {"level", numberKind}, {"title", wordKind}, {"site", nameKind}, {"domain", nameKind},
	{"parent", wordKind}, {"fetched_at", timeKind}, {"sha256", wordKind}, {"cause", wordKind}, {"outcome", nameKind},
	{"kind", nameKind}, {"language", wordKind}, {"charset", wordKind}, {"truncated", wordKind}, {"copy_of", wordKind},
	{"location", wordKind}, {"links", numberKind}, {"fetches", numberKind}, {"attempt", numberKind},
	{"not_modified", numberKind}, {"wire", numberKind}, {"took_ms", numberKind}, {"etag", wordKind},
	{"last_modified", wordKind}, {"address", wordKind}, {"protocol", wordKind}, {"file", wordKind},
	{"offset", numberKind}, {"length", numberKind},
}

var siteFields = []field{
	{"host", nameKind}, {"domain", nameKind}, {"pages", numberKind}, {"documents", numberKind}, {"errors", numberKind},
	{"redirects", numberKind}, {"copies", numberKind}, {"refused", numberKind}, {"bytes", numberKind},
	{"wire", numberKind}, {"first_fetched", timeKind}, {"last_fetched", timeKind}, {"robots", wordKind},
	{"given_up", wordKind}, {"scheme", nameKind}, {"delay_ms", numberKind},
}

var linkFields = []field{{"from", nameKind}, {"to", nameKind}, {"count", numberKind}, {"first_seen", timeKind}}

// List lists "pages", "documents", "urls" (both of them), "sites" or "links": those for which the condition where holds (see [Condition];
// empty: all), at most limit of them (0 or less: no limit), in the order in which they were first fetched (links
// by name). A record has every column; what is not known is nil.
func (c *Catalogue) List(what, where string, limit int) (*Listing, error) {
	l, ok := listings[what]
	if !ok {
		return nil, fmt.Errorf("list %q: only pages, documents, urls, sites and links can be listed", what)
	}
	condition, args, err := compile(where, l.fields)
	if err != nil {
		return nil, fmt.Errorf("list %s where %s: %w", what, where, err)
	}
	if limit <= 0 {
		limit = math.MaxInt32
	}
	args = append(args, limit)
	query := fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT $%d",
		columnList(l.fields), l.view, condition, l.order, len(args))
	rows, err := c.reader.Query(query, args...)
	if err != nil {
		return nil, c.failed("list "+what, err)
	}
	out := &Listing{rows: rows, fields: l.fields, fail: func(err error) error { return c.failed("list "+what, err) }}
	for _, f := range l.fields {
		out.Columns = append(out.Columns, f.name)
	}
	return out, nil
}

func columnList(fields []field) string {
	var b strings.Builder
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quoted(f.name))
	}
	return b.String()
}

// quoted is a column's name in SQL, where "from" and "offset" are words of the language.
func quoted(name string) string { return `"` + name + `"` }

// All yields the records; an error is the last thing that it yields. A record is valid until the next one.
func (l *Listing) All() iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		defer l.rows.Close()
		record := make(Record, len(l.fields))
		into := make([]any, len(record))
		for i := range record {
			into[i] = &record[i]
		}
		for l.rows.Next() {
			if err := l.rows.Scan(into...); err != nil {
				yield(nil, l.fail(err))
				return
			}
			if !yield(record, nil) {
				return
			}
		}
		if err := l.rows.Err(); err != nil {
			yield(nil, l.fail(err))
		}
	}
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

// appendText appends s as a JSON string. Unlike encoding/json it leaves &, < and > as they are: URLs are full of
// them.
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
