// Package eta estimates when a crawl ends: from samples of its queue over a window of time, from the delays of its hosts, and from its limits.
package eta

import (
	"math"
	"time"
)

const (
	every    = 5 * time.Second  // between two samples
	maxSpan  = 5 * time.Minute  // of the window
	minSpan  = 30 * time.Second // of the samples without which there is no estimate by rates
	farthest = 365 * 24 * time.Hour
)

// Sample is the state of a crawl at a moment.
type Sample struct {
	At      time.Time
	Waiting int64         // URLs in the queue
	Ended   int64         // URLs fetched, whatever came of them
	Counted int64         // of the ended, those that count against Limits.Pages
	Bytes   int64         // over the wire
	Active  time.Duration // of the crawl, over all runs
	AtLeast time.Duration // that the hosts need for their queues, by their delays
}

// Limits are the bounds at which a crawl ends though URLs wait. 0: no limit.
type Limits struct {
	Pages, Bytes int64
	Time         time.Duration
}

// Estimator estimates when a crawl ends. Its methods must not be called concurrently.
type Estimator struct {
	limits  Limits
	samples []Sample // oldest first
}

// New returns an Estimator without samples.
func New(l Limits) *Estimator { return &Estimator{limits: l} }

// Due reports whether it is time for the next sample.
func (e *Estimator) Due(now time.Time) bool {
	n := len(e.samples)
	return n == 0 || now.Sub(e.samples[n-1].At) >= every
}

// Add adds a sample and forgets those that have left the window.
func (e *Estimator) Add(s Sample) {
	old := 0
	for old < len(e.samples) && s.At.Sub(e.samples[old].At) > maxSpan {
		old++
	}
	e.samples = append(e.samples[:copy(e.samples, e.samples[old:])], s)
}

// Reset forgets all samples: the time of a pause says nothing about the rates.
func (e *Estimator) Reset() { e.samples = e.samples[:0] }

// Left returns the estimated time from the last sample until the crawl ends, 0 when there is no estimate: because the queue grows or nothing ends
// and no limit is near, or because the samples are too few.
func (e *Estimator) Left() time.Duration {
	if len(e.samples) == 0 {
		return 0
	}
	first, last := e.samples[0], e.samples[len(e.samples)-1]
	left := math.Inf(1) // seconds
	if e.limits.Time > 0 {
		left = max(e.limits.Time-last.Active, 0).Seconds()
	}
	if span := last.At.Sub(first.At); span >= minSpan {
		seconds := span.Seconds()
		ended := float64(last.Ended-first.Ended) / seconds
		// What is fetched brings new URLs, so the queue shrinks more slowly than URLs end. When the strategy drops URLs, it shrinks faster.
		shrinks := min(float64(first.Waiting-last.Waiting)/seconds, ended)
		if shrinks > 0 {
			left = min(left, max(float64(last.Waiting)/shrinks, last.AtLeast.Seconds()))
		}
		left = min(left, untilLimit(e.limits.Pages, last.Counted, float64(last.Counted-first.Counted)/seconds),
			untilLimit(e.limits.Bytes, last.Bytes, float64(last.Bytes-first.Bytes)/seconds))
	}
	if math.IsInf(left, 1) {
		return 0
	}
	return time.Duration(min(left, farthest.Seconds()) * float64(time.Second))
}

// untilLimit returns the seconds until a count that grows at a rate reaches its limit.
func untilLimit(limit, count int64, perSecond float64) float64 {
	if limit == 0 || perSecond <= 0 {
		return math.Inf(1)
	}
	return float64(max(limit-count, 0)) / perSecond
}
