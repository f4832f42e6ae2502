package wiring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/control"
	"sluice/internal/crawler"
	"sluice/internal/cycle/knowledge"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/stores"
	"sluice/weburl"
)

// Status returns the state of the crawl that runs on the library, in whatever process, or of the last one.
func (l *Library) Status(ctx context.Context) (crawl.Status, error) {
	var s crawl.Status
	err := l.ask(ctx, func(c control.Client) (err error) {
		s, err = c.Status(ctx)
		return err
	})
	switch {
	case errors.Is(err, control.ErrNotOwner):
		s, err = l.lastStatus(ctx)
		s.Reason = control.ErrNotOwner.Error()
	case errors.Is(err, control.ErrNoCrawl):
		s, err = l.lastStatus(ctx)
	}
	return s, err
}

// ask calls do with a client of the crawl that runs. The error is [control.ErrNoCrawl] as well for a user who may not open the socket that a
// killed crawl has left.
func (l *Library) ask(ctx context.Context, do func(control.Client) error) error {
	err := do(control.NewClient(l.Dir()))
	if !errors.Is(err, control.ErrNotOwner) {
		return err
	}
	_, held, unreadable := lock.HolderOf(ctx, l.Dir())
	if unreadable != nil && !errors.Is(unreadable, fs.ErrPermission) {
		return unreadable
	}
	if !held { // or not to be seen
		return control.ErrNoCrawl
	}
	return err
}

// lastStatus returns the state when no crawl answers.
func (l *Library) lastStatus(ctx context.Context) (crawl.Status, error) {
	by, held, unreadable := lock.HolderOf(ctx, l.Dir())
	if unreadable != nil && !errors.Is(unreadable, fs.ErrPermission) { // who may not read the lock may still read the last crawl
		return crawl.Status{}, unreadable
	}
	if held && by.Purpose == lock.Rebuild {
		s := crawl.Status{PID: by.PID, State: crawl.Rebuilding, Reason: fmt.Sprintf("pid %d makes catalogue and frontier again from the archive", by.PID)}
		c, err := l.Catalogue(ctx)
		if err == nil {
			err = countRecords(ctx, c, &s)
		}
		if err != nil { // often the old catalogue is damaged, which is why it is made again
			s.Reason += "; the old catalogue cannot be read: " + err.Error()
		}
		return s, ctx.Err()
	}
	last, ok, err := l.LastCrawl(ctx)
	if err != nil {
		return crawl.Status{State: crawl.NotBegun}, err
	}
	if !ok { // there may be documents that a person added
		s := crawl.Status{State: crawl.NotBegun}
		c, err := l.Catalogue(ctx)
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
	c, err := l.Catalogue(ctx)
	if err != nil {
		return s, err
	}
	if s.State != crawl.Running && s.State != crawl.Done && s.State != crawl.Failed {
		l.countQueue(ctx, &s)
	}
	return s, countRecords(ctx, c, &s)
}

// MarkInterrupted sets the state of crawls that the catalogue has as running, and that no process runs any more. They are in the order in which
// they began. The last one stays as it is for a user who may not read the lock.
func (l *Library) MarkInterrupted(ctx context.Context, crawls []catalogue.CrawlRun) error {
	for i := range crawls {
		if crawls[i].State != string(crawl.Running) {
			continue
		}
		if i == len(crawls)-1 {
			return l.markInterrupted(ctx, &crawls[i])
		}
		crawls[i].State = string(crawl.Interrupted)
	}
	return nil
}

// markInterrupted is MarkInterrupted for the last crawl.
func (l *Library) markInterrupted(ctx context.Context, run *catalogue.CrawlRun) error {
	by, held, err := lock.HolderOf(ctx, l.Dir())
	switch {
	case errors.Is(err, fs.ErrPermission), held && by.Purpose == lock.Crawl:
		return nil
	case err != nil:
		return err
	}
	// A crawl that has ended since run was read has recorded how before it unlocked the folder.
	last, ok, err := l.LastCrawl(ctx)
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
func (l *Library) countQueue(ctx context.Context, s *crawl.Status) {
	if n, next, err := l.queue(ctx); err == nil {
		s.Queue, s.Hosts, s.Forecast = n.Waiting, n.Hosts, next
	}
}

// Forecast returns what the first requests of the next run find: nil if nothing waits, and if the frontier is in use or cannot be read.
func (l *Library) Forecast(ctx context.Context) *crawl.Forecast {
	_, next, err := l.queue(ctx)
	if err != nil {
		return nil
	}
	return next
}

// queue counts what waits for the next run, and forecasts what its first requests find.
func (l *Library) queue(ctx context.Context) (n frontier.Counts, next *crawl.Forecast, err error) {
	err = l.readFrontier(ctx, lock.Access, func(f *frontier.Frontier) (err error) {
		n = f.Counts()
		next, err = crawler.KeptForecast(ctx, f, n.Waiting)
		return err
	})
	return n, next, err
}

// LastCrawl returns the crawl that began last, and false when none ever did.
func (l *Library) LastCrawl(ctx context.Context) (catalogue.Crawl, bool, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return catalogue.Crawl{}, false, err
	}
	return c.Crawls.Last(ctx)
}

// countRecords sets the counts of a status to those of the catalogue.
func countRecords(ctx context.Context, c *catalogue.Catalogue, s *crawl.Status) error {
	r, err := c.Report(ctx)
	if err != nil {
		return err
	}
	stats := crawl.Stats{Library: stores.TotalsOf(r.Totals, 0)}
	countFiled(&stats, &r.Library)
	setFigures(s, &stats)
	s.ToRead, err = c.Queue.Len(ctx)
	return err
}

// setFigures sets the figures of a status that are those of the library.
func setFigures(s *crawl.Status, stats *crawl.Stats) {
	t := &stats.Library
	s.Visited, s.Pages, s.Documents, s.Redirects, s.Errors, s.Challenges = t.URLs(), t.Pages, t.Documents, t.Redirects, t.Errors, t.Challenges
	s.Refused, s.Bytes = t.Refused, t.Bytes
	s.Found, s.Accepted, s.Rejected, s.Unread, s.RejectedBy = stats.Found, stats.Accepted, stats.Rejected, stats.Unread, stats.RejectedBy
}

// Stop stops the crawl that runs on the library and waits, as long as ctx allows, until that has unlocked the folder.
func (l *Library) Stop(ctx context.Context) error {
	s, err := control.NewClient(l.Dir()).Stop(ctx)
	if err != nil {
		return fmt.Errorf("stop crawl of library %s: %w", l.dir, err)
	}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		by, held, err := lock.HolderOf(context.WithoutCancel(ctx), l.Dir())
		isNext := by.PID != 0 && by.PID != s.PID // a supervisor has begun the next crawl
		if err != nil || !held || by.Purpose != lock.Crawl || isNext {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("stop crawl of library %s: the crawl (pid %d) is stopping and has not ended yet: %w", l.dir, s.PID, ctx.Err())
		case <-tick.C:
		}
	}
}

// Explain returns whether the crawl that runs, or else one by cfg, would fetch a URL, and why. If it would, and does not use what earlier crawls have learned, a
// note says whether that leaves the URL out. Of what the library has it says, if cfg has a budget of requests, whether a crawl with Again would request it now.
func (l *Library) Explain(ctx context.Context, cfg crawl.Config, url string) (v crawl.Verdict, err error) {
	rules, err := l.learned(ctx, &cfg)
	if err != nil {
		return v, err
	}
	if v, err = l.explain(ctx, cfg, url, rules); err != nil || !v.Fetch || cfg.Knowledge.On || rules == nil {
		return v, err
	}
	if u, err := weburl.Parse(v.URL); err == nil && !slices.Contains(cfg.Seeds, v.URL) {
		if cause, detail := rules.Check(u, weburl.DocumentEnding(u)); cause != "" {
			v.Note = strings.TrimPrefix(fmt.Sprintf("%s; with --knowledge it would be left out: %s (%s)", v.Note, cause, cmp.Or(detail, "no document in three crawls")), "; ")
		}
	}
	return v, nil
}

// learned returns what the next crawl, or the one that goes on, leaves out if it uses what was learned; nil for a library that has nothing yet.
func (l *Library) learned(ctx context.Context, cfg *crawl.Config) (*knowledge.Rules, error) {
	cat, err := l.Catalogue(ctx)
	if errors.Is(err, ErrEmpty) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	last, _, err := cat.Crawls.Last(ctx)
	if err != nil {
		return nil, err
	}
	number := last.ID
	if last.State == string(crawl.Done) {
		number++
	}
	o, err := l.knowledgeOptions(ctx, cfg, number)
	if err != nil {
		return nil, err
	}
	return knowledge.Load(ctx, cat.Statistics, cat.Knowledge, o)
}

// explain is Explain without what a crawl does not use.
func (l *Library) explain(ctx context.Context, cfg crawl.Config, url string, rules *knowledge.Rules) (v crawl.Verdict, err error) {
	err = l.ask(ctx, func(c control.Client) (err error) {
		v, err = c.Explain(ctx, url)
		return err
	})
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return v, err
	}
	err = l.readFrontier(ctx, lock.Access, func(f *frontier.Frontier) error {
		cat, err := l.Catalogue(ctx)
		if err != nil {
			return err
		}
		parts := crawler.Parts{Frontier: f, Catalogue: cat}
		if rules != nil {
			parts.Learned = rules
		}
		if err := l.continueRevisits(ctx, cat, &cfg, &parts); err != nil {
			return err
		}
		c, err := crawler.New(cfg, parts)
		if err != nil {
			return err
		}
		if v, err = c.Explain(ctx, url); err != nil {
			return err
		}
		return l.explainRevisit(ctx, &cfg, &v)
	})
	return v, err
}

// Known returns what the frontier knows of a URL.
func (l *Library) Known(ctx context.Context, url string) (u control.URL, err error) {
	err = l.ask(ctx, func(c control.Client) (err error) {
		u, err = c.Known(ctx, url)
		return err
	})
	if err == nil || !errors.Is(err, control.ErrNoCrawl) {
		return u, err
	}
	err = l.readFrontier(ctx, lock.Access, func(f *frontier.Frontier) error {
		u, err = knownURL(ctx, f, url)
		return err
	})
	return u, err
}

// knownURL returns what a frontier knows of a URL.
func knownURL(ctx context.Context, f *frontier.Frontier, text string) (control.URL, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return control.URL{}, fmt.Errorf("%q: %w", text, err)
	}
	var known [1]frontier.Known
	if err := f.Known(ctx, []weburl.Key{u.Key()}, known[:]); err != nil {
		return control.URL{}, err
	}
	k := known[0]
	return control.URL{URL: u.String(), State: k.State, Cause: k.Cause, Parent: k.Parent, Depth: k.Depth}, nil
}
