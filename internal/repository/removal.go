package repository

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// Remove removes what matches a pattern from the catalogue and the repository, and keeps it
// out: URLs are deleted with their fetches, links and robots.txt; of a document without another
// URL only the hash remains; the decisions about it are erased from the journal. Archive and
// index are not changed: see package removal. No crawl may run at the same time.
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

// Allow ends a removal: what it matched may be fetched again. The error is [ErrNoRemoval] if
// there is no removal with that pattern.
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
