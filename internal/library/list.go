package library

import (
	"database/sql"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Listing is what [Catalogue.List] found. Read it to its end with [Listing.All], or close it.
type Listing struct {
	Columns []string // names of the values of each record, in their order
	rows    *sql.Rows
	then    func(limit int) (*sql.Rows, error) // gives the rows of a second view; nil: there is none
	limit   int
	fields  []field
	fail    func(error) error
}

// Record is one line of a listing. A value is a string, an int64, or nil for what is not known or does not apply.
type Record []any

// listings says what can be listed: the view, the order, and the columns. A second view is read behind the first: over
// their union the database would have to sort all before it gave the first row.
var listings = map[string]struct {
	view, then, order string
	fields            []field
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

// documentFields follow the columns of URLs in the listing of documents.
var documentFields = []field{
	{"genre", nameKind}, {"state", nameKind}, {"reason", wordKind}, {"confidence", numberKind}, {"judged_by", nameKind},
	{"authors", wordKind}, {"year", numberKind}, {"venue", wordKind}, {"doi", wordKind}, {"pages", numberKind},
	{"words", numberKind}, {"name", wordKind}, {"citations", numberKind}, {"copies", numberKind}, {"replaced_by", wordKind},
	{"added_at", timeKind}, {"cut", wordKind},
}

// libraryFields are those of the listing that has one record a document, whatever number of URLs it has.
var libraryFields = []field{
	{"sha256", nameKind}, {"state", nameKind}, {"reason", wordKind}, {"genre", nameKind}, {"confidence", numberKind},
	{"judged_by", nameKind}, {"title", wordKind}, {"authors", wordKind}, {"year", numberKind}, {"venue", wordKind},
	{"doi", wordKind}, {"abstract", wordKind}, {"type", nameKind}, {"wrapped", nameKind}, {"size", numberKind},
	{"pages", numberKind}, {"words", numberKind}, {"language", wordKind}, {"name", wordKind}, {"url", wordKind},
	{"site", nameKind}, {"copies", numberKind}, {"citations", numberKind}, {"work", nameKind}, {"replaced_by", nameKind},
	{"added_at", timeKind}, {"judged_at", timeKind}, {"read_at", timeKind},
	{"state_at", timeKind}, {"cut", wordKind},
}

var siteFields = []field{
	{"host", nameKind}, {"domain", nameKind}, {"pages", numberKind}, {"documents", numberKind}, {"errors", numberKind},
	{"redirects", numberKind}, {"copies", numberKind}, {"refused", numberKind}, {"bytes", numberKind},
	{"wire", numberKind}, {"first_fetched", timeKind}, {"last_fetched", timeKind}, {"robots", wordKind},
	{"given_up", wordKind}, {"scheme", nameKind}, {"delay_ms", numberKind},
}

var linkFields = []field{{"from", nameKind}, {"to", nameKind}, {"count", numberKind}, {"first_seen", timeKind}}

// citationFields are those of the links to documents: outside is 1 for one from another host.
var citationFields = []field{{"url", wordKind}, {"page", wordKind}, {"host", nameKind}, {"text", wordKind}, {"outside", numberKind}, {"first_seen", timeKind}}

// candidateFields are those of what accepted documents point to: document is the hash of the one that does, title its own; the last ones
// come from the reference that names it.
var candidateFields = []field{
	{"kind", nameKind}, {"value", wordKind}, {"state", nameKind}, {"document", nameKind}, {"title", wordKind}, {"found_at", timeKind},
	{"cited_title", wordKind}, {"cited_authors", wordKind}, {"cited_year", numberKind},
}

// List lists "urls" (every one that was fetched), "pages" (those that are no documents), "places" (every one, with its document), "documents"
// (each once, whatever its URLs, also those that are not filed yet), "library" (those that are filed), "sites", "links", "citations" (the
// links to documents) or "candidates" (what accepted documents point to): those for which the condition where holds (see [Condition]; empty: all),
// at most limit of them (0 or less: no limit), in the order in which they were first fetched or filed (links and candidates by name). A record
// has every column; what is not known is nil.
func (c *Catalogue) List(what, where string, limit int) (*Listing, error) {
	l, ok := listings[what]
	if !ok {
		return nil, fmt.Errorf("list %q: only pages, documents, urls, places, sites, links, library, citations and candidates can be listed", what)
	}
	condition, args, err := compile(l.fields, where)
	if err != nil {
		return nil, fmt.Errorf("list %s %w", what, err)
	}
	if limit <= 0 {
		limit = math.MaxInt32
	}
	ask := func(view string, limit int) (*sql.Rows, error) {
		return c.reader.Query(fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s LIMIT $%d",
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

// next goes on to the next row, of the second view when the first has no more. So many were given.
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
