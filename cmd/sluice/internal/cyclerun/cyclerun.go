// Package cyclerun runs the cycles of a library, step by step.
//
// Each step is recorded in the catalogue before it begins and after it has ended. [Run.Cycle] begins a cycle, or goes on with the step at which the last one was
// interrupted, whatever has interrupted it. The crawls themselves are made by the functions of a [Run].
package cyclerun

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/cycle"
	"sluice/internal/shell"
	"sluice/internal/wiring"
	"sluice/internal/wiring/sites"
)

// Run is what runs the cycles of the library in a folder. All fields are needed.
type Run struct {
	Dir     string
	Rules   *sites.Rules
	Sources func(context.Context) (*sites.Sources, error) // as they are now
	// Crawl crawls sites from their seeds. A signal stops it in order by itself. Its error ends the run of the cycle and is returned as it is.
	Crawl func(context.Context, Sites) error
	// Fetch fetches the home pages of hosts, documents by their URLs, and the documents that wait, in the manner of Crawl.
	Fetch func(ctx context.Context, homePages, documents []string) error
	// Prepare sets in a library how its documents are read and judged.
	Prepare func(context.Context, *wiring.Library) error
	Note    func(text string) // is called for each step that begins
}

// Sites are the sites that a cycle crawls.
type Sites struct {
	Seeds     []string
	IsFirst   bool // nothing was learned yet: it is the first cycle, and all sites are new
	Continues bool // the crawl was interrupted
}

// ErrStopped is the error of a cycle that was stopped between two crawls. It goes on where it was.
var ErrStopped = errors.New("stopped")

// step is a step of a cycle. do does it, or the rest of it, and returns how its end is recorded.
type step struct {
	name    string
	crawls  bool // it makes a crawl, or continues one
	isAnew  bool // its crawl begins anew
	do      func(*Run, context.Context, *catalogue.Cycle) (ending, error)
	purpose string // for messages
}

// ending records how a step has ended.
type ending func(ctx context.Context, c *catalogue.Cycles, at time.Time) error

// steps are the steps of a cycle, in their order. Each can be done twice: what it changes is recorded with its end, or is the work of a crawl,
// which goes on where it was interrupted.
var steps = []step{
	{name: Candidates, crawls: true, do: (*Run).judgeCandidates, purpose: "judging hosts that are known from links only"},
	{name: Choose, do: (*Run).choose, purpose: "choosing sites"},
	{name: Crawl, crawls: true, isAnew: true, do: (*Run).crawlSites, purpose: "crawling them"},
	{name: Documents, crawls: true, do: (*Run).fetchDocuments, purpose: "fetching and reading what waits"},
	{name: Analyse, do: (*Run).analyse, purpose: "counting what came of it"},
	{name: Relearn, do: (*Run).relearn, purpose: "learning the models of the library again"},
	{name: Plan, do: (*Run).planNext, purpose: "planning the next cycle"},
}

// The names of the steps, in their order.
const (
	Candidates = "candidates"
	Choose     = "choose"
	Crawl      = catalogue.StepCrawl
	Documents  = "documents"
	Analyse    = "analyse"
	Relearn    = "relearn"
	Plan       = "plan"
)

// Steps returns the names of the steps, in their order.
func Steps() (names []string) {
	for i := range steps {
		names = append(names, steps[i].name)
	}
	return names
}

// NothingYetError is the error of a cycle for which no site can be chosen yet. The cycle begins again later.
type NothingYetError struct{ Next time.Time } // zero: no site waits

func (e *NothingYetError) Error() string {
	if e.Next.IsZero() {
		return "no site can be crawled, and none waits: name one, or search with `sluice seeds find`"
	}
	return "no site can be crawled before " + screen.Time(e.Next)
}

// Cycle runs one cycle, or the rest of the one that was interrupted, and returns its number. Crawls end by signals of their own, in the context ctx; between
// them untilStop says whether there was one. The error is [ErrStopped] then.
func (r *Run) Cycle(ctx, untilStop context.Context) (id int64, err error) {
	var now catalogue.Cycle
	err = r.record(ctx, func(c *catalogue.Cycles) (err error) {
		now, err = c.Begin(ctx, time.Now())
		return err
	})
	if err != nil {
		return 0, err
	}
	if err := r.checkUnfinished(ctx); err != nil {
		return now.ID, err
	}
	for i := range steps {
		if untilStop.Err() != nil {
			return now.ID, ErrStopped
		}
		work := untilStop
		if steps[i].crawls {
			work = ctx // which ends by itself, in order
		}
		err := r.step(ctx, work, &now, &steps[i])
		if stop := untilStop.Err(); stop != nil && (errors.Is(err, stop) || errors.Is(err, context.Cause(untilStop))) {
			return now.ID, ErrStopped
		}
		if err != nil {
			return now.ID, err
		}
	}
	return now.ID, nil
}

// step does a step of a cycle in the context work, unless it has ended before.
func (r *Run) step(ctx, work context.Context, now *catalogue.Cycle, s *step) error {
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
	r.Note(fmt.Sprintf("Cycle %d, %s: %s", now.ID, s.name, s.purpose))
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
func (r *Run) record(ctx context.Context, change func(*catalogue.Cycles) error) error {
	return r.withLibrary(func(lib *wiring.Library) error { return lib.ChangeCycles(ctx, change) })
}

// withLibrary opens the library, calls do with it, and closes it.
func (r *Run) withLibrary(do func(*wiring.Library) error) (err error) {
	lib, err := wiring.Open(r.Dir)
	if err != nil {
		return err
	}
	defer func() {
		if failed := lib.Close(); failed != nil {
			err = errors.Join(err, fmt.Errorf("close library: %w", failed))
		}
	}()
	return do(lib)
}

// lastCrawl returns the crawl that began last; false before the first one.
func (r *Run) lastCrawl(ctx context.Context) (last catalogue.Crawl, ok bool, err error) {
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
func (r *Run) checkUnfinished(ctx context.Context) error {
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
				if s.Crawl == last.ID && (s.Finished.IsZero() || !last.Started.After(s.Finished)) { // a step that needs no crawl leaves its number to others
					return nil
				}
			}
		}
		return fmt.Errorf("crawl %d of %s is not finished, and a cycle would drop what waits in it: finish it with `sluice crawl -d %s`", last.ID, r.Dir, shell.Quote(r.Dir))
	})
}

// Details returns all that is recorded of a cycle.
func Details(ctx context.Context, lib *wiring.Library, id int64) (*cycle.Details, error) {
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
