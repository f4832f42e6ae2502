package sluice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"sluice/crawl"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/export"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/search"
)

// Documents yields the documents that a query chooses, whatever their state. An error is the last value that is yielded, a
// [*library.QueryError] if the query cannot be understood. The columns are
//
//	sha256 state reason genre confidence judged_by title authors year venue doi abstract type wrapped size pages words language name
//	url site copies linked_from citations work replaced_by added_at judged_at read_at state_at cut wanted
func (l *Library) Documents(ctx context.Context, q library.Query) iter.Seq2[library.Document, error] {
	return l.wired.Documents(ctx, q)
}

// Pages yields the last fetch of each URL that a query chooses, pages and documents. An error is the last value that is yielded, a
// [*library.QueryError] if the query cannot be understood. The columns are
//
//	url status type mime size depth level title site domain parent fetched_at sha256 cause outcome kind language charset truncated
//	copy_of location links fetches attempt not_modified wire took_ms etag last_modified address protocol
func (l *Library) Pages(ctx context.Context, q library.Query) iter.Seq2[library.Fetch, error] {
	return l.wired.Pages(ctx, q)
}

// Sites yields the sites that a query chooses. An error is the last value that is yielded, a [*library.QueryError] if the query cannot be
// understood. The columns are
//
//	host domain pages documents errors redirects copies refused bytes wire first_fetched last_fetched robots given_up scheme delay_ms
func (l *Library) Sites(ctx context.Context, q library.Query) iter.Seq2[library.Site, error] {
	return l.wired.Sites(ctx, q)
}

// Find returns the document that a person means: by a URL, by the path of a file that was added, by its hash or at least four digits of that,
// or by the name of its file. The error is [ErrNoDocument], or a [*library.AmbiguousError] with the documents that have the name.
func (l *Library) Find(ctx context.Context, name string) (library.Document, error) {
	return l.wired.Find(ctx, name)
}

// Search finds documents and pages by their words. The error is a [*search.QueryError] if the query cannot be understood, and a
// [*library.QueryError] if its condition cannot.
func (l *Library) Search(ctx context.Context, q search.Query) (*search.Result, error) {
	return l.wired.Search(ctx, q)
}

// Text returns what was read of a document, by its hash.
func (l *Library) Text(ctx context.Context, sha256 string) (*content.Document, error) {
	return l.wired.Text(ctx, sha256)
}

// Files returns the paths of a document's files, by its hash.
func (l *Library) Files(ctx context.Context, sha256 string) (library.Files, error) {
	return l.wired.Files(ctx, sha256)
}

// Body returns the body that a URL had when it was fetched last, content encoding removed. The caller closes it. The error is [ErrNoBody] or
// [ErrDamaged] if it cannot be read.
func (l *Library) Body(ctx context.Context, url string) (io.ReadCloser, error) {
	return l.wired.Body(ctx, url)
}

// Add reads, judges and files a document that a person submits, as if a crawl had fetched it. The name is that of its file. The folder may be
// one in which no crawl has begun. The error is [ErrRemoved] if the document must stay out.
func (l *Library) Add(ctx context.Context, name string, from io.Reader) (d library.Document, err error) {
	if err := l.wired.Begin(ctx); err != nil {
		return d, err
	}
	err = l.change(ctx, func(c *wiring.Collection) error {
		d, err = c.Add(ctx, name, from)
		return err
	})
	return d, err
}

// Judge records a person's verdict on a document, by its hash; the filter learns from it. Without a genre only the state is changed, to
// Accepted or Rejected; without a state it follows from the genre.
func (l *Library) Judge(ctx context.Context, sha256 string, g genre.Genre, s library.State) error {
	return l.change(ctx, func(c *wiring.Collection) error {
		return c.Judge(ctx, l.logged(crawl.Config{}), sha256, string(g), s)
	})
}

// Edit sets fields of a document by hand, by its hash: all values of a name at once. A field with an empty value restores what was found in the
// document. Only names and values are used.
func (l *Library) Edit(ctx context.Context, sha256 string, fields ...describe.Field) error {
	return l.change(ctx, func(c *wiring.Collection) error { return c.Edit(ctx, sha256, fields) })
}

// Format is a format in which accepted documents are exported.
type Format string

// The formats. Bibliographies have one entry for each work, that of its first document; the others one record for each document.
const (
	BibTeX  Format = "bibtex"
	RIS     Format = "ris"
	CSL     Format = "csl-json"
	JSONL   Format = "jsonl"   // metadata and text
	Parquet Format = "parquet" // metadata and text
)

// Export writes the accepted documents that meet a condition, which is empty for all, as Where of a [library.Query]. The error is a
// [*library.QueryError] if the condition cannot be understood.
func (l *Library) Export(ctx context.Context, w io.Writer, f Format, where string) error {
	write, ok := writers[f]
	if !ok {
		return fmt.Errorf("export %q: there is no such format", f)
	}
	c, err := l.wired.Contents(ctx)
	if err != nil {
		return err
	}
	return write(w, c.Records(ctx, where))
}

// writers write the records of documents, by format.
var writers = map[Format]func(io.Writer, export.Records) error{
	BibTeX: export.BibTeX, RIS: export.RIS, CSL: export.CSL, JSONL: export.JSONL, Parquet: export.Parquet,
}

// change opens the documents of the library for change, calls do with them, and closes them.
func (l *Library) change(ctx context.Context, do func(*wiring.Collection) error) error {
	c, err := l.wired.Collection(ctx, l.log)
	if err != nil {
		return err
	}
	return errors.Join(do(c), c.Close())
}
