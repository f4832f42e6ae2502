package wiring

import (
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"

	"sluice/crawl"
	"sluice/document/content"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/lock"
	"sluice/internal/repository"
	"sluice/internal/stores"
	"sluice/library"
	"sluice/search"
)

// The errors for something that the library does not have.
var (
	ErrNoBody     = capture.ErrNoBody        // of a URL
	ErrDamaged    = capture.ErrDamaged       // the record of a body is missing or damaged
	ErrNoDocument = collection.ErrNoDocument // no document has the name
)

// Body returns the body that a URL had when it was fetched last, content encoding removed. The caller closes it. The error is [ErrNoBody] or
// [ErrDamaged] if it cannot be read.
func (l *Library) Body(ctx context.Context, url string) (io.ReadCloser, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	return capture.NewReader(l.dir, c).Latest(ctx, url)
}

// ArchiveFile is a WARC file of a library.
type ArchiveFile = capture.File

// ArchiveFiles returns the WARC files, oldest first, as far as the catalogue names them, and the names of those that are missing.
func (l *Library) ArchiveFiles(ctx context.Context) (files []ArchiveFile, missing []string, err error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return nil, nil, err
	}
	return capture.Files(ctx, l.dir, c, c.Captures)
}

// Find returns the document that a person means: by a URL, by the path of a file that was added, by its hash or at least four digits of that,
// or by the name of its file. The error is [ErrNoDocument], or lists the documents that have the name.
func (l *Library) Find(ctx context.Context, name string) (library.Document, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return library.Document{}, err
	}
	return collection.Find(ctx, c.Documents, name)
}

// Documents yields the documents that a query chooses by the columns of the listing "library". An error is the last value that is yielded.
func (l *Library) Documents(ctx context.Context, q library.Query) iter.Seq2[library.Document, error] {
	return rows(ctx, l, func(c *catalogue.Catalogue) iter.Seq2[library.Document, error] { return c.Documents.Select(ctx, q) })
}

// Pages yields the last fetch of each URL that a query chooses by the columns of the listing "urls". An error is the last value that is
// yielded.
func (l *Library) Pages(ctx context.Context, q library.Query) iter.Seq2[library.Fetch, error] {
	return rows(ctx, l, func(c *catalogue.Catalogue) iter.Seq2[library.Fetch, error] { return c.Pages(ctx, q) })
}

// Sites yields the sites that a query chooses by the columns of the listing "sites". An error is the last value that is yielded.
func (l *Library) Sites(ctx context.Context, q library.Query) iter.Seq2[library.Site, error] {
	return rows(ctx, l, func(c *catalogue.Catalogue) iter.Seq2[library.Site, error] { return c.Sites(ctx, q) })
}

// rows yields rows of the catalogue.
func rows[T any](ctx context.Context, l *Library, of func(*catalogue.Catalogue) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		c, err := l.Catalogue(ctx)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		of(c)(yield)
	}
}

// Text returns what was read of a document, by its hash.
func (l *Library) Text(ctx context.Context, sha256 string) (*content.Document, error) {
	r, err := l.repository(ctx)
	if err != nil {
		return nil, err
	}
	return r.Text(ctx, sha256)
}

// Files returns the files of a document, by its hash.
func (l *Library) Files(ctx context.Context, sha256 string) (library.Files, error) {
	r, err := l.repository(ctx)
	if err != nil {
		return library.Files{}, err
	}
	return r.Files(ctx, sha256)
}

// Document returns the bytes of a document, by its hash. The file is compared with the hash first, so that a damaged one brings an error and
// no byte. The caller closes it.
func (l *Library) Document(ctx context.Context, sha256 string) (io.ReadCloser, error) {
	r, err := l.repository(ctx)
	if err != nil {
		return nil, err
	}
	f, err := r.OpenVerified(ctx, sha256)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(io.Discard, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, err
	}
	return r.Open(ctx, sha256)
}

// repository opens the folder of documents to read.
func (l *Library) repository(ctx context.Context) (*repository.Repository, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	return stores.OpenRepository(l.dir, c)
}

// Search finds documents and pages in the library's index.
func (l *Library) Search(ctx context.Context, q search.Query) (*search.Result, error) {
	c, err := l.Catalogue(ctx) // its error names what is missing
	if err != nil {
		return nil, err
	}
	return collection.Search(ctx, l.dir, c, c.Relevances, q)
}

// Contents are the documents of a library to read.
type Contents = collection.Contents

// Contents returns the documents of the library to read. Nothing in the folder is made or changed, and they are valid until the library is
// closed.
func (l *Library) Contents(ctx context.Context) (*Contents, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	return collection.NewContents(l.dir, c)
}

// Collection is the documents of a library, open for change.
type Collection = collection.Collection

// Collection opens the documents of the library for change. The caller closes the collection. A library may be open as a collection in
// several processes, also during a crawl. During a removal the error is an [*InUseError], and while the collection is open no removal begins.
func (l *Library) Collection(ctx context.Context, log *slog.Logger) (*Collection, error) {
	if _, err := l.Catalogue(ctx); err != nil { // its error names what is missing
		return nil, err
	}
	return collection.Open(ctx, l.dir, l.collectionOptions(log))
}

// collectionOptions returns the settings of the library with which documents are processed.
func (l *Library) collectionOptions(log *slog.Logger) collection.Options {
	return collection.Options{Accept: l.Accept, Tools: l.Tools, UnsafeConverters: l.UnsafeConverters, Log: log}
}

// Begin makes the folder an empty library, if none has begun there yet.
func (l *Library) Begin(ctx context.Context) (err error) {
	if begun, err := l.dir.Begun(ctx); err != nil || begun {
		return err
	}
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Access)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	s, _, err := stores.Open(ctx, l.dir, stores.Options{Crawl: crawl.Config{}, Plain: l.PlainArchive})
	return errors.Join(err, s.Close())
}
