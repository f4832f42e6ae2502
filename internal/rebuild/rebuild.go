// Package rebuild makes the catalogue and the frontier of a library again from its archive.
//
// [New] begins a rebuild, and [Rebuild.Run] runs it: every answer in the archive is processed again by a crawl that requests nothing, over new
// stores in a folder of their own. When they are whole they replace the old ones, which stay in the library's folder under other names.
// Until then a rebuild that fails, or that is killed, leaves the library as it was. If the replacement is interrupted, [Finish] or
// [Install] ends it.
//
// The package opens the old catalogue and makes the new one, and copies rows from one to the other. It therefore uses the catalogue's own
// type where other packages declare an interface.
package rebuild

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/figures"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/lock"
	"sluice/internal/permission"
	"sluice/internal/replay"
	"sluice/internal/stores"
	"sluice/library"
	"sluice/weburl"
)

// ErrNoArchive is the error of rebuilding a library that has no archive.
var ErrNoArchive = errors.New("there is no archive to rebuild from (restore the folder archive from a backup; without one start a new library in another folder)")

// Rebuild is a rebuild that has begun. It is run once; one that is not run is closed.
type Rebuild struct {
	*crawler.Crawl
	Force bool // use the archive even if it has much less than the old catalogue: see [library.LossError]

	dir    folder.Dir
	o      Options
	log    *slog.Logger
	lock   *lock.Lock
	stores stores.Stores        // the new ones
	old    *catalogue.Catalogue // to read; nil until it is needed
	closed atomic.Bool
}

// Options are what a rebuild needs besides the folder.
type Options struct {
	Crawl crawl.Config // the rules by which links are followed; nothing is fetched

	// Release closes what the caller has open of the old stores. It is called before they are replaced.
	Release func() error

	// Process reads the documents in the archive that the new catalogue does not know. What it does not come to waits for the next crawl.
	Process func(context.Context) error
}

// Result is what a rebuild has done.
type Result struct {
	replay.Result
	Old   library.Comparison // zero without an old catalogue
	State string             // of the crawl now: "stopped" while links wait, "failed" if they are seeds only, else "done"
	Left  []string           // these seeds, which have no response in the archive
	Moved []string           // the names of the old stores now
}

const keysAtOnce = 1000

// New begins a rebuild of a library, and locks its folder until the rebuild has run or is closed. Nothing is changed before Run has ended,
// and nothing of the archive at all: what a crash has left at its end is cut off by the next crawl.
func New(ctx context.Context, dir folder.Dir, o Options) (*Rebuild, error) {
	locked, err := lock.Acquire(ctx, string(dir), lock.Rebuild)
	if err != nil {
		return nil, err
	}
	r := &Rebuild{dir: dir, o: o, lock: locked, log: cmp.Or(o.Crawl.Log, slog.New(slog.DiscardHandler))}
	if err := r.open(ctx, o.Crawl); err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// open makes the new stores in folders of their own, so that the old ones serve until the new ones replace them.
func (r *Rebuild) open(ctx context.Context, cfg crawl.Config) (err error) {
	if err := r.dir.CheckLinks(ctx); err != nil {
		return err
	}
	if _, err := Install(r.dir); err != nil {
		return err
	}
	if found, err := archive.Exists(ctx, r.dir.Archive()); err != nil || !found {
		return errors.Join(err, fmt.Errorf("%s: %w", r.dir, ErrNoArchive))
	}
	if err := Discard(r.dir); err != nil {
		return err
	}
	tmp := newDir(r.dir)
	lib := permission.Library(r.dir)
	// The new catalogue gets the permissions of the old one, and the new frontier those of the new catalogue.
	if err := errors.Join(lib.MkdirAll(string(tmp)), lib.Ensure(tmp.Catalogue())); err != nil {
		return err
	}
	s := &r.stores
	if s.Catalogue, err = catalogue.Open(ctx, tmp.Catalogue(), catalogue.Options{}); err != nil {
		return err
	}
	if s.Frontier, err = frontier.Open(ctx, tmp.Frontier(), crawler.FrontierOptions(cfg, crawler.Parts{})); err != nil {
		return err
	}
	if s.Archive, err = archive.OpenReadOnly(ctx, r.dir.Archive()); err != nil {
		return err
	}
	cfg.Network.Cookies, cfg.Network.CookieJar, cfg.Network.CAFile = crawl.CookiesNone, "", "" // nothing is fetched
	r.Crawl, err = crawler.New(cfg, crawler.Parts{Frontier: s.Frontier, Archive: s.Archive, Catalogue: s.Catalogue})
	return err
}

// Run reads the archive, replaces the stores, and closes the rebuild. settings returns the settings that are stored
// with the crawl, for the seeds that the archive names.
func (r *Rebuild) Run(ctx context.Context, settings func(seeds []string) string) (result Result, err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	source := replay.Source{Archive: r.stores.Archive, Catalogue: r.stores.Catalogue, Seeds: r.o.Crawl.Seeds}
	if result.Result, err = replay.Run(ctx, r.Crawl, source); err != nil {
		return result, err
	}
	if result.Old, err = r.compare(ctx); err != nil {
		return result, err
	}
	if result.Old.Missing*10 > result.Old.Known && !r.Force {
		return result, &library.LossError{Archive: r.dir.Archive(), Old: result.Old}
	}
	if result.Left, err = r.seedsLeft(ctx, result.Stats.Queue); err != nil {
		return result, err
	}
	if result.State, err = r.conclude(ctx, &result, settings(result.Seeds)); err != nil {
		return result, err
	}
	if result.Stats.Totals, err = figures.Totals(ctx, r.stores.Catalogue, catalogue.Crawl{}); err != nil { // a URL counts once, however often it was fetched
		return result, err
	}
	if err := r.carry(ctx, &result.Old); err != nil {
		return result, err
	}
	if err := r.stores.Close(); err != nil {
		return result, err
	}
	if err := checkWritten(r.dir); err != nil {
		return result, err
	}
	if err := errors.Join(r.closeOld(), r.o.Release()); err != nil {
		return result, err
	}
	if err := declareComplete(r.dir); err != nil {
		return result, err
	}
	if result.Moved, err = Install(r.dir); err != nil {
		return result, err
	}
	return result, r.o.Process(ctx)
}

// oldCatalogue opens the old catalogue to read.
func (r *Rebuild) oldCatalogue(ctx context.Context) (*catalogue.Catalogue, error) {
	if r.old != nil {
		return r.old, nil
	}
	old, err := catalogue.Open(ctx, r.dir.Catalogue(), catalogue.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	r.old = old
	return old, nil
}

// closeOld closes the old catalogue. A second call does nothing.
func (r *Rebuild) closeOld() error {
	if r.old == nil {
		return nil
	}
	err := r.old.Close()
	r.old = nil
	return err
}

// carry copies what the archive does not have about documents: from the old catalogue, if it can be read, and from the journal of what people
// said. It adds to known why the removals of the old catalogue could not be read.
func (r *Rebuild) carry(ctx context.Context, known *library.Comparison) error {
	kept, err := folder.Exists(r.dir.Documents())
	if err != nil {
		return err
	}
	old, err := r.oldCatalogue(ctx)
	if !kept {
		var removals []catalogue.Removal // the documents are read again
		if err == nil {
			removals, err = old.Removals.All(ctx)
		}
		switch {
		case err == nil:
			return r.stores.Catalogue.Removals.Reapply(ctx, removals)
		case ctx.Err() != nil:
			return ctx.Err()
		}
		has, statErr := folder.HasContent(r.dir.Catalogue())
		if statErr != nil {
			return statErr
		}
		if has {
			r.log.Warn("the removals in the old catalogue cannot be read and are lost; remove again what must stay out", "err", err)
			known.Unread = cmp.Or(known.Unread, err.Error())
		}
		return nil
	}
	if err == nil {
		if err := r.stores.Catalogue.CopyDocuments(ctx, old); err != nil {
			if ctx.Err() != nil {
				return err
			}
			r.log.Warn("the old catalogue's records of documents cannot be read; the documents are read again", "err", err)
		}
	}
	repo, err := stores.OpenRepository(r.dir, r.stores.Catalogue)
	if err != nil {
		return err
	}
	_, err = repo.ApplyJournal(ctx)
	return err
}

// compare counts the answers that the old catalogue has, as far as it can be read, and those of them that the archive did not have.
func (r *Rebuild) compare(ctx context.Context) (old library.Comparison, err error) {
	if has, err := folder.HasContent(r.dir.Catalogue()); err != nil || !has {
		return old, err
	}
	cat, err := r.oldCatalogue(ctx)
	if err != nil {
		return library.Comparison{Unread: err.Error()}, nil
	}
	list, err := cat.List(ctx, "urls", "status > 0 and outcome != retry", 0)
	if err != nil {
		return library.Comparison{Unread: err.Error()}, nil
	}
	at := slices.Index(list.Columns, "url")
	keys := make([]weburl.Key, 0, keysAtOnce)
	var found [keysAtOnce]frontier.Known
	count := func() error {
		if err := r.stores.Frontier.Known(ctx, keys, found[:len(keys)]); err != nil {
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
			if err := count(); err != nil {
				return old, err
			}
		}
	}
	return old, count()
}

// seedsLeft returns the seeds that wait, if all URLs that wait, so many, are seeds.
func (r *Rebuild) seedsLeft(ctx context.Context, waiting int64) ([]string, error) {
	var left []string
	var known [1]frontier.Known
	seen := map[weburl.Key]bool{}
	for _, s := range r.o.Crawl.Seeds {
		u, err := weburl.ParseSeed(s)
		if err != nil || seen[u.Key()] {
			continue
		}
		seen[u.Key()] = true
		if err := r.stores.Frontier.Known(ctx, []weburl.Key{u.Key()}, known[:]); err != nil {
			return nil, err
		}
		if known[0].State == frontier.Waiting {
			left = append(left, u.String())
		}
	}
	if int64(len(left)) != waiting {
		return nil, nil
	}
	return left, nil
}

// conclude records one crawl, in which everything was fetched. If only seeds are left, they may be those that could not be reached, and
// the next crawl may begin anew with all seeds.
func (r *Rebuild) conclude(ctx context.Context, done *Result, settings string) (state string, err error) {
	state, reason := string(crawl.Done), ""
	switch {
	case len(done.Left) > 0:
		state, reason = string(crawl.Failed), "seeds without a response in the archive"
	case done.Stats.Queue > 0:
		state, reason = string(crawl.Stopped), "rebuilt from the archive"
	}
	id, err := r.stores.Catalogue.Crawls.Begin(ctx, settings, done.First)
	if err != nil {
		return state, err
	}
	return state, r.stores.Catalogue.Crawls.End(ctx, id, state, reason, done.Last)
}

// Close removes the new stores and unlocks the folder. Run does it by itself; a second call does nothing.
func (r *Rebuild) Close() error {
	if r.closed.Swap(true) {
		return nil
	}
	return errors.Join(r.closeOld(), r.stores.Close(), Discard(r.dir), r.lock.Release())
}
