package crawl

import (
	"sync"
	"sync/atomic"
	"time"

	"sluice/internal/catalogue"
	"sluice/weburl"
)

// Stats is how far a crawl is.
type Stats struct {
	Totals
	Queue          int64         // URLs that wait
	Inflight       int           // requests under way
	Active         int           // hosts that are being asked
	Hosts          int64         // hosts with links that wait
	Elapsed        time.Duration // of this run
	PagesPerSecond float64       // of the last ten seconds, documents included
	BytesPerSecond float64
	Until          time.Time // all hosts that have links rest, the first of them until then; zero: they don't
	Resting        bool      // by the hours of rest
	Paused         string    // the fault on our side that the crawl waits for; empty when it does not
	Stalled        string    // the request that makes no progress; empty when all do
}

// counters are what a crawl counts while it runs.
type counters struct {
	begun   time.Time
	before  Totals
	resting atomic.Bool
	stalled atomic.Pointer[string]
	meters

	pages, documents, errors, refused, bytes atomic.Int64

	mu     sync.Mutex
	active map[string]int // requests under way, by host
	window []sample       // the last seconds, oldest first
}

// sample is what had been counted at a moment.
type sample struct {
	at           time.Time
	pages, bytes int64
}

const windowSize = 10 // samples, one a second

func newCounters(before Totals) *counters {
	s := &counters{begun: time.Now(), before: before, active: map[string]int{}}
	s.byStatus, s.byError, s.byRetry, s.byRule = map[int]int64{}, map[string]int64{}, map[string]int64{}, map[string]int64{}
	s.pages.Store(before.Pages)
	s.documents.Store(before.Documents)
	s.errors.Store(before.Errors)
	s.refused.Store(before.Refused)
	s.bytes.Store(before.Bytes)
	s.tick()
	return s
}

func (s *counters) begin(u weburl.URL) {
	s.mu.Lock()
	s.active[u.Host()]++
	s.mu.Unlock()
}

func (s *counters) end(u weburl.URL) {
	s.mu.Lock()
	if s.active[u.Host()]--; s.active[u.Host()] == 0 {
		delete(s.active, u.Host())
	}
	s.mu.Unlock()
}

// committed counts what a group made durable.
func (s *counters) committed(g *catalogue.Group) {
	s.count(g)
	s.bytes.Add(g.Wire)
	for i := range g.Fetches {
		f := &g.Fetches[i]
		s.bytes.Add(f.Wire)
		if f.Outcome == catalogue.Retried || f.Outcome == catalogue.Ruled {
			continue
		}
		if f.Document {
			s.documents.Add(1)
		} else {
			s.pages.Add(1)
		}
		if f.Outcome == catalogue.Failed {
			s.errors.Add(1)
		}
	}
	for _, r := range g.Refused {
		s.refused.Add(r.N)
	}
}

func (s *counters) totals() Totals {
	return Totals{
		Pages: s.pages.Load(), Documents: s.documents.Load(), Errors: s.errors.Load(),
		Refused: s.refused.Load(), Bytes: s.bytes.Load(), Active: s.before.Active + time.Since(s.begun),
	}
}

// tick takes a sample for the rates.
func (s *counters) tick() {
	now := sample{time.Now(), s.pages.Load() + s.documents.Load(), s.bytes.Load()}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.window) == windowSize {
		s.window = append(s.window[:0], s.window[1:]...)
	}
	s.window = append(s.window, now)
}

func (s *counters) rates() (pages, bytes float64, active int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	first := s.window[0]
	if d := time.Since(first.at).Seconds(); d > 0 {
		pages = float64(s.pages.Load()+s.documents.Load()-first.pages) / d
		bytes = float64(s.bytes.Load()-first.bytes) / d
	}
	return pages, bytes, len(s.active)
}

// Stats tells how far the crawl is. It may be called at any time.
func (c *Crawl) Stats() Stats {
	counts := c.cfg.Frontier.Counts()
	s := Stats{
		Totals: c.stats.totals(), Queue: counts.Waiting, Inflight: int(c.busy.Load()), Hosts: counts.Hosts,
		Elapsed: time.Since(c.stats.begun), Resting: c.stats.resting.Load(),
	}
	s.PagesPerSecond, s.BytesPerSecond, s.Active = c.stats.rates()
	if h := c.held.Load(); h != nil && time.Now().Before(h.until) {
		s.Paused = h.reason
	}
	if p := c.stats.stalled.Load(); p != nil {
		s.Stalled = *p
	}
	if at, ok := c.cfg.Frontier.Ready(); ok && s.Queue > 0 && s.Inflight == 0 && time.Until(at) > 0 {
		s.Until = at
	}
	return s
}
