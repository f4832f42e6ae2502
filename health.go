package sluice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/shell"
)

// Examination says how thoroughly a library is examined. The zero value takes
// samples, and about a minute at most.
type Examination struct {
	Full bool // every record of the archive, every row of the catalogue, all of the frontier, however long it takes
}

const (
	stepTime     = 15 * time.Second // of one step that is not full
	placesLooked = 500              // rows of the catalogue whose records are looked for then
)

// Examine looks whether the library is sound: whether the catalogue, the archive, the documents, their index
// and the frontier can be read, and whether they agree. It changes nothing, but for
// the file of the lock, and that a rebuild is ended that was cut off in its last step.
// While a crawl runs it passes over what cannot be read safely, and says so; to one
// that wants to begin it leaves the frontier within a moment.
func (l *Library) Examine(ctx context.Context, e Examination) []health.Finding {
	x := &examiner{lib: l, Examination: e}
	if by, held := lock.HolderOf(l.dir); held && (by.Purpose == lock.Crawl || by.Purpose == lock.Rebuild) {
		x.by = &by
	}
	x.lock()
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
	Examination
	lib   *Library
	by    *lock.Holder // who changes the library; nil: nobody
	found []health.Finding
}

func (x *examiner) add(f health.Finding) {
	f.Part = "library"
	x.found = append(x.found, f)
}

// step gives a part of the examination its time.
func (x *examiner) step(ctx context.Context) (context.Context, context.CancelFunc) {
	if x.Full {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, stepTime)
}

// rebuild is what to do about a damaged or lost catalogue or frontier.
func (x *examiner) rebuild() string {
	switch files, err := archive.Files(x.archiveDir()); {
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return letRead
	case len(files) == 0:
		return noArchive
	}
	return fmt.Sprintf("put a copy of the folder back, or run `sluice rebuild -d %s`, which makes catalogue and frontier anew from the archive", shell.Quote(x.lib.dir))
}

const letRead = "see that the folder archive can be read: look at its rights, and at the disk"

const noArchive = "put the folder archive back from a copy; without one what it had is lost, and nothing can be made of it: begin anew in another folder"

// failed takes an error of a store. Most say themselves what to do.
func (x *examiner) failed(f *health.Finding, err error) {
	remedy := x.rebuild()
	if strings.Contains(err.Error(), "sluice rebuild") {
		remedy = ""
	}
	f.Found = err.Error()
	f.Worsen(health.Fail, remedy)
}

func (x *examiner) lock() {
	if x.by != nil && x.by.Purpose == lock.Rebuild {
		x.add(health.Finding{Name: "crawl", Verdict: health.Note, Found: fmt.Sprintf("none runs, but a rebuild (pid %d): what follows is of the old catalogue", x.by.PID)})
		return
	}
	if x.by != nil {
		x.add(health.Finding{Name: "crawl", Verdict: health.Note, Found: fmt.Sprintf("one runs (pid %d): the frontier is passed over", x.by.PID)})
		return
	}
	x.add(health.Finding{Name: "crawl", Verdict: health.OK, Found: "none runs"})
}

// catalogue opens and checks the catalogue; nil when it cannot be used.
func (x *examiner) catalogue(ctx context.Context) *catalogue.Catalogue {
	f := health.Finding{Name: "catalogue", Verdict: health.OK}
	defer func() { x.add(f) }()
	c, err := x.lib.Catalogue(context.WithoutCancel(ctx)) // without it no other part can be judged, however little time there is
	switch {
	case errors.Is(err, ErrEmpty):
		f.Verdict, f.Found = health.Note, "there is none yet"
		return nil
	case errors.Is(err, catalogue.ErrNewer), errors.Is(err, catalogue.ErrOlder), errors.Is(err, catalogue.ErrForeign), errors.Is(err, catalogue.ErrReadOnly):
		f.Found = err.Error() // it says what to do
		f.Worsen(health.Fail, "")
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

func (x *examiner) checkCatalogue(ctx context.Context, c *catalogue.Catalogue, f *health.Finding) error {
	version, err := c.SchemaVersion(ctx)
	if err != nil {
		return err
	}
	last, begun, err := c.Crawls.Last(ctx)
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
		f.Found += fmt.Sprintf("; sound as far as could be seen in %v (--full goes on)", stepTime)
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
func (x *examiner) frontier(ctx context.Context, cat *catalogue.Catalogue) {
	f := health.Finding{Name: "frontier", Verdict: health.OK}
	defer func() { x.add(f) }()
	switch _, err := os.Stat(x.lib.path(frontierName)); {
	case x.by != nil && x.by.Purpose == lock.Rebuild:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: a rebuild (pid %d) makes it anew", x.by.PID)
		return
	case x.by != nil:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: the crawl (pid %d) has it open", x.by.PID)
		return
	case errors.Is(err, os.ErrNotExist) && cat == nil:
		f.Verdict, f.Found = health.Note, "there is none"
		return
	case errors.Is(err, os.ErrNotExist):
		f.Found = "it is missing"
		f.Worsen(health.Fail, x.rebuild())
		return
	}
	err := x.lib.rest(ctx, lock.Examination, func(opened *frontier.Frontier) error { return x.checkFrontier(ctx, opened, cat, &f) })
	var by *lock.InUseError
	switch {
	case errors.As(err, &by) && by.Purpose == lock.Crawl:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: a crawl (pid %d) has just begun", by.PID)
	case by != nil:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: %v", by)
	case errors.Is(err, os.ErrPermission):
		f.Found = fmt.Sprintf("not examined: %v", err)
		f.Worsen(health.Warn, "run it as a user who may write to the folder: two processes must not have it open at once")
	case err != nil:
		x.failed(&f, err)
	}
}

func (x *examiner) checkFrontier(ctx context.Context, opened *frontier.Frontier, cat *catalogue.Catalogue, f *health.Finding) error {
	counts := opened.Counts()
	f.Found = fmt.Sprintf("%d URLs known, %d of them wait", counts.Known, counts.Waiting)
	ctx, done := lock.UntilRequested(ctx, x.lib.dir)
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
		f.Found += "; sound as far as could be read before a crawl wanted to begin"
		f.Worsen(health.Note, "")
	default:
		f.Found += fmt.Sprintf("; sound as far as could be read in %v (--full goes on)", stepTime)
	}
	if cat == nil {
		return nil
	}
	return x.checkSerials(opened, cat, f)
}

// checkSerials sees whether both stores have come equally far.
func (x *examiner) checkSerials(opened *frontier.Frontier, cat *catalogue.Catalogue, f *health.Finding) error {
	serial, err := cat.LastSerial(context.TODO())
	if err != nil {
		return err
	}
	s, at, err := compare(opened, serial)
	switch {
	case err != nil:
		return err
	case s == catalogueOld:
		f.Wrong("it has come to group %d, and the catalogue only to %d: that is an old copy", at, serial)
	case s == frontierOld:
		f.Wrong("it has come to group %d only, and the catalogue to %d: it is an old copy, or was made anew", at, serial)
	case s == behind:
		f.Found += "; a group of pages behind the catalogue, as a crash leaves it: the next crawl does it again"
		return nil
	default:
		f.Found += "; agrees with the catalogue"
		return nil
	}
	f.Worsen(health.Fail, x.rebuild())
	return nil
}

// archiveDir is where the archive's files lie.
func (x *examiner) archiveDir() string { return x.lib.path(archiveName) }

// sizeOf gives the size of a file of the archive; -1 when it is not there.
func (x *examiner) sizeOf(file string) int64 {
	info, err := os.Stat(filepath.Join(x.archiveDir(), filepath.Base(file)))
	if err != nil {
		return -1
	}
	return info.Size()
}
