// Package cputime measures the processor time that reading a document takes,
// in this process and in others, and limits it. A limit by the clock would
// fail honest documents on a machine that has other work.
package cputime

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Meter adds up processor time. It may be used by many goroutines.
type Meter struct {
	used  atomic.Int64
	limit time.Duration // 0: none
	short atomic.Bool
	outer *Meter // of the context around it
}

// Used returns the sum so far.
func (m *Meter) Used() time.Duration { return time.Duration(m.used.Load()) }

// IsCutShort reports whether a step ran out of time before it had used its own limit of processor time: for the limit of
// the meter, or by the clock.
func (m *Meter) IsCutShort() bool { return m.short.Load() }

type meterKey struct{}

// Measure returns a context in which [Add] adds to the meter, and to those of ctx.
func Measure(ctx context.Context) (context.Context, *Meter) { return Bound(ctx, 0) }

// Bound is Measure, and [Left] returns no more than what is left of the limit.
func Bound(ctx context.Context, limit time.Duration) (context.Context, *Meter) {
	m := &Meter{limit: limit}
	m.outer, _ = ctx.Value(meterKey{}).(*Meter)
	return context.WithValue(ctx, meterKey{}, m), m
}

// Add adds to the meters of a context.
func Add(ctx context.Context, d time.Duration) {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	for ; m != nil && d > 0; m = m.outer {
		m.used.Add(int64(d))
	}
}

// Left returns the limit of a step: d, or what the bounds of the context leave if that is less. It is
// never 0, which many limits take for their default.
func Left(ctx context.Context, d time.Duration) time.Duration {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	for ; m != nil; m = m.outer {
		if m.limit > 0 {
			d = min(d, m.limit-m.Used())
		}
	}
	return max(d, time.Millisecond)
}

// CutShort notes in the bounds of a context that a step ran out of time before it had used its own limit of processor
// time: [Left] returned less, or it ended by the clock.
func CutShort(ctx context.Context) {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	for ; m != nil; m = m.outer {
		if m.limit > 0 {
			m.short.Store(true)
		}
	}
}

// WallFactor is how many times as long as its limit of processor time a reading may take by the clock.
const WallFactor = 4

// Limit calls do with a context that ends with context.DeadlineExceeded when
// do has used so much processor time, or [WallFactor] times as much by the
// clock. It counts the time of the calling goroutine only, and adds it to the
// meters, whose bounds hold, too. Where the system does not report the time of a thread, it is the time
// by the clock.
func Limit(parent context.Context, limit time.Duration, do func(ctx context.Context) error) error {
	own := limit
	limit = Left(parent, own)
	runtime.LockOSThread() // so that the thread's time is that of do
	defer runtime.UnlockOSThread()
	begun, clock := time.Now(), newThreadClock()
	used := func() time.Duration {
		if d, ok := clock.used(); ok {
			return d
		}
		return time.Since(begun)
	}
	defer func() { Add(parent, used()) }()

	ctx := &limited{Context: parent, done: make(chan struct{})}
	defer ctx.end(context.Canceled)
	defer context.AfterFunc(parent, func() { ctx.end(parent.Err()) })()
	go func() {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		for {
			select {
			case <-ctx.done:
				return
			case <-timer.C:
			}
			left := limit - used()
			if left <= 0 || time.Since(begun) >= WallFactor*limit {
				if limit < own || left > 0 {
					CutShort(parent)
				}
				ctx.end(context.DeadlineExceeded)
				return
			}
			timer.Reset(max(left, 10*time.Millisecond))
		}
	}()
	return do(ctx)
}

// limited is a context that ends with DeadlineExceeded at a time that is not known before.
type limited struct {
	context.Context
	done chan struct{}

	mu  sync.Mutex
	err error // why it has ended; nil as long as it has not
}

// end ends the context, unless it has ended.
func (c *limited) end(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.done)
	}
}

// Done returns a channel that is closed when the context ends.
func (c *limited) Done() <-chan struct{} { return c.done }

// Err returns why the context has ended.
func (c *limited) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		return c.Context.Err()
	}
	return c.err
}
