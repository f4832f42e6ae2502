package clock

import (
	"cmp"
	"container/heap"
	"context"
	"slices"
	"sync"
	"time"
)

// Virtual is a clock whose time moves only while no goroutine works; the package's
// documentation says how it knows.
type Virtual struct {
	mu   sync.Mutex
	now  time.Time
	held int
	seq  uint64 // of the event made last

	events   events                  // that wait for a time, a signal or the end of a context
	signals  []*event                // those of events with signals, oldest first
	contexts map[<-chan struct{}]int // how many of events wait with a context, by its Done channel
	settling []*event                // oldest first
}

var _ Clock = (*Virtual)(nil)

// NewVirtual returns a clock that begins at start, without any hold.
func NewVirtual(start time.Time) *Virtual {
	return &Virtual{now: start.Round(0), contexts: map[<-chan struct{}]int{}}
}

// event is a waiter.
type event struct {
	clock *Virtual
	at    time.Time // zero: no time
	seq   uint64
	index int // among events; -1 when it is not there

	a, b <-chan struct{} // signals
	done <-chan struct{} // of its context

	wake chan time.Time // of Wait, Settle and NewTimer: holds one value
	f    func()         // of AfterFunc
}

// events is a heap by time; those without one come last.
type events []*event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	a, b := e[i], e[j]
	if a.at.IsZero() != b.at.IsZero() {
		return b.at.IsZero()
	}
	return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.seq, b.seq)) < 0
}
func (e events) Swap(i, j int) {
	e[i], e[j] = e[j], e[i]
	e[i].index, e[j].index = i, j
}
func (e *events) Push(x any) {
	ev := x.(*event)
	ev.index = len(*e)
	*e = append(*e, ev)
}
func (e *events) Pop() any {
	last := len(*e) - 1
	ev := (*e)[last]
	(*e)[last] = nil
	*e, ev.index = (*e)[:last], -1
	return ev
}

// Now returns the current virtual time.
func (v *Virtual) Now() time.Time {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Hold implements [Clock].
func (v *Virtual) Hold() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.held++
}

// Release implements [Clock]. It panics if the clock has no hold.
func (v *Virtual) Release() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.release()
}

// release ends a hold. The caller has mu.
func (v *Virtual) release() {
	if v.held == 0 {
		panic("clock: Release without Hold")
	}
	v.held--
	v.step()
}

// Settle implements [Clock].
func (v *Virtual) Settle() {
	ev := &event{clock: v, index: -1, wake: make(chan time.Time, 1)}
	v.mu.Lock()
	v.settling = append(v.settling, ev)
	v.release()
	v.mu.Unlock()
	<-ev.wake
}

// Wait implements [Clock].
func (v *Virtual) Wait(ctx context.Context, d time.Duration, signals ...<-chan struct{}) {
	ev := &event{clock: v, done: ctx.Done(), wake: make(chan time.Time, 1)}
	ev.a, ev.b = both(signals)
	v.mu.Lock()
	v.add(ev, d)
	v.release()
	v.mu.Unlock()
	select {
	case <-ev.wake:
		return
	case <-ev.done:
	}
	// The context ended from outside. If no goroutine works, no other one will notice.
	v.mu.Lock()
	v.step()
	v.mu.Unlock()
	<-ev.wake
}

// NewTimer implements [Clock].
func (v *Virtual) NewTimer(d time.Duration) Timer {
	ev := &event{clock: v, wake: make(chan time.Time, 1)}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.add(ev, d)
	return ev
}

// AfterFunc implements [Clock].
func (v *Virtual) AfterFunc(d time.Duration, f func()) Timer {
	ev := &event{clock: v, f: f}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.add(ev, d)
	return ev
}

// C implements [Timer].
func (ev *event) C() <-chan time.Time { return ev.wake }

// Stop implements [Timer]. It releases the hold of a timer that has fired if nothing was received from it.
func (ev *event) Stop() bool {
	v := ev.clock
	v.mu.Lock()
	defer v.mu.Unlock()
	if ev.index >= 0 {
		v.remove(ev)
		return true
	}
	select {
	case <-ev.wake:
		v.release()
		return true
	default:
		return false
	}
}

// add makes an event wait. The caller has mu.
func (v *Virtual) add(ev *event, d time.Duration) {
	v.seq++
	ev.seq = v.seq
	if d < Forever {
		ev.at = v.now.Add(max(d, 0))
	}
	heap.Push(&v.events, ev)
	if ev.a != nil || ev.b != nil {
		v.signals = append(v.signals, ev)
	}
	if ev.done != nil {
		v.contexts[ev.done]++
	}
}

// remove makes an event wait no longer. The caller has mu.
func (v *Virtual) remove(ev *event) {
	heap.Remove(&v.events, ev.index)
	if ev.a != nil || ev.b != nil {
		i := slices.Index(v.signals, ev)
		v.signals = slices.Delete(v.signals, i, i+1)
	}
	if ev.done != nil {
		if v.contexts[ev.done]--; v.contexts[ev.done] == 0 {
			delete(v.contexts, ev.done)
		}
	}
}

// step wakes one waiter if no goroutine works. The caller has mu.
func (v *Virtual) step() {
	if v.held > 0 {
		return
	}
	ev := v.next()
	if ev == nil {
		return
	}
	v.held++
	if ev.f == nil {
		ev.wake <- v.now
		return
	}
	go func() {
		defer v.Release()
		ev.f()
	}()
}

// next removes the next event and moves time to it. It returns nil if there is no event. The caller has mu.
func (v *Virtual) next() *event {
	if ev := v.ended(); ev != nil {
		v.remove(ev)
		return ev
	}
	if len(v.settling) > 0 {
		ev := v.settling[0]
		v.settling = slices.Delete(v.settling, 0, 1)
		return ev
	}
	for _, ev := range v.signals {
		if received(ev.a) || received(ev.b) {
			v.remove(ev)
			return ev
		}
	}
	if len(v.events) == 0 || v.events[0].at.IsZero() {
		return nil
	}
	ev := v.events[0]
	v.remove(ev)
	if ev.at.After(v.now) {
		v.now = ev.at
	}
	return ev
}

// ended returns the event that has waited longest of those whose context has ended. The contexts are few, so that
// they come before the events. The caller has mu.
func (v *Virtual) ended() (first *event) {
	for done := range v.contexts {
		if !received(done) {
			continue
		}
		for _, ev := range v.events {
			if ev.done == done && (first == nil || ev.seq < first.seq) {
				first = ev
			}
		}
	}
	return first
}

// received receives from a channel without waiting, and reports whether something came.
func received(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
