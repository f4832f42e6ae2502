// Package metric holds the instruments by which a crawl measures itself: histograms,
// counts by cause, and rates of the last seconds. They cost little and may be used by
// many goroutines at a time.
package metric

import (
	"maps"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"sluice/crawl"
)

// Meter collects a histogram. Its bounds are Unit, 4 Unit, 16 Unit, …
type Meter struct {
	sum    atomic.Int64
	counts [bounds + 1]atomic.Uint64 // the last one: beyond all bounds
}

const (
	bounds   = 11
	timeUnit = 64 * time.Microsecond // makes the last bound a little over a minute
)

// AddTime counts a duration.
func (m *Meter) AddTime(d time.Duration) { m.add(int64(d), int64(timeUnit)) }

// AddCount counts a number.
func (m *Meter) AddCount(n int) { m.add(int64(n), 1) }

// add counts one value, in the bucket of its size.
func (m *Meter) add(n, unit int64) {
	n = max(n, 0)
	m.sum.Add(n)
	i := (bits.Len64(uint64(max((n+unit-1)/unit, 1)-1)) + 1) / 2
	m.counts[min(i, bounds)].Add(1)
}

// Seconds returns the histogram of the durations, in seconds.
func (m *Meter) Seconds() crawl.Histogram { return m.histogram(int64(timeUnit), 1e-9) }

// Counts returns the histogram of the numbers.
func (m *Meter) Counts() crawl.Histogram { return m.histogram(1, 1) }

// histogram returns the counts so far, with bounds and sum in the scale of the metric.
func (m *Meter) histogram(unit int64, scale float64) crawl.Histogram {
	h := crawl.Histogram{Sum: float64(m.sum.Load()) * scale, Buckets: make(map[float64]uint64, bounds)}
	for i := range m.counts {
		h.Count += m.counts[i].Load()
		if i < bounds {
			h.Buckets[float64(unit<<(2*i))*scale] = h.Count
		}
	}
	return h
}

// maxKeys bounds the keys of a Tally: some causes contain text from servers.
const maxKeys = 100

// other is the key of what is counted beyond maxKeys.
const other = "other"

// Tally counts by cause. Its zero value is empty.
type Tally struct {
	mu     sync.Mutex
	counts map[string]int64
}

// Add counts n more of a cause.
func (t *Tally) Add(cause string, n int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = map[string]int64{}
	}
	if _, ok := t.counts[cause]; !ok && len(t.counts) >= maxKeys {
		cause = other
	}
	t.counts[cause] += n
}

// Counts returns the counts so far.
func (t *Tally) Counts() map[string]int64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return maps.Clone(t.counts)
}

// window is how many samples a Rate keeps.
const window = 10

// Rate is how fast two quantities grew over the last samples.
type Rate struct {
	mu      sync.Mutex
	samples []sample // oldest first
}

// sample is the counts at a moment.
type sample struct {
	at   time.Time
	a, b int64
}

// Sample records what has been counted so far.
func (r *Rate) Sample(now time.Time, a, b int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.samples) == window {
		r.samples = append(r.samples[:0], r.samples[1:]...)
	}
	r.samples = append(r.samples, sample{now, a, b})
}

// PerSecond returns the growth since the oldest sample, from what has been counted so
// far.
func (r *Rate) PerSecond(now time.Time, a, b int64) (float64, float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.samples) == 0 {
		return 0, 0
	}
	first := r.samples[0]
	seconds := now.Sub(first.at).Seconds()
	if seconds <= 0 {
		return 0, 0
	}
	return float64(a-first.a) / seconds, float64(b-first.b) / seconds
}
