package crawl

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// stallAfter is how long a request may show no progress before it is reported.
// Its own limits of time are shorter; who passes them has met a fault of ours.
var stallAfter = 2 * time.Minute // shorter in tests

// watch samples the rates and tells a stall from a wait: a crawl that waits for
// its hosts' clocks has nothing under way, one that stalls has, for too long.
func (c *Crawl) watch(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		c.stats.tick()
		c.reportStall()
		c.relieveReaders()
	}
}

func (c *Crawl) reportStall() {
	for _, e := range c.client.InFlight() {
		last := e.Since
		if e.Moved.After(last) {
			last = e.Moved
		}
		if age := time.Since(last); age > stallAfter {
			text := fmt.Sprintf("%s: %s for %v, %d bytes so far", e.URL, e.Stage, age.Round(time.Second), e.Bytes)
			if old := c.stats.stalled.Swap(&text); old == nil {
				c.stats.stalls.Add(1)
				c.cfg.Log.Warn("a request makes no progress", "url", e.URL, "stage", e.Stage, "for", age.Round(time.Second))
			}
			return
		}
	}
	c.stats.stalled.Store(nil)
}

// once remembers names it has been asked for, boundedly.
type once struct {
	mu   sync.Mutex
	seen map[string]struct{}
}

// first tells whether a name is asked for the first time.
func (o *once) first(name string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, ok := o.seen[name]; ok {
		return false
	}
	if o.seen == nil || len(o.seen) >= maxHostsKnown {
		o.seen = map[string]struct{}{}
	}
	o.seen[name] = struct{}{}
	return true
}
