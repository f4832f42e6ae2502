package sluice

import (
	"context"

	"sluice/crawl"
	"sluice/internal/wiring"
	"sluice/library"
)

// Examine examines whether catalogue, archive, documents, index and frontier can be read, and whether they agree. It takes samples, or reads
// everything if full is set. It changes nothing but the file of the lock, except that it finishes an interrupted rebuild.
func (l *Library) Examine(ctx context.Context, full bool) []library.Finding {
	var all []library.Finding
	for _, f := range l.wired.Examine(ctx, wiring.Examination{Full: full}) {
		all = append(all, f.Finding)
	}
	return all
}

// RebuildOptions configure a rebuild. The zero value works.
type RebuildOptions struct {
	Crawl crawl.Config // the rules by which links are followed; nothing is requested
	Force bool         // use the archive even if it has much less than the old catalogue
}

// Rebuild makes catalogue and frontier again from the archive, after they were lost or damaged. The old ones are kept in the folder under other
// names. The error is [ErrNoArchive] if there is nothing to rebuild from, and a [*library.LossError] if records would be lost and Force is not
// set; after both the library is unchanged.
func (l *Library) Rebuild(ctx context.Context, o RebuildOptions) (library.Rebuilt, error) {
	r, err := l.wired.Rebuild(ctx, l.logged(o.Crawl))
	if err != nil {
		return library.Rebuilt{}, err
	}
	r.Force = o.Force
	done, err := r.Run(ctx, func([]string) string { return "" }) // the settings are the command's
	return library.Rebuilt{
		Answers: done.Exchanges, Damaged: done.Damaged, Damages: done.Damages, Bare: done.Bare, Outside: done.Outside,
		Waiting: done.Stats.Queue, Old: done.Old, Moved: done.Moved,
	}, err
}

// Remove removes a URL, all URLs that begin with one ("http://www.example.org/private/*"), a host, or a document by its hash, and keeps it out
// of the library. No crawl may run meanwhile, and no other process may change documents. If it is interrupted, the same call continues with it.
func (l *Library) Remove(ctx context.Context, what, reason string) (library.Removal, error) {
	return l.wired.Remove(ctx, what, reason, nil)
}

// Allow ends a removal: what it concerned may be fetched again. After the removal of a document by its hash, its URLs are allowed one by one, too.
func (l *Library) Allow(ctx context.Context, what string) error { return l.wired.Allow(ctx, what) }
