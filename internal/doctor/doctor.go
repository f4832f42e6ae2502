// Package doctor examines a library: whether catalogue, archive, documents, index and frontier can be read, and whether they agree.
//
// [Examine] returns a finding for each part, with what to do where something is wrong. It changes nothing but the file of the lock. The
// machine under the library is examined by package health.
//
// A full examination reads everything. The other one takes samples, and each of its steps has a time limit, after which it reports what it
// has seen until then.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/repository"
	"sluice/internal/shell"
	"sluice/internal/stores"
)

// Options say how thoroughly a library is examined. The zero value takes samples, and a minute or two at most.
type Options struct {
	Full bool // every record of the archive, every row of the catalogue, all of the frontier, however long it takes
}

// Library is what is examined.
type Library struct {
	Dir folder.Dir

	// Catalogue opens the catalogue to read. The caller of Examine closes it.
	Catalogue func(context.Context) (*Catalogue, error)

	// Repository opens the folder of documents.
	Repository func(context.Context) (Repository, error)

	// Frontier calls read with the frontier while it holds the lock of the library.
	Frontier func(ctx context.Context, read func(*frontier.Frontier) error) error
}

// Catalogue is the catalogue, by its parts.
type Catalogue struct {
	Database
	Crawls    Crawls
	Documents Documents
	Captures  Captures
}

// Database is the catalogue as a whole.
type Database interface {
	SchemaVersion(ctx context.Context) (int, error)
	Check(ctx context.Context, quick bool) (problems []string, err error)
	Counts(ctx context.Context) (pages, documents int64, err error)
	LastMark(ctx context.Context) (catalogue.Mark, error)
	LastSerial(ctx context.Context) (int64, error)
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
}

// Crawls are the catalogue's crawls.
type Crawls interface {
	Last(ctx context.Context) (catalogue.Crawl, bool, error)
}

// Documents are the catalogue's documents.
type Documents interface {
	CountKept(ctx context.Context) (int64, error)
	IndexState(ctx context.Context) (map[string]bool, error)
}

// Captures are the places in the archive that the catalogue knows.
type Captures interface {
	Files(ctx context.Context) ([]string, error)
	Sample(ctx context.Context, n int64) iter.Seq2[catalogue.Fetch, error]
}

// Repository is what an examination asks the folder of documents.
type Repository interface {
	VerifySizes(ctx context.Context) iter.Seq2[repository.Finding, error]
	Verify(ctx context.Context, progress func(repository.Progress)) iter.Seq2[repository.Finding, error]
}

const (
	stepTime    = 15 * time.Second // of one step that is not full
	placeSample = 500              // rows of the catalogue whose records are read in an examination that is not full
)

// Examine examines a library. While a crawl or a rebuild runs it leaves out what cannot be read safely, and says so; when one wants to begin
// it releases the frontier within a moment.
func Examine(ctx context.Context, lib Library, o Options) []health.Finding {
	x := &examiner{Library: lib, Options: o}
	if by, held := lock.HolderOf(string(lib.Dir)); held && (by.Purpose == lock.Crawl || by.Purpose == lock.Rebuild) {
		x.by = &by
	}
	x.crawl()
	cat := x.catalogue(ctx)
	var mark catalogue.Mark
	if cat != nil {
		var err error
		if mark, err = cat.LastMark(context.WithoutCancel(ctx)); err != nil {
			cat = nil // its own finding says why
		}
	}
	x.archive(ctx, mark, cat)
	if cat != nil {
		x.places(ctx, cat)
		x.documents(ctx, cat)
		x.index(ctx, cat)
	}
	x.frontier(ctx, cat)
	return x.found
}

// examiner collects what is found.
type examiner struct {
	Options
	Library
	by    *lock.Holder // the crawl or rebuild that changes the library; nil: none
	found []health.Finding
}

func (x *examiner) add(f health.Finding) {
	f.Part = "library"
	x.found = append(x.found, f)
}

// step returns the context of one step of the examination, which has a time limit unless the examination is full.
func (x *examiner) step(ctx context.Context) (context.Context, context.CancelFunc) {
	if x.Full {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, stepTime)
}

// atTimeout is what is said of a step that ran out of time.
var atTimeout = fmt.Sprintf("stopped after %v (--full goes on)", stepTime)

// command returns a command line with the library's folder, for people to copy.
func (x *examiner) command(line string) string {
	return fmt.Sprintf("`%s -d %s`", line, shell.Quote(string(x.Dir)))
}

// rebuild is what to do about a damaged or lost catalogue or frontier.
func (x *examiner) rebuild() string {
	switch files, err := archive.Files(x.Dir.Archive()); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return checkArchiveFolder
	case len(files) == 0:
		return restoreArchiveFolder
	}
	return "put a copy of the folder back, or run " + x.command("sluice rebuild") + ", which makes catalogue and frontier again from the archive"
}

const (
	checkArchiveFolder   = "make the folder archive readable: check its permissions, and the disk"
	restoreArchiveFolder = "put the folder archive back from a copy; without one its pages are lost and nothing can be rebuilt: begin again in another folder"
)

// failed records an error of a store in a finding.
func (x *examiner) failed(f *health.Finding, err error) {
	remedy := x.rebuild()
	if saysRemedy(err) {
		remedy = ""
	}
	f.Found = err.Error()
	f.Worsen(health.Fail, remedy)
}

// saysRemedy reports whether the text of an error says already what to do.
func saysRemedy(err error) bool {
	if _, ok := errors.AsType[*folder.InconsistentError](err); ok {
		return true
	}
	for _, known := range []error{
		catalogue.ErrCorrupt, catalogue.ErrNewer, catalogue.ErrOlder, catalogue.ErrForeign, catalogue.ErrReadOnly,
		frontier.ErrDamaged, frontier.ErrVersion,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// crawl reports who has the library to itself.
func (x *examiner) crawl() {
	f := health.Finding{Name: "crawl", Verdict: health.OK, Found: "none runs"}
	if x.by != nil {
		f.Verdict, f.Found = health.Note, fmt.Sprintf("one runs (pid %d): the frontier is not examined", x.by.PID)
	}
	if x.by != nil && x.by.Purpose == lock.Rebuild {
		f.Found = fmt.Sprintf("none runs, but a rebuild (pid %d): what follows is about the old catalogue", x.by.PID)
	}
	x.add(f)
}

// catalogue opens and checks the catalogue. It returns nil when the catalogue cannot be used.
func (x *examiner) catalogue(ctx context.Context) *Catalogue {
	f := health.Finding{Name: "catalogue", Verdict: health.OK}
	defer func() { x.add(f) }()
	c, err := x.Library.Catalogue(context.WithoutCancel(ctx)) // an examination that is interrupted finds no damage by that
	switch {
	case errors.Is(err, folder.ErrEmpty):
		f.Verdict, f.Found = health.Note, "there is none yet"
		return nil
	case err != nil:
		x.failed(&f, err)
		return nil
	}
	if err := x.checkCatalogue(ctx, c, &f); err != nil {
		x.failed(&f, err)
	}
	return c
}

func (x *examiner) checkCatalogue(ctx context.Context, c *Catalogue, f *health.Finding) error {
	version, err := c.SchemaVersion(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	last, begun, err := c.Crawls.Last(context.WithoutCancel(ctx))
	if err != nil {
		return err
	}
	step, cancel := x.step(ctx)
	defer cancel()
	problems, err := c.Check(step, !x.Full)
	if err != nil && step.Err() == nil {
		return err
	}
	for _, p := range problems {
		f.Wrong("%s", p)
		f.Worsen(health.Fail, x.rebuild())
	}
	f.Found = fmt.Sprintf("version %d", version)
	pages, documents, err := c.Counts(step)
	switch {
	case step.Err() != nil:
		f.Found += "; the check was " + atTimeout
	case err != nil:
		return err
	default:
		f.Found += fmt.Sprintf(", %d pages, %d documents", pages, documents)
	}
	if begun {
		f.Found += fmt.Sprintf("; crawl %d: %s", last.ID, last.State)
	}
	return nil
}

// frontier examines the frontier, and whether the catalogue has come as far.
func (x *examiner) frontier(ctx context.Context, cat *Catalogue) {
	f := health.Finding{Name: "frontier", Verdict: health.OK}
	defer func() { x.add(f) }()
	switch _, err := os.Stat(x.Dir.Frontier()); {
	case x.by != nil && x.by.Purpose == lock.Rebuild:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: a rebuild (pid %d) makes it again", x.by.PID)
		return
	case x.by != nil:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: the crawl (pid %d) has it open", x.by.PID)
		return
	case errors.Is(err, fs.ErrNotExist) && cat == nil:
		f.Verdict, f.Found = health.Note, "there is none"
		return
	case errors.Is(err, fs.ErrNotExist):
		f.Found = "it is missing"
		f.Worsen(health.Fail, x.rebuild())
		return
	}
	err := x.Library.Frontier(ctx, func(opened *frontier.Frontier) error { return x.checkFrontier(ctx, opened, cat, &f) })
	by, inUse := errors.AsType[*lock.InUseError](err)
	switch {
	case inUse && by.Purpose == lock.Crawl:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: a crawl (pid %d) has just begun", by.PID)
	case inUse:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: %v", by)
	case errors.Is(err, fs.ErrPermission):
		f.Found = fmt.Sprintf("not examined: %v", err)
		f.Worsen(health.Warn, "run it as a user who may write to the folder: two processes must not have it open at once")
	case err != nil:
		x.failed(&f, err)
	}
}

func (x *examiner) checkFrontier(ctx context.Context, opened *frontier.Frontier, cat *Catalogue, f *health.Finding) error {
	counts := opened.Counts()
	f.Found = fmt.Sprintf("%d URLs known, %d of them waiting", counts.Known, counts.Waiting)
	ctx, done := lock.UntilRequested(ctx, string(x.Dir))
	defer done()
	step, cancel := x.step(ctx)
	defer cancel()
	err := opened.Verify(step, func(what string) {
		f.Wrong("%s", what)
		f.Worsen(health.Fail, x.rebuild())
	})
	if err != nil && step.Err() == nil {
		return err
	}
	switch {
	case err == nil:
	case errors.Is(context.Cause(step), lock.ErrRequested):
		f.Found += "; the check was stopped for a crawl that wants to begin"
		f.Worsen(health.Note, "")
	default:
		f.Found += "; the check was " + atTimeout
	}
	if cat == nil {
		return nil
	}
	return x.checkSerials(ctx, opened, cat, f)
}

// checkSerials examines whether frontier and catalogue have come equally far.
func (x *examiner) checkSerials(ctx context.Context, opened *frontier.Frontier, cat *Catalogue, f *health.Finding) error {
	ctx = context.WithoutCancel(ctx) // it takes two reads, so also when a crawl wants to begin
	serial, err := cat.LastSerial(ctx)
	if err != nil {
		return err
	}
	order, last, err := stores.Compare(ctx, opened, serial)
	switch {
	case err != nil:
		return err
	case order == stores.CatalogueOld:
		f.Wrong("the last group of the frontier is %d, that of the catalogue only %d: the catalogue is an old copy", last, serial)
	case order == stores.FrontierOld:
		f.Wrong("the last group of the frontier is only %d, that of the catalogue %d: the frontier is an old copy, or was made again", last, serial)
	case order == stores.FrontierBehind:
		f.Found += "; one group of pages behind the catalogue, as after a crash: the next crawl repeats it"
		return nil
	default:
		f.Found += "; agrees with the catalogue"
		return nil
	}
	f.Worsen(health.Fail, x.rebuild())
	return nil
}

// sizeOf returns the size of a file of the archive, and -1 when it is not there.
func (x *examiner) sizeOf(file string) int64 {
	info, err := os.Stat(filepath.Join(x.Dir.Archive(), filepath.Base(file)))
	if err != nil {
		return -1
	}
	return info.Size()
}
