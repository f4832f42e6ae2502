package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"iter"
	"strings"

	"sluice/document/content"
)

// The most that is kept of a document's references: how many, and bytes of a value.
const (
	maxReferences     = 2000
	maxReferenceValue = 2000
)

// putReferences replaces the references of a document. Candidates refer to them by position, so
// these are cleared first.
func (f *filing) putReferences(id int64, references []content.Reference) error {
	for _, statement := range []string{"UPDATE candidates SET reference = NULL WHERE document = $1", "DELETE FROM document_references WHERE document = $1"} {
		if err := f.exec(statement, id); err != nil {
			return err
		}
	}
	for i, r := range references[:min(len(references), maxReferences)] {
		err := f.exec(`INSERT INTO document_references (document, position, year, raw, title, authors, doi, arxiv, url)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, id, i+1, nonZero(r.Year), word(shorten(r.Raw)), text(shorten(r.Title)),
			text(shorten(strings.Join(r.Authors, authorsJoin))), text(shorten(r.DOI)), text(shorten(r.ArXiv)), text(shorten(r.URL)))
		if err != nil {
			return fmt.Errorf("reference %d: %w", i+1, err)
		}
	}
	return nil
}

// shorten cuts a value to maxReferenceValue bytes, between characters.
func shorten(s string) string {
	if len(s) > maxReferenceValue {
		s = strings.ToValidUTF8(s[:maxReferenceValue], "")
	}
	return s
}

// References returns the references of a document, in the order of its list.
func (ds *Documents) References(ctx context.Context, sha256 string) ([]content.Reference, error) {
	all, err := selectAll(ctx, ds.reader, scanReference, `SELECT r.year, r.raw, r.title, r.authors, r.doi, r.arxiv, r.url FROM document_references r JOIN documents d ON d.id = r.document
		WHERE d.sha256 = $1 ORDER BY r.position`, sha256)
	return all, ds.failed("references of "+sha256, err)
}

// scanReference reads a reference.
func scanReference(row scanner) (r content.Reference, err error) {
	var t [5]sql.NullString
	var year sql.NullInt64
	err = row.Scan(&year, &r.Raw, &t[0], &t[1], &t[2], &t[3], &t[4])
	r.Year, r.Title, r.DOI, r.ArXiv, r.URL = int(year.Int64), t[0].String, t[2].String, t[3].String, t[4].String
	if t[1].String != "" {
		r.Authors = strings.Split(t[1].String, authorsJoin)
	}
	return r, err
}

// UnmatchedReferences yields the references of all accepted documents that cite no document of the library, in the order in which the documents were filed.
func (ds *Documents) UnmatchedReferences(ctx context.Context) iter.Seq2[content.Reference, error] {
	return func(yield func(content.Reference, error) bool) {
		const doing = "read the references that cite no document"
		rows, err := ds.reader.QueryContext(ctx, `SELECT r.year, r.raw, r.title, r.authors, r.doi, r.arxiv, r.url FROM document_references r
			JOIN documents d ON d.id = r.document WHERE d.state = 'accepted'
			AND NOT EXISTS (SELECT 1 FROM document_citations c WHERE c.document = r.document AND c.position = r.position) ORDER BY r.document, r.position`)
		if err != nil {
			yield(content.Reference{}, ds.failed(doing, err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			r, err := scanReference(rows)
			if !yield(r, ds.failed(doing, err)) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(content.Reference{}, ds.failed(doing, err))
		}
	}
}
