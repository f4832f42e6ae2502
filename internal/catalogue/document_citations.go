package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"sluice/document/describe"
	"sluice/internal/citation"
)

// The references of documents are compared with the documents of the library while a document is filed: its references
// with the others, and the references of the others with it. Package citation decides; the tables document_keys and
// reference_keys bound what is compared.

// The most that is compared for one key: documents with one beginning of their titles, and references to one work.
const (
	maxCandidatesOfKey = 50
	maxReferencesOfKey = 10_000
)

// cite compares a document and its references with all others, and replaces what was recorded before. A removed document
// neither cites nor is cited.
func (f *filing) cite(id int64) error {
	for _, statement := range []string{
		"DELETE FROM document_citations WHERE document = $1", "DELETE FROM document_citations WHERE cited = $1",
		"DELETE FROM reference_keys WHERE document = $1", "DELETE FROM document_keys WHERE document = $1",
		"UPDATE documents SET matched = 1 WHERE id = $1",
	} {
		if err := f.exec(statement, id); err != nil {
			return err
		}
	}
	work, ok, err := f.work(id)
	if err != nil || !ok {
		return err
	}
	if err := f.citedBy(id, work); err != nil {
		return err
	}
	return f.cites(id)
}

// work returns what a document is compared by; false for one that was removed.
func (f *filing) work(id int64) (*citation.Work, bool, error) {
	var title, authors, doi, arXiv sql.NullString
	var year sql.NullInt64
	ok, err := f.one(`SELECT title, authors, year, doi,
			(SELECT value FROM document_fields WHERE document = documents.id AND name = 'arxiv' ORDER BY position LIMIT 1)
		FROM documents WHERE id = $1 AND state <> 'removed'`, []any{id}, &title, &authors, &year, &doi, &arXiv)
	return citedWork(title, authors, year, doi, arXiv), ok, err
}

// citedWork returns a work of the columns of a document or a reference.
func citedWork(title, authors sql.NullString, year sql.NullInt64, doi, arXiv sql.NullString) *citation.Work {
	w := &citation.Work{Title: title.String, Year: int(year.Int64), DOI: doi.String, ArXiv: arXiv.String}
	if authors.String != "" {
		w.Authors = strings.Split(authors.String, authorsJoin)
	}
	return w
}

// reference is a reference of a document as it is compared.
type reference struct {
	document, position int64
	work               *citation.Work
}

// references returns the references that a condition selects.
func (f *filing) references(condition string, args ...any) (all []reference, err error) {
	s, err := f.stmt("SELECT r.document, r.position, r.title, r.authors, r.year, r.doi, r.arxiv FROM document_references r " + condition)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r reference
		var title, authors, doi, arXiv sql.NullString
		var year sql.NullInt64
		if err := rows.Scan(&r.document, &r.position, &title, &authors, &year, &doi, &arXiv); err != nil {
			return nil, err
		}
		r.work = citedWork(title, authors, year, doi, arXiv)
		all = append(all, r)
	}
	return all, rows.Err()
}

// citedBy records the keys of a document, and the references of others that cite it.
func (f *filing) citedBy(id int64, work *citation.Work) error {
	for _, key := range work.Keys() {
		if err := f.exec("INSERT INTO document_keys (key, document) VALUES ($1, $2) ON CONFLICT (key, document) DO NOTHING", key, id); err != nil {
			return err
		}
		found, err := f.references(`JOIN reference_keys k ON k.document = r.document AND k.position = r.position
			WHERE k.key = $1 AND r.document <> $2 LIMIT $3`, key, id, maxReferencesOfKey)
		if err != nil {
			return err
		}
		for _, r := range found {
			if err := f.citation(r, id, work); err != nil {
				return err
			}
		}
	}
	return nil
}

// cites records the keys of a document's references, and the documents that they cite.
func (f *filing) cites(id int64) error {
	all, err := f.references("WHERE r.document = $1 ORDER BY r.position", id)
	if err != nil {
		return err
	}
	for _, r := range all {
		for _, key := range r.work.Keys() {
			err := f.exec("INSERT INTO reference_keys (key, document, position) VALUES ($1, $2, $3) ON CONFLICT (key, document, position) DO NOTHING",
				key, id, r.position)
			if err != nil {
				return err
			}
			candidates, err := f.ids("SELECT document FROM document_keys WHERE key = $1 AND document <> $2 ORDER BY document LIMIT $3", key, id, maxCandidatesOfKey)
			if err != nil {
				return err
			}
			for _, candidate := range candidates {
				work, ok, err := f.work(candidate)
				if err == nil && ok {
					err = f.citation(r, candidate, work)
				}
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// citation records that a reference cites a document, if it does.
func (f *filing) citation(r reference, cited int64, work *citation.Work) error {
	by, ok := citation.Match(r.work, work)
	if !ok {
		return nil
	}
	return f.exec(`INSERT INTO document_citations (cited, document, position, matched) VALUES ($1, $2, $3, $4)
		ON CONFLICT (cited, document, position) DO NOTHING`, cited, r.document, r.position, by)
}

// countCitations counts the citations of the works again that the transaction has changed. Triggers record which these are, so
// that no statement can change a count without it.
func (f *filing) countCitations() error {
	err := f.exec(`WITH counts AS MATERIALIZED (
			SELECT s.work, (SELECT COUNT(DISTINCT c.work) FROM documents m JOIN document_citations x ON x.cited = m.id JOIN documents c ON c.id = x.document
				WHERE m.work = s.work AND c.work <> s.work AND c.state = 'accepted') AS n
			FROM stale_citations s)
		UPDATE documents SET citations = counts.n FROM counts WHERE documents.work = counts.work AND documents.citations <> counts.n`)
	if err != nil {
		return err
	}
	return f.exec("DELETE FROM stale_citations")
}

// matchedAtOnce is the number of documents that one transaction compares.
const matchedAtOnce = 100

// MatchReferences compares the documents that were not compared yet: those that an earlier version of the program has
// filed. After an interruption the next call continues.
func (ds *Documents) MatchReferences(ctx context.Context) error {
	const doing = "match references with documents"
	for {
		ids, err := selectAll(ctx, ds.reader, scanNumber, "SELECT id FROM documents WHERE matched = 0 ORDER BY id LIMIT $1", matchedAtOnce)
		if err != nil || len(ids) == 0 {
			return ds.failed(doing, err)
		}
		err = ds.change(ctx, doing, func(f *filing) error {
			for _, id := range ids {
				if err := f.cite(id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

// scanNumber reads a row of one number.
func scanNumber(row scanner) (n int64, err error) {
	err = row.Scan(&n)
	return n, err
}

// CitingDocument is an accepted document that cites another one.
type CitingDocument struct {
	SHA256    string
	Title     string
	URL       string // of its original; empty for one that has none
	Year      int
	Uncertain bool   // such a year is right less than nine times in ten
	Reference string // as printed
	By        string // by what the reference was recognized: doi, arxiv, title
}

// yearConfidence is the confidence of the year of the document c.
const yearConfidence = "SELECT f.confidence FROM document_fields f WHERE f.document = c.id AND f.name = 'year' ORDER BY f.position LIMIT 1"

// YearIsUncertain reports whether the year of a document is right less than nine times in ten, or not known.
func (ds *Documents) YearIsUncertain(ctx context.Context, sha256 string) (is bool, err error) {
	err = ds.reader.QueryRowContext(ctx, "SELECT COALESCE(("+yearConfidence+"), 0) < $2 FROM documents c WHERE sha256 = $1", sha256, describe.Certain).Scan(&is)
	if errors.Is(err, sql.ErrNoRows) { // deleted a moment ago
		return true, nil
	}
	return is, ds.failed("look for the year of document "+sha256, err)
}

// CitedBy returns at most n documents that cite a document or another document of its work, the newest first: one for each
// citing work.
func (ds *Documents) CitedBy(ctx context.Context, sha256 string, n int) ([]CitingDocument, error) {
	all, err := selectAll(ctx, ds.reader, func(row scanner) (c CitingDocument, err error) {
		var title, url, raw sql.NullString
		var year sql.NullInt64
		err = row.Scan(&c.SHA256, &title, &url, &year, &c.Uncertain, &raw, &c.By)
		c.Title, c.URL, c.Year, c.Reference = title.String, url.String, int(year.Int64), raw.String
		return c, err
	}, `SELECT c.sha256, c.title, o.url, c.year, COALESCE((`+yearConfidence+`), 0) < $3, r.raw, x.matched FROM (
			SELECT MIN(x.document) AS document FROM documents d JOIN documents m ON m.work = d.work JOIN document_citations x ON x.cited = m.id
				JOIN documents c ON c.id = x.document
			WHERE d.sha256 = $1 AND c.work <> d.work AND c.state = 'accepted' GROUP BY c.work) AS w
		JOIN documents c ON c.id = w.document
		JOIN document_citations x ON x.document = c.id AND (x.cited, x.position) = (
			SELECT y.cited, y.position FROM document_citations y JOIN documents m ON m.id = y.cited JOIN documents d ON d.work = m.work
			WHERE y.document = c.id AND d.sha256 = $1 ORDER BY y.position, y.cited LIMIT 1)
		LEFT JOIN document_references r ON r.document = x.document AND r.position = x.position
		LEFT JOIN locations o ON o.id = c.original
		ORDER BY c.year DESC, c.id LIMIT $2`, sha256, n, describe.Certain)
	return all, ds.failed("citations of document "+sha256, err)
}
