// Package sluice crawls sites into libraries, and opens libraries: folders with the pages that crawls have fetched and the documents among them.
//
// [Open] a folder, begin a crawl or continue the last one with [Library.Crawl], and run it. Documents are read, judged, described and filed
// while the crawl runs:
//
//	lib, err := sluice.Open("mylib", sluice.Options{})
//	…
//	defer lib.Close()
//	c, err := lib.Crawl(ctx, crawl.Config{Seeds: []string{"https://www.example.org/"}})
//	…
//	result, err := c.Run(ctx)
//
// Afterwards, or meanwhile, choose what is there with [Library.Documents], [Library.Pages] and [Library.Sites], find it by its words with
// [Library.Search], change it with [Library.Add], [Library.Judge] and [Library.Edit], and write bibliographies and corpora with
// [Library.Export]. The program in testdata/embed does all of it.
//
// A program that crawls, adds or judges begins its main with document.Serve: PDF is read in a child process, which is the program itself.
// Without that call every PDF waits to be read.
//
// The nouns have packages of their own: crawl for the settings and results of a crawl, library for documents, pages and sites, search for queries
// and hits. Strategies are in package focus. A single file is read by package document, judged by document/genre and described by
// document/describe, without a library.
//
// Only the command line verifies, restores and converts documents, lists and empties the trash, lists links, and exports WACZ, Markdown and
// folders of files.
//
// Any number of processes may read a library while one crawls; a second crawl is refused with [ErrInUse]. After a crash at any moment the next
// Crawl continues: URLs in flight, and the last two groups of URLs at most, are fetched again. Nothing is lost. The files in the folder are
// described in docs/formats.md.
package sluice

import (
	"context"
	"log/slog"

	"sluice/crawl"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/control"
	"sluice/internal/lock"
	"sluice/internal/rebuild"
	"sluice/internal/sqlitefile"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// The errors for which a program may do something; test with errors.Is. Others name the operation, the object and the cause. Errors with
// details are the types [library.QueryError], [library.AmbiguousError], [library.LossError] and [search.QueryError]; test with errors.As.
var (
	ErrEmpty      = wiring.ErrEmpty       // no library has begun in the folder
	ErrInUse      = lock.ErrInUse         // another process uses the library exclusively: a crawl, a rebuild, a removal
	ErrNoCrawl    = control.ErrNoCrawl    // no crawl runs
	ErrNotOwner   = control.ErrNotOwner   // another user owns the library, and only that user may ask the crawl that runs on it
	ErrReadOnly   = catalogue.ErrReadOnly // a file of the library cannot be written
	ErrOlder      = catalogue.ErrOlder    // an older version made the library; a change, such as Add, upgrades it
	ErrNewer      = catalogue.ErrNewer    // a newer version made the library
	ErrWritten    = sqlitefile.ErrWritten // another process wrote to the library while it was read: what was read may be inconsistent
	ErrNoArchive  = rebuild.ErrNoArchive  // there is no archive to rebuild from
	ErrNoDocument = wiring.ErrNoDocument  // the library has no document of that name
	ErrRemoved    = collection.ErrRemoved // the document was removed at its owner's request, and must stay out
	ErrNoBody     = wiring.ErrNoBody      // a URL was never fetched, or had no body
	ErrDamaged    = wiring.ErrDamaged     // the archive has lost a body
)

// Options configure a library. The zero value works.
type Options struct {
	Accept       []genre.Genre // genres of documents that are accepted, the others go into the trash; empty: papers, theses, reports and FAQs
	PlainArchive bool          // the archive is not compressed
	Log          *slog.Logger  // nil: nothing is logged

	// Tools are the paths of the external programs that read old formats and scans, by name: soffice, gs, dvips, antiword, catdoc, catppt,
	// xls2csv, tesseract. The path "none" disables a program. Those without a path are looked for in PATH.
	Tools map[string]string

	// UnsafeConverters permits external programs on a system that has no sandbox for them: a malicious document can then do what the user may
	// do. Without it, documents that need such a program wait.
	UnsafeConverters bool
}

// Library is one folder with what crawls have fetched. Its methods may be called from several goroutines, but for one crawl at a time.
type Library struct {
	wired *wiring.Library
	log   *slog.Logger
}

// Open returns the library in a folder. It makes the folder if it does not exist. It neither locks nor changes one that does.
func Open(dir string, o Options) (*Library, error) {
	l, err := wiring.Open(dir)
	if err != nil {
		return nil, err
	}
	l.Accept, l.Tools, l.PlainArchive, l.UnsafeConverters = o.Accept, o.Tools, o.PlainArchive, o.UnsafeConverters
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Library{l, o.Log}, nil
}

// Close closes what reading has opened. A crawl that runs is not stopped. The error is [ErrWritten] if another process wrote to a library in a
// folder that cannot be written to while this one read it: it may be the only report that what was read is inconsistent.
func (l *Library) Close() error { return l.wired.Close() }

// Crawl begins a crawl on the library, or continues the last one if that is not done, and locks the folder until the crawl has run or is
// closed. With cfg.Again, and if the last crawl is complete, every URL is visited again; nothing is deleted.
func (l *Library) Crawl(ctx context.Context, cfg crawl.Config) (*Crawl, error) {
	c, err := l.wired.Crawl(ctx, l.logged(cfg))
	if err != nil {
		return nil, err
	}
	return &Crawl{c}, nil
}

// logged returns a configuration that logs, to the log of the library if it names none.
func (l *Library) logged(cfg crawl.Config) crawl.Config {
	if cfg.Log == nil {
		cfg.Log = l.log
	}
	return cfg
}

// Status returns the state of the crawl that runs on the library, in whatever process, or of the last one.
func (l *Library) Status(ctx context.Context) (crawl.Status, error) {
	return monitor.Status(ctx, l.wired)
}

// Stop stops the crawl that runs on the library, in whatever process, and waits until its folder is free or ctx ends. The error is [ErrNoCrawl]
// if none runs, and [ErrNotOwner] if another user runs it.
func (l *Library) Stop(ctx context.Context) error { return monitor.Stop(ctx, l.wired) }

// Explain returns whether the crawl that runs, or else one by cfg, would fetch a URL, and why.
func (l *Library) Explain(ctx context.Context, cfg crawl.Config, url string) (crawl.Verdict, error) {
	return monitor.Explain(ctx, l.wired, l.logged(cfg), url)
}
