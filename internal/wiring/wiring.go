// Package wiring connects the durable stores to a library in a folder. The command line uses it, and the root package is its public face.
//
// [Open] returns the library in a folder, [Library.Crawl] begins a crawl or continues the last one, [Library.Collection] opens the documents
// for changes: verdicts, corrections, additions, conversion, exports. A program that calls one of the two begins its main with
// document.Serve: PDF is read in a child process, which is the program itself. Without that call every PDF waits to be read.
//
// The other methods of a library read what it has ([Library.Documents], [Library.Search]), or look after the folder ([Library.Examine],
// [Library.Rebuild], [Library.Remove]). Each part has a package of its own; the methods join them. What needs no more than an open library
// is in the packages of this folder: monitor (the crawl that runs, in whatever process), sites, training.
//
// # The folder
//
//	catalog.db     SQLite: sites, pages, documents, links, errors
//	archive/       WARC 1.1: every request and response
//	documents/     accepted, waiting and rejected documents, by the hash of their bytes; what people have said of them
//	index/         SQLite FTS5: the words of documents and pages
//	models/        the document filter, if it was trained or corrected here
//	frontier/      Pebble: which URLs wait to be fetched, and which are known
//	lock           held by the process that has the folder to itself: a crawl, a rebuild, an examination or a removal
//	control.sock   the socket on which a running crawl answers other processes
//
// Any number of processes may read a library while one crawls; a second crawl is refused with an [InUseError]. After a crash at any moment
// the next Crawl continues: URLs in flight, and the last two groups of URLs at most, are fetched again. Nothing is lost.
package wiring

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"sluice/document/genre"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/rebuild"
)

// Library is one folder with what crawls have fetched. Its methods may be called from several goroutines, but for one crawl at a time.
type Library struct {
	// Settings is kept in the catalogue with each crawl that begins: what its user has set, in a form of the user's own. Empty is fine.
	Settings string
	// PlainArchive keeps the archive uncompressed. It is used by crawls that begin after it was set.
	PlainArchive bool
	// ContinueFailed continues a crawl that could reach no seed, also one that requests everything again. Without it, a crawl with Again
	// begins once more.
	ContinueFailed bool
	// BeginAnew begins a crawl anew whatever has become of the last one: what that has left in the frontier is dropped.
	BeginAnew bool
	// ContinueDone continues the last crawl also if that is done, for documents that are named in several rounds. They are one crawl then.
	ContinueDone bool
	// Accept are the genres of documents that are accepted; the others go into the trash. Empty: papers, theses, reports and FAQs.
	Accept []genre.Genre
	// Tools are the outside programs that read documents, by name; others are looked for in PATH.
	Tools map[string]string
	// UnsafeConverters permits external programs on a system that has no sandbox for them. Without it, documents that need one wait.
	UnsafeConverters bool

	dir folder.Dir

	mu        sync.Mutex
	catalogue *catalogue.Catalogue // to read; nil until it is needed
}

// Open returns the library in a folder. It makes the folder if it does not exist. It neither locks nor changes one that does.
func Open(dir string) (*Library, error) {
	if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Clean(dir)), 0o777), os.MkdirAll(dir, 0o700)); err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	return &Library{dir: folder.Dir(dir)}, nil
}

// Exists reports whether a crawl has ever begun in a folder. What is left of a library may need a [Library.Rebuild].
func Exists(ctx context.Context, dir string) (bool, error) { return folder.Dir(dir).Begun(ctx) }

// Dir returns the library's folder.
func (l *Library) Dir() string { return string(l.dir) }

// ErrEmpty is the error of reading a folder in which no library has begun.
var ErrEmpty = folder.ErrEmpty

// An InUseError reports that another process has the library to itself.
type InUseError = lock.InUseError

// ErrInUse is what an InUseError is.
var ErrInUse = lock.ErrInUse

// Catalogue returns the catalogue, opened to read. The library closes it.
func (l *Library) Catalogue(ctx context.Context) (*catalogue.Catalogue, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.catalogue != nil {
		return l.catalogue, nil
	}
	if err := l.dir.CheckLinks(ctx); err != nil {
		return nil, err
	}
	if err := rebuild.Finish(ctx, l.dir); err != nil {
		return nil, err
	}
	if err := l.dir.CheckComplete(ctx, l.dir.Catalogue()); err != nil {
		return nil, err
	}
	begun, err := l.dir.Begun(ctx)
	if err != nil {
		return nil, err
	}
	if !begun {
		return nil, fmt.Errorf("%s: %w", l.dir, ErrEmpty)
	}
	c, err := catalogue.Open(ctx, l.dir.Catalogue(), catalogue.Options{ReadOnly: true})
	if errors.Is(err, catalogue.ErrOlder) && l.upgradeCatalogue(ctx) == nil {
		c, err = catalogue.Open(ctx, l.dir.Catalogue(), catalogue.Options{ReadOnly: true})
	}
	if errors.Is(err, catalogue.ErrBlank) { // a crawl was killed before its first write
		if found, err := archive.Exists(ctx, l.dir.Archive()); found || err != nil {
			return nil, errors.Join(l.dir.Inconsistent("%s is empty, but %s holds pages", l.dir.Catalogue(), l.dir.Archive()), err)
		}
		return nil, fmt.Errorf("%s: %w", l.dir, ErrEmpty)
	}
	if err != nil {
		return nil, err
	}
	l.catalogue = c
	return c, nil
}

// LastCrawl returns the crawl that began last, and false when none ever did.
func (l *Library) LastCrawl(ctx context.Context) (catalogue.Crawl, bool, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return catalogue.Crawl{}, false, err
	}
	return c.Crawls.Last(ctx)
}

// upgradeCatalogue brings the catalogue of an earlier version to the present schema, so that commands that only read need no other
// command before. It fails, and changes nothing, while another process uses the library, or without the permission to write.
func (l *Library) upgradeCatalogue(ctx context.Context) (err error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Access)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := catalogue.Open(ctx, l.dir.Catalogue(), catalogue.Options{Beside: true})
	if err != nil {
		return err
	}
	return c.Close()
}

// ReadFrontier calls read with the frontier of a library on which no crawl runs. It holds the lock meanwhile, for which a crawl that begins
// waits, and finishes an interrupted rebuild first.
func (l *Library) ReadFrontier(ctx context.Context, purpose lock.Purpose, read func(*frontier.Frontier) error) (err error) {
	if err := l.dir.CheckLinks(ctx); err != nil { // the frontier makes a file for its lock
		return err
	}
	locked, err := lock.AcquireToRead(ctx, l.Dir(), purpose)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	if _, err := rebuild.Install(l.dir); err != nil {
		return err
	}
	f, err := frontier.OpenReadOnly(ctx, l.dir.Frontier())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return read(f)
}

// Close closes what reading has opened. A crawl that runs is not stopped.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.catalogue == nil {
		return nil
	}
	err := l.catalogue.Close()
	l.catalogue = nil
	return err
}
