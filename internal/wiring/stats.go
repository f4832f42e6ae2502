package wiring

import (
	"context"
	"errors"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/figures"
)

// countPagesAsDocuments counts pages that turned out to be documents among the documents.
func countPagesAsDocuments(t *crawl.Totals, done crawl.Intake) {
	n := min(done.AcceptedPages, t.Pages) // some may be of an earlier crawl
	t.Pages, t.Documents = t.Pages-n, t.Documents+n
}

// countLibrary sets the totals of the library.
func (c *Crawl) countLibrary(ctx context.Context, s *crawl.Stats) error {
	t, active, err := c.stores.Catalogue.Totals(ctx)
	s.Library = figures.TotalsOf(t, active)
	return err
}

// countRecords sets all figures that the catalogue counts, as they are when the crawl has ended.
func (c *Crawl) countRecords(ctx context.Context, s *crawl.Stats) error {
	errLibrary := c.countLibrary(ctx, s)
	var errQueue error
	s.ToRead, errQueue = c.stores.Catalogue.Queue.Len(ctx)
	filed, errFiled := c.stores.Catalogue.DocumentCounts(ctx)
	if errFiled == nil {
		figures.CountFiled(s, &filed)
	}
	return errors.Join(errLibrary, errQueue, errFiled)
}

// slowCount is what takes long to count. It is counted so seldom that one part in fifty of the time is spent on it, at most.
type slowCount[T any] struct {
	mu       sync.Mutex
	last     T
	next     time.Time // of the next count
	counting bool
}

const countShare = 50

// value returns what was counted. It calls count if that is old and no other call is counting. After an error it returns the last value.
func (s *slowCount[T]) value(ctx context.Context, count func(context.Context) (T, error)) (T, error) {
	begun := time.Now()
	s.mu.Lock()
	if s.counting || begun.Before(s.next) {
		defer s.mu.Unlock()
		return s.last, nil
	}
	s.counting = true
	s.mu.Unlock() // others get the last value meanwhile
	n, err := count(ctx)
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counting = false; err == nil {
		s.last, s.next = n, now.Add(countShare*now.Sub(begun))
	}
	return s.last, err
}
