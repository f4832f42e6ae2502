package sluice

import (
	"context"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/intake"
)

// Stats is how far a crawl and the processing of its documents have come.
type Stats struct {
	crawl.Stats
	Found                      int64            // URLs of documents, fetched or not; may be some seconds old
	Accepted, Rejected, Unread int64            // documents filed by this run
	RejectedBy                 map[string]int64 // by cause
	ToRead                     int64            // documents and pages in the intake's queue
}

// Stats returns how far the crawl has come. It may be called at any time.
func (c *Crawl) Stats() Stats {
	done := c.documents.Stats()
	s := Stats{Stats: c.Crawl.Stats(), Accepted: done.Accepted, Rejected: done.Rejected, Unread: done.Waiting, RejectedBy: done.RejectedBy}
	countPagesAsDocuments(&s.Totals, done)
	s.ToRead, _ = c.stores.Catalogue.Queue.Len(context.Background()) // a number on a screen; a catalogue that fails ends the crawl itself
	s.Found = c.found.number(func() (int64, error) { return c.stores.Catalogue.CountFound(context.Background()) })
	return s
}

// countPagesAsDocuments counts pages that turned out to be documents among the documents.
func countPagesAsDocuments(t *crawl.Totals, done intake.Stats) {
	n := min(done.Turned, t.Pages) // some may be of an earlier crawl
	t.Pages, t.Documents = t.Pages-n, t.Documents+n
}

// Metrics is what a crawl measures of itself and of the processing of its documents. Counters begin at zero with each run.
type Metrics struct {
	crawl.Metrics
	Found  int64 // URLs of documents, fetched or not
	ToRead int64 // documents and pages in the intake's queue
	Intake intake.Stats
}

// Metrics returns what the crawl has measured until now. It may be called at any time.
func (c *Crawl) Metrics() Metrics {
	s := c.Stats()
	return Metrics{Metrics: c.Crawl.Metrics(), Found: s.Found, ToRead: s.ToRead, Intake: c.documents.Stats()}
}

// slowCount is a number that takes long to count. It is counted so seldom that one part in fifty of the time is spent on it, at most.
type slowCount struct {
	mu   sync.Mutex
	n    int64
	next time.Time
}

const countShare = 50

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
