package sluice

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/crawl"
	"sluice/internal/frontier"
	"sluice/internal/library"
)

// LastCrawl gives the crawl that began last; false when none ever did.
func (l *Library) LastCrawl() (library.Crawl, bool, error) {
	c, err := l.Catalogue()
	if err != nil {
		return library.Crawl{}, false, err
	}
	return c.LastCrawl()
}

// Status tells how the crawl stands that runs on the library, in whatever
// process, or how the last one ended.
func (l *Library) Status(ctx context.Context) (Status, error) {
	var s Status
	err := ask(ctx, l.dir, "GET", "/status", "", &s)
	if err == nil || !errors.Is(err, errNoCrawl) {
		return s, err
	}
	return l.lastStatus()
}

func (l *Library) lastStatus() (Status, error) {
	if by := running(l.dir); by != nil && by.Doing == rebuilding {
		s := Status{PID: by.PID, State: "rebuilding", Reason: fmt.Sprintf("pid %d makes catalogue and frontier anew from the archive", by.PID)}
		_ = l.count(&s) // the old catalogue may be unreadable
		return s, nil
	}
	last, ok, err := l.LastCrawl()
	if err != nil || !ok {
		return Status{State: "none"}, err
	}
	s := Status{State: last.State, Reason: last.Reason, Started: last.Started, Ended: last.Ended, Seconds: last.Active.Seconds()}
	if s.State == "running" { // it says so, but nobody answers
		s.State, s.Reason = "interrupted", "the process ended without a word; the same crawl command goes on"
		if by := running(l.dir); by != nil && by.Doing == crawling {
			s.Running, s.PID, s.State, s.Reason = true, by.PID, "running", "it does not answer yet"
		}
	}
	return s, l.count(&s)
}

// count takes the counts from the catalogue, where no crawl gives them.
func (l *Library) count(s *Status) error {
	catalogue, err := l.Catalogue()
	if err != nil {
		return err
	}
	r, err := catalogue.Report()
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
	var s Status
	if err := ask(ctx, l.dir, "POST", "/stop", "", &s); err != nil {
		return err
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		if by := running(l.dir); by == nil || by.Doing != crawling {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the crawl (pid %d) was told to stop and has not ended yet", s.PID)
		case <-tick.C:
		}
	}
}

// Explain tells whether the crawl that runs, or else one by cfg, would fetch a URL.
func (l *Library) Explain(ctx context.Context, cfg crawl.Config, url string) (v crawl.Verdict, err error) {
	err = ask(ctx, l.dir, "GET", "/explain", url, &v)
	if err == nil || !errors.Is(err, errNoCrawl) {
		return v, err
	}
	err = l.rest(looking, func(f *frontier.Frontier) error {
		if cfg.Catalogue, err = l.Catalogue(); err != nil {
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
func (l *Library) Known(ctx context.Context, url string) (k Known, err error) {
	err = ask(ctx, l.dir, "GET", "/known", url, &k)
	if err == nil || !errors.Is(err, errNoCrawl) {
		return k, err
	}
	err = l.rest(looking, func(f *frontier.Frontier) error {
		k, err = knownTo(f, url)
		return err
	})
	return k, err
}

// rest looks at the frontier of a library on which no crawl runs. It does so under the lock, for which a crawl that
// begins meanwhile waits, and ends a rebuild that was cut off before.
func (l *Library) rest(what string, look func(*frontier.Frontier) error) (err error) {
	unlock, err := lockToLook(l.dir, what)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	if _, err := l.takeRebuilt(); err != nil {
		return err
	}
	f, err := frontier.OpenReadOnly(l.path(frontierName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Shutdown()) }()
	return look(f)
}
