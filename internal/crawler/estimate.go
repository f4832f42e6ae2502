package crawler

import (
	"sync"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler/internal/eta"
)

// estimate is the estimate of the end of a crawl. It may be used by many goroutines at a time.
type estimate struct {
	mu        sync.Mutex
	estimator *eta.Estimator
}

// newEstimate returns an estimate without samples.
func newEstimate(l crawl.Limits) *estimate {
	return &estimate{estimator: eta.New(eta.Limits{Pages: l.Pages, Bytes: l.Bytes, Time: l.Time})}
}

// left returns the time until the crawl ends, 0 when it is not known.
func (e *estimate) left() time.Duration {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.estimator.Left()
}

// end forgets the samples, when no more follow.
func (e *estimate) end() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.estimator.Reset()
}

// isHeld reports whether the crawl pauses for a fault on our side or by the idle hours.
func (c *Crawl) isHeld() bool { return c.pause.reason() != "" || c.counters.resting.Load() }

// sampleQueue adds a sample to the estimate when one is due.
func (c *Crawl) sampleQueue() {
	e, now := c.estimate, c.cfg.Clock.Now()
	e.mu.Lock()
	defer e.mu.Unlock()
	if c.isHeld() {
		e.estimator.Reset()
		return
	}
	if !e.estimator.Due(now) {
		return
	}
	t := c.counters.totals()
	e.estimator.Add(eta.Sample{
		At: now, Waiting: c.cfg.Frontier.Counts().Waiting, Ended: t.URLs(), Counted: t.URLs() - t.Unchanged, Bytes: t.Bytes, Active: t.Active,
		AtLeast: c.cfg.Frontier.LeastTime(),
	})
}
