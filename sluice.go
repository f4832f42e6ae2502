// Package sluice opens libraries: folders in which crawls keep what they got, and the documents among it.
//
// [Open] a folder, start or go on with a crawl by [Library.Crawl], and run it:
//
//	lib, err := sluice.Open("mylib")
//	if err != nil { … }
//	defer lib.Close()
//	c, err := lib.Crawl(ctx, crawl.Config{Seeds: []string{"https://www.example.org/"}})
//	if err != nil { … }
//	result, err := c.Run(ctx)
//
// While it runs, documents are read, judged, described and filed beside it. [Library.Search] finds them;
// [Library.Collection] opens them for change: verdicts, corrections, additions, conversion, exports. A program
// that does either begins its main with document.Serve, because PDF is read in a child process, which is the program itself; without it,
// every PDF waits with the words "not read" and what to do.
//
// A crawl without a folder, that keeps everything in memory, is package crawl's
// own: crawl.New.
//
// # The folder
//
//	catalog.db     SQLite: sites, pages, documents, links, errors
//	archive/       WARC 1.1: every request and answer
//	documents/     accepted, waiting and rejected documents, by the hash of their bytes
//	index/         SQLite FTS5: the words of documents and pages
//	models/        the document filter, as far as it was trained or corrected here
//	frontier/      Pebble: what waits to be fetched, and what is known
//	lock           held by the process that has the folder to itself: whose crawl or rebuild runs
//	control.sock   by which others ask that process
//
// Any number of processes may read a library, and one crawl on it; a second
// one is refused with a [InUseError]. After a crash at any moment the next
// Crawl goes on: what was in flight and the last groups of URLs, two at most,
// are fetched again, nothing is lost.
package sluice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"sluice/document/genre"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/lock"
)

// Library is one folder with what crawls got. Its methods may be called from
// several goroutines, but for one crawl at a time.
type Library struct {
	// Settings is kept in the catalogue with each crawl that begins: what its
	// user said, in a form of the user's own. Empty is fine.
	Settings string
	// PlainArchive keeps the archive uncompressed. It concerns crawls that begin after it was set.
	PlainArchive bool
	// Accept are the genres of documents that are accepted; the others go into the trash. Empty: papers, theses, reports and FAQs.
	Accept []genre.Genre
	// Tools are the outside programs that read documents, by name; those that are not named are looked for in PATH.
	Tools map[string]string

	dir string

	mu        sync.Mutex
	catalogue *catalogue.Catalogue // to read; nil until someone does
}

// Open gives the library in a folder. It makes the folder if there is none,
// and neither locks nor changes one that is there.
func Open(dir string) (*Library, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("open library: %w", err)
	}
	return &Library{dir: dir}, nil
}

// Exists tells whether a crawl has ever begun in a folder. What is left of a library may need a [Library.Rebuild].
func Exists(dir string) bool {
	there, err := archive.Exists(filepath.Join(dir, archiveName))
	return exists(filepath.Join(dir, catalogueName)) || there || err != nil && !errors.Is(err, fs.ErrNotExist)
}

// The parts of the folder.
const (
	catalogueName = "catalog.db"
	archiveName   = "archive"
	frontierName  = "frontier"
)

func (l *Library) path(names ...string) string {
	return filepath.Join(append([]string{l.dir}, names...)...)
}

// Dir gives the library's folder.
func (l *Library) Dir() string { return l.dir }

// Catalogue gives the catalogue, to be read only. The library closes it.
func (l *Library) Catalogue(ctx context.Context) (*catalogue.Catalogue, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.catalogue != nil {
		return l.catalogue, nil
	}
	if err := l.settle(ctx); err != nil {
		return nil, err
	}
	if err := l.lost(catalogueName); err != nil {
		return nil, err
	}
	if !Exists(l.dir) {
		return nil, fmt.Errorf("%s: %w", l.dir, ErrEmpty)
	}
	c, err := catalogue.Open(ctx, l.path(catalogueName), catalogue.Options{ReadOnly: true})
	if errors.Is(err, catalogue.ErrBlank) { // a crawl was cut off before its first word
		if there, _ := archive.Exists(l.path(archiveName)); there {
			return nil, l.disagree("%s is empty, though %s holds what was got", l.path(catalogueName), l.path(archiveName))
		}
		return nil, fmt.Errorf("%s: %w", l.dir, ErrEmpty)
	}
	if err != nil {
		return nil, err
	}
	l.catalogue = c
	return c, nil
}

// An InUseError reports that another process has the library to itself.
type InUseError = lock.InUseError

// ErrEmpty is the error of looking into a folder in which no crawl has begun.
var ErrEmpty = errors.New("no library here; begin one with `sluice crawl -d DIR URL`")

// Close lets go of what reading has opened. A crawl that runs is not stopped.
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
