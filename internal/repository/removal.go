package repository

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// Remove takes what a pattern concerns out of the catalogue and the repository, and keeps it
// out: URLs are forgotten with their fetches, links and robots.txt, and of a document that has
// no other URL only the hash is left; the journal forgets what people said of it. Archive and
// index are not touched: see package removal. No crawl may run meanwhile.
func (r *Repository) Remove(ctx context.Context, pattern, reason string) error {
	p, err := query.ParsePattern(pattern)
	if err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	doing := "remove " + string(p)
	if err := r.record(ctx, doing, catalogue.Entry{At: time.Now().UTC(), Do: catalogue.DoRemove, Pattern: p, Reason: reason}); err != nil {
		return err
	}
	return r.failed(doing, r.eraseEntries(ctx, p))
}

// Allow ends a removal: what it concerned may be fetched again. The error is [ErrNoRemoval] if
// there is none with that pattern.
func (r *Repository) Allow(ctx context.Context, pattern string) error {
	p, err := query.ParsePattern(pattern)
	if err != nil {
		return fmt.Errorf("allow: %w", err)
	}
	all, err := r.c.Removals.All(ctx)
	if err != nil {
		return err
	}
	for _, is := range all {
		if is.Pattern == p {
			return r.record(ctx, "allow "+string(p), catalogue.Entry{At: time.Now().UTC(), Do: catalogue.DoAllow, Pattern: p})
		}
	}
	return fmt.Errorf("allow %s: %w", p, ErrNoRemoval)
}

// ErrNoRemoval is the error of allowing what was not removed.
var ErrNoRemoval = errors.New("nothing was removed by this pattern")
