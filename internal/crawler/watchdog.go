package crawler

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"sluice/internal/clock"
	"sluice/internal/fetch"
)

var ( // shorter in tests
	watchEvery = time.Second

	// stallAfter is how long a request may make no progress before it is reported, and how long the reading of a page may take.
	// A request's own limits of time are shorter, so one that exceeds this has met a fault of ours.
	stallAfter = 2 * time.Minute
)

// maxHung is how many readers may hang, each on its goroutine and for ever, before the crawl ends.
const maxHung = 16

// watchdog samples the rates and the queue, reports requests without progress, and replaces readers that hang. A crawl that waits for the
// clocks of its hosts has nothing under way, so it never looks like a stall.
type watchdog struct {
	parts    *readerParts
	pipeline *pipeline
	inFlight func() []fetch.Flight
	sample   func() // for the estimate of the end
	clock    clock.Clock
	log      *slog.Logger

	readers []*reader
	running sync.WaitGroup // readers that were not given up
	hung    int            // readers that were given up
}

// startReaders starts n readers.
func (w *watchdog) startReaders(ctx context.Context, n int) {
	w.running.Add(n)
	for range n {
		w.readers = append(w.readers, w.startReader(ctx))
	}
}

// startReader starts a reader that counts as one of those running, until it ends or is replaced.
func (w *watchdog) startReader(ctx context.Context) *reader {
	r := newReader(w.parts)
	go func() {
		if r.run(ctx, w.pipeline) {
			w.running.Done()
		}
	}()
	return r
}

// watch watches until the returned function is called. Readers that it starts run under ctx.
func (w *watchdog) watch(ctx context.Context) (end func()) {
	watching, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	w.clock.Hold()
	group.Go(func() {
		defer w.clock.Release()
		w.watchRequests(watching)
	})
	group.Go(func() { w.watchReaders(watching, ctx) })
	return func() {
		cancel()
		w.clock.Release() // the group waits for the clock
		group.Wait()
		w.clock.Hold()
	}
}

// watchRequests samples the rates and the queue, and looks for requests without progress.
func (w *watchdog) watchRequests(ctx context.Context) {
	for clock.Sleep(ctx, w.clock, watchEvery) == nil {
		w.parts.counters.sampleRate()
		w.sample()
		w.reportStall()
	}
}

// watchReaders looks for readers that hang. It goes by the machine's time: a reader that hangs keeps virtual time from moving.
func (w *watchdog) watchReaders(ctx, readCtx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.replaceHungReaders(readCtx)
		}
	}
}

// reportStall makes the oldest request without progress known to Stats.
func (w *watchdog) reportStall() {
	n := w.parts.counters
	for _, e := range w.inFlight() {
		last := e.Since
		if e.Moved.After(last) {
			last = e.Moved
		}
		if age := clock.Since(w.clock, last); age > stallAfter {
			text := fmt.Sprintf("%s: %s for %v, %d bytes so far", e.URL, e.Stage, age.Round(time.Second), e.Bytes)
			if old := n.stalled.Swap(&text); old == nil {
				n.stalls.Add(1)
				w.log.Warn("request makes no progress", "url", e.URL, "stage", e.Stage, "for", age.Round(time.Second))
			}
			return
		}
	}
	n.stalled.Store(nil)
}

// replaceHungReaders makes of what a reader hangs on the failure of that one URL, and starts a new reader in its place.
func (w *watchdog) replaceHungReaders(ctx context.Context) {
	for i, r := range w.readers {
		v := r.task.takeLate(int(stallAfter / watchEvery))
		if v == nil {
			continue
		}
		w.log.Error("reading of a page does not end", "url", v.url.String())
		v.fail(w.clock.Now(), causeHung)
		w.pipeline.toCommit <- v
		w.readers[i] = w.startReader(ctx) // it counts for the one that hangs
		if w.hung++; w.hung == maxHung {
			w.parts.shutdown.fail(fmt.Errorf("the reading of %d pages did not end, the last one %s; their rows have the cause %q", w.hung, v.url, causeHung))
		}
	}
}

// task is the visit that a reader works on, for the watchdog to see and to take away.
type task struct {
	replacement atomic.Pointer[visit] // what to commit if the reader hangs; nil: it has no visit, or it was taken away

	// Of the watchdog:
	seen  *visit
	ticks int // since seen was set
}

// begin returns the visit that is committed if the reader hangs. It is a copy, because the reader may still change the original.
func (t *task) begin(v *visit) (replacement *visit) {
	replacement = &visit{lease: v.lease, url: v.url, robots: v.robots, site: v.site, ending: done}
	t.replacement.Store(replacement)
	return replacement
}

// end reports whether the visit was not taken away from its reader.
func (t *task) end(replacement *visit) bool { return t.replacement.CompareAndSwap(replacement, nil) }

// takeLate removes and returns the visit that a reader has been working on for so many ticks of the watchdog, or nil. It is called
// once a tick, not by the clock: a process that is stopped for a while has no ticks, and its readers lose no time.
func (t *task) takeLate(ticks int) *visit {
	replacement := t.replacement.Load()
	if replacement == nil || replacement != t.seen {
		t.seen, t.ticks = replacement, 0
		return nil
	}
	if t.ticks++; t.ticks < ticks || !t.end(replacement) {
		return nil
	}
	return replacement
}
