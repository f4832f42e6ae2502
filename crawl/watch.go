package crawl

import (
	"context"
	"fmt"
	"time"
)

var ( // shorter in tests
	watchEvery = time.Second

	// stallAfter is how long a request may show no progress before it is reported, and
	// how long the reading of a page may take. A request's own limits of time are
	// shorter; who passes them has met a fault of ours.
	stallAfter = 2 * time.Minute
)

// watch samples the rates and tells a stall from a wait: a crawl that waits for
// its hosts' clocks has nothing under way, one that stalls has, for too long.
func (c *Crawl) watch(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
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
