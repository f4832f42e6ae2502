package main

import (
	"context"
	"sync"

	"sluice/crawl"
)

// latestStats returns the figures of a crawl for its view: as they are while it runs, and those of its result when it has ended. The stores are
// closed by then and count nothing.
type latestStats struct {
	count func(context.Context) (crawl.Stats, error)

	mu    sync.Mutex
	last  crawl.Stats
	ended bool
}

// value returns the figures, or those of the call before if the catalogue cannot count: its failure ends the crawl with its error.
func (l *latestStats) value(ctx context.Context) crawl.Stats {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return l.last
	}
	if s, err := l.count(ctx); err == nil {
		l.last = s
	}
	return l.last
}

// end sets the figures with which the crawl has ended. After an error those of before are kept.
func (l *latestStats) end(s *crawl.Stats, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended = true; err == nil {
		l.last = *s
	}
}
