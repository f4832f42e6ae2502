package sluice

import (
	"context"
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/intake"
)

// Stats is how far a crawl is, and the taking in of documents beside it.
type Stats struct {
	crawl.Stats
	Found                      int64            // URLs of documents, fetched or not; at times some seconds old
	Accepted, Rejected, Unread int64            // documents filed by this run
	RejectedBy                 map[string]int64 // by cause
	ToRead                     int64            // documents and pages that wait to be taken in
}

// Stats gives how far the crawl is. It may be called at any time.
func (c *Crawl) Stats() Stats {
	taken := c.documents.intake.Stats()
	s := Stats{Stats: c.Crawl.Stats(), Accepted: taken.Accepted, Rejected: taken.Rejected, Unread: taken.Waiting, RejectedBy: taken.RejectedBy}
	turn(&s.Totals, taken)
	s.ToRead, _ = c.stores.catalogue.Queue.Len(context.Background())
	s.Found = c.found.number(func() (int64, error) { return c.stores.catalogue.CountFound(context.Background()) })
	return s
}

// turn counts among the documents the pages that turned out to be such.
func turn(t *crawl.Totals, taken intake.Stats) {
	n := min(taken.Turned, t.Pages) // some may be of an earlier crawl
	t.Pages, t.Documents = t.Pages-n, t.Documents+n
}

// Metrics is what a crawl measures of itself and of the taking in beside it. Counters begin at zero with each run.
type Metrics struct {
	crawl.Metrics
	Found  int64 // URLs of documents, fetched or not
	ToRead int64 // documents and pages that wait to be taken in
	Intake intake.Stats
}

// Metrics gives what the crawl has measured so far. It may be called at any time.
func (c *Crawl) Metrics() Metrics {
	s := c.Stats()
	return Metrics{Metrics: c.Crawl.Metrics(), Found: s.Found, ToRead: s.ToRead, Intake: c.documents.intake.Stats()}
}

// seldom is a number that is dear to count: no more than one part in fifty of the time goes into it.
type seldom struct {
	mu   sync.Mutex
	n    int64
	next time.Time
}

const dearness = 50

func (s *seldom) number(count func() (int64, error)) int64 {
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
	s.next = now.Add(dearness * now.Sub(begun))
	return s.n
}
