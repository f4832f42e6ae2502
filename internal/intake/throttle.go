package intake

import (
	"context"
	"runtime/metrics"
	"sync"
	"time"
)

// throttle lets fetching go first when processors are scarce: while goroutines wait for one,
// readers pause. Without it a crawl on few processors slows down as soon as it finds documents.
type throttle struct {
	mu         sync.Mutex
	sampled    time.Time
	waits      []uint64 // of goroutines for a processor so far, by how long
	overloaded bool
}

const (
	sampleInterval = 100 * time.Millisecond
	longWait       = 1e-3            // seconds for a processor
	maxLongWaits   = 0.1             // share of long waits on a machine that is not overloaded
	pauseFactor    = 9               // a pause lasts so many times as long as the work before it
	maxPause       = 2 * time.Second // of one pause
)

// pause waits after some work, if processors are scarce and the fetching is not over.
func (c *throttle) pause(ctx context.Context, worked time.Duration, over <-chan struct{}) {
	if isClosed(over) || !c.isOverloaded() {
		return
	}
	timer := time.NewTimer(min(pauseFactor*worked, maxPause))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-over:
	case <-ctx.Done():
	}
}

// isOverloaded reports whether goroutines have recently had to wait for a processor. It samples
// at most every sampleInterval: reading the metric is not free.
func (c *throttle) isOverloaded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.sampled) < sampleInterval {
		return c.overloaded
	}
	sample := []metrics.Sample{{Name: "/sched/latencies:seconds"}}
	metrics.Read(sample)
	h := sample[0].Value.Float64Histogram()
	var all, long uint64
	for i, n := range h.Counts {
		if len(c.waits) > 0 {
			n -= c.waits[i]
		}
		all += n
		if h.Buckets[i] >= longWait {
			long += n
		}
	}
	c.sampled, c.waits = time.Now(), append(c.waits[:0], h.Counts...)
	c.overloaded = float64(long) > maxLongWaits*float64(all)
	return c.overloaded
}
