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
	"slices"
	"strings"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/submission"
	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/credential"
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
	linked  []submission.Item                   // records whose URLs are fetched
	skipped submission.Skipped                  // in folders
	seen    map[string]bool                     // hashes of what was added

	accepted, rejected, waiting, known int                                   // documents
	failed                             int                                   // files and records that have no place in results
	named, withoutNamed                int                                   // lines of fail and writeWithout, also those that are not written
	results                            map[*bibliography.Record]recordResult // of the bibliographies that were named
}

// recordResult is what came of a record; of several files or URLs the best counts.
type recordResult int

const (
	recordPending recordResult = iota
	recordFailed
	recordWithout // neither a file nor a URL
	recordFetched
	recordStored // with a file
)

// note notes what came of a record of a bibliography that was named. It reports whether there is such a record.
func (a *addition) note(r *bibliography.Record, result recordResult) bool {
	before, ok := a.results[r]
	if ok {
		a.results[r] = max(before, result)
	}
	return ok
}

// additionStopped is the message of an addition that a signal has ended.
const additionStopped = "Stopped. The same command adds the others."

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
		if item.Where != "" { // no error of the whole file
			if item.Record == nil {
				item.Record = &bibliography.Record{}
			}
			if _, ok := a.results[item.Record]; !ok {
				a.results[item.Record] = recordPending // it counts, whatever comes of it
			}
		}
		switch {
		case err != nil:
			a.fail(&item, err)
		case item.Path != "":
			items = append(items, item)
		case len(item.URLs) == 0:
			a.writeWithout(&item)
		default:
			a.linked = append(a.linked, item)
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

// maxNamed is the number of lines of one kind that a command writes to people: a broken bibliography may have a million errors.
const maxNamed = 100

// fail writes why one file or record was not added, unless many were named before.
func (a *addition) fail(item *submission.Item, err error) {
	if !a.note(item.Record, recordFailed) {
		a.failed++
	}
	if a.named++; a.named <= maxNamed {
		fmt.Fprintf(a.console.err, "%s\n", screen.Escape(err.Error()))
	}
}

// writeWithout writes a record that names neither a file nor a URL, unless many were named before.
func (a *addition) writeWithout(item *submission.Item) {
	a.note(item.Record, recordWithout)
	if a.withoutNamed++; a.withoutNamed > maxNamed {
		return
	}
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
		fmt.Fprintln(a.console.notes, additionStopped)
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
				a.fail(&item, err)
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
		if err != nil && ctx.Err() == nil && !errors.Is(err, wiring.ErrNoDocument) { // writeFetched says which are not there
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
	if !a.count(&d) {
		known = "known: "
	}
	a.note(item.Record, recordStored)
	fmt.Fprintf(a.console.out, "%s: %s%s\n", screen.Escape(item.Path), known, screen.Escape(verdictOf(&d)))
	return nil
}

// count counts a document, and reports whether it is new.
func (a *addition) count(d *library.Document) bool {
	isKnown := a.seen[d.SHA256] || d.Added.Before(a.begun)
	a.seen[d.SHA256] = true
	switch {
	case isKnown:
		a.known++
	case d.State == library.Accepted:
		a.accepted++
	case d.State == library.Rejected:
		a.rejected++
	default:
		a.waiting++
	}
	return !isKnown
}

// writeFetched writes the verdict on each document that was fetched, and why the others were not added, unless the fetching was stopped.
func (a *addition) writeFetched(ctx context.Context, isStopped bool) (err error) {
	if len(a.urls) == 0 {
		return nil
	}
	lib, err := open(ctx, a.dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	var errs []error
	added := map[string]bool{}
	for _, url := range a.urls {
		d, err := lib.Find(ctx, url)
		switch {
		case err == nil:
			added[url] = true
			a.count(&d)
			fmt.Fprintf(a.console.out, "%s: %s\n", screen.Escape(credential.WithoutUser(url)), screen.Escape(verdictOf(&d)))
		case !errors.Is(err, wiring.ErrNoDocument):
			return errors.Join(append(errs, err)...)
		case a.records[url] == nil && !isStopped:
			errs = append(errs, fmt.Errorf("%s: not added%s", url, whyNotFetched(ctx, cat, url)))
		}
	}
	for _, item := range a.linked {
		if slices.ContainsFunc(item.URLs, func(url string) bool { return added[url] }) {
			a.note(item.Record, recordFetched)
			continue
		}
		if isStopped {
			continue
		}
		for _, url := range item.URLs {
			a.fail(&item, fmt.Errorf("%s: %s: not added%s", item.Where, credential.WithoutUser(url), whyNotFetched(ctx, cat, url)))
		}
	}
	return errors.Join(errs...)
}

// whyNotFetched returns the cause for which the library has no document of a URL, or the command that shows it, to be written behind an error.
func whyNotFetched(ctx context.Context, cat *catalogue.Catalogue, url string) string {
	if details, ok, err := cat.Show(ctx, url); err == nil && ok && details.Last.Cause != "" {
		return ": " + string(details.Last.Cause)
	}
	return "; `sluice show` says why"
}

// summarizeRecords writes what came of the records of bibliographies in a line, each once, and returns how many failed.
func (a *addition) summarizeRecords() int {
	of := map[recordResult]int{}
	for _, result := range a.results {
		of[result]++
	}
	if len(a.results) == 0 || of[recordPending] > 0 { // stopped
		return of[recordFailed]
	}
	line := fmt.Sprintf("%s: %s stored with a file, %s fetched", screen.Counted(int64(len(a.results)), "record"), screen.Count(int64(of[recordStored])), screen.Count(int64(of[recordFetched])))
	if n := of[recordWithout]; n > 0 {
		line += fmt.Sprintf(", %s without a file or URL", screen.Count(int64(n)))
	}
	if n := of[recordFailed]; n > 0 {
		line += fmt.Sprintf(", %s failed", screen.Count(int64(n)))
	}
	fmt.Fprintln(a.console.notes, line+".")
	return of[recordFailed]
}

// summarize writes the outcome of folders and bibliographies, records and then documents, and returns an error if something could not be added.
func (a *addition) summarize() error {
	if len(a.sources) == 0 {
		return nil
	}
	if more := a.named - maxNamed; more > 0 {
		fmt.Fprintf(a.console.err, "and %s more errors\n", screen.Count(int64(more)))
	}
	if more := a.withoutNamed - maxNamed; more > 0 {
		fmt.Fprintf(a.console.notes, "and %s more without a file or URL\n", screen.Count(int64(more)))
	}
	failed := a.failed + a.summarizeRecords()
	line := fmt.Sprintf("%s: %s accepted, %s rejected", screen.Counted(int64(a.accepted+a.rejected+a.waiting), "new document"), screen.Count(int64(a.accepted)), screen.Count(int64(a.rejected)))
	for _, part := range []struct {
		n         int
		one, many string // many: empty if it is the same
	}{
		{a.waiting, "waiting", ""}, {a.known, "known already", ""}, {a.failed, "failed", ""},
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
	if failed > 0 {
		return fmt.Errorf("not added: %s (see above)", screen.Count(int64(failed)))
	}
	return nil
}
