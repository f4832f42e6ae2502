package crawl

import (
	"fmt"
	"sync/atomic"
	"time"

	"sluice/internal/catalogue"
)

// task is what a reader has in hand, for the watch to see and to take away.
type task struct {
	instead atomic.Pointer[visit] // what to commit if the reader hangs; nil: nothing is in hand, or it was taken away

	// Of the watch:
	seen  *visit
	ticks int // since then
}

// begin gives what stands for the visit from now on. It is a copy, for the reader goes on changing its own.
func (t *task) begin(v *visit) (instead *visit) {
	instead = &visit{lease: v.lease, url: v.url, robots: v.robots, ending: done}
	t.instead.Store(instead)
	return instead
}

// end tells whether the task was its reader's to the end.
func (t *task) end(instead *visit) bool { return t.instead.CompareAndSwap(instead, nil) }

// late takes away what has been in hand for so many ticks of the watch; nil when nothing has. It is called once a
// tick: a process that is stopped for a while has none, and its readers no less time.
func (t *task) late(ticks int) *visit {
	instead := t.instead.Load()
	if instead == nil || instead != t.seen {
		t.seen, t.ticks = instead, 0
		return nil
	}
	if t.ticks++; t.ticks < ticks || !t.end(instead) {
		return nil
	}
	return instead
}

// mostHung is how many readers may hang, each on its goroutine and for ever, before the crawl had better end.
const mostHung = 16

const causeHung = "hung: reading"

// relieveReaders takes what a reader hangs on for a failure of that one URL, and
// puts a new reader in its place.
func (c *Crawl) relieveReaders() {
	for i, r := range c.readers {
		v := r.task.late(int(stallAfter / watchEvery))
		if v == nil {
			continue
		}
		c.cfg.Log.Error("reading a page does not end", "url", v.url.String())
		v.row = c.newRow(v)
		v.row.At, v.row.Outcome, v.row.Cause = time.Now(), catalogue.Failed, causeHung
		c.toCommit <- v
		c.readers[i] = c.newReader()
		go c.readers[i].run() // it counts for the one that hangs
		if c.hung++; c.hung == mostHung {
			c.fatal(fmt.Errorf("the reading of %d pages did not end, the last one %s; their rows have the cause %q", c.hung, v.url, causeHung))
		}
	}
}
