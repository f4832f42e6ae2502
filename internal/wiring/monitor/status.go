// Package monitor says from any process what the crawl of a library does: its state ([Status]), whether it would fetch a URL and why ([Explain]), and
// what its frontier knows of one ([Known]). [Stop] stops it.
//
// A crawl that runs answers on its control socket. If none runs, the same is read from catalogue and frontier, as the last crawl has left them.
package monitor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/control"
	"sluice/internal/crawler"
	"sluice/internal/figures"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/wiring"
)

// Status returns the state of the crawl that runs on the library, in whatever process, or of the last one.
func Status(ctx context.Context, lib *wiring.Library) (crawl.Status, error) {
	var s crawl.Status
	err := ask(ctx, lib, func(c control.Client) (err error) {
		s, err = c.Status(ctx)
		return err
	})
	switch {
	case errors.Is(err, control.ErrNotOwner):
		s, err = lastStatus(ctx, lib)
		s.Reason = control.ErrNotOwner.Error()
	case errors.Is(err, control.ErrNoCrawl):
		s, err = lastStatus(ctx, lib)
	}
	return s, err
}

// ask calls do with a client of the crawl that runs. The error is [control.ErrNoCrawl] as well for a user who may not open the socket that a
// killed crawl has left.
func ask(ctx context.Context, lib *wiring.Library, do func(control.Client) error) error {
	err := do(control.NewClient(lib.Dir()))
	if !errors.Is(err, control.ErrNotOwner) {
		return err
	}
	_, held, unreadable := lock.HolderOf(ctx, lib.Dir())
	if unreadable != nil && !errors.Is(unreadable, fs.ErrPermission) {
		return unreadable
	}
	if !held { // or not to be seen
		return control.ErrNoCrawl
	}
	return err
}

// lastStatus returns the state when no crawl answers.
func lastStatus(ctx context.Context, lib *wiring.Library) (crawl.Status, error) {
	by, held, unreadable := lock.HolderOf(ctx, lib.Dir())
	if unreadable != nil && !errors.Is(unreadable, fs.ErrPermission) { // who may not read the lock may still read the last crawl
		return crawl.Status{}, unreadable
	}
	if held && by.Purpose == lock.Rebuild {
		s := crawl.Status{PID: by.PID, State: crawl.Rebuilding, Reason: fmt.Sprintf("pid %d makes catalogue and frontier again from the archive", by.PID)}
		c, err := lib.Catalogue(ctx)
		if err == nil {
			err = countRecords(ctx, c, &s)
		}
		if err != nil { // often the old catalogue is damaged, which is why it is made again
			s.Reason += "; the old catalogue cannot be read: " + err.Error()
		}
		return s, ctx.Err()
	}
	last, ok, err := lib.LastCrawl(ctx)
	if err != nil {
		return crawl.Status{State: crawl.NotBegun}, err
	}
	if !ok { // there may be documents that a person added
		s := crawl.Status{State: crawl.NotBegun}
		c, err := lib.Catalogue(ctx)
		if err != nil {
			return s, err
		}
		return s, countRecords(ctx, c, &s)
	}
	s := crawl.Status{State: crawl.State(last.State), Reason: last.Reason, Started: last.Started, Ended: last.Ended, Seconds: last.Active.Seconds()}
	if s.State == crawl.Running { // in the catalogue, but no process answers
		switch {
		case unreadable != nil:
			s.Reason = "according to the catalogue; only the owner of the library can see whether the process has ended"
		case held && by.Purpose == lock.Crawl:
			s.Running, s.PID, s.Reason = true, by.PID, "it does not answer yet"
		default:
			s.State, s.Reason = crawl.Interrupted, "the process ended without recording why; run the same crawl command again to continue"
		}
	}
	c, err := lib.Catalogue(ctx)
	if err != nil {
		return s, err
	}
	if s.State != crawl.Running && s.State != crawl.Done && s.State != crawl.Failed {
		countQueue(ctx, lib, &s)
	}
	return s, countRecords(ctx, c, &s)
}

// MarkInterrupted sets the state of crawls that the catalogue has as running, and that no process runs any more. They are in the order in which
// they began. The last one stays as it is for a user who may not read the lock.
func MarkInterrupted(ctx context.Context, lib *wiring.Library, crawls []catalogue.CrawlRun) error {
	for i := range crawls {
		if crawls[i].State != string(crawl.Running) {
			continue
		}
		if i == len(crawls)-1 {
			return markInterrupted(ctx, lib, &crawls[i])
		}
		crawls[i].State = string(crawl.Interrupted)
	}
	return nil
}

// markInterrupted is MarkInterrupted for the last crawl.
func markInterrupted(ctx context.Context, lib *wiring.Library, run *catalogue.CrawlRun) error {
	by, held, err := lock.HolderOf(ctx, lib.Dir())
	switch {
	case errors.Is(err, fs.ErrPermission), held && by.Purpose == lock.Crawl:
		return nil
	case err != nil:
		return err
	}
	// A crawl that has ended since run was read has recorded how before it unlocked the folder.
	last, ok, err := lib.LastCrawl(ctx)
	if err != nil {
		return err
	}
	if ok && last.ID == run.ID && last.State != string(crawl.Running) {
		run.State, run.Reason, run.Ended, run.Active = last.State, last.Reason, &last.Ended, last.Active.Seconds()
		return nil
	}
	run.State = string(crawl.Interrupted)
	return nil
}

// countQueue sets how many URLs wait for the next run, on how many hosts, and what its first requests find. The numbers stay zero if the frontier is in use, or cannot be
// read: doctor and the next crawl report what is wrong with it.
func countQueue(ctx context.Context, lib *wiring.Library, s *crawl.Status) {
	if n, next, err := queue(ctx, lib); err == nil {
		s.Queue, s.Hosts, s.Forecast = n.Waiting, n.Hosts, next
	}
}

// Forecast returns what the first requests of the next run find: nil if nothing waits, and if the frontier is in use or cannot be read.
func Forecast(ctx context.Context, lib *wiring.Library) *crawl.Forecast {
	_, next, err := queue(ctx, lib)
	if err != nil {
		return nil
	}
	return next
}

// queue counts what waits for the next run, and forecasts what its first requests find.
func queue(ctx context.Context, lib *wiring.Library) (n frontier.Counts, next *crawl.Forecast, err error) {
	err = lib.ReadFrontier(ctx, lock.Access, func(f *frontier.Frontier) (err error) {
		n = f.Counts()
		next, err = crawler.KeptForecast(ctx, f, n.Waiting)
		return err
	})
	return n, next, err
}

// countRecords sets the counts of a status to those of the catalogue.
func countRecords(ctx context.Context, c *catalogue.Catalogue, s *crawl.Status) error {
	r, err := c.Report(ctx)
	if err != nil {
		return err
	}
	stats := crawl.Stats{Library: figures.TotalsOf(r.Totals, 0)}
	figures.CountFiled(&stats, &r.Library)
	figures.SetStatus(s, &stats)
	s.ToRead, err = c.Queue.Len(ctx)
	return err
}

// Stop stops the crawl that runs on the library and waits, as long as ctx allows, until that has unlocked the folder.
func Stop(ctx context.Context, lib *wiring.Library) error {
	s, err := control.NewClient(lib.Dir()).Stop(ctx)
	if err != nil {
		return fmt.Errorf("stop crawl of library %s: %w", lib.Dir(), err)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		by, held, err := lock.HolderOf(context.WithoutCancel(ctx), lib.Dir())
		isNext := by.PID != 0 && by.PID != s.PID // a supervisor has begun the next crawl
		if err != nil || !held || by.Purpose != lock.Crawl || isNext {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("stop crawl of library %s: the crawl (pid %d) is stopping and has not ended yet: %w", lib.Dir(), s.PID, ctx.Err())
		case <-tick.C:
		}
	}
}

// Known returns what the frontier knows of a URL.
func Known(ctx context.Context, lib *wiring.Library, url string) (u control.URL, err error) {
	err = ask(ctx, lib, func(c control.Client) (err error) {
		u, err = c.Known(ctx, url)
		return err
	})
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return u, err
	}
	err = lib.ReadFrontier(ctx, lock.Access, func(f *frontier.Frontier) error {
		u, err = control.Known(ctx, f, url)
		return err
	})
	return u, err
}
