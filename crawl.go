package sluice

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/control"
	"sluice/internal/lock"
	"sluice/internal/rebuild"
	"sluice/internal/stores"
)

// Crawl is a crawl on a library. It is run once; a crawl that is not run is closed.
type Crawl struct {
	*crawl.Crawl
	id        int64
	lib       *Library
	begun     time.Time
	lock      *lock.Lock
	stores    *stores.Stores
	documents *Collection
	control   *control.Server
	closed    atomic.Bool
	found     slowCount

	processing context.Context // ends when documents are not processed any more
	stopped    context.CancelFunc
}

// Crawl begins a crawl on the library, or continues the last one if that is not done, and locks the folder until the crawl has run or is
// closed. It sets the stores in cfg, and what earlier runs have done.
//
// With cfg.Again, and if the last crawl is done, every URL is visited again: the frontier is emptied, catalogue and archive are kept.
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

func (l *Library) begin(ctx context.Context, cfg crawl.Config) (*Crawl, error) {
	if _, err := rebuild.Install(l.dir); err != nil {
		return nil, err
	}
	if err := rebuild.Discard(l.dir); err != nil {
		return nil, err
	}
	if err := l.dir.CheckComplete(l.dir.Catalogue(), l.dir.Frontier()); err != nil {
		return nil, err
	}
	s, last, err := stores.Open(ctx, l.dir, stores.Options{Crawl: cfg, Plain: l.PlainArchive})
	if err != nil {
		return nil, err
	}
	c := &Crawl{lib: l, stores: s, begun: time.Now()}
	c.processing, c.stopped = context.WithCancel(context.WithoutCancel(ctx)) // Run has a context of its own
	if c.documents, err = collection.New(ctx, l.dir, s.Catalogue, l.collectionOptions(cfg.Log)); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if err := c.join(ctx, cfg, last); err != nil {
		return nil, errors.Join(err, c.documents.Close(), s.Close())
	}
	return c, nil
}

// join makes the engine over the stores, and records that the crawl runs.
func (c *Crawl) join(ctx context.Context, cfg crawl.Config, last catalogue.Crawl) (err error) {
	isNew := last.ID == 0 || last.State == string(crawl.Done)
	if c.id = last.ID; isNew {
		c.id++
	}
	cfg.Crawl, cfg.Frontier, cfg.Archive, cfg.Catalogue = c.id, c.stores.Frontier, c.stores.Archive, c.stores.Catalogue
	if !isNew {
		if cfg.Before, err = stores.Totals(ctx, c.stores.Catalogue, last); err != nil {
			return err
		}
		if last.State == "running" && cfg.Log != nil {
			cfg.Log.Warn("the last run was interrupted; this one continues from the last group that it recorded", "pages", cfg.Before.Pages)
		}
	}
	if c.Crawl, err = crawl.New(cfg); err != nil {
		return err
	}
	if isNew {
		c.id, err = c.stores.Catalogue.Crawls.Begin(ctx, c.lib.Settings, c.begun)
	} else {
		err = c.stores.Catalogue.Crawls.Continue(ctx, c.id, c.lib.Settings)
	}
	if err != nil {
		return err
	}
	c.control, err = control.Serve(c.lib.Dir(), answers{c})
	return err
}

// Run runs the crawl to its end, as [crawl.Crawl.Run] does, and closes it. Documents are processed meanwhile. Run waits until all of them are,
// unless the crawl is stopped.
func (c *Crawl) Run(ctx context.Context) (crawl.Result, error) {
	fetched, processed := make(chan struct{}), make(chan error, 1)
	defer context.AfterFunc(ctx, c.stopped)()
	go func() {
		err := c.documents.Process(c.processing, fetched)
		if err != nil {
			c.Crawl.Stop(err.Error())
		}
		processed <- err
	}()
	result, err := c.Crawl.Run(ctx)
	close(fetched)
	if err != nil {
		c.stopped()
	}
	if failed := <-processed; failed != nil {
		err = errors.Join(err, fmt.Errorf("process documents: %w", failed))
	}
	countPagesAsDocuments(&result.Stats.Totals, c.documents.Stats())
	state, reason := string(result.State), result.Reason
	if err != nil {
		state, reason = string(crawl.Stopped), err.Error()
	}
	return result, errors.Join(err, c.stores.Catalogue.Crawls.End(context.WithoutCancel(ctx), c.id, state, reason, time.Now()), c.Close())
}

// Stop ends the crawl soon, as [crawl.Crawl.Stop] does. Documents that are not processed yet wait for the next crawl.
func (c *Crawl) Stop(reason string) {
	c.Crawl.Stop(reason)
	c.stopped()
}

// Close closes the stores and unlocks the folder. Run does it by itself; a second call does nothing.
func (c *Crawl) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	c.stopped()
	return errors.Join(c.control.Close(), c.documents.Close(), c.stores.Close(), c.lock.Release())
}
