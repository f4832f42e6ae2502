package wiring

import (
	"sync"
	"time"

	"sluice/crawl"
)

// countPagesAsDocuments counts pages that turned out to be documents among the documents.
func countPagesAsDocuments(t *crawl.Totals, done crawl.Intake) {
	n := min(done.Turned, t.Pages) // some may be of an earlier crawl
	t.Pages, t.Documents = t.Pages-n, t.Documents+n
}

// slowCount is a number that takes long to count. It is counted so seldom that one part in fifty of the time is spent on it, at most.
type slowCount struct {
	mu   sync.Mutex
	n    int64
	next time.Time
}

const countShare = 50

// number returns the count, from count if it is time for that. After an error it returns the last one.
func (s *slowCount) number(count func() (int64, error)) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	begun := time.Now()
	if begun.Before(s.next) {
		return s.n
	}
	if n, err := count(); err == nil {
		s.n = n
	}
	now := time.Now()
	s.next = now.Add(countShare * now.Sub(begun))
	return s.n
}
