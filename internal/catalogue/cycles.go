package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"sluice/library"
)

// Cycles keeps the records of cycles: which steps each has made, which sites were chosen for it and why, and what came of it. What is written is durable
// when a method returns. All methods may be called while a crawl writes in another process.
type Cycles struct{ *database }

// Cycle is the record of a cycle.
type Cycle struct {
	ID       int64     `json:"cycle"` // from 1
	Begun    time.Time `json:"begun"`
	Finished time.Time `json:"finished,omitzero"` // zero until its last step has ended
	CycleFigures
	Steps []CycleStep `json:"steps"` // in their order
}

// Step returns the record of a step; nil before it has begun.
func (c *Cycle) Step(name string) *CycleStep {
	for i := range c.Steps {
		if c.Steps[i].Step == name {
			return &c.Steps[i]
		}
	}
	return nil
}

// Since returns the moment from which on it counts what the cycle has done in a step, the first one or a later one, and after it: when that step began, or a later one if
// the clock was set back between them.
func (c *Cycle) Since(step string) time.Time {
	since, isReached := c.Begun, false
	for i := range c.Steps {
		s := &c.Steps[i]
		switch {
		case s.Step == step && i > 0:
			since, isReached = s.Begun, true
		case s.Step == step:
			isReached = true // what was done since the cycle began is its own
		}
		if isReached && s.Begun.Before(since) {
			since = s.Begun
		}
	}
	return since
}

// CycleFigures are what came of a cycle. They are zero until it has been analysed.
type CycleFigures struct {
	NewSites     int64                `json:"new_sites"`          // crawled for the first time
	Revisited    int64                `json:"revisited_sites"`    // crawled again
	RefusedHosts int64                `json:"refused_hosts"`      // candidates that were refused in the cycle
	Requested    int64                `json:"requested"`          // requests of pages and documents
	Accepted     int64                `json:"documents_accepted"` // that the library did not have before
	Rejected     int64                `json:"documents_rejected"`
	Pages        library.ChangeCounts `json:"pages"`
	Documents    library.ChangeCounts `json:"documents"` // its New are Accepted, Rejected and those that wait to be read
}

// CycleStep is the record of a step of a cycle.
type CycleStep struct {
	Step     string    `json:"step"`
	Begun    time.Time `json:"begun"`
	Finished time.Time `json:"finished,omitzero"` // zero while it goes on, or if it was interrupted
	Outcome  string    `json:"outcome,omitempty"` // in words
	Crawl    int64     `json:"crawl,omitempty"`   // the number of the crawl that the step makes
}

// CycleSite is a site that was chosen for a cycle.
type CycleSite struct {
	Host    string   `json:"host"`
	Class   string   `json:"class"` // new, good, medium or rest
	Reason  string   `json:"reason"`
	Seeds   []string `json:"seeds"`             // URLs from which it is crawled
	Outcome string   `json:"outcome,omitempty"` // in words; empty until the cycle has been analysed
}

// IsNew reports whether the site was not crawled before.
func (s *CycleSite) IsNew() bool { return s.Class == ClassNew }

// StepCrawl is the name of the step that crawls the sites of a cycle.
const StepCrawl = "crawl"

// ClassNew is the class of sites that were not crawled before.
const ClassNew = "new"

// ErrStepEnded is the error of a process that would change a step of a cycle which another process has ended meanwhile.
var ErrStepEnded = errors.New("another process has gone on with this cycle")

// Begin begins a cycle, or returns the last one if it is not finished. One that has made no step yet begins now.
func (c *Cycles) Begin(ctx context.Context, at time.Time) (Cycle, error) {
	err := c.write(ctx, "begin a cycle", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO cycles (id, begun) SELECT (SELECT COALESCE(MAX(id), 0) + 1 FROM cycles), $1
			WHERE NOT EXISTS (SELECT 1 FROM cycles WHERE finished IS NULL)`, stamp(at))
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, "UPDATE cycles SET begun = $1 WHERE finished IS NULL AND id NOT IN (SELECT cycle FROM cycle_steps)", stamp(at))
		return err
	})
	if err != nil {
		return Cycle{}, err
	}
	last, _, err := c.Last(ctx)
	return last, err
}

// BeginStep records that a step begins, which makes a crawl of a number if that is not 0. A step that was begun before keeps its record.
func (c *Cycles) BeginStep(ctx context.Context, cycle int64, step string, crawl int64, at time.Time) error {
	return c.write(ctx, "begin a step of a cycle", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO cycle_steps (cycle, step, begun, crawl) VALUES ($1, $2, $3, $4) ON CONFLICT (cycle, step) DO NOTHING`,
			cycle, step, stamp(at), sql.NullInt64{Int64: crawl, Valid: crawl != 0})
		return err
	})
}

// ChooseRequests records which URLs a step requests, and returns them. A step that was interrupted has the ones that it has chosen before, whatever they would be now.
func (c *Cycles) ChooseRequests(ctx context.Context, cycle int64, step string, urls []string) (chosen []string, err error) {
	err = c.write(ctx, "record what a step of a cycle requests", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE cycle_steps SET requests = COALESCE(requests, $3) WHERE cycle = $1 AND step = $2 AND finished IS NULL", cycle, step, strings.Join(urls, "\n"))
		if err != nil {
			return err
		}
		var all string
		err = tx.QueryRowContext(ctx, "SELECT COALESCE(requests, '') FROM cycle_steps WHERE cycle = $1 AND step = $2", cycle, step).Scan(&all)
		chosen = strings.Fields(all)
		return err
	})
	return chosen, err
}

// EndStep records how a step has ended. A step that has ended already is [ErrStepEnded].
func (c *Cycles) EndStep(ctx context.Context, cycle int64, step, outcome string, at time.Time) error {
	return c.write(ctx, "end a step of a cycle", func(tx *sql.Tx) error { return endStep(ctx, tx, cycle, step, outcome, at) })
}

// endStep is EndStep within a transaction.
func endStep(ctx context.Context, tx *sql.Tx, cycle int64, step, outcome string, at time.Time) error {
	result, err := tx.ExecContext(ctx, "UPDATE cycle_steps SET finished = $3, outcome = $4, requests = NULL WHERE cycle = $1 AND step = $2 AND finished IS NULL",
		cycle, step, stamp(at), text(outcome))
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err == nil && n == 0 {
		return ErrStepEnded
	}
	return nil
}

// Choose records the sites of a cycle and ends the step that has chosen them.
func (c *Cycles) Choose(ctx context.Context, cycle int64, step string, sites []CycleSite, outcome string, at time.Time) error {
	return c.write(ctx, "record the sites of a cycle", func(tx *sql.Tx) error {
		if err := endStep(ctx, tx, cycle, step, outcome, at); err != nil {
			return err
		}
		for i, s := range sites {
			_, err := tx.ExecContext(ctx, `INSERT INTO cycle_sites (cycle, position, host, class, reason, seeds) VALUES ($1, $2, $3, $4, $5, $6)
				ON CONFLICT (cycle, host) DO NOTHING`, cycle, i+1, word(s.Host), word(s.Class), word(s.Reason), word(strings.Join(s.Seeds, "\n")))
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Wait forgets the steps of a cycle for which there was nothing to choose: it begins again later.
func (c *Cycles) Wait(ctx context.Context, cycle int64) error {
	return c.write(ctx, "let a cycle wait", func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM cycle_steps WHERE cycle = $1 AND NOT EXISTS (SELECT 1 FROM cycle_sites WHERE cycle = $1)`, cycle)
		return err
	})
}

// Analysis is what came of a cycle.
type Analysis struct {
	CycleFigures
	Sites  []CycleSite  // with their outcomes
	Counts []CycleCount // of the whole library; their Cycle is not read
}

// Analysed records what came of a cycle, and ends the step that has found it out.
func (c *Cycles) Analysed(ctx context.Context, cycle int64, step string, a *Analysis, outcome string, at time.Time) error {
	f, sites := &a.CycleFigures, a.Sites
	return c.write(ctx, "record what came of a cycle", func(tx *sql.Tx) error {
		if err := endStep(ctx, tx, cycle, step, outcome, at); err != nil {
			return err
		}
		if err := putCycleCounts(ctx, tx, cycle, a.Counts); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE cycles SET new_sites = $2, revisited_sites = $3, refused_hosts = $4, requested = $5, documents_accepted = $6,
			documents_rejected = $7, pages_new = $8, pages_changed = $9, pages_unchanged = $10, pages_gone = $11, documents_changed = $12,
			documents_unchanged = $13, documents_gone = $14, documents_new = $15 WHERE id = $1`, cycle, f.NewSites, f.Revisited, f.RefusedHosts, f.Requested, f.Accepted, f.Rejected,
			f.Pages.New, f.Pages.Changed, f.Pages.Unchanged, f.Pages.Gone, f.Documents.Changed, f.Documents.Unchanged, f.Documents.Gone, f.Documents.New)
		if err != nil {
			return err
		}
		for i := range sites {
			if _, err := tx.ExecContext(ctx, "UPDATE cycle_sites SET outcome = $3 WHERE cycle = $1 AND host = $2", cycle, sites[i].Host, text(sites[i].Outcome)); err != nil {
				return err
			}
		}
		return nil
	})
}

// End ends the last step of a cycle and the cycle.
func (c *Cycles) End(ctx context.Context, cycle int64, step, outcome string, at time.Time) error {
	return c.write(ctx, "end a cycle", func(tx *sql.Tx) error {
		if err := endStep(ctx, tx, cycle, step, outcome, at); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE cycles SET finished = $2 WHERE id = $1", cycle, stamp(at))
		return err
	})
}

// write makes changes in one transaction.
func (c *Cycles) write(ctx context.Context, doing string, change func(*sql.Tx) error) error {
	if c.readOnly {
		return c.failed(doing, ErrReadOnly)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	tx, err := c.writer.BeginTx(ctx, nil)
	if err != nil {
		return c.failed(doing, err)
	}
	defer tx.Rollback()
	if err := change(tx); err != nil {
		return c.failed(doing, err)
	}
	return c.failed(doing, tx.Commit())
}

// cycleColumns are the columns that scanCycle reads.
const cycleColumns = `id, begun, COALESCE(finished, ''), new_sites, revisited_sites, refused_hosts, requested, documents_accepted, documents_rejected, pages_new,
	pages_changed, pages_unchanged, pages_gone, documents_new, documents_changed, documents_unchanged, documents_gone`

// scanCycle reads a cycle without its steps.
func scanCycle(row scanner) (c Cycle, err error) {
	var begun, finished string
	err = row.Scan(&c.ID, &begun, &finished, &c.NewSites, &c.Revisited, &c.RefusedHosts, &c.Requested, &c.Accepted, &c.Rejected, &c.Pages.New,
		&c.Pages.Changed, &c.Pages.Unchanged, &c.Pages.Gone, &c.Documents.New, &c.Documents.Changed, &c.Documents.Unchanged, &c.Documents.Gone)
	c.Begun, c.Finished = timeOf(begun), timeOf(finished)
	return c, err
}

// All returns the cycles with their steps, the oldest first.
func (c *Cycles) All(ctx context.Context) ([]Cycle, error) { return c.cycles(ctx, "") }

// Last returns the cycle that began last; false before the first one.
func (c *Cycles) Last(ctx context.Context) (Cycle, bool, error) {
	all, err := c.cycles(ctx, "WHERE id = (SELECT MAX(id) FROM cycles)")
	if err != nil || len(all) == 0 {
		return Cycle{}, false, err
	}
	return all[0], true, nil
}

// ErrNoCycle is the error of a cycle that the library does not have.
var ErrNoCycle = errors.New("the library has no such cycle")

// Find returns a cycle by its number. The error of one that is not there is [ErrNoCycle].
func (c *Cycles) Find(ctx context.Context, id int64) (Cycle, error) {
	all, err := c.cycles(ctx, "WHERE id = $1", id)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("cycle %d: %w", id, ErrNoCycle)
	}
	if err != nil {
		return Cycle{}, err
	}
	return all[0], nil
}

// cycles returns cycles that meet a condition.
func (c *Cycles) cycles(ctx context.Context, where string, args ...any) ([]Cycle, error) {
	const doing = "read the cycles"
	all, err := selectAll(ctx, c.reader, scanCycle, "SELECT "+cycleColumns+" FROM cycles "+where+" ORDER BY id", args...)
	if err != nil {
		return nil, c.failed(doing, err)
	}
	if all == nil {
		all = []Cycle{}
	}
	at := map[int64]int{}
	for i := range all {
		at[all[i].ID] = i
		all[i].Steps = []CycleStep{}
	}
	for row, err := range stream(ctx, c.database, doing, scanCycleStep, "SELECT cycle, step, begun, COALESCE(finished, ''), COALESCE(outcome, ''), COALESCE(crawl, 0) FROM cycle_steps ORDER BY cycle, rowid") {
		if err != nil {
			return nil, err
		}
		if i, ok := at[row.cycle]; ok {
			all[i].Steps = append(all[i].Steps, row.CycleStep)
		}
	}
	return all, nil
}

// stepRow is a step with the number of its cycle.
type stepRow struct {
	CycleStep
	cycle int64
}

// scanCycleStep reads a step.
func scanCycleStep(row scanner) (s stepRow, err error) {
	var begun, finished string
	err = row.Scan(&s.cycle, &s.Step, &begun, &finished, &s.Outcome, &s.Crawl)
	s.Begun, s.Finished = timeOf(begun), timeOf(finished)
	return s, err
}

// Sites returns the sites that were chosen for a cycle, in their order.
func (c *Cycles) Sites(ctx context.Context, cycle int64) ([]CycleSite, error) {
	all, err := selectAll(ctx, c.reader, scanCycleSite, `SELECT host, class, reason, seeds, COALESCE(outcome, '') FROM cycle_sites WHERE cycle = $1 ORDER BY position`, cycle)
	return all, c.failed("read the sites of a cycle", err)
}

// scanCycleSite reads a site of a cycle.
func scanCycleSite(row scanner) (s CycleSite, err error) {
	var seeds string
	err = row.Scan(&s.Host, &s.Class, &s.Reason, &seeds, &s.Outcome)
	s.Seeds = strings.Fields(seeds)
	return s, err
}

// since returns the start of a cycle.
func (c *Cycles) since(ctx context.Context, number string) (time.Time, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no number of a cycle: %w", number, ErrSince)
	}
	found, err := c.Find(ctx, id)
	if errors.Is(err, ErrNoCycle) {
		return time.Time{}, fmt.Errorf("%w: %w", err, ErrSince)
	}
	return found.Begun, err
}
