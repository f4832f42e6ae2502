package sluice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/control"
	"sluice/internal/frontier"
	"sluice/internal/lock"
)

// Crawl is a crawl on a library. It is run once; a crawl that is not run is closed.
type Crawl struct {
	*crawl.Crawl
	id      int64
	lib     *Library
	begun   time.Time
	stores  *stores
	control *control.Server
	closed  atomic.Bool
	found   seldom

	documents *Collection
	taken     context.Context // ends when documents are to be taken in no longer
	letGo     context.CancelFunc
}

// Crawl begins a crawl on the library, or goes on with the last one if that is
// not done, and locks the folder until the crawl has run or is closed. The
// stores in cfg, and what is known of earlier runs, are filled in.
//
// With cfg.Again, and the last crawl done, every URL is visited anew: what
// waited is forgotten, the catalogue and the archive are kept.
func (l *Library) Crawl(ctx context.Context, cfg crawl.Config) (*Crawl, error) {
	locked, err := lock.Acquire(ctx, l.dir, lock.Crawl)
	if err != nil {
		return nil, err
	}
	c, err := l.begin(cfg, locked)
	if err != nil {
		return nil, errors.Join(err, locked.Release())
	}
	return c, nil
}

func (l *Library) begin(cfg crawl.Config, locked *lock.Lock) (*Crawl, error) {
	if _, err := l.takeRebuilt(); err != nil {
		return nil, err
	}
	if err := os.RemoveAll(l.path(rebuildName)); err != nil { // of a rebuild that was killed
		return nil, err
	}
	if err := l.lost(catalogueName, frontierName); err != nil {
		return nil, err
	}
	s, last, err := l.openStores(cfg)
	if err != nil {
		return nil, err
	}
	s.lock = locked
	c := &Crawl{lib: l, stores: s, begun: time.Now()}
	c.taken, c.letGo = context.WithCancel(context.Background())
	if c.documents, err = l.collect(s.catalogue, cfg.Log); err != nil {
		return nil, errors.Join(err, s.closeStores())
	}
	if err := c.join(cfg, last); err != nil {
		return nil, errors.Join(err, c.documents.Close(), s.closeStores())
	}
	return c, nil
}

// join makes the engine over the stores and records that the crawl runs.
func (c *Crawl) join(cfg crawl.Config, last catalogue.Crawl) (err error) {
	fresh := last.ID == 0 || last.State == string(crawl.Done)
	if c.id = last.ID; fresh {
		c.id++
	}
	cfg.Crawl, cfg.Frontier, cfg.Archive, cfg.Catalogue = c.id, c.stores.frontier, c.stores.archive, c.stores.catalogue
	if !fresh {
		if cfg.Before, err = before(c.stores.catalogue, last); err != nil {
			return err
		}
		if last.State == "running" && cfg.Log != nil {
			cfg.Log.Warn("the last run was cut off; this one goes on from the last group that it recorded", "pages", cfg.Before.Pages)
		}
	}
	if c.Crawl, err = crawl.New(cfg); err != nil {
		return err
	}
	if fresh {
		c.id, err = c.stores.catalogue.Crawls.Begin(context.TODO(), c.lib.Settings, c.begun)
	} else {
		err = c.stores.catalogue.Crawls.Continue(context.TODO(), c.id, c.lib.Settings)
	}
	if err != nil {
		return err
	}
	c.control, err = control.Serve(c.lib.dir, answers{c})
	return err
}

// Run runs the crawl to its end, as [crawl.Crawl.Run] does, while what it fetches is taken in beside it, and closes it. It waits until
// all is taken in, unless it is stopped.
func (c *Crawl) Run(ctx context.Context) (crawl.Result, error) {
	over, taken := make(chan struct{}), make(chan error, 1)
	defer context.AfterFunc(ctx, c.letGo)()
	go func() {
		err := c.documents.intake.Run(c.taken, over)
		if err == nil && c.taken.Err() == nil {
			err = c.documents.intake.Refresh(c.taken)
		}
		if err != nil {
			c.Crawl.Stop(err.Error())
		}
		taken <- err
	}()
	result, err := c.Crawl.Run(ctx)
	close(over)
	if err != nil {
		c.letGo()
	}
	if failed := <-taken; failed != nil {
		err = errors.Join(err, fmt.Errorf("take documents in: %w", failed))
	}
	turn(&result.Stats.Totals, c.documents.intake.Stats())
	state, reason := string(result.State), result.Reason
	if err != nil {
		state, reason = string(crawl.Stopped), err.Error()
	}
	return result, errors.Join(err, c.stores.catalogue.Crawls.End(context.WithoutCancel(ctx), c.id, state, reason, time.Now()), c.Close())
}

// Stop ends the crawl soon, as [crawl.Crawl.Stop] does. What has not been taken in waits for the next one.
func (c *Crawl) Stop(reason string) {
	c.Crawl.Stop(reason)
	c.letGo()
}

// Close lets go of the folder. Run does it by itself; a second call does nothing.
func (c *Crawl) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	c.letGo()
	return errors.Join(c.control.Close(), c.documents.Close(), c.stores.closeStores(), c.stores.lock.Release())
}

// stores are the durable parts of a library, opened for a crawl.
type stores struct {
	lock      *lock.Lock
	catalogue *catalogue.Catalogue
	archive   *archive.Archive
	frontier  *frontier.Frontier
	closed    bool
}

// openStores opens the archive last. The catalogue says how far that is good, and what is beyond is cut off: so first
// it must be sure that the catalogue is no old copy.
func (l *Library) openStores(cfg crawl.Config) (s *stores, last catalogue.Crawl, err error) {
	s = new(stores)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.closeStores())
		}
	}()
	if s.catalogue, err = catalogue.Open(context.TODO(), l.path(catalogueName), catalogue.Options{}); err != nil {
		return s, last, err
	}
	if last, _, err = s.catalogue.Crawls.Last(context.TODO()); err != nil {
		return s, last, err
	}
	if s.frontier, err = frontier.Open(l.path(frontierName), frontierOptions(cfg, last)); err != nil {
		return s, last, err
	}
	serial, err := s.catalogue.LastSerial(context.TODO())
	if err != nil {
		return s, last, err
	}
	isBehind, err := l.agree(s.frontier, serial)
	if err != nil {
		return s, last, err
	}
	mark, err := s.catalogue.LastMark(context.TODO())
	if err != nil {
		return s, last, err
	}
	s.archive, err = archive.Open(l.path(archiveName), l.archiveOptions(cfg), archive.Position{File: mark.File, Offset: mark.Offset})
	switch {
	case err != nil:
	case cfg.Again && last.State == string(crawl.Done):
		err = s.forget(serial)
	case isBehind:
		err = s.record(serial)
	}
	return s, last, err
}

// forget empties the frontier, and the counts of refused links, for a crawl anew, which goes on with the numbers of
// the catalogue's groups.
func (s *stores) forget(serial int64) error {
	if err := s.catalogue.ForgetRefused(context.TODO()); err != nil {
		return err
	}
	return s.frontier.Reset(context.TODO(), reached(serial))
}

// record tells the frontier of the group that a crash has kept from it, so that the next crash finds it one group
// behind again, not two.
func (s *stores) record(serial int64) error {
	return s.frontier.Commit(context.TODO(), &frontier.Group{State: reached(serial)})
}

// frontierOptions returns the options of the frontier of a crawl, which goes on with the last one if there is one.
func frontierOptions(cfg crawl.Config, last catalogue.Crawl) frontier.Options {
	o := cfg.FrontierOptions()
	o.Resumed = last.ID > 0
	return o
}

func (l *Library) archiveOptions(cfg crawl.Config) archive.Options {
	info := []archive.Field{
		{Name: "software", Value: "Sluice/" + crawl.Version},
	}
	robots := "obey"
	if cfg.IgnoreRobots {
		robots = "ignore"
	}
	info = append(info, archive.Field{Name: "robots", Value: robots})
	if cfg.Contact != "" {
		info = append(info, archive.Field{Name: "operator", Value: cfg.Contact})
	}
	return archive.Options{Plain: l.PlainArchive, Info: info}
}

// closeStores closes what is open, the frontier first: it points into the others. A second call does nothing,
// whatever the first came to.
func (s *stores) closeStores() error {
	if s.closed {
		return nil
	}
	s.closed = true
	var errs []error
	if s.frontier != nil {
		errs = append(errs, s.frontier.Close())
	}
	if s.archive != nil {
		errs = append(errs, s.archive.Close())
	}
	if s.catalogue != nil {
		errs = append(errs, s.catalogue.Close())
	}
	return errors.Join(errs...)
}
