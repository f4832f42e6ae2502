// Package collection is the document half of a library, open for change.
//
// [Open] it over a catalogue. [Collection.Process] reads, judges, describes and files what a
// crawl has fetched; [Collection.Add] does the same with a file of a person. [Collection.Find]
// returns the document that a person means. [Collection.Judge], [Collection.Edit] and
// [Collection.AcceptFromTrash] record what people decide, which overrides what the program
// found, and from which its filter learns. [Collection.Restore] gets lost files again.
//
// A library may be open as a collection in several processes, also while a crawl runs, but not during a removal.
package collection

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"runtime"
	"syscall"

	"sluice/crawl"
	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/archive"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/fulltext"
	"sluice/internal/intake"
	"sluice/internal/lock"
	"sluice/internal/models"
	"sluice/internal/permission"
	"sluice/internal/restore"
	"sluice/internal/shell"
)

// Collection is the documents of a library, open for change.
type Collection struct {
	*Contents
	Index *fulltext.Index

	reader     *document.Reader
	intake     *intake.Intake
	models     models.Store
	relevances relevances
	restorer   *restore.Restorer
	own        bool       // Close closes the catalogue and releases the lock
	lock       *lock.Lock // excludes a removal
	log        *slog.Logger
}

// Options say how a collection is opened.
type Options struct {
	Accept []genre.Genre     // genres of documents that are accepted; empty: papers, theses, reports and FAQs
	Tools  map[string]string // outside programs that read documents, by name; others are looked for in PATH
	Log    *slog.Logger      // nil: nothing is logged

	UnsafeConverters bool // run those programs also on a system without a sandbox for them
	IsRemoval        bool // the caller holds the lock of a removal
}

// Open opens the documents of a library, also while other processes have it open. During a removal the error is
// [lock.ErrInUse], and until the collection is closed no removal begins. The caller closes the collection.
func Open(ctx context.Context, dir folder.Dir, o Options) (*Collection, error) {
	if err := dir.CheckLinks(ctx); err != nil {
		return nil, err
	}
	cat, err := catalogue.Open(ctx, dir.Catalogue(), catalogue.Options{Beside: true})
	if err != nil {
		return nil, err
	}
	locked := new(lock.Lock)
	if !o.IsRemoval {
		if locked, err = lock.AcquireShared(ctx, string(dir)); err != nil {
			return nil, errors.Join(err, cat.Close())
		}
	}
	c, err := New(ctx, dir, cat, o)
	if err != nil {
		return nil, errors.Join(err, cat.Close(), locked.Release())
	}
	c.own, c.lock = true, locked
	return c, nil
}

// New is [Open] over a catalogue that is open already, and that the caller closes after the
// collection. The caller holds the lock of the library.
func New(ctx context.Context, dir folder.Dir, cat *catalogue.Catalogue, o Options) (c *Collection, err error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	c = &Collection{models: models.Store{Dir: dir.Models(), Accept: o.Accept}, relevances: cat.Relevances, log: o.Log}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	if c.Contents, err = NewContents(dir, cat); err != nil {
		return c, err
	}
	if c.Index, err = openIndex(ctx, dir); err != nil {
		return c, err
	}
	if err := c.fillIndex(ctx); err != nil {
		return c, err
	}
	filter, err := c.models.Filter(ctx)
	if err != nil {
		return c, err
	}
	about, err := c.models.Topic(ctx)
	if err != nil {
		return c, err
	}
	workers := runtime.NumCPU() // they pause while the fetching needs the processors
	c.reader = document.NewReader(document.Options{
		TempDir: c.Repository.TempDir(), Workers: workers, Tools: o.Tools, UnsafeConverters: o.UnsafeConverters, Log: o.Log,
	})
	c.intake = intake.New(intake.Config{
		Fetches: cat, Queue: cat.Queue, Documents: cat.Documents, SiteBlocks: cat.SiteBlocks, Repository: c.Repository, Index: c.Index, Reader: c.reader,
		Filter: filter, Topic: about,
		Answer: c.answer, Page: c.page, Workers: workers, Log: o.Log,
	})
	c.restorer = restore.New(restore.Parts{Documents: cat.Documents, Stories: cat, Repository: c.Repository, Bodies: c.bodies, Maker: c.intake})
	return c, nil
}

// openIndex opens the full-text index of a library, or makes it.
func openIndex(ctx context.Context, dir folder.Dir) (*fulltext.Index, error) {
	if err := permission.Library(dir).MkdirAll(filepath.Dir(dir.Index())); err != nil {
		return nil, fmt.Errorf("open index: %w", err)
	}
	index, err := fulltext.Open(ctx, dir.Index())
	return index, indexError(dir, err)
}

// indexError adds to an error of opening the index what to do about it.
func indexError(dir folder.Dir, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = errors.New("the library has no full-text index")
	case !errors.Is(err, fulltext.ErrDamaged):
		return err
	}
	return fmt.Errorf("%w; make it again with `sluice rebuild --index -d %s`", err, shell.Quote(string(dir)))
}

// Close closes what was opened for the collection.
func (c *Collection) Close() error {
	var errs []error
	if c.reader != nil {
		errs = append(errs, c.reader.Close())
	}
	if c.Index != nil {
		errs = append(errs, c.Index.Close())
	}
	if c.own {
		errs = append(errs, c.Catalogue.Close(), c.lock.Release())
	}
	return errors.Join(errs...)
}

// Process files what waits in the intake's queue, until the queue is empty and last is closed,
// and brings the index up to date. When ctx ends, it returns nil and the rest stays in the
// queue.
func (c *Collection) Process(ctx context.Context, last <-chan struct{}) error {
	if err := c.intake.Run(ctx, last); err != nil || ctx.Err() != nil {
		return err
	}
	return c.Refresh(ctx)
}

// ProcessQueue is [Collection.Process] of what is in the queue now. It returns what was done.
func (c *Collection) ProcessQueue(ctx context.Context) (crawl.Intake, error) {
	last := make(chan struct{})
	close(last)
	err := c.intake.Run(ctx, last)
	if err == nil {
		err = c.Refresh(ctx)
	}
	return c.intake.Stats(), err
}

// Refresh brings the index up to date with the catalogue.
func (c *Collection) Refresh(ctx context.Context) error { return c.intake.Refresh(ctx) }

// Stats returns what was processed since the collection was opened. It may be called at any time.
func (c *Collection) Stats() crawl.Intake { return c.intake.Stats() }

// Restore restores files that are missing or damaged, as [restore.Restorer] does, and calls
// report with each result.
func (c *Collection) Restore(ctx context.Context, cfg crawl.Config, s restore.Selection, report func(restore.Result)) error {
	if err := c.restorer.Restore(ctx, cfg, s, report); err != nil {
		return err
	}
	return c.Refresh(ctx)
}

// answer reads for the intake what a fetch brought.
func (c *Collection) answer(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
	body, header, err := c.bodies.Body(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.URL, lost(err))
	}
	return &intake.Body{ReadCloser: body, ContentType: header.Get("Content-Type"), Header: header}, nil
}

// lost marks the errors of bodies that will not be there later either with [intake.ErrLost]. A
// fault of this machine may pass.
func lost(err error) error {
	_, machine := errors.AsType[syscall.Errno](err)
	switch {
	case errors.Is(err, capture.ErrDamaged) && machine && !errors.Is(err, fs.ErrNotExist):
		return err
	case errors.Is(err, capture.ErrDamaged), errors.Is(err, capture.ErrNoBody), errors.Is(err, archive.ErrRevisitLoop):
		return fmt.Errorf("%w: %w", intake.ErrLost, err)
	}
	return err
}

// page reads for the intake what a URL has now.
func (c *Collection) page(ctx context.Context, url string) (*intake.Body, error) {
	v, ok, err := c.fetches.Validator(ctx, url)
	if err != nil {
		return nil, err
	}
	if !ok || v.Fetch.File == "" {
		return nil, fmt.Errorf("%s: %w", url, lost(capture.ErrNoBody))
	}
	return c.answer(ctx, &v.Fetch)
}
