package wiring

import (
	"context"
	"errors"
	"log/slog"

	"sluice/crawl"
	"sluice/internal/capture"
	"sluice/internal/collection"
	"sluice/internal/doctor"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/models"
	"sluice/internal/rebuild"
	"sluice/internal/removal"
	"sluice/library"
	"sluice/topic"
)

// Examination sets how thoroughly a library is examined. The zero value takes samples.
type Examination = doctor.Options

// Examine examines whether catalogue, archive, documents, index and frontier can be read, and whether they agree. It changes nothing but
// the file of the lock, except that it finishes an interrupted rebuild.
func (l *Library) Examine(ctx context.Context, e Examination) []health.Finding {
	return doctor.Examine(ctx, doctor.Library{
		Dir: l.dir,
		Catalogue: func(ctx context.Context) (*doctor.Catalogue, error) {
			c, err := l.Catalogue(ctx)
			if err != nil {
				return nil, err
			}
			return &doctor.Catalogue{Database: c, Crawls: c.Crawls, Documents: c.Documents, Captures: c.Captures}, nil
		},
		Repository: func(ctx context.Context) (doctor.Repository, error) { return l.repository(ctx) },
		Frontier: func(ctx context.Context, read func(*frontier.Frontier) error) error {
			return l.ReadFrontier(ctx, lock.Examination, read)
		},
	}, e)
}

// The parts of a rebuild.
type (
	Rebuild = rebuild.Rebuild
	Rebuilt = rebuild.Result
)

// ErrNoArchive is the error of rebuilding a library that has no archive.
var ErrNoArchive = rebuild.ErrNoArchive

// Rebuild begins to make catalogue and frontier again from the archive, by the rules in cfg, and locks the folder until the rebuild has run or
// is closed.
func (l *Library) Rebuild(ctx context.Context, cfg crawl.Config) (_ *Rebuild, err error) {
	if cfg.Topic, err = l.Topic(ctx); err != nil {
		return nil, err
	}
	return rebuild.New(ctx, l.dir, rebuild.Options{
		Crawl:   cfg,
		Release: l.Close,
		Process: func(ctx context.Context) error {
			c, err := l.Collection(ctx, cfg.Log)
			if err != nil {
				return err
			}
			_, err = c.ProcessQueue(ctx)
			return errors.Join(err, l.Close(), c.Close()) // the writer closes last: SQLite removes its log then
		},
	})
}

// RebuildIndex makes the full-text index again from what the library holds, and returns how many documents and pages it has. When ctx ends,
// the next crawl continues with the index.
func (l *Library) RebuildIndex(ctx context.Context, log *slog.Logger) (documents, pages int, err error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Rebuild)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	if _, err := l.Catalogue(ctx); err != nil { // its error names what is missing
		return 0, 0, err
	}
	return collection.RebuildIndex(ctx, l.dir, l.collectionOptions(log))
}

// Topic returns the topic of the library; nil if it has none.
func (l *Library) Topic(ctx context.Context) (*topic.Topic, error) {
	return models.Store{Dir: l.dir.Models()}.Topic(ctx)
}

// SetTopic makes a topic that of the library, and judges all pages and documents by it; nil removes it with all relevance. No crawl may run
// meanwhile. It calls progress, if that is not nil, with the numbers so far, and returns the last of them. If it is interrupted, what is left has
// no relevance, until it is called again.
func (l *Library) SetTopic(ctx context.Context, t *topic.Topic, progress func(pages, documents int)) (pages, documents int, err error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Access)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := l.Collection(ctx, nil)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return c.SetTopic(ctx, t, progress)
}

// Remove removes a URL, all URLs that begin with one, a host, or a document by its hash, and keeps it out of the library. No crawl may run
// meanwhile, and no [Collection] may be open: the error is an [*InUseError] then. If a removal is interrupted, the same call continues with it.
// progress, if it is not nil, is called when a step begins, and while one runs.
func (l *Library) Remove(ctx context.Context, what, reason string, progress func(RemovalStep, library.Removal)) (removed library.Removal, err error) {
	if err := l.dir.CheckLinks(ctx); err != nil { // before a lock is made in one of its folders
		return removed, err
	}
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Removal)
	if err != nil {
		return removed, err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	if _, err := rebuild.Install(l.dir); err != nil {
		return removed, err
	}
	if err := rebuild.Discard(l.dir); err != nil {
		return removed, err
	}
	o := l.collectionOptions(nil)
	o.IsRemoval = true
	err = l.withRemoval(ctx, o, func(r *removal.Library) error {
		r.Progress = progress
		replaced, err := rebuild.Replaced(l.dir)
		if err != nil {
			return err
		}
		removed, err = r.Remove(ctx, what, reason)
		removed.Replaced = replaced
		return err
	})
	return removed, err
}

// RemovalStep is a step of a removal.
type RemovalStep = removal.Step

// RemovalPreview is what a removal would delete.
type RemovalPreview = removal.Preview

// PreviewRemoval returns what Remove would delete. It changes nothing.
func (l *Library) PreviewRemoval(ctx context.Context, what string) (RemovalPreview, error) {
	c, err := l.Catalogue(ctx)
	if err != nil {
		return RemovalPreview{}, err
	}
	r := removal.Library{Dir: l.dir, Catalogue: c, Documents: c.Documents, Removals: c.Removals}
	return r.Preview(ctx, what)
}

// Allow ends a removal: what it concerned may be fetched again.
func (l *Library) Allow(ctx context.Context, what string) error {
	return l.withRemoval(ctx, l.collectionOptions(nil), func(r *removal.Library) error { return r.Allow(ctx, what) })
}

// eraseLinks erases URLs from the frontier, if there is one. The caller holds the lock.
func (l *Library) eraseLinks(ctx context.Context, matches func(url string) bool) error {
	if found, err := folder.Exists(l.dir.Frontier()); err != nil || !found {
		return err
	}
	return frontier.Erase(ctx, l.dir.Frontier(), matches, "removed")
}

// withRemoval calls do with the parts of the library that a removal changes.
func (l *Library) withRemoval(ctx context.Context, o collection.Options, do func(*removal.Library) error) (err error) {
	if _, err := l.Catalogue(ctx); err != nil { // its error names what is missing
		return err
	}
	c, err := collection.Open(ctx, l.dir, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return do(&removal.Library{
		Dir: l.dir, Catalogue: c.Catalogue, Documents: c.Catalogue.Documents, Removals: c.Catalogue.Removals, Captures: c.Catalogue.Captures,
		Repository: c.Repository, Index: c.Index, Collection: c, Bodies: capture.NewReader(l.dir, c.Catalogue),
		EraseLinks: l.eraseLinks,
	})
}
