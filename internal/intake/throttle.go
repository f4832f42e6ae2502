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
	mu      sync.Mutex
	looked  time.Time
	waits   []uint64 // of goroutines for a processor so far, by how long
	crowded bool
}

const (
	lookEvery = 100 * time.Millisecond
	longWait  = 1e-3            // seconds for a processor
	mostWaits = 0.1             // of all, that are so long where nobody is held up
	restFor   = 9               // times as long as was worked
	longRest  = 2 * time.Second // at the most
)

// pause waits after some work, if processors are scarce and the fetching is not over.
func (c *throttle) pause(ctx context.Context, worked time.Duration, over <-chan struct{}) {
	if isClosed(over) || !c.isOverloaded() {
		return
	}
	timer := time.NewTimer(min(restFor*worked, longRest))
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-over:
	case <-ctx.Done():
	}
}

// isOverloaded reports whether goroutines have recently had to wait for a processor. It samples
// at most every lookEvery: reading the metric is not free.
func (c *throttle) isOverloaded() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) < lookEvery {
		return c.crowded
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
	c.looked, c.waits = time.Now(), append(c.waits[:0], h.Counts...)
	c.crowded = float64(long) > mostWaits*float64(all)
	return c.crowded
}
