package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/catalogue"
	"sluice/internal/shell"
	"sluice/internal/system"
	"sluice/internal/wiring"
	"sluice/library"
)

// folder is the flag that names the library of a command.
type folder struct {
	Dir string `short:"d" group:"output" placeholder:"DIR" help:"The folder of the library. Default: the current folder if it holds a library, else ./library."`
}

// flag returns the flag as it was given, with a space before it, for a command that a message names; "" if it was not given.
func (f folder) flag() string {
	if f.Dir == "" {
		return ""
	}
	return " -d " + shell.Quote(f.Dir)
}

// checkFolder refuses a file in place of the folder of a library.
func checkFolder(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return usagef("%s is a file; -d needs the folder of a library", dir)
	}
	return nil
}

// path returns the folder of the library. A settings file alone is enough to recognize one, so that a
// user can write sluice.yaml before the first crawl.
func (f folder) path(ctx context.Context) string {
	if f.Dir != "" {
		return f.Dir
	}
	if settings.Exists(".") {
		return "."
	}
	if found, err := wiring.Exists(ctx, "."); found || err != nil { // who opens it meets the error again
		return "."
	}
	return filepath.Join(".", "library")
}

// trusting are the parts of a library whose owner decides what Sluice does with it.
var trusting = []string{"", settings.FileName, enginesName, "catalog.db"}

// checkOwner returns an error if the library was not named, and another user made it: its settings would send this user's requests, and its content be
// taken for the user's own. A folder of the administrator is trusted.
func (f folder) checkOwner(ctx context.Context) error {
	if f.Dir != "" {
		return nil
	}
	dir := f.path(ctx)
	for _, name := range trusting {
		path := filepath.Join(dir, name)
		for _, look := range []func(string) (os.FileInfo, error){os.Lstat, os.Stat} {
			info, err := look(path)
			if err != nil || system.IsTrusted(info) { // who opens it meets the error again
				continue
			}
			return fmt.Errorf("open library %s: %s belongs to user %s; if you trust that user, name the library with -d %[1]s", shell.Quote(dir), path, system.OwnerOf(info))
		}
	}
	return nil
}

// open opens an existing library. wiring.Open would create a new one, which only crawl and add
// may do.
func open(ctx context.Context, dir string) (*wiring.Library, error) {
	found, err := wiring.Exists(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("open library %s: %w", dir, err)
	}
	if !found {
		return nil, fmt.Errorf("no library in %s; name its folder with -d, or create one with `sluice crawl -d %s URL`", dir, shell.Quote(dir))
	}
	return wiring.Open(dir)
}

// A lister lists rows of a catalogue. The commands that list or export rows need no more of it, so that
// none of them depends on how it is stored. The suite Listings in catalogtest holds the contract.
type lister interface {
	// List returns the rows of a listing that meet a condition (empty: all), at most limit of them (0: all).
	List(ctx context.Context, what, where string, limit int) (*catalogue.Listing, error)
	// Query returns the rows of a listing that a query chooses, with the named columns (none: all), in its order.
	Query(ctx context.Context, what string, q library.Query, columns ...string) (*catalogue.Listing, error)
}

// records are the rows of a catalogue and their sums.
type records interface {
	lister
	// Report returns the sums of all crawls.
	Report(ctx context.Context) (*catalogue.Report, error)
	// Since returns the moment that a text means: a date, the start of the last crawl, or that of a crawl by its number.
	Since(ctx context.Context, text string) (time.Time, error)
	// Changes returns what is new, changed, unchanged and gone since a moment.
	Changes(ctx context.Context, since time.Time) (library.Changes, error)
	// ShortHash returns the first digits of a hash that name its document alone.
	ShortHash(ctx context.Context, sha256 string) (string, error)
}

var _ records = (*catalogue.Catalogue)(nil)

// openCatalogue opens an existing library and the records of its catalogue. The caller closes the
// library, which closes the catalogue.
func openCatalogue(ctx context.Context, dir string) (*wiring.Library, records, error) {
	lib, err := open(ctx, dir)
	if err != nil {
		return nil, nil, err
	}
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, lib.Close())
	}
	return lib, cat, nil
}

// closeAfter closes what a command has written to or read. If that fails, the command fails: it is not certain that all was written, or that
// no other process wrote what was read meanwhile.
func closeAfter(err *error, opened io.Closer) {
	if failed := opened.Close(); failed != nil {
		*err = errors.Join(*err, fmt.Errorf("close library: %w", failed))
	}
}

// withContents opens the documents of a library to read, calls do with them, and closes the library.
func withContents(ctx context.Context, dir string, do func(*wiring.Contents) error) (err error) {
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	docs, err := lib.Contents(ctx)
	if err != nil {
		return err
	}
	return do(docs)
}

// converters is the flag of the commands that read documents. It is no setting, because a library with its sluice.yaml may come from
// another person, who must not decide about the safety of this machine.
type converters struct {
	UnsafeConverters bool `group:"documents" help:"Run external programs such as Ghostscript also on a system that has no sandbox for them: a malicious document can then do what you may do. Without it, documents that need one wait."`
}

// verbosity is the flag of the commands that fetch.
type verbosity struct {
	Verbose bool `short:"v" group:"output" help:"Write a line to standard error for each URL that was requested, or refused when its turn came: HTTP status or what came of it, size, type, URL, and the cause or the target of a redirect. With --log-format json: a JSON object."`
}

// withCollection opens the documents of a library, calls do with them, and closes them. A signal
// ends the context of do; if that ends do, the index gets what was changed so far, and the error is errStopped.
func (c *console) withCollection(ctx context.Context, dir string, do func(context.Context, *wiring.Collection) error) error {
	return c.withReader(ctx, dir, converters{}, do)
}

// withReader is withCollection for a command that reads documents.
func (c *console) withReader(ctx context.Context, dir string, with converters, do func(context.Context, *wiring.Collection) error) (err error) {
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	flags, _, err := currentSettings(ctx, dir, settings.Load)
	if err != nil {
		return err
	}
	setReading(flags, with, lib)
	docs, err := lib.Collection(ctx, c.newLog(c.err, "text"))
	if err != nil {
		return err
	}
	defer closeAfter(&err, docs)
	// Signals are handled only from here on: before the collection is open there is nothing to
	// leave in order.
	ctx, stop := untilSignal(ctx)
	defer stop()
	if err = do(ctx, docs); isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped. The same command does the rest.")
		return errors.Join(refreshStopped(ctx, docs), errStopped)
	}
	return err
}
