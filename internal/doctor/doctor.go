// Package doctor examines a library: whether catalogue, archive, documents, index and frontier can be read, and whether they agree.
//
// [Examine] returns a finding for each part, with what to do where something is wrong. It changes nothing but the file of the lock. The
// machine under the library is examined by package health.
//
// A full examination reads everything. The other one takes samples, and each of its steps has a time limit, after which it reports what it
// has seen until then.
package doctor

import (
	"context"

	"sluice/internal/catalogue"
	"sluice/internal/health"
	"sluice/internal/lock"
)

// Examine examines a library. While a crawl or a rebuild runs it leaves out what cannot be read safely, and reports that; when one wants to begin
// it releases the frontier within a moment.
func Examine(ctx context.Context, lib Library, o Options) []health.Finding {
	by, held, unknown := lock.HolderOf(context.WithoutCancel(ctx), string(lib.Dir))
	x := &examiner{Library: lib, Options: o, unknown: unknown}
	if held && (by.Purpose == lock.Crawl || by.Purpose == lock.Rebuild) {
		x.by = &by
	}
	x.crawl()
	cat := x.catalogue(ctx)
	var mark catalogue.Mark
	if cat != nil {
		var err error
		if mark, err = cat.LastMark(context.WithoutCancel(ctx)); err != nil {
			cat = nil // its own finding has the cause
		}
	}
	x.archive(ctx, mark, cat)
	if cat != nil {
		x.privacy(ctx, cat)
		x.places(ctx, cat)
		x.documents(ctx, cat)
		x.index(ctx, cat)
	}
	x.frontier(ctx, cat)
	return x.found
}
