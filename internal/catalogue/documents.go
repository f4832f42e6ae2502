package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"

	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/library"
)

// Documents reads and writes the rows of the documents: what was read of them, where they were
// found, and what people decided.
type Documents struct{ *database }

// maxLocations bounds the locations that are returned with a document, and those that are
// reviewed when its state changes.
const maxLocations = 1000

// complete adds the fields and locations of a document, the original location first.
func (ds *Documents) complete(ctx context.Context, d *numbered) (err error) {
	if d.Fields, err = selectAll(ctx, ds.reader, scanField, fieldsOf, d.id); err != nil {
		return err
	}
	d.Locations, err = selectAll(ctx, ds.reader, scanLocation, `SELECT `+locationColumns+` FROM locations l WHERE l.document = $1
		ORDER BY CASE WHEN l.id = (SELECT original FROM documents WHERE id = $1) THEN 0 ELSE 1 END, l.latest DESC, l.first_seen, l.id LIMIT $2`, d.id, maxLocations)
	return err
}

// Get returns a document by its hash; false if it was never filed.
func (ds *Documents) Get(ctx context.Context, sha256 string) (library.Document, bool, error) {
	d, err := scanDocument(ds.reader.QueryRowContext(ctx, "SELECT "+documentColumns+
		" FROM v_library v JOIN documents d ON d.id = v.id WHERE v.sha256 = $1", sha256))
	if errors.Is(err, sql.ErrNoRows) {
		return library.Document{}, false, nil
	}
	if err == nil {
		err = ds.complete(ctx, &d)
	}
	return d.Document, err == nil, ds.failed("document "+sha256, err)
}

// Row returns what the row of a document holds, without fields, locations and counts. Its cost
// does not depend on the number of URLs. It returns false if the document was never filed.
func (ds *Documents) Row(ctx context.Context, sha256 string) (d library.Document, ok bool, err error) {
	var t [5]sql.NullString
	err = ds.reader.QueryRowContext(ctx, "SELECT size, type, wrapped, name, state, cause, cut, kept, read_at FROM documents WHERE sha256 = $1", sha256).
		Scan(&d.Size, &d.Type, &t[0], &t[1], &d.State, &t[2], &t[3], &d.Kept, &t[4])
	if errors.Is(err, sql.ErrNoRows) {
		return library.Document{}, false, nil
	}
	d.SHA256, d.Wrapped, d.Name, d.Cause, d.Cut, d.Read = sha256, t[0].String, t[1].String, library.Cause(t[2].String), t[3].String, timeOf(t[4].String)
	return d, err == nil, ds.failed("document "+sha256, err)
}

// documentsAtOnce is the number of documents that one query reads. A query that stays open
// would keep a running crawl from truncating its write-ahead log.
const documentsAtOnce = 200

// All yields the documents for which all conditions on the listing "library" hold, such as
// "state = accepted", in the order in which they were filed, with fields and locations. An
// error is the last value that is yielded.
func (ds *Documents) All(ctx context.Context, where ...query.Condition) iter.Seq2[library.Document, error] {
	return func(yield func(library.Document, error) bool) {
		condition, args, err := query.Compile(columns.Of("library"), where...)
		if err != nil {
			yield(library.Document{}, fmt.Errorf("documents %w", err))
			return
		}
		text := fmt.Sprintf(`SELECT %s FROM (SELECT * FROM v_library WHERE %s AND id > $%d ORDER BY id LIMIT %d) AS v
			JOIN documents d ON d.id = v.id ORDER BY d.id`, documentColumns, condition, len(args)+1, documentsAtOnce)
		for id := int64(0); ; {
			found, err := selectAll(ctx, ds.reader, scanDocument, text, append(args, id)...)
			if err != nil {
				yield(library.Document{}, ds.failed("read documents", err))
				return
			}
			for i := range found {
				if err := ds.complete(ctx, &found[i]); err != nil {
					yield(library.Document{}, ds.failed("read documents", err))
					return
				}
				if !yield(found[i].Document, nil) {
					return
				}
				id = found[i].id
			}
			if len(found) < documentsAtOnce {
				return
			}
		}
	}
}

// Identify returns the hashes of the documents that a person may mean, at most 20. what is a
// hash or at least its first four digits, a URL, or a name of the file.
func (ds *Documents) Identify(ctx context.Context, what string) ([]string, error) {
	const most = " ORDER BY d.id LIMIT 20"
	lower := strings.ToLower(strings.TrimSpace(what))
	var text string
	args := []any{lower}
	if len(lower) >= 4 && len(lower) <= 64 && strings.Trim(lower, "0123456789abcdef") == "" {
		const beginning = "SELECT d.sha256 FROM documents d WHERE d.sha256 >= $1 AND d.sha256 < $2" + most
		if sums, err := selectAll(ctx, ds.reader, scanText, beginning, lower, lower+"g"); err != nil || len(sums) > 0 {
			return sums, ds.failed("look for "+what, err)
		}
	}
	switch {
	case strings.Contains(what, "://"):
		text, args = "SELECT DISTINCT d.sha256 FROM documents d JOIN locations l ON l.document = d.id WHERE l.url IN ($1, $2) AND l.latest = 1"+most,
			[]any{what, otherScheme(what)}
	default:
		text = `SELECT DISTINCT d.sha256 FROM documents d LEFT JOIN locations l ON l.document = d.id
			WHERE lowered(d.name) = $1 OR lowered(l.name) = $1` + most
	}
	sums, err := selectAll(ctx, ds.reader, scanText, text, args...)
	return sums, ds.failed("look for "+what, err)
}

// IndexState returns the documents that the full-text index must know about, by hash, and for
// each whether the index has its present state. Documents that the index must still delete are
// in the map with false.
func (ds *Documents) IndexState(ctx context.Context) (indexed map[string]bool, err error) {
	rows, err := ds.reader.QueryContext(ctx, "SELECT sha256, indexed >= changes FROM documents WHERE state = 'accepted' OR indexed < changes")
	if err != nil {
		return nil, ds.failed("look for documents in the index", err)
	}
	defer rows.Close()
	indexed = map[string]bool{}
	for rows.Next() {
		var sum string
		var is bool
		if err := rows.Scan(&sum, &is); err != nil {
			return nil, ds.failed("look for documents in the index", err)
		}
		indexed[sum] = is
	}
	return indexed, ds.failed("look for documents in the index", rows.Err())
}

// StaleDocument is a document whose present state the full-text index does not have.
type StaleDocument struct {
	library.Document
	Anchors []string // texts of links to it, each once

	links   int64 // see linkSums
	changes int64 // grows when something changes that the index has
}

// Stale returns at most n documents whose present state the full-text index does not have: new,
// changed, rejected or removed ones. [Documents.MarkIndexed] records that it has it.
func (ds *Documents) Stale(ctx context.Context, n int) ([]StaleDocument, error) {
	found, err := selectAll(ctx, ds.reader, scanDocument, `SELECT `+documentColumns+` FROM v_library v JOIN documents d ON d.id = v.id
		WHERE d.id IN (SELECT id FROM documents WHERE indexed < changes ORDER BY id LIMIT $1) ORDER BY d.id`, n)
	if err != nil {
		return nil, ds.failed("look for documents to index", err)
	}
	all := make([]StaleDocument, len(found))
	for i := range found {
		if err := ds.complete(ctx, &found[i]); err != nil {
			return nil, ds.failed("look for documents to index", err)
		}
		all[i] = StaleDocument{Document: found[i].Document, changes: found[i].changes}
		if all[i].Anchors, all[i].links, err = ds.linkTexts(ctx, found[i].id); err != nil {
			return nil, ds.failed("look for documents to index", err)
		}
	}
	return all, nil
}

// MarkIndexed records that the index has documents as Stale returned them. One that has changed
// in the meantime stays stale.
func (ds *Documents) MarkIndexed(ctx context.Context, all ...StaleDocument) error {
	return ds.change(ctx, "record what is indexed", func(f *filing) error {
		for _, d := range all {
			err := f.exec("UPDATE documents SET indexed = $2, cited = $3, linked = $4 WHERE sha256 = $1 AND indexed < $2",
				d.SHA256, d.changes, d.Citations, d.links)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// MarkAllStale makes all documents stale, for an index that is rebuilt, and adds the pages that
// were searchable to the queue.
func (ds *Documents) MarkAllStale(ctx context.Context) error {
	return ds.change(ctx, "mark all documents for indexing", func(f *filing) error {
		if err := f.exec("UPDATE documents SET indexed = 0"); err != nil {
			return err
		}
		_, err := f.indexAgain("1 = 1")
		return err
	})
}
