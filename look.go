package sluice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/control"
	"sluice/internal/frontier"
	"sluice/internal/lock"
)

// LastCrawl gives the crawl that began last; false when none ever did.
func (l *Library) LastCrawl(ctx context.Context) (catalogue.Crawl, bool, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return catalogue.Crawl{}, false, err
	}
	return c.Crawls.Last(ctx)
}

// Status tells how the crawl stands that runs on the library, in whatever
// process, or how the last one ended.
func (l *Library) Status(ctx context.Context) (Status, error) {
	s, err := control.NewClient(l.dir).Status(ctx)
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return s, err
	}
	return l.lastStatus(ctx)
}

func (l *Library) lastStatus(ctx context.Context) (Status, error) {
	if by, held := lock.HolderOf(l.dir); held && by.Purpose == lock.Rebuild {
		s := Status{PID: by.PID, State: "rebuilding", Reason: fmt.Sprintf("pid %d makes catalogue and frontier anew from the archive", by.PID)}
		_ = l.count(ctx, &s) // the old catalogue may be unreadable
		return s, nil
	}
	last, ok, err := l.LastCrawl(ctx)
	if err != nil || !ok {
		return Status{State: "none"}, err
	}
	s := Status{State: last.State, Reason: last.Reason, Started: last.Started, Ended: last.Ended, Seconds: last.Active.Seconds()}
	if s.State == "running" { // it says so, but nobody answers
		s.State, s.Reason = "interrupted", "the process ended without a word; the same crawl command goes on"
		if by, held := lock.HolderOf(l.dir); held && by.Purpose == lock.Crawl {
			s.Running, s.PID, s.State, s.Reason = true, by.PID, "running", "it does not answer yet"
		}
	}
	return s, l.count(ctx, &s)
}

// count takes the counts from the catalogue, where no crawl gives them.
func (l *Library) count(ctx context.Context, s *Status) error {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return err
	}
	r, err := cat.Report(ctx)
	if err != nil {
		return err
	}
	s.Pages, s.Documents, s.Errors = r.Totals.Pages, r.Totals.Documents, r.Totals.Errors
	s.Refused, s.Bytes = r.Totals.Refused, r.Totals.Wire
	shelves := &r.Library
	s.Found, s.Accepted, s.Rejected, s.Unread, s.ToRead = shelves.Found, shelves.Accepted, shelves.Rejected, shelves.Waiting, shelves.Queued
	s.RejectedBy = map[string]int64{}
	for _, sum := range shelves.RejectedBy {
		s.RejectedBy[sum.Cause] = sum.Documents
	}
	return nil
}

// Stop stops the crawl that runs on the library and waits, as long as ctx
// allows, until its folder is free.
func (l *Library) Stop(ctx context.Context) error {
	s, err := control.NewClient(l.dir).Stop(ctx)
	if err != nil {
		return fmt.Errorf("stop crawl of library %s: %w", l.dir, err)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if by, held := lock.HolderOf(l.dir); !held || by.Purpose != lock.Crawl {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("stop crawl of library %s: the crawl (pid %d) is stopping and has not ended yet: %w", l.dir, s.PID, ctx.Err())
		case <-tick.C:
		}
	}
}

// Explain tells whether the crawl that runs, or else one by cfg, would fetch a URL.
func (l *Library) Explain(ctx context.Context, cfg crawl.Config, url string) (v crawl.Verdict, err error) {
	v, err = control.NewClient(l.dir).Explain(ctx, url)
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return v, err
	}
	err = l.rest(ctx, lock.Access, func(f *frontier.Frontier) error {
		if cfg.Catalogue, err = l.Catalogue(ctx); err != nil {
			return err
		}
		cfg.Frontier = f
		c, err := crawl.New(cfg)
		if err != nil {
			return err
		}
		v, err = c.Explain(url)
		return err
	})
	return v, err
}

// Known tells what the frontier knows of a URL.
func (l *Library) Known(ctx context.Context, url string) (k control.URL, err error) {
	k, err = control.NewClient(l.dir).Known(ctx, url)
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return k, err
	}
	err = l.rest(ctx, lock.Access, func(f *frontier.Frontier) error {
		k, err = knownURL(ctx, f, url)
		return err
	})
	return k, err
}

// rest looks at the frontier of a library on which no crawl runs. It does so under the lock, for which a crawl that
// begins meanwhile waits, and ends a rebuild that was cut off before.
func (l *Library) rest(ctx context.Context, what lock.Purpose, look func(*frontier.Frontier) error) (err error) {
	locked, err := lock.AcquireToRead(ctx, l.dir, what)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	if _, err := l.takeRebuilt(); err != nil {
		return err
	}
	f, err := frontier.OpenReadOnly(l.path(frontierName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return look(f)
}
