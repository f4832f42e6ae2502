package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"sluice/crawl"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/stores"
	"sluice/library"
)

// crawl reports who has the library to itself.
func (x *examiner) crawl() {
	f := health.Finding{Finding: library.Finding{Name: "crawl", Verdict: health.OK, Found: "none runs"}}
	if x.unknown != nil {
		f.Found = "whether one runs is not known"
		f.Wrong("%v", x.unknown)
		f.Worsen(health.Warn, "run it as a user who may read the lock; what a running crawl writes meanwhile may look like damage")
	}
	if x.by != nil {
		f.Verdict, f.Found = health.Note, fmt.Sprintf("one runs (pid %d): the frontier is not examined", x.by.PID)
	}
	if x.by != nil && x.by.Purpose == lock.Rebuild {
		f.Found = fmt.Sprintf("no crawl runs, but a rebuild (pid %d): the checks below are about the old catalogue", x.by.PID)
	}
	x.add(f)
}

// catalogue opens and checks the catalogue. It returns nil when the catalogue cannot be used.
func (x *examiner) catalogue(ctx context.Context) *Catalogue {
	f := health.Finding{Finding: library.Finding{Name: "catalogue", Verdict: health.OK}}
	defer func() { x.add(f) }()
	c, err := x.Library.Catalogue(context.WithoutCancel(ctx)) // an examination that is interrupted finds no damage by that
	switch {
	case errors.Is(err, folder.ErrEmpty):
		f.Verdict, f.Found = health.Note, "not created yet"
		return nil
	case err != nil:
		x.failed(ctx, &f, err)
		return nil
	}
	if err := x.checkCatalogue(ctx, c, &f); err != nil {
		x.failed(ctx, &f, err)
	}
	return c
}

// checkCatalogue adds to a finding what the database finds in itself, and what the catalogue has. An error ends the check.
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
		f.Worsen(health.Fail, x.rebuild(ctx))
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
		state := crawl.State(last.State)
		if state == crawl.Running && x.unknown == nil && (x.by == nil || x.by.Purpose != lock.Crawl) {
			state = crawl.Interrupted
		}
		f.Found += fmt.Sprintf("; crawl %d: %s", last.ID, state)
	}
	return nil
}

// frontier examines the frontier, and whether the catalogue has come as far.
func (x *examiner) frontier(ctx context.Context, cat *Catalogue) {
	f := health.Finding{Finding: library.Finding{Name: "frontier", Verdict: health.OK}}
	defer func() { x.add(f) }()
	switch _, err := os.Stat(x.Dir.Frontier()); {
	case x.by != nil && x.by.Purpose == lock.Rebuild:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: a rebuild (pid %d) makes it again", x.by.PID)
		return
	case x.by != nil:
		f.Verdict, f.Found = health.Note, fmt.Sprintf("not examined: the crawl (pid %d) has it open", x.by.PID)
		return
	case errors.Is(err, fs.ErrNotExist) && cat == nil:
		f.Verdict, f.Found = health.Note, "not created yet"
		return
	case errors.Is(err, fs.ErrNotExist):
		f.Found = "it is missing"
		f.Worsen(health.Fail, x.rebuild(ctx))
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
		x.failed(ctx, &f, err)
	}
}

// checkFrontier adds to a finding what reading the whole frontier finds. It stops for a crawl that wants the lock.
func (x *examiner) checkFrontier(ctx context.Context, opened *frontier.Frontier, cat *Catalogue, f *health.Finding) error {
	counts := opened.Counts()
	f.Found = fmt.Sprintf("%d URLs known, %d of them waiting", counts.Known, counts.Waiting)
	ctx, done := lock.UntilRequested(ctx, string(x.Dir))
	defer done()
	step, cancel := x.step(ctx)
	defer cancel()
	err := opened.Verify(step, func(what string) {
		f.Wrong("%s", what)
		f.Worsen(health.Fail, x.rebuild(ctx))
	})
	if err != nil && step.Err() == nil {
		return err
	}
	switch {
	case err == nil:
	case errors.Is(context.Cause(step), lock.ErrRequested):
		f.Found += "; the check was stopped because a crawl is starting"
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
	f.Worsen(health.Fail, x.rebuild(ctx))
	return nil
}
