package fetch

import (
	"sync"
	"time"
)

// idle keeps open connections for the next request to the same place: the last one put away is the first one
// taken, and those that are not used are closed, the oldest first.
type idle struct {
	most int
	hold time.Duration

	mu     sync.Mutex
	tops   map[key]*conn // of the stacks of connections to the same place, linked by above and below
	newest *conn         // of all, linked by prev and next
	oldest *conn
	count  int
	closed bool
	timer  *time.Timer // runs while there is a connection
}

// newIdle returns a pool of at most so many connections, which are held for so long.
func newIdle(most int, hold time.Duration) *idle {
	return &idle{most: most, hold: hold, tops: make(map[key]*conn)}
}

// take removes and returns an idle connection for k, or nil.
func (i *idle) take(k key) *conn {
	i.mu.Lock()
	defer i.mu.Unlock()
	c := i.tops[k]
	if c != nil {
		i.remove(c)
	}
	return c
}

// put keeps c, and closes the oldest one when there are too many.
func (i *idle) put(c *conn) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.closed {
		c.close()
		return
	}
	c.since = time.Now()
	i.push(c)
	if i.count > i.most {
		i.drop(i.oldest)
	}
	if i.timer == nil {
		i.timer = time.AfterFunc(i.hold, i.sweep)
	}
}

// push links a connection in: on top of its stack, and as the newest of all.
func (i *idle) push(c *conn) {
	if c.below = i.tops[c.key]; c.below != nil {
		c.below.above = c
	}
	i.tops[c.key] = c
	if c.next = i.newest; c.next != nil {
		c.next.prev = c
	} else {
		i.oldest = c
	}
	i.newest = c
	i.count++
}

// remove takes a connection out of both lists.
func (i *idle) remove(c *conn) {
	if c.below != nil {
		c.below.above = c.above
	}
	switch {
	case c.above != nil:
		c.above.below = c.below
	case c.below != nil:
		i.tops[c.key] = c.below
	default:
		delete(i.tops, c.key)
	}
	if c.prev != nil {
		c.prev.next = c.next
	} else {
		i.newest = c.next
	}
	if c.next != nil {
		c.next.prev = c.prev
	} else {
		i.oldest = c.prev
	}
	c.above, c.below, c.prev, c.next = nil, nil, nil, nil
	i.count--
}

// drop closes a connection that waits.
func (i *idle) drop(c *conn) {
	i.remove(c)
	c.close()
}

// sweep closes what has been idle for too long.
func (i *idle) sweep() {
	i.mu.Lock()
	defer i.mu.Unlock()
	now := time.Now()
	for i.oldest != nil && now.Sub(i.oldest.since) >= i.hold {
		i.drop(i.oldest)
	}
	if i.oldest == nil || i.closed {
		i.timer = nil
		return
	}
	i.timer.Reset(i.hold - now.Sub(i.oldest.since))
}

// trim closes half of the connections, to free file descriptors.
func (i *idle) trim() {
	i.mu.Lock()
	defer i.mu.Unlock()
	for n := (i.count + 1) / 2; n > 0; n-- {
		i.drop(i.oldest)
	}
}

// close closes all, and all that will be put.
func (i *idle) close() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.closed = true
	if i.timer != nil {
		i.timer.Stop()
	}
	for i.oldest != nil {
		i.drop(i.oldest)
	}
}
