package crawl

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sluice/internal/frontier"
)

// hold is a pause of the whole crawl for a fault on our side.
type hold struct {
	until  time.Time
	pause  time.Duration
	reason string
}

var firstHold = time.Second // shorter in tests

const (
	vainHold    = 8 // times the first one, and never an answer before: it will not pass
	longestHold = 2 * time.Minute
	soundings   = 4           // requests at a time after a pause, until an answer comes
	nap         = time.Second // after which the dispatcher looks again though nothing told it to
)

// hold makes the dispatcher wait, longer each time until an answer comes.
func (c *Crawl) hold(reason string) {
	if c.stopped.Err() != nil {
		return
	}
	next := hold{pause: firstHold, reason: reason}
	if h := c.held.Load(); h != nil {
		if time.Now().Before(h.until) {
			return
		}
		next.pause = min(2*h.pause, longestHold)
	}
	if next.pause >= vainHold*firstHold && !c.reached.Load() {
		c.fatal(fmt.Errorf("nothing could be reached since the start: %s", reason))
		return
	}
	next.until = time.Now().Add(next.pause)
	c.held.Store(&next)
	c.stats.pauses.Add(1)
	c.cfg.Log.Warn("the crawl pauses", "why", reason, "for", next.pause)
}

// endHold makes the next pause a short one again: an answer has come.
func (c *Crawl) endHold() {
	c.reached.Store(true)
	if h := c.held.Load(); h != nil && time.Now().After(h.until) {
		c.held.CompareAndSwap(h, nil)
	}
}

// dispatch hands out links until nothing waits, a limit is reached or ctx ends.
func (c *Crawl) dispatch(ctx context.Context) (State, string) {
	for {
		if ctx.Err() != nil {
			return Stopped, context.Cause(ctx).Error()
		}
		n, limit := c.room()
		if limit != "" {
			return Limited, limit
		}
		wait := c.pause()
		if wait == 0 && n > 0 {
			leases, err := c.strategy.next(ctx, n)
			if err != nil {
				if ctx.Err() == nil {
					c.fatal(fmt.Errorf("frontier: %w", err))
				}
				continue
			}
			if c.handOut(ctx, leases) {
				continue
			}
			counts := c.cfg.Frontier.Counts()
			if counts.Waiting == 0 && counts.Leased == 0 {
				return Done, ""
			}
			if counts.Leased == 0 && c.cfg.DocumentsOnly && !slices.Contains(c.cfg.Frontier.Lanes(), documentLane) {
				return Stopped, "no document waits"
			}
			wait = nap
			if at, ok := c.cfg.Frontier.Ready(); ok {
				wait = min(max(time.Until(at), time.Millisecond), nap)
			}
		}
		c.sleep(ctx, wait)
	}
}

// handOut gives leases to the fetchers, and tells whether there were any.
func (c *Crawl) handOut(ctx context.Context, leases []frontier.Lease) bool {
	for _, l := range leases {
		c.busy.Add(1)
		select {
		case c.work <- l:
		case <-ctx.Done():
			c.busy.Add(-1)
			c.toCommit <- &visit{lease: l, url: l.URL, ending: abandoned}
		}
	}
	return len(leases) > 0
}

// room tells how many links may be handed out, or which limit is reached.
func (c *Crawl) room() (n int, limit string) {
	counts := c.cfg.Frontier.Counts() // first: a visit that ends meanwhile counts twice, never not at all
	cfg, t := &c.cfg, c.stats.totals()
	n = cfg.Workers
	if c.held.Load() != nil {
		n = min(n, soundings)
	}
	n -= int(c.busy.Load())
	switch {
	case cfg.MaxTime > 0 && t.Active >= cfg.MaxTime:
		return 0, fmt.Sprintf("max-time %v", cfg.MaxTime)
	case cfg.MaxBytes > 0 && t.Bytes >= cfg.MaxBytes:
		return 0, fmt.Sprintf("max-bytes %d", cfg.MaxBytes)
	case cfg.MaxPages > 0:
		left := max(cfg.MaxPages-t.Pages-t.Documents-counts.Leased, 0)
		if left == 0 && counts.Leased == 0 && counts.Waiting > 0 {
			return 0, fmt.Sprintf("max-pages %d", cfg.MaxPages)
		}
		if left > 0 || counts.Leased > 0 {
			n = int(min(int64(n), left))
		}
	}
	return n, ""
}

// pause tells how long the crawl rests now by its hours or for a fault on our side.
func (c *Crawl) pause() time.Duration {
	c.stats.resting.Store(false)
	now := time.Now()
	if rest := c.rest.rest(now); rest > 0 {
		c.stats.resting.Store(true)
		return min(rest, nap)
	}
	if h := c.held.Load(); h != nil {
		if wait := h.until.Sub(now); wait > 0 {
			return min(wait, nap)
		}
	}
	return 0
}

// sleep waits until something may have changed.
func (c *Crawl) sleep(ctx context.Context, d time.Duration) {
	if d <= 0 {
		d = nap
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-c.freed:
	case <-c.cfg.Frontier.Changed():
	case <-ctx.Done():
	}
}
