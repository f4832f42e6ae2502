package sluice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/frontier"
	"sluice/internal/library"
)

// ErrNoArchive is the error of rebuilding a library that has no archive.
var ErrNoArchive = errors.New("there is no archive to rebuild from; begin anew with `sluice crawl -d DIR URL`")

// Rebuild makes a library's catalogue and frontier anew. It is run once; one that is not run is closed.
type Rebuild struct {
	*crawl.Crawl
	lib    *Library
	stores *stores
	closed atomic.Bool
}

// Rebuilt is what a rebuild came to.
type Rebuilt struct {
	crawl.Replayed
	State string   // of the crawl now: "stopped" while links wait, else "done"
	Moved []string // what the damaged stores are called now
}

// Rebuild begins to make catalogue and frontier anew from the archive, by the rules in cfg, and locks the folder
// until that is done or closed. Nothing of the old ones is read. Nothing is changed before Run has ended, but for
// what a crash left at the end of the archive, which is cut off.
func (l *Library) Rebuild(cfg crawl.Config) (*Rebuild, error) {
	locked, err := lock(l.dir)
	if err != nil {
		return nil, err
	}
	r := &Rebuild{lib: l, stores: &stores{lock: locked}}
	if err := r.open(cfg); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

func (r *Rebuild) open(cfg crawl.Config) (err error) {
	l, s := r.lib, r.stores
	if _, err := l.takeRebuilt(); err != nil {
		return err
	}
	if there, err := archive.Exists(l.path(archiveName)); err != nil || !there {
		return errors.Join(err, fmt.Errorf("%s: %w", l.dir, ErrNoArchive))
	}
	if err := os.RemoveAll(l.path(rebuildName)); err != nil {
		return err
	}
	if err := os.Mkdir(l.path(rebuildName), 0o755); err != nil {
		return err
	}
	if s.catalogue, err = library.Open(l.path(rebuildName, catalogueName), library.Options{}); err != nil {
		return err
	}
	if s.frontier, err = frontier.Open(l.path(rebuildName, frontierName), frontierOptions(cfg, library.Crawl{})); err != nil {
		return err
	}
	if s.archive, err = archive.Open(l.path(archiveName), l.archiveOptions(cfg), archive.Position{}); err != nil {
		return err
	}
	cfg.Crawl, cfg.Before = 0, crawl.Totals{}
	cfg.CookieJar, cfg.CAFile = "", "" // nothing is asked for
	cfg.Frontier, cfg.Archive, cfg.Catalogue = s.frontier, s.archive, s.catalogue
	r.Crawl, err = crawl.New(cfg)
	return err
}

// Run reads the archive and puts the new stores in the place of the old ones, which stay beside them under other
// names. Until its last step a library whose Rebuild ends in whatever way is as it was. The settings that are kept
// with the crawl may depend on the seeds that the archive tells of.
func (r *Rebuild) Run(ctx context.Context, settings func(seeds []string) string) (result Rebuilt, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	if result.Replayed, err = r.Replay(ctx, r.stores.archive.Records()); err != nil {
		return result, err
	}
	if result.State, err = r.conclude(result.Replayed, settings(result.Seeds)); err != nil {
		return result, err
	}
	if result.Stats.Totals, err = before(r.stores.catalogue, library.Crawl{}); err != nil { // a URL counts once, however often it was fetched
		return result, err
	}
	if err := r.stores.closeStores(); err != nil {
		return result, err
	}
	r.stores = &stores{lock: r.stores.lock}
	if err := r.lib.Close(); err != nil { // what it has open is the old catalogue
		return result, err
	}
	if err := r.lib.declareRebuilt(); err != nil {
		return result, err
	}
	result.Moved, err = r.lib.takeRebuilt()
	return result, err
}

// conclude records one crawl, in which all was fetched.
func (r *Rebuild) conclude(done crawl.Replayed, settings string) (state string, err error) {
	state, reason := string(crawl.Done), ""
	if done.Stats.Queue > 0 {
		state, reason = string(crawl.Stopped), "rebuilt from the archive"
	}
	id, err := r.stores.catalogue.BeginCrawl(settings, done.First)
	if err != nil {
		return state, err
	}
	return state, r.stores.catalogue.EndCrawl(id, state, reason, done.Last)
}

// Close lets go of the folder. Run does it by itself; a second call does nothing.
func (r *Rebuild) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	return errors.Join(r.stores.closeStores(), os.RemoveAll(r.lib.path(rebuildName)), r.stores.lock.Close())
}
