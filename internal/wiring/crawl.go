package wiring

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/control"
	"sluice/internal/crawler"
	"sluice/internal/cycle/stats"
	"sluice/internal/figures"
	"sluice/internal/lock"
	"sluice/internal/rebuild"
	"sluice/internal/stores"
)

// Crawl is a crawl on a library. It is run once; a crawl that is not run is closed.
type Crawl struct {
	*crawler.Crawl
	id        int64
	lib       *Library
	begun     time.Time
	started   time.Time // the crawl, in this run or an earlier one
	lock      *lock.Lock
	stores    *stores.Stores
	documents *Collection
	control   *control.Server
	isFirst   bool        // the library had no URL before
	used      atomic.Bool // Run, which closes the crawl, or Close was called
	filed     slowCount[catalogue.DocumentCounts]
	feedback  feedback
	log       *slog.Logger // nil: none

	documentsOnly bool
	learning      stats.Settings

	processing context.Context         // ends when documents are not processed any more
	stopped    context.CancelCauseFunc // with the reason
}

// Crawl begins a crawl on the library, or continues the last one if that is not done, and locks the folder until the crawl has run or is
// closed. It sets the stores in cfg, and what earlier runs have done.
//
// The library keeps cfg.Topic for later crawls, for documents that are added, and for rebuilds; without one, the topic that it has is used. A topic
// of words is expanded by the first relevant pages.
//
// With cfg.Again, and if the last crawl is complete, every URL is visited again: the frontier is emptied, catalogue and archive are kept.
func (l *Library) Crawl(ctx context.Context, cfg crawl.Config) (*Crawl, error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Crawl)
	if err != nil {
		return nil, err
	}
	c, err := l.begin(ctx, cfg)
	if err != nil {
		return nil, errors.Join(err, locked.Release())
	}
	c.lock = locked
	return c, nil
}

// begin opens the stores and joins them to a crawl. The caller holds the lock of the folder.
func (l *Library) begin(ctx context.Context, cfg crawl.Config) (*Crawl, error) {
	if _, err := rebuild.Install(l.dir); err != nil {
		return nil, err
	}
	if err := rebuild.Discard(l.dir); err != nil {
		return nil, err
	}
	if err := l.dir.CheckComplete(ctx, l.dir.Catalogue(), l.dir.Frontier()); err != nil {
		return nil, err
	}
	s, last, err := stores.Open(ctx, l.dir, stores.Options{Crawl: cfg, Plain: l.PlainArchive, Anew: l.beginsAnew(cfg), Drop: l.BeginAnew})
	if err != nil {
		return nil, err
	}
	c := &Crawl{lib: l, stores: s, begun: time.Now(), log: cfg.Log, documentsOnly: cfg.Scope.DocumentsOnly, learning: learningSettings(&cfg)}
	if err := errors.Join(c.keepTopic(ctx, &cfg), l.useTraining(ctx, &cfg)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := c.useDatabase(ctx, &cfg); err != nil { // after its topic is known
		return nil, errors.Join(err, s.Close())
	}
	c.processing, c.stopped = context.WithCancelCause(context.WithoutCancel(ctx)) // Run has a context of its own
	if c.documents, err = collection.New(ctx, l.dir, s.Catalogue, l.collectionOptions(cfg.Log)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := c.join(ctx, cfg, last); err != nil {
		return nil, errors.Join(err, c.documents.Close(), s.Close())
	}
	return c, nil
}

// beginsAnew reports whether a crawl requests everything again from the beginning if the last one is complete.
func (l *Library) beginsAnew(cfg crawl.Config) bool { return cfg.Again && !l.ContinueFailed }

// join makes the engine over the stores, begins to answer other processes, and records that the crawl runs.
func (c *Crawl) join(ctx context.Context, cfg crawl.Config, last catalogue.Crawl) (err error) {
	state := crawl.State(last.State)
	isNew := last.ID == 0 || state == crawl.Done && !c.lib.ContinueDone || c.lib.BeginAnew || c.lib.beginsAnew(cfg) && state.IsComplete()
	if c.id, c.started = last.ID, last.Started; isNew {
		c.id++
		c.started = c.begun
	}
	parts := crawler.Parts{Crawl: c.id, Frontier: c.stores.Frontier, Archive: c.stores.Archive, Catalogue: c.stores.Catalogue,
		Repeated: c.documents.Repeated}
	if !isNew {
		c.feedback.isBehind = c.feedback.isBehind || cfg.Topic != nil
		if parts.Before, err = figures.Totals(ctx, c.stores.Catalogue, last); err != nil {
			return err
		}
		if last.State == string(crawl.Running) && cfg.Log != nil {
			cfg.Log.Warn("the last run was interrupted; this one continues from the last group that it recorded", "pages", parts.Before.Pages)
		}
	}
	if err := c.useKnowledge(ctx, &cfg, &parts, last); err != nil {
		return err
	}
	if err := c.useRevisits(ctx, &cfg, &parts); err != nil {
		return err
	}
	before, _, err := c.stores.Catalogue.Totals(ctx)
	if err != nil {
		return err
	}
	c.isFirst = before.Visited == 0
	if c.Crawl, err = crawler.New(cfg, parts); err != nil {
		return err
	}
	if c.control, err = control.Serve(c.lib.Dir(), answers{c}); err != nil { // before it is recorded: it would look interrupted
		return err
	}
	if isNew {
		c.id, err = c.stores.Catalogue.Crawls.Begin(ctx, c.lib.Settings, c.begun)
	} else {
		err = c.stores.Catalogue.Crawls.Continue(ctx, c.id, c.lib.Settings)
	}
	if err != nil {
		return errors.Join(err, c.control.Close())
	}
	return nil
}

// errUsed is the error of running a crawl that was run or closed before.
var errUsed = errors.New("run crawl: it was run or closed before; begin another one")

// Run runs the crawl to its end, as [crawler.Crawl.Run] does, and closes it. Documents are processed meanwhile. Run waits until all of them are,
// unless the crawl is stopped.
func (c *Crawl) Run(ctx context.Context) (crawl.Result, error) {
	if c.used.Swap(true) {
		return crawl.Result{}, errUsed
	}
	fetched, processed := make(chan struct{}), make(chan error, 1)
	defer context.AfterFunc(ctx, func() { c.stopped(context.Cause(ctx)) })()
	go func() {
		err := c.documents.Process(c.processing, fetched)
		if err != nil {
			c.Crawl.Stop(err.Error())
		}
		processed <- err
	}()
	c.feedback.begin(c)
	result, err := c.Crawl.Run(ctx)
	close(fetched)
	if err != nil {
		c.stopped(err)
	}
	if failed := <-processed; failed != nil {
		err = errors.Join(err, fmt.Errorf("process documents: %w", failed))
	}
	err = errors.Join(err, c.feedback.end(), c.countUnread(context.WithoutCancel(ctx), &result))
	countPagesAsDocuments(&result.Stats.Totals, c.documents.Stats())
	countPagesAsDocuments(&result.Stats.Run, c.documents.Stats())
	err = errors.Join(err, c.countRecords(context.WithoutCancel(ctx), &result.Stats))
	if c.id > 1 {
		changes, failed := c.stores.Catalogue.Changes(context.WithoutCancel(ctx), c.started)
		result.Changes, err = &changes, errors.Join(err, failed)
	}
	c.recordSites(context.WithoutCancel(ctx))
	if err == nil {
		c.learn(context.WithoutCancel(ctx), result.State)
	}
	state, reason := string(result.State), result.Reason
	if err != nil {
		state, reason = string(crawl.Stopped), err.Error()
	}
	return result, errors.Join(err, c.stores.Catalogue.Crawls.End(context.WithoutCancel(ctx), c.id, state, reason, time.Now()), c.close())
}

// recordTimeout is the longest time that the end of a crawl waits for the records of its sites.
const recordTimeout = 30 * time.Second

// recordSites keeps the figures of the sites that were crawled, also of a crawl that was stopped. Without them a later cycle is planned worse, but what
// was crawled is complete, so a failure is only logged. A crawl of documents alone crawls no site.
func (c *Crawl) recordSites(ctx context.Context) {
	if c.documentsOnly {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, recordTimeout)
	defer cancel()
	if err := stats.Record(ctx, c.stores.Catalogue.Statistics, c.started); err != nil && c.log != nil {
		c.log.Warn("the figures of the sites were not recorded, which the next cycle is planned by", "error", err)
	}
}

// countUnread sets the number of documents and pages that wait to be read. A crawl that was stopped while it read the last of them is not done.
func (c *Crawl) countUnread(ctx context.Context, r *crawl.Result) (err error) {
	r.Stats.ToRead, err = c.stores.Catalogue.Queue.Len(ctx)
	if why := context.Cause(c.processing); why != nil && (r.State == crawl.Done || r.Reason == crawl.NoDocumentWaits) && r.Stats.ToRead > 0 {
		r.State, r.Reason = crawl.Stopped, why.Error()+", while documents were read"
	}
	return err
}

// Stop ends the crawl soon, as [crawler.Crawl.Stop] does. Documents that are not processed yet wait for the next crawl.
func (c *Crawl) Stop(reason string) {
	c.stopped(errors.New(reason)) // first: what is read now is not to look done
	c.Crawl.Stop(reason)
}

// closedReason is the reason why a crawl was stopped that was closed while it ran.
const closedReason = "the crawl was closed"

// Close closes the stores and unlocks the folder. While Run runs, it only stops the crawl, because the stores are in use: Run closes them. A
// second call does nothing.
func (c *Crawl) Close() error {
	if c.used.Swap(true) {
		c.Stop(closedReason)
		return nil
	}
	return c.close()
}

// close closes the stores and unlocks the folder. It is called once.
func (c *Crawl) close() error {
	c.stopped(nil)
	return errors.Join(c.control.Close(), c.documents.Close(), c.stores.Close(), c.lock.Release())
}

// Stats returns how far the crawl has come. It may be called at any time. With an error the numbers that the catalogue counts are zero or
// those of the call before; the others are right.
func (c *Crawl) Stats(ctx context.Context) (crawl.Stats, error) {
	done := c.documents.Stats()
	s := c.Crawl.Stats()
	countPagesAsDocuments(&s.Totals, done)
	countPagesAsDocuments(&s.Run, done)
	errLibrary := c.countLibrary(ctx, &s)
	if c.isFirst && errLibrary == nil { // the engine and the catalogue count at different moments
		s.Run.Pages, s.Run.Documents, s.Run.Redirects, s.Run.Errors, s.Run.Challenges = s.Library.Pages, s.Library.Documents, s.Library.Redirects, s.Library.Errors, s.Library.Challenges
	}
	var errQueue error
	s.ToRead, errQueue = c.stores.Catalogue.Queue.Len(ctx)
	filed, errFiled := c.filed.value(ctx, c.stores.Catalogue.DocumentCounts)
	figures.CountFiled(&s, &filed)
	s.OCR = done.OCR
	return s, errors.Join(errLibrary, errQueue, errFiled)
}

// Metrics returns what the crawl has measured until now. It may be called at any time.
func (c *Crawl) Metrics(ctx context.Context) (crawl.Metrics, error) {
	s, err := c.Stats(ctx)
	m := c.Crawl.Metrics()
	m.Library, m.Found, m.ToRead, m.Intake = s.Library, s.Found, s.ToRead, c.documents.Stats()
	m.Accepted, m.Rejected, m.Unread, m.RejectedBy = s.Accepted, s.Rejected, s.Unread, s.RejectedBy
	return m, err
}

// answers is what a running crawl answers to other processes.
type answers struct{ c *Crawl }

var _ control.Crawl = answers{}

// Stop implements [control.Crawl].
func (a answers) Stop(reason string) { a.c.Stop(reason) }

// Explain implements [control.Crawl]: the running crawl has rules that its stores do not have, such as what robots.txt forbids.
func (a answers) Explain(ctx context.Context, url string) (crawl.Verdict, error) {
	return a.c.Explain(ctx, url)
}

// Known implements [control.Crawl]. Only the crawl itself can read the frontier, which it has open.
func (a answers) Known(ctx context.Context, url string) (control.URL, error) {
	return control.Known(ctx, a.c.stores.Frontier, url)
}

// Status implements [control.Crawl].
func (a answers) Status(ctx context.Context) (crawl.Status, error) {
	stats, err := a.c.Stats(ctx)
	s := crawl.Status{
		Running: true, PID: os.Getpid(), State: crawl.Running, Started: a.c.begun, Seconds: stats.Totals.Active.Seconds(),
		Run:    &crawl.Counts{Pages: stats.Run.Pages, Documents: stats.Run.Documents, Redirects: stats.Run.Redirects, Errors: stats.Run.Errors, Challenges: stats.Run.Challenges},
		ToRead: stats.ToRead, OCR: stats.OCR, Queue: stats.Queue, Hosts: stats.Hosts,
		ActiveHosts: stats.ActiveHosts, Inflight: stats.Inflight, PagesPerSecond: stats.PagesPerSecond, BytesPerSecond: stats.BytesPerSecond,
		ETA: stats.ETA.Round(time.Second).Seconds(), Forecast: stats.Forecast,
	}
	figures.SetStatus(&s, &stats)
	switch {
	case stats.Paused != "":
		s.State, s.Reason = crawl.Paused, stats.Paused
	case stats.Stalled != "":
		s.Reason = "no progress: " + stats.Stalled
	case stats.Resting:
		s.State, s.Reason = crawl.Resting, "idle hours (--idle)"
	case time.Until(stats.Until) > time.Second:
		s.Reason = "waiting for the delays of all hosts, until " + stats.Until.Local().Format(time.TimeOnly)
	}
	return s, err
}
