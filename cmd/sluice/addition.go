package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/submission"
	"sluice/document/bibliography"
	"sluice/internal/wiring"
	"sluice/library"
)

// addition is what one `sluice add` adds.
type addition struct {
	console *console
	dir     string // the library
	with    converters
	begun   time.Time

	files   []string                            // named by themselves
	sources []iter.Seq2[submission.Item, error] // files in folders and bibliographies
	urls    []string                            // to fetch
	records map[string]*bibliography.Record     // of URLs
	roots   []*os.Root                          // open until the end
	skipped submission.Skipped                  // in folders
	seen    map[string]bool                     // hashes of what was added

	accepted, rejected, waiting, known, failed, without int // the outcomes
}

// name notes one argument: a URL, a folder, a bibliography or a file.
func (a *addition) name(what, filesFolder string) error {
	switch scheme, _, is := strings.Cut(what, "://"); {
	case is && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
		a.urls = append(a.urls, what)
		return nil
	case is:
		return fmt.Errorf("add %s: not a file, nor an http or https URL", what)
	}
	info, err := os.Stat(what)
	switch {
	case err == nil && info.IsDir():
		root, err := a.openRoot(what)
		if err != nil {
			return err
		}
		a.sources = append(a.sources, submission.Folder(root, &a.skipped))
		return nil
	case err == nil && (bibliography.IsName(what) || strings.EqualFold(filepath.Ext(what), ".json")):
		return a.nameBibliography(what, filesFolder)
	}
	a.files = append(a.files, what) // one that is not there is reported in its turn
	return nil
}

// nameBibliography notes the files and URLs of a bibliography. Their number is bounded, and the URLs are needed before the first file.
func (a *addition) nameBibliography(name, filesFolder string) error {
	own, err := a.openRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	files := own
	if filesFolder != "" {
		if files, err = a.openRoot(filesFolder); err != nil {
			return fmt.Errorf("--files: %w", err)
		}
	}
	var items []submission.Item
	for item, err := range submission.Bibliography(own, files, filepath.Base(name)) {
		switch {
		case err != nil:
			a.fail(err)
		case item.Path != "":
			items = append(items, item)
		case len(item.URLs) == 0:
			a.writeWithout(&item)
		}
		for _, url := range item.URLs {
			if a.records[url] == nil {
				a.records[url] = item.Record
				a.urls = append(a.urls, url)
			}
		}
	}
	a.sources = append(a.sources, func(yield func(submission.Item, error) bool) {
		for _, item := range items {
			if !yield(item, nil) {
				return
			}
		}
	})
	return nil
}

// openRoot opens a folder; close closes it.
func (a *addition) openRoot(name string) (*os.Root, error) {
	root, err := os.OpenRoot(name)
	if err == nil {
		a.roots = append(a.roots, root)
	}
	return root, err
}

// close closes the folders.
func (a *addition) close() {
	for _, root := range a.roots {
		root.Close() // read only: nothing is lost
	}
}

// fail writes why one file or record was not added.
func (a *addition) fail(err error) {
	a.failed++
	fmt.Fprintf(a.console.err, "%s\n", screen.Escape(err.Error()))
}

// writeWithout writes a record that names neither a file nor a URL.
func (a *addition) writeWithout(item *submission.Item) {
	a.without++
	line := item.Where + ": no file and no URL: " + item.Record.Title
	if item.Record.DOI != "" {
		line += " (DOI " + item.Record.DOI + ")"
	}
	fmt.Fprintf(a.console.notes, "%s\n", screen.Escape(line))
}

// addFiles adds files of this machine, and what bibliographies say of the URLs that were fetched. It creates the library if necessary,
// because a library may consist of submitted documents alone.
func (a *addition) addFiles(ctx context.Context) (err error) {
	lib, err := wiring.Open(a.dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if err := lib.Begin(ctx); err != nil {
		return err
	}
	return a.console.withReader(ctx, a.dir, a.with, func(ctx context.Context, docs *wiring.Collection) error {
		return a.addAll(ctx, docs)
	})
}

// refreshEvery is the number of files after which the index is brought up to date. Each time costs as much as the library is large.
const refreshEvery = 200

// submitted is where what people submit is filed.
type submitted interface {
	Submit(ctx context.Context, name string, from io.Reader, r *bibliography.Record) (library.Document, error)
	SetRecord(ctx context.Context, sha256 string, r *bibliography.Record) error
	Find(ctx context.Context, name string) (library.Document, error)
	Refresh(ctx context.Context) error
}

// stopTime is the time that the index has for what was added, after an interruption.
const stopTime = 10 * time.Second

// refreshStopped brings the index up to date after an interruption. What it cannot do in time, the next command does that
// changes the library.
func refreshStopped(ctx context.Context, docs interface{ Refresh(context.Context) error }) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
	defer cancel()
	if err := docs.Refresh(ctx); ctx.Err() == nil {
		return err
	}
	return nil
}

// addAll adds all files and records, and brings the index up to date after some of them and at the end.
func (a *addition) addAll(ctx context.Context, docs submitted) error {
	var errs []error
	n := 0
	stopped := func() error {
		fmt.Fprintln(a.console.notes, "Stopped. The same command adds the others.")
		return errors.Join(append(errs, refreshStopped(ctx, docs), errStopped)...)
	}
	add := func(item *submission.Item) error {
		if err := a.addItem(ctx, docs, item); err != nil {
			return fmt.Errorf("%s: %w", item.Path, err)
		}
		if n++; n%refreshEvery == 0 {
			return docs.Refresh(ctx)
		}
		return nil
	}
	for _, name := range a.files {
		if ctx.Err() != nil {
			return stopped()
		}
		if err := add(&submission.Item{Path: name}); err != nil && ctx.Err() == nil {
			errs = append(errs, err)
		}
	}
	for _, source := range a.sources {
		for item, err := range source {
			if ctx.Err() != nil {
				return stopped()
			}
			if err == nil {
				err = add(&item)
			}
			if err != nil && ctx.Err() == nil {
				a.fail(err)
			}
		}
	}
	for url, r := range a.records {
		if ctx.Err() != nil {
			return stopped()
		}
		d, err := docs.Find(ctx, url)
		if err == nil {
			err = docs.SetRecord(ctx, d.SHA256, r)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, wiring.ErrNoDocument) { // writeVerdicts says which are not there
			errs = append(errs, err)
		}
	}
	if ctx.Err() != nil {
		return stopped()
	}
	err := docs.Refresh(ctx)
	if isInterrupted(ctx, err) {
		return stopped()
	}
	return errors.Join(append(errs, err)...)
}

// addItem adds one file, with its record if it has one, and writes its verdict.
func (a *addition) addItem(ctx context.Context, docs submitted, item *submission.Item) error {
	f, err := item.Open()
	if err != nil {
		return err
	}
	defer f.Close()
	d, err := docs.Submit(ctx, item.Path, f, item.Record)
	if err != nil {
		return err
	}
	known := ""
	if a.seen[d.SHA256] || d.Added.Before(a.begun) {
		a.known++
		known = "known: "
	} else {
		a.count(d.State)
	}
	a.seen[d.SHA256] = true
	fmt.Fprintf(a.console.out, "%s: %s%s\n", screen.Escape(item.Path), known, screen.Escape(verdictOf(&d)))
	return nil
}

// count counts the state of a document that is new.
func (a *addition) count(s library.State) {
	switch s {
	case library.Accepted:
		a.accepted++
	case library.Rejected:
		a.rejected++
	default:
		a.waiting++
	}
}

// summarize writes the outcome of folders and bibliographies in a line, and returns an error if something could not be added.
func (a *addition) summarize() error {
	if len(a.sources) == 0 {
		return nil
	}
	line := fmt.Sprintf("%s: %s accepted, %s rejected", screen.Counted(int64(a.accepted+a.rejected+a.waiting), "new document"), screen.Count(int64(a.accepted)), screen.Count(int64(a.rejected)))
	for _, part := range []struct {
		n         int
		one, many string // many: empty if it is the same
	}{
		{a.waiting, "waiting", ""}, {a.known, "known already", ""}, {a.failed, "failed", ""}, {a.without, "record without a file or URL", "records without a file or URL"},
		{a.skipped.Others, "other file skipped", "other files skipped"}, {a.skipped.Hidden, "hidden skipped", ""}, {a.skipped.Links, "link skipped", "links skipped"},
		{a.skipped.Deep, "folder too deep", "folders too deep"}, {a.skipped.Libraries, "library skipped", "libraries skipped"},
	} {
		what := part.one
		if part.n > 1 {
			what = cmp.Or(part.many, part.one)
		}
		if part.n > 0 {
			line += fmt.Sprintf(", %s %s", screen.Count(int64(part.n)), what)
		}
	}
	fmt.Fprintln(a.console.notes, line+".")
	if a.failed > 0 {
		return fmt.Errorf("not added: %s (see above)", screen.Count(int64(a.failed)))
	}
	return nil
}
