// Package clock is the time that a crawl runs in: that of the machine, [Real],
// or one of its own, [Virtual], in which hours pass in seconds.
//
// A program uses a [Clock], and never package time, to read the time and to wait.
// [Real] is package time.
//
// # Virtual time
//
// Virtual time does not move while any goroutine works. When all of them wait, it
// jumps to the earliest time that one waits for. The clock counts holds to know
// whether any goroutine works:
//
//   - A goroutine that begins to work calls Hold; when it ends, it calls Release.
//     Work that is passed to another goroutine, as over a channel, is passed with
//     its hold.
//   - Wait releases the caller's hold while it waits, and returns with a hold.
//   - A timer fires with a hold: the receiver of its channel owns it, and AfterFunc
//     releases it after the function.
//
// When the last hold is released, the clock wakes one waiter, and the next one only
// after that one has released its hold or waits again: first waiters whose context
// has ended, then those of Settle, then those with a signal in their channel, then
// the one whose time is next. Of several it wakes the one that has waited longest.
// So a program whose work is counted runs one goroutine at a time, in an order that
// does not depend on the machine.
//
// A goroutine with a hold must never wait in another way for one that waits for the
// clock: virtual time would stop for ever.
package clock

import (
	"context"
	"time"
)

// Clock is a source of time. It is safe for use by many goroutines.
type Clock interface {
	// Now returns the current time.
	Now() time.Time
	// Wait returns when d has passed, a signal came (at most two channels; one that is closed signals
	// always), or ctx has ended.
	Wait(ctx context.Context, d time.Duration, signals ...<-chan struct{})
	// NewTimer returns a timer that fires once, after d.
	NewTimer(d time.Duration) Timer
	// AfterFunc calls f in a goroutine of its own, after d.
	AfterFunc(d time.Duration, f func()) Timer

	// Hold keeps virtual time from moving until Release.
	Hold()
	// Release ends a hold.
	Release()
	// Settle releases the caller's hold until no other goroutine works, and returns with a hold before
	// time moves. In real time it returns at once.
	Settle()
}

// Timer is one event in the future.
type Timer interface {
	// C returns the channel on which the time is sent; nil for a timer of AfterFunc.
	C() <-chan time.Time
	// Stop keeps the timer from firing. It reports whether it did.
	// Nothing is received from C after Stop.
	Stop() bool
}

// Forever is a duration that does not end.
const Forever time.Duration = 1<<63 - 1

// Sleep waits until d has passed or ctx has ended, whose error it then returns.
func Sleep(ctx context.Context, c Clock, d time.Duration) error {
	c.Wait(ctx, d)
	return ctx.Err()
}

// Since returns the time that has passed since t.
func Since(c Clock, t time.Time) time.Duration { return c.Now().Sub(t) }

// Until returns the time that will pass until t.
func Until(c Clock, t time.Time) time.Duration { return t.Sub(c.Now()) }

// Real is the clock of the machine.
var Real Clock = realClock{}

type realClock struct{}

func (realClock) Now() time.Time { return time.Now() }
func (realClock) Hold()          {}
func (realClock) Release()       {}
func (realClock) Settle()        {}

func (realClock) Wait(ctx context.Context, d time.Duration, signals ...<-chan struct{}) {
	a, b := both(signals)
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-a:
	case <-b:
	case <-ctx.Done():
	}
}

// both returns up to two channels; nil is one on which nothing ever comes.
func both(signals []<-chan struct{}) (a, b <-chan struct{}) {
	switch len(signals) {
	case 0:
		return nil, nil
	case 1:
		return signals[0], nil
	case 2:
		return signals[0], signals[1]
	}
	panic("clock: Wait with more than two signals")
}

func (realClock) NewTimer(d time.Duration) Timer {
	return realTimer{time.NewTimer(d)}
}

func (realClock) AfterFunc(d time.Duration, f func()) Timer {
	return realTimer{time.AfterFunc(d, f)}
}

type realTimer struct{ t *time.Timer }

func (t realTimer) C() <-chan time.Time { return t.t.C }
func (t realTimer) Stop() bool          { return t.t.Stop() }
