package crawler

import (
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"sluice/internal/clock"
)

// pause stops the whole crawl for a while after a fault on our side: a network, a proxy
// or a disk that fails. Each pause is twice as long as the one before, until an answer
// comes.
type pause struct {
	shutdown *shutdown
	counters *counters
	clock    clock.Clock
	log      *slog.Logger

	now      atomic.Pointer[interval]
	answered atomic.Bool // an answer has come in this run
}

// interval is one pause.
type interval struct {
	until  time.Time
	length time.Duration
	reason string
}

var firstPause = time.Second // shorter in tests

const (
	vainPause    = 8 // times the first one, without an answer in this run: the fault will not pass
	longestPause = 2 * time.Minute
)

// begin makes the dispatcher wait, unless it does already. When pauses have been in
// vain since the start, the crawl fails.
func (p *pause) begin(reason error) {
	if p.shutdown.isStopped() {
		return
	}
	next := interval{length: firstPause, reason: reason.Error()}
	if before := p.now.Load(); before != nil {
		if p.clock.Now().Before(before.until) {
			return
		}
		next.length = min(2*before.length, longestPause)
	}
	if next.length >= vainPause*firstPause && !p.answered.Load() {
		p.shutdown.fail(fmt.Errorf("no host could be reached since the start: %w", reason))
		return
	}
	next.until = p.clock.Now().Add(next.length)
	p.now.Store(&next)
	p.counters.pauses.Add(1)
	p.log.Warn("crawl paused", "reason", next.reason, "for", next.length)
}

// recordAnswer makes the next pause a short one again.
func (p *pause) recordAnswer() {
	p.answered.Store(true)
	if now := p.now.Load(); now != nil && p.clock.Now().After(now.until) {
		p.now.CompareAndSwap(now, nil)
	}
}

// isCautious reports whether no answer has come since the last pause began: the
// dispatcher hands out only a few URLs.
func (p *pause) isCautious() bool { return p.now.Load() != nil }

// left returns the time until the end of the pause, or 0 if the crawl is not paused.
func (p *pause) left() time.Duration {
	if now := p.now.Load(); now != nil {
		return max(clock.Until(p.clock, now.until), 0)
	}
	return 0
}

// reason returns why the crawl pauses, empty when it does not.
func (p *pause) reason() string {
	if now := p.now.Load(); now != nil && p.clock.Now().Before(now.until) {
		return now.reason
	}
	return ""
}
