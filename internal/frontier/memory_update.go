package frontier

import (
	"cmp"
	"math"
	"slices"
)

// finish shows memory what is on disk now, a few changes at a time: a page may
// have a hundred thousand links, and Next must not wait for all of them. They
// come in the order of their serials, so that what memory was shown can be distinguished
// from what it was not: a queue may run dry, or leave, and be read again meanwhile.
func (c *commit) finish() error {
	if c.twice {
		slices.SortFunc(c.changes, func(a, b change) int { return cmp.Compare(a.now.seq, b.now.seq) })
	}
	finds := findsACommit
	for part := range slices.Chunk(c.changes, changesAStep) {
		if err := c.showAll(part, &finds); err != nil {
			c.store.Fail(err)
			return err
		}
	}
	for part := range slices.Chunk(c.preferences, changesAStep) {
		c.prefer(part)
	}
	due := int64(-1)
	if c.dueGone {
		var err error
		if due, err = c.firstDue(); err != nil {
			return err
		}
	}
	c.end(due)
	return c.loader.fill()
}

// end ends a commit; due is when the first link that waits for its time is due, if it is not
// negative.
func (c *commit) end(due int64) {
	defer c.lockToShow()()
	c.endJobs()
	c.fresh, c.busy = math.MaxUint64, false
	c.table.forget()
	if due >= 0 {
		c.nextDue = due
	}
	signal(c.changed)
}

// lockToShow takes the locks that guard what memory shows of the store, and returns what
// unlocks them.
func (c *commit) lockToShow() (unlock func()) {
	c.reading.Lock()
	c.mu.Lock()
	c.shown++
	return func() {
		c.mu.Unlock()
		c.unlockReading()
	}
}

// changesAStep bounds the changes shown without letting others in.
const changesAStep = 256

// showAll shows some changes to memory at once. Then fresh moves on: what has a smaller serial may
// be read from the store from now on.
func (c *commit) showAll(part []change, finds *int) error {
	defer c.lockToShow()()
	for i := range part {
		if err := c.show(&part[i], finds); err != nil {
			return err
		}
		c.fresh = max(c.fresh, part[i].now.seq+1)
	}
	return nil
}

// show shows one change to memory. The caller holds reading and mu.
func (c *commit) show(ch *change, finds *int) error {
	if ch.was.waits() || ch.was.gone {
		delete(c.taken, ch.was.seq)
		c.links.remove(ch.key)
		c.dueGone = c.dueGone || ch.was.due != 0 && ch.was.due <= c.nextDue
	}
	if ch.spare {
		c.leases[ch.key] = ch.now
		c.taken[ch.now.seq] = struct{}{}
		return nil
	}
	if ch.was.state == Leased {
		delete(c.leases, ch.key)
	}
	if !ch.now.vacant() {
		c.seen.recent.Add(ch.key)
	}
	switch {
	case ch.now.state != Waiting:
		return nil
	case ch.now.due != 0:
		c.nextDue = min(c.nextDue, ch.now.due)
		return nil
	}
	h := c.ids[ch.now.host]
	if h == nil {
		return c.table.lost(ch.now.host)
	}
	c.links.add(ch.key, ch.now, ch.value)
	c.arrive(c.lane(ch.now.lane), h, &entry{position: position{ch.now.rank, ch.now.seq}, value: ch.value}, finds)
	return nil
}
