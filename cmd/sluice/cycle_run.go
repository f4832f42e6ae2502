package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// cycleRun runs cycles on a library.
type cycleRun struct {
	console *console
	dir     string
	rules   *cycleRules
	with    converters
	how     verbosity
	asJSON  bool
	mayWait bool // for a site that can be crawled
}

// cycleStep is a step of a cycle. do does it, or the rest of it, and returns how its end is recorded.
type cycleStep struct {
	name    string
	crawls  bool // it makes a crawl, or continues one
	isAnew  bool // its crawl begins anew
	do      func(*cycleRun, context.Context, *catalogue.Cycle) (ending, error)
	purpose string // for messages
}

// ending records how a step has ended.
type ending func(ctx context.Context, c *catalogue.Cycles, at time.Time) error

// cycleSteps are the steps of a cycle, in their order. Each can be done twice: what it changes is recorded with its end, or is the work of a crawl,
// which goes on where it was interrupted.
var cycleSteps = []cycleStep{
	{name: stepCandidates, crawls: true, do: (*cycleRun).judgeCandidates, purpose: "judging hosts that are known from links only"},
	{name: stepChoose, do: (*cycleRun).choose, purpose: "choosing sites"},
	{name: stepCrawl, crawls: true, isAnew: true, do: (*cycleRun).crawlSites, purpose: "crawling them"},
	{name: stepDocuments, crawls: true, do: (*cycleRun).fetchDocuments, purpose: "fetching and reading what waits"},
	{name: stepAnalyse, do: (*cycleRun).analyse, purpose: "counting what came of it"},
	{name: stepRelearn, do: (*cycleRun).relearn, purpose: "learning the models of the library again"},
	{name: stepPlan, do: (*cycleRun).planNext, purpose: "planning the next cycle"},
}

// The names of the steps.
const (
	stepCandidates = "candidates"
	stepChoose     = "choose"
	stepCrawl      = "crawl"
	stepDocuments  = "documents"
	stepAnalyse    = "analyse"
	stepRelearn    = "relearn"
	stepPlan       = "plan"
)

// nothingYetError ends a cycle for which no site can be chosen yet.
type nothingYetError struct{ next time.Time } // zero: no site waits

func (e *nothingYetError) Error() string {
	if e.next.IsZero() {
		return "no site can be crawled, and none waits: name one, or search with `sluice seeds find`"
	}
	return "no site can be crawled before " + screen.Time(e.next)
}

// run runs cycles until there were enough, or a signal comes.
func (r *cycleRun) run(ctx context.Context, cycles int) error {
	untilStop, done := untilSignal(ctx)
	defer done()
	for n := 0; n != cycles; {
		err := r.cycle(ctx, untilStop)
		none, isNothing := errors.AsType[*nothingYetError](err)
		switch {
		case err == nil:
			n++
		case errors.Is(err, errStopped):
			fmt.Fprintf(r.console.notes, "Stopped. `sluice run -d %s` goes on with the cycle.\n", shell.Quote(r.dir))
			return err
		case isNothing && !r.mayWait:
			fmt.Fprintf(r.console.notes, "Nothing to do: %s.\n", none.Error())
			return nil
		case isNothing && none.next.IsZero() && cycles != forever:
			return err
		case isNothing:
			r.note("waiting: %s", none.Error())
			r.wait(untilStop, time.Until(none.next))
		case cycles == forever && errors.Is(err, wiring.ErrInUse):
			r.note("waiting: %s", err)
			r.wait(untilStop, longestWait)
		default:
			return err
		}
		if untilStop.Err() != nil {
			if err != nil || n != cycles {
				fmt.Fprintf(r.console.notes, "Stopped. `sluice run -d %s` goes on.\n", shell.Quote(r.dir))
				return errStopped
			}
		}
	}
	return nil
}

// How long a run waits before it looks again whether a site can be crawled: the clock may be set, and people may name sites meanwhile.
const (
	shortestWait = time.Second
	longestWait  = 10 * time.Minute
)

// wait waits for a time within bounds, or until the context ends.
func (r *cycleRun) wait(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(min(max(d, shortestWait), longestWait))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// note writes a line for the person who watches the run.
func (r *cycleRun) note(format string, args ...any) {
	fmt.Fprintln(r.console.notes, screen.Escape(fmt.Sprintf(format, args...)))
}

// cycle runs one cycle, or the rest of the one that was interrupted. Crawls end by signals of their own, in the context ctx; between them untilStop says whether
// there was one.
func (r *cycleRun) cycle(ctx, untilStop context.Context) error {
	var now catalogue.Cycle
	err := r.record(ctx, func(c *catalogue.Cycles) (err error) {
		now, err = c.Begin(ctx, time.Now())
		return err
	})
	if err != nil {
		return err
	}
	if err := r.checkUnfinished(ctx); err != nil {
		return err
	}
	for i := range cycleSteps {
		if untilStop.Err() != nil {
			return errStopped
		}
		work := untilStop
		if cycleSteps[i].crawls {
			work = ctx // which ends by itself, in order
		}
		if err := r.step(ctx, work, &now, &cycleSteps[i]); isInterrupted(untilStop, err) {
			return errStopped
		} else if err != nil {
			return err
		}
	}
	return r.report(ctx, now.ID)
}

// step does a step of a cycle in the context work, unless it has ended before.
func (r *cycleRun) step(ctx, work context.Context, now *catalogue.Cycle, s *cycleStep) error {
	if done := now.Step(s.name); done != nil && !done.Finished.IsZero() {
		return nil
	}
	crawl := int64(0)
	if s.crawls {
		last, _, err := r.lastCrawl(ctx)
		if err != nil {
			return err
		}
		crawl = numberOf(last, s.isAnew)
	}
	err := r.record(ctx, func(c *catalogue.Cycles) (err error) {
		if err = c.BeginStep(ctx, now.ID, s.name, crawl, time.Now()); err == nil {
			*now, err = c.Find(ctx, now.ID)
		}
		return err
	})
	if err != nil {
		return err
	}
	r.note("%s, %s: %s", cycleName(now.ID), s.name, s.purpose)
	end, err := s.do(r, work, now)
	if err != nil {
		return err
	}
	return r.record(ctx, func(c *catalogue.Cycles) (err error) {
		if err = end(ctx, c, time.Now()); err == nil {
			*now, err = c.Find(ctx, now.ID)
		}
		return err
	})
}

// numberOf returns the number of the crawl that begins, or goes on, after the last one.
func numberOf(last catalogue.Crawl, isAnew bool) int64 {
	if isAnew || last.ID == 0 || last.State == string(crawl.Done) {
		return last.ID + 1
	}
	return last.ID
}

// endWith returns the ending of a step of which the outcome says all.
func endWith(now *catalogue.Cycle, step, format string, args ...any) ending {
	return func(ctx context.Context, c *catalogue.Cycles, at time.Time) error {
		return c.EndStep(ctx, now.ID, step, fmt.Sprintf(format, args...), at)
	}
}

// record changes the records of cycles.
func (r *cycleRun) record(ctx context.Context, change func(*catalogue.Cycles) error) (err error) {
	lib, err := wiring.Open(r.dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	return lib.ChangeCycles(ctx, change)
}

// withLibrary opens the library, calls do with it, and closes it.
func (r *cycleRun) withLibrary(do func(*wiring.Library) error) (err error) {
	lib, err := wiring.Open(r.dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	return do(lib)
}

// lastCrawl returns the crawl that began last; false before the first one.
func (r *cycleRun) lastCrawl(ctx context.Context) (last catalogue.Crawl, ok bool, err error) {
	err = r.withLibrary(func(lib *wiring.Library) error {
		last, ok, err = lib.LastCrawl(ctx)
		if errors.Is(err, wiring.ErrEmpty) { // just made
			err = nil
		}
		return err
	})
	return last, ok, err
}

// checkUnfinished returns an error if the last crawl was begun by a person and is not finished: the crawl of a cycle would drop what waits in it.
func (r *cycleRun) checkUnfinished(ctx context.Context) error {
	last, ok, err := r.lastCrawl(ctx)
	if err != nil || !ok {
		return err
	}
	if state := crawl.State(last.State); state != crawl.Running && state != crawl.Stopped || last.Reason == crawl.NoDocumentWaits {
		return nil
	}
	return r.withLibrary(func(lib *wiring.Library) error {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return err
		}
		all, err := cat.Cycles.All(ctx)
		if err != nil {
			return err
		}
		for i := range all {
			for _, s := range all[i].Steps {
				if s.Crawl == last.ID {
					return nil
				}
			}
		}
		return fmt.Errorf("crawl %d of %s is not finished, and a cycle would drop what waits in it: finish it with `sluice crawl -d %s`", last.ID, r.dir, shell.Quote(r.dir))
	})
}

// report writes what came of a cycle.
func (r *cycleRun) report(ctx context.Context, id int64) error {
	return r.withLibrary(func(lib *wiring.Library) error {
		d, err := cycleDetails(ctx, lib, id)
		if err != nil {
			return err
		}
		if r.asJSON {
			return screen.WriteJSON(r.console.out, d, "")
		}
		return analysis.WriteCycle(r.console.notes, d)
	})
}

// cycleDetails returns all that is recorded of a cycle.
func cycleDetails(ctx context.Context, lib *wiring.Library, id int64) (*cycle.Details, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	d := &cycle.Details{}
	if d.Cycle, err = cat.Cycles.Find(ctx, id); err != nil {
		return nil, err
	}
	if d.Sites, err = cat.Cycles.Sites(ctx, id); err != nil {
		return nil, err
	}
	hosts, err := cat.Cycles.Candidates(ctx)
	d.AddCandidates(hosts)
	return d, err
}
