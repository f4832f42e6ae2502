package crawl

import (
	"fmt"
	"sync/atomic"
	"time"

	"sluice/internal/library"
)

// task is what a reader has in hand, for the watch to see and to take away.
type task struct {
	visit atomic.Pointer[visit] // nil: nothing, or it was taken away
	begun atomic.Int64          // nanoseconds since start
}

// start is what moments are counted from that goroutines share: the wall clock may jump.
var start = time.Now()

func (t *task) begin(v *visit) {
	t.begun.Store(int64(time.Since(start))) // first: who sees the visit sees no earlier beginning
	t.visit.Store(v)
}

// end tells whether the task was its reader's to the end.
func (t *task) end(v *visit) bool { return t.visit.CompareAndSwap(v, nil) }

// late gives what has been in hand for longer than a reader may take.
func (t *task) late() *visit {
	v := t.visit.Load()
	if v == nil || time.Since(start)-time.Duration(t.begun.Load()) < stallAfter {
		return nil
	}
	return v
}

// mostHung is how many readers may hang, each on its goroutine and for ever, before the crawl had better end.
const mostHung = 16

// relieveReaders takes what a reader hangs on for a failure of that one URL, and
// puts a new reader in its place.
func (c *Crawl) relieveReaders() {
	for i, r := range c.readers {
		v := r.task.late()
		if v == nil || !r.task.end(v) {
			continue
		}
		c.cfg.Log.Error("reading a page does not end", "url", v.url.String())
		c.toCommit <- c.unread(v)
		c.readers[i] = c.newReader()
		go c.readers[i].run() // it counts for the one that hangs
		if c.hung++; c.hung == mostHung {
			c.fatal(fmt.Errorf("the reading of %d pages did not end, the last one %s; their rows have the cause %q", c.hung, v.url, causeHung))
		}
	}
}

const causeHung = "hung: reading"

// unread is the end of a visit whose answer could not be read.
func (c *Crawl) unread(v *visit) *visit {
	w := &visit{lease: v.lease, url: v.url, robots: v.robots, ending: done}
	w.row = c.newRow(w)
	w.row.At, w.row.Outcome, w.row.Cause = time.Now(), library.Failed, causeHung
	return w
}
