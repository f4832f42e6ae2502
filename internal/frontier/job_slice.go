package frontier

import (
	"encoding/binary"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// addJob begins a split or drop of a group.
func (c *commit) addJob(j *job) {
	c.nextJob++
	j.number = c.nextJob
	c.jobs = append(c.jobs, j)
}

// runJobs does a slice of the work that is to be done. A drop begins at once
// unless a split of the lane is in progress: what that moves must not be lost.
func (c *commit) runJobs() error {
	left := slice
	splits := map[Lane]bool{}
	for _, j := range c.jobs {
		if j.kind == dropping && j.cut == 0 && !splits[j.from] {
			if err := c.beginDrop(j); err != nil {
				return err
			}
		}
		for left > 0 && !j.done && (j.kind == splitting || j.cut > 0) {
			if err := c.runSlice(j, &left); err != nil {
				return err
			}
		}
		if j.kind == splitting && !j.done {
			splits[j.from] = true
		}
		if j.done {
			c.ended = append(c.ended, j)
		}
	}
	return nil
}

// beginDrop cuts off what waits in a lane: from now on it is dropped, though
// it goes from the disk little by little.
func (c *commit) beginDrop(j *job) error {
	c.mu.Lock()
	l := c.lane(j.from)
	j.cut, l.cut = c.cut, c.cut
	for _, q := range l.queues { // what this commit adds is not in memory yet
		c.unlink(q)
	}
	kept := int64(0)
	for i := range c.changes {
		if r := c.changes[i].now; r.waits() && r.lane == j.from && r.seq >= c.cut {
			kept++
		}
	}
	var leased []weburl.Key
	for k, r := range c.leases {
		if _, ended := c.index[k]; r.lane == j.from && r.seq < c.cut && !ended {
			leased = append(leased, k)
		}
	}
	c.waiting -= l.waiting - kept - int64(len(leased))
	l.waiting, l.dirty = kept+int64(len(leased)), true
	c.seen.recent.Clear()
	c.unlock()
	for _, k := range leased {
		if err := c.spare(k); err != nil {
			return err
		}
	}
	return nil
}

// spare sets a new serial for a lease, so that the link is not dropped when a
// crash lets it wait again.
func (c *commit) spare(k weburl.Key) error {
	seq := c.serial()
	was, _ := c.seen.leaseOf(k) // it is ended by a commit only
	value, err := c.store.Get(nil, was.key(nil))
	if err != nil {
		return err
	}
	now := was
	now.seq = seq
	c.index[k] = len(c.changes)
	c.changes = append(c.changes, change{key: k, was: was, now: now, value: value, spare: true})
	return nil
}

// runSlice looks at the next links of a job: those in the lane, and for a drop
// then those that wait for their time.
func (c *commit) runSlice(j *job, left *int) error {
	low, high := waitingKey(nil, j.from, 0, 0, 0), laneEnd(j.from)
	delayed := len(j.cursor) > 0 && j.cursor[0] == keyDelayed
	if delayed {
		low, high = []byte{keyDelayed}, []byte{keyDelayed + 1}
	}
	if len(j.cursor) > 0 {
		low = j.cursor
	}
	it, err := c.store.NewIter(&pebble.IterOptions{LowerBound: low, UpperBound: high})
	if err != nil {
		return c.store.ReadError(err)
	}
	defer it.Close()
	ok := it.First()
	for ; ok && *left > 0; ok = it.Next() {
		*left--
		if err := c.runOn(j, it.Key(), it.Value(), delayed); err != nil {
			return c.store.ReadError(err)
		}
	}
	switch {
	case it.Error() != nil:
		return c.store.ReadError(it.Error())
	case ok:
		j.cursor = append([]byte(nil), it.Key()...)
	case j.kind == dropping && !delayed:
		j.cursor = []byte{keyDelayed}
	default:
		j.done = true
	}
	return nil
}

// runOn does the work of a job on one link.
func (c *commit) runOn(j *job, key, value []byte, delayed bool) error {
	seq := binary.BigEndian.Uint64(key[len(key)-8:])
	if seq >= j.cut || c.isTaken(seq) {
		return nil
	}
	if j.kind == splitting && c.laneCut(j.from) > seq {
		return nil
	}
	l, err := parseLink(value)
	if err != nil {
		return err
	}
	k := l.URL.Key()
	was, err := c.look(k)
	if err != nil || was.seq != seq || was.lane != j.from {
		return err
	}
	switch {
	case j.kind == dropping:
		return c.enter(k, was, record{state: Dropped}, nil)
	case j.picks() && was.state == Waiting:
		now := was
		now.lane, now.seq = j.to, c.serial()
		return c.enter(k, was, now, nil)
	}
	return nil
}

// isTaken reports whether a link is leased, or about to go.
func (c *commit) isTaken(seq uint64) bool {
	c.mu.Lock()
	defer c.unlock()
	_, taken := c.taken[seq]
	return taken
}

// laneCut returns the serial below which links of a lane are dropped.
func (c *commit) laneCut(id Lane) uint64 {
	c.mu.Lock()
	defer c.unlock()
	return c.lane(id).cut
}

// endJobs forgets jobs whose end is on disk, and lanes that are empty for good.
func (c *commit) endJobs() {
	for _, j := range c.ended {
		l := c.lane(j.from)
		if j.kind == dropping && l.cut == j.cut {
			l.cut = 0
			c.cutsEnded++
			c.forget(l)
		}
	}
	kept := c.jobs[:0]
	for _, j := range c.jobs {
		if !j.done {
			kept = append(kept, j)
		}
	}
	clear(c.jobs[len(kept):])
	c.jobs = kept
}
