package wiring

import (
	"context"
	"sync"
	"time"

	"sluice/crawl"
)

// countPagesAsDocuments counts pages that turned out to be documents among the documents.
func countPagesAsDocuments(t *crawl.Totals, done crawl.Intake) {
	n := min(done.AcceptedPages, t.Pages) // some may be of an earlier crawl
	t.Pages, t.Documents = t.Pages-n, t.Documents+n
}

// slowCount is a number that takes long to count. It is counted so seldom that one part in fifty of the time is spent on it, at most.
type slowCount struct {
	mu       sync.Mutex
	n        int64
	next     time.Time // of the next count
	counting bool
}

const countShare = 50

// number returns the number. It calls count if the number is old and no other call is counting. After an error it returns the last number.
func (s *slowCount) number(ctx context.Context, count func(context.Context) (int64, error)) (int64, error) {
	begun := time.Now()
	s.mu.Lock()
	if s.counting || begun.Before(s.next) {
		defer s.mu.Unlock()
		return s.n, nil
	}
	s.counting = true
	s.mu.Unlock() // others get the last number meanwhile
	n, err := count(ctx)
	now := time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counting = false; err == nil {
		s.n, s.next = n, now.Add(countShare*now.Sub(begun))
	}
	return s.n, err
}
