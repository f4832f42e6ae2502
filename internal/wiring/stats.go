package wiring

import (
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
