package sluice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/replay"
	"sluice/internal/repository"
	"sluice/weburl"
)

// ErrNoArchive is the error of rebuilding a library that has no archive.
var ErrNoArchive = errors.New("there is no archive to rebuild from (put the folder archive back from a copy; without one begin anew in another folder)")

// Rebuild makes a library's catalogue and frontier anew. It is run once; one that is not run is closed.
type Rebuild struct {
	*crawl.Crawl
	Log   *slog.Logger // nil: silence
	Force bool         // take the archive even if it has much less than the old catalogue knows of: see LossError

	lib    *Library
	stores *stores
	seeds  []string // of the settings
	closed atomic.Bool
}

// Rebuilt is what a rebuild came to.
type Rebuilt struct {
	replay.Result
	Old   Old
	State string   // of the crawl now: "stopped" while links wait, else "done"
	Moved []string // what the damaged stores are called now
}

// Old is what the old catalogue knew; zero when there is none.
type Old struct {
	Known   int64  // URLs that had brought an answer
	Missing int64  // those of them of which the archive has none
	Unread  string // why it could not be read to its end, so that it knew more; empty: it could
}

// A LossError refuses to put in the place of a catalogue one that would know less than nine tenths of it.
type LossError struct {
	Dir string
	Old
}

func (e *LossError) Error() string {
	as := ""
	if e.Unread != "" {
		as = ", as far as it can be read,"
	}
	return fmt.Sprintf("the old catalogue%s knows %d URLs that brought an answer; %d of them are not in the archive (put the missing files back into %s, or give --force to go on without them)",
		as, e.Known, e.Missing, filepath.Join(e.Dir, archiveName))
}

const keysAtOnce = 1000

// Rebuild begins to make catalogue and frontier anew from the archive, by the rules in cfg, and locks the folder
// until that is done or closed. Nothing is changed before Run has ended, and nothing of the archive at all: what a
// crash left at its end is cut off by the next crawl.
func (l *Library) Rebuild(ctx context.Context, cfg crawl.Config) (*Rebuild, error) {
	locked, err := lock.Acquire(ctx, l.dir, lock.Rebuild)
	if err != nil {
		return nil, err
	}
	r := &Rebuild{Log: cmp.Or(cfg.Log, slog.New(slog.DiscardHandler)), lib: l, stores: &stores{lock: locked}}
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
	if s.catalogue, err = catalogue.Open(context.TODO(), l.path(rebuildName, catalogueName), catalogue.Options{}); err != nil {
		return err
	}
	if s.frontier, err = frontier.Open(l.path(rebuildName, frontierName), frontierOptions(cfg, catalogue.Crawl{})); err != nil {
		return err
	}
	if s.archive, err = archive.OpenReadOnly(l.path(archiveName)); err != nil {
		return err
	}
	cfg.Crawl, cfg.Before = 0, crawl.Totals{}
	cfg.CookieJar, cfg.CAFile = "", "" // nothing is asked for
	cfg.Frontier, cfg.Archive, cfg.Catalogue = s.frontier, s.archive, s.catalogue
	r.seeds = cfg.Seeds
	r.Crawl, err = crawl.New(cfg)
	return err
}

// Run reads the archive and puts the new stores in the place of the old ones, which stay beside them under other
// names. Until its last step a library whose Rebuild ends in whatever way is as it was. The settings that are kept
// with the crawl may depend on the seeds that the archive tells of.
func (r *Rebuild) Run(ctx context.Context, settings func(seeds []string) string) (result Rebuilt, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	source := replay.Source{Archive: r.stores.archive, Catalogue: r.stores.catalogue, Seeds: r.seeds}
	if result.Result, err = replay.Run(ctx, r.Crawl, source); err != nil {
		return result, err
	}
	if result.Old, err = r.compare(ctx); err != nil {
		return result, err
	}
	if result.Old.Missing*10 > result.Old.Known && !r.Force {
		return result, &LossError{Dir: r.lib.dir, Old: result.Old}
	}
	if result.State, err = r.conclude(result.Result, settings(result.Seeds)); err != nil {
		return result, err
	}
	if result.Stats.Totals, err = before(r.stores.catalogue, catalogue.Crawl{}); err != nil { // a URL counts once, however often it was fetched
		return result, err
	}
	if err := r.carry(ctx); err != nil {
		return result, err
	}
	if err := r.stores.closeStores(); err != nil {
		return result, err
	}
	if err := r.lib.isWritten(); err != nil {
		return result, err
	}
	if err := r.lib.Close(); err != nil { // what it has open is the old catalogue
		return result, err
	}
	if err := r.lib.declareRebuilt(); err != nil {
		return result, err
	}
	if result.Moved, err = r.lib.takeRebuilt(); err != nil {
		return result, err
	}
	return result, r.takeIn(ctx)
}

// carry brings over what the archive does not tell of documents: from the old catalogue, if it can be read, and from the journal of
// what people said.
func (r *Rebuild) carry(ctx context.Context) error {
	old, err := r.lib.Catalogue(ctx)
	if !exists(r.lib.path(documentsName)) {
		if err != nil {
			return nil
		}
		removals, err := old.Removals.All(ctx) // the documents are read again
		if err != nil {
			return nil
		}
		return r.stores.catalogue.Removals.Reapply(ctx, removals)
	}
	if err == nil {
		if err := r.stores.catalogue.CopyDocuments(ctx, old); err != nil {
			if ctx.Err() != nil {
				return err
			}
			r.Log.Warn("what the old catalogue knew of documents cannot be had; they are read again", "err", err)
		}
	}
	repo, err := repository.Open(r.lib.path(documentsName), r.stores.catalogue)
	if err != nil {
		return err
	}
	_, err = repo.TakeJournal(ctx)
	return err
}

// takeIn reads the documents that the new catalogue does not know. What it does not come to waits for the next crawl.
func (r *Rebuild) takeIn(ctx context.Context) error {
	c, err := r.lib.Collection(ctx, r.Log)
	if err != nil {
		return err
	}
	_, err = c.TakeIn(ctx)
	return errors.Join(err, r.lib.Close(), c.Close()) // who writes goes last, and takes the log with it
}

// compare sees which answers the old catalogue knows of and the archive has not given, as far as it can be read.
func (r *Rebuild) compare(ctx context.Context) (old Old, err error) {
	if !r.lib.has(catalogueName) {
		return old, nil
	}
	cat, err := r.lib.Catalogue(ctx)
	if err != nil {
		return Old{Unread: err.Error()}, nil
	}
	list, err := cat.List(ctx, "urls", "status > 0 and outcome != retried", 0)
	if err != nil {
		return Old{Unread: err.Error()}, nil
	}
	at := slices.Index(list.Columns, "url")
	keys := make([]weburl.Key, 0, keysAtOnce)
	var found [keysAtOnce]frontier.Known
	look := func() error {
		if err := r.stores.frontier.Known(ctx, keys, found[:len(keys)]); err != nil {
			return err
		}
		for _, f := range found[:len(keys)] {
			if f.State != frontier.Done && f.State != frontier.Refused {
				old.Missing++
			}
		}
		keys = keys[:0]
		return ctx.Err()
	}
	for record, err := range list.All() {
		if err != nil {
			old.Unread = err.Error()
			break
		}
		text, _ := record[at].(string)
		u, err := weburl.NoRules().Parse(text)
		if err != nil {
			continue
		}
		old.Known++
		if keys = append(keys, u.Key()); len(keys) == keysAtOnce {
			if err := look(); err != nil {
				return old, err
			}
		}
	}
	return old, look()
}

// conclude records one crawl, in which all was fetched.
func (r *Rebuild) conclude(done replay.Result, settings string) (state string, err error) {
	state, reason := string(crawl.Done), ""
	if done.Stats.Queue > 0 {
		state, reason = string(crawl.Stopped), "rebuilt from the archive"
	}
	id, err := r.stores.catalogue.Crawls.Begin(context.TODO(), settings, done.First)
	if err != nil {
		return state, err
	}
	return state, r.stores.catalogue.Crawls.End(context.TODO(), id, state, reason, done.Last)
}

// Close lets go of the folder. Run does it by itself; a second call does nothing.
func (r *Rebuild) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	return errors.Join(r.stores.closeStores(), os.RemoveAll(r.lib.path(rebuildName)), r.stores.lock.Release())
}
