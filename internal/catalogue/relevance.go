package catalogue

import (
	"context"
	"database/sql"
	"errors"

	"sluice/library"
)

// Relevances are how relevant pages and documents are to the topic of the library.
type Relevances struct{ *database }

// Unjudged is a page or a document that a topic is to judge, and the number of its row.
type Unjudged struct {
	Row      int64
	Fetch    Fetch            // of a page: what brought its body
	Document library.Document // of a document: hash and title only
}

// Judged is the relevance of the page or document in a row.
type Judged struct {
	Row       int64
	Relevance float64
}

// Clear removes the relevance of all pages and documents, before they are judged by another topic.
func (r *Relevances) Clear(ctx context.Context) error {
	return r.change(ctx, "clear the relevance", func(f *filing) error {
		if err := f.exec("UPDATE pages SET relevance = NULL WHERE relevance IS NOT NULL"); err != nil {
			return err
		}
		return f.exec("UPDATE documents SET relevance = NULL WHERE relevance IS NOT NULL")
	})
}

// UnjudgedPages returns up to n HTML pages after a row that have a body in the archive and no relevance.
func (r *Relevances) UnjudgedPages(ctx context.Context, after int64, n int) ([]Unjudged, error) {
	all, err := selectAll(ctx, r.reader, scanUnjudged, "SELECT "+fetchColumns+", p.id FROM pages p JOIN sites s ON s.id = p.site "+
		"WHERE p.id > $1 AND p.type = 'html' AND p.got_at IS NOT NULL AND p.file IS NOT NULL AND p.relevance IS NULL ORDER BY p.id LIMIT $2", after, n)
	return all, r.failed("list pages without relevance", err)
}

// JudgedPages returns the first n HTML pages, as they were recorded, that have a body in the archive and a relevance of at least one number and
// less than another. Copies of other pages are not among them.
func (r *Relevances) JudgedPages(ctx context.Context, least, below float64, n int) ([]Unjudged, error) {
	all, err := selectAll(ctx, r.reader, scanUnjudged, "SELECT "+fetchColumns+", p.id FROM pages p JOIN sites s ON s.id = p.site "+
		"WHERE p.relevance >= $1 AND p.relevance < $2 AND p.document = 0 AND p.copy_of IS NULL AND p.got_at IS NOT NULL AND p.file IS NOT NULL ORDER BY p.id LIMIT $3",
		least, below, n)
	return all, r.failed("list pages by their relevance", err)
}

// scanUnjudged reads a page and the number of its row.
func scanUnjudged(row scanner) (u Unjudged, err error) {
	var at string
	u.Fetch, at, err = scanFetch(numberedRow{row, &u.Row})
	u.Fetch = bodyOf(u.Fetch, at)
	return u, err
}

// numberedRow is a row that ends with its number.
type numberedRow struct {
	scanner
	number *int64
}

// Scan reads the columns, and the number after them.
func (r numberedRow) Scan(into ...any) error { return r.scanner.Scan(append(into, r.number)...) }

// UnjudgedDocuments returns up to n documents after a row that were read and have no relevance.
func (r *Relevances) UnjudgedDocuments(ctx context.Context, after int64, n int) ([]Unjudged, error) {
	all, err := selectAll(ctx, r.reader, func(row scanner) (u Unjudged, err error) {
		return u, row.Scan(&u.Row, &u.Document.SHA256, &u.Document.Name)
	}, "SELECT id, sha256, COALESCE(title, '') FROM documents WHERE id > $1 AND read_at IS NOT NULL AND relevance IS NULL ORDER BY id LIMIT $2", after, n)
	return all, r.failed("list documents without relevance", err)
}

// Of returns the relevance of a document, by its hash, or of a page, by its URL; nil if it was not judged.
func (r *Relevances) Of(ctx context.Context, key string) (relevance *float64, err error) {
	err = r.reader.QueryRowContext(ctx, "SELECT relevance FROM documents WHERE sha256 = $1 UNION ALL SELECT relevance FROM pages WHERE url = $1", key).Scan(&relevance)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return relevance, r.failed("look up the relevance of "+key, err)
}

// Set stores the relevance of pages and of documents.
func (r *Relevances) Set(ctx context.Context, pages, documents []Judged) error {
	return r.change(ctx, "store the relevance", func(f *filing) error {
		for _, j := range pages {
			if err := f.exec("UPDATE pages SET relevance = $2 WHERE id = $1", j.Row, share(&j.Relevance)); err != nil {
				return err
			}
		}
		for _, j := range documents {
			if err := f.exec("UPDATE documents SET relevance = $2 WHERE id = $1", j.Row, share(&j.Relevance)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Relevance is how relevant the pages and documents are to the topic of the library.
type Relevance struct {
	Pages     [10]int64  `json:"pages"`     // by tenths: those from 0 to below 0.1 first, 1 with the last
	Documents [10]int64  `json:"documents"` // accepted ones
	Best      []Relevant `json:"best"`      // the most relevant pages and accepted documents, the first ones

	Topic string   `json:"topic,omitempty"` // its name. A caller adds it: the catalogue does not have the topic
	Terms []string `json:"terms,omitempty"` // of its good classes, those that count most first
}

// Relevant is one of the most relevant pages and documents.
type Relevant struct {
	URL       string  `json:"url"`
	Title     string  `json:"title"`
	Document  bool    `json:"document"`
	Relevance float64 `json:"relevance"`
}

// mostRelevant is how many pages and documents a report names.
const mostRelevant = 10

// relevantPages selects pages that were judged: neither soft 404s nor copies of other pages, nor documents, which have a relevance of their own.
const relevantPages = ` FROM pages WHERE relevance IS NOT NULL AND document = 0 AND outcome = 1 AND copy_of IS NULL`

// relevance fills in the relevance; nil without a page or document that was judged.
func (r *reporter) relevance(ctx context.Context) error {
	type tenth struct{ which, n int64 }
	count := func(into *[10]int64, from string, args ...any) (found bool, err error) {
		tenths, err := selectAll(ctx, r.reader, func(row scanner) (t tenth, err error) { return t, row.Scan(&t.which, &t.n) },
			"SELECT CASE WHEN relevance >= 1 THEN 9 ELSE CAST(relevance * 10 AS INTEGER) END AS tenth, COUNT(*)"+from+" GROUP BY tenth", args...)
		for _, t := range tenths {
			into[t.which] = t.n
		}
		return len(tenths) > 0, err
	}
	out := &Relevance{Best: []Relevant{}}
	pages, err := count(&out.Pages, relevantPages)
	if err != nil {
		return err
	}
	documents, err := count(&out.Documents, " FROM documents WHERE relevance IS NOT NULL AND state = $1", library.Accepted)
	if err != nil || !pages && !documents {
		return err
	}
	best, err := selectAll(ctx, r.reader, func(row scanner) (b Relevant, err error) {
		var url, title sql.NullString
		err = row.Scan(&url, &title, &b.Document, &b.Relevance)
		b.URL, b.Title = url.String, title.String
		return b, err
	}, `SELECT * FROM (SELECT * FROM (SELECT url, title, 0 AS document, relevance`+relevantPages+` ORDER BY relevance DESC, id LIMIT $1) AS p
		UNION ALL SELECT * FROM (SELECT l.url, d.title, 1, d.relevance FROM documents d LEFT JOIN locations l ON l.id = d.original
			WHERE d.relevance IS NOT NULL AND d.state = $2 ORDER BY d.relevance DESC, d.id LIMIT $1) AS d) AS best
		ORDER BY relevance DESC, document DESC, url LIMIT $1`, mostRelevant, library.Accepted)
	out.Best = append(out.Best, best...)
	r.Report.Relevance = out
	return err
}
