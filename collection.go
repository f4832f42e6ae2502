package sluice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"syscall"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/intake"
	"sluice/internal/repository"
	"sluice/internal/shell"
)

// The parts of the folder that hold documents.
const (
	documentsName = "documents"
	indexName     = "index"
	indexFile     = "fulltext.db"
	modelsName    = "models"
)

// Collection is the document half of a library, open for change: what was fetched or added is read, judged, described, filed and
// found again. It may be open in several processes, also beside a crawl.
type Collection struct {
	Catalogue  *catalogue.Catalogue
	Repository *repository.Repository
	Index      *fulltext.Index
	Reader     *document.Reader

	lib    *Library
	intake *intake.Intake
	own    bool // the catalogue was opened for it
	log    *slog.Logger
}

// Collection opens the document half of the library. The caller closes it.
func (l *Library) Collection(ctx context.Context, log *slog.Logger) (*Collection, error) {
	if _, err := l.Catalogue(ctx); err != nil { // says in words what is missing
		return nil, err
	}
	cat, err := catalogue.Open(ctx, l.path(catalogueName), catalogue.Options{Beside: true})
	if err != nil {
		return nil, err
	}
	c, err := l.collect(cat, log)
	if err != nil {
		return nil, errors.Join(err, cat.Close())
	}
	c.own = true
	return c, nil
}

// collect opens the document half over a catalogue that is open.
func (l *Library) collect(cat *catalogue.Catalogue, log *slog.Logger) (c *Collection, err error) {
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	c = &Collection{Catalogue: cat, lib: l, log: log}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if c.Repository, err = repository.Open(l.path(documentsName), cat); err != nil {
		return c, err
	}
	if c.Index, err = l.openIndex(); err != nil {
		return c, err
	}
	if err := c.fill(context.Background()); err != nil {
		return c, err
	}
	filter, err := l.filter()
	if err != nil {
		return c, err
	}
	c.Reader = document.NewReader(document.Options{TempDir: c.Repository.TempDir(), Workers: readers(), Tools: l.Tools, Log: log})
	c.intake = intake.New(intake.Config{
		Catalogue: cat, Repository: c.Repository, Index: c.Index, Reader: c.Reader, Filter: filter,
		Answer: c.answer, Page: c.page, Workers: readers(), Log: log,
	})
	return c, nil
}

// readers is how many documents are read at a time. While the fetching needs the processors they rest.
func readers() int { return runtime.NumCPU() }

// Close closes what was opened for the collection.
func (c *Collection) Close() error {
	var errs []error
	if c.Reader != nil {
		errs = append(errs, c.Reader.Close())
	}
	if c.Index != nil {
		errs = append(errs, c.Index.Close())
	}
	if c.own {
		errs = append(errs, c.Catalogue.Close())
	}
	return errors.Join(errs...)
}

// TakeIn files what was fetched and waits in the queue, and brings the index up to date.
func (c *Collection) TakeIn(ctx context.Context) (intake.Stats, error) {
	ended := make(chan struct{})
	close(ended)
	if err := c.intake.Run(ctx, ended); err != nil {
		return c.intake.Stats(), err
	}
	return c.intake.Stats(), c.intake.Refresh(ctx)
}

// answer gives what a fetch brought, out of the archive.
func (c *Collection) answer(_ context.Context, f *catalogue.Fetch) (*intake.Body, error) {
	var header http.Header // of the answer itself, not of an earlier one with the same body
	for range maxRevisits {
		body, itsHeader, original, err := c.lib.open(f)
		if err != nil {
			return nil, lost(f.URL, err)
		}
		if header == nil {
			header = itsHeader
		}
		if original == nil {
			return &intake.Body{ReadCloser: body, ContentType: header.Get("Content-Type"), Header: header}, nil
		}
		if f, err = firstWith(c.Catalogue, original.URL, f.SHA256); errors.Is(err, ErrNoBody) {
			return nil, fmt.Errorf("%w: %w", intake.ErrLost, err)
		} else if err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: %w: its records only point to each other", f.URL, intake.ErrLost)
}

// lost tells a record that is not there, or damaged, from a fault of this machine, which may pass.
func lost(url string, err error) error {
	if _, machine := errors.AsType[syscall.Errno](err); machine && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", url, err)
	}
	return fmt.Errorf("%s: %w (%w)", url, intake.ErrLost, err)
}

// page gives what a URL has now, out of the archive.
func (c *Collection) page(ctx context.Context, url string) (*intake.Body, error) {
	v, ok, err := c.Catalogue.Validator(ctx, url)
	if err != nil {
		return nil, err
	}
	if !ok || v.Fetch.File == "" {
		return nil, fmt.Errorf("%s: %w", url, ErrNoBody)
	}
	return c.answer(ctx, &v.Fetch)
}

func (l *Library) openIndex() (*fulltext.Index, error) {
	if err := os.MkdirAll(l.path(indexName), 0o755); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	index, err := fulltext.Open(l.path(indexName, indexFile))
	return index, l.toRebuild(err)
}

// toRebuild adds to an error of opening the index what to do about it.
func (l *Library) toRebuild(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("the library has no full-text index")
	case !errors.Is(err, fulltext.ErrDamaged):
		return err
	}
	return fmt.Errorf("%w; make it anew with `sluice rebuild --index -d %s`", err, shell.Quote(l.dir))
}

// Search finds documents and pages in the library's index.
func (l *Library) Search(ctx context.Context, q fulltext.Query) (*fulltext.Result, error) {
	if _, err := l.Catalogue(ctx); err != nil {
		return nil, err
	}
	index, err := fulltext.OpenReadOnly(l.path(indexName, indexFile))
	if err != nil {
		return nil, l.toRebuild(err)
	}
	defer index.Close()
	return index.Search(ctx, q)
}
