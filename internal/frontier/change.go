package frontier

import (
	"slices"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// commit gathers what changes, writes it as one batch, and then shows it to
// memory: begin, enter…, write, finish. What is about to go cannot be leased
// from enter on; what is new cannot be leased before finish.
type commit struct {
	*Frontier
	batch   *pebble.Batch
	found   map[weburl.Key]record // what the store has of URLs in the group
	index   map[weburl.Key]int
	changes []change
	cut     uint64 // serials from here on are of this commit
	ended   []*job
	dueGone bool // what was due first may not be any more
	twice   bool // a URL was entered again: the changes are not in the order of their serials

	preferences []resolved

	key   []byte
	value []byte
}

// change is the fate of one URL.
type change struct {
	key   weburl.Key
	was   record // as on disk
	now   record
	value []byte // the link, of one that waits
	spare bool   // the URL stays leased; only the place of its link changes
}

// begin starts a commit. From then on Next does not touch the serials that the commit assigns.
func (f *Frontier) begin() *commit {
	f.mu.Lock()
	defer f.unlock()
	f.fresh, f.busy = f.seq+1, true
	return &commit{Frontier: f, batch: f.store.NewBatch(), index: map[weburl.Key]int{}, cut: f.fresh}
}

// set puts or, when v is nil, deletes.
func (c *commit) set(k, v []byte) error {
	if v == nil {
		return c.batch.Delete(k, nil)
	}
	return c.batch.Set(k, v, nil)
}

// familiar implements book.
func (c *commit) familiar(k weburl.Key) bool { return c.seen.familiar(k) }

// look implements book. The record is read without mu: no one but this commit changes the store,
// and what Next may have done meanwhile, a lease, is looked for afterwards.
func (c *commit) look(k weburl.Key) (record, error) {
	if i, ok := c.index[k]; ok {
		return c.changes[i].now, nil
	}
	r, known := c.leaseOrFound(k)
	if !known && !c.seen.filter.Excludes(k) {
		var err error
		if r, err = c.seen.stored(k); err != nil {
			return r, err
		}
	}
	c.mu.Lock()
	defer c.unlock()
	if lease, ok := c.leases[k]; ok {
		r = lease
	}
	r = c.seen.judge(r)
	if !r.vacant() {
		c.seen.recent.Add(k)
	}
	return r, nil
}

// leaseOrFound returns what is known of a URL without a look into the store.
func (c *commit) leaseOrFound(k weburl.Key) (r record, known bool) {
	if r, known = c.found[k]; known {
		return r, true
	}
	c.mu.Lock()
	defer c.unlock()
	r, known = c.leases[k]
	return r, known
}

// number implements book.
func (c *commit) number(name string) (uint32, error) {
	h, err := c.table.named(name)
	if err != nil {
		return 0, err
	}
	return h.id, nil
}

// serial counts under mu: Next reads the number.
func (c *commit) serial() uint64 {
	c.mu.Lock()
	defer c.unlock()
	return c.schedule.serial()
}

// enter implements book. All that must be read is read before mu is taken.
func (c *commit) enter(k weburl.Key, was, now record, l *Link) error {
	value, err := c.linkFor(k, was, now, l)
	if err != nil {
		return err
	}
	if err := c.lockWithHosts(was, now); err != nil {
		return err
	}
	defer c.unlock()
	i, again := c.index[k]
	c.twice = c.twice || again
	if !again {
		var ok bool
		if was, ok = c.claim(k, was, now); !ok {
			return nil
		}
		i = len(c.changes)
		c.index[k] = i
		c.changes = append(c.changes, change{key: k, was: was})
	}
	if was.state == New {
		c.seen.filter.Add(k)
	}
	ch := &c.changes[i]
	ch.now = now
	c.count(was, now)
	if value != nil {
		ch.value = value
	}
	return c.occupyBoth(was, now)
}

// linkFor returns the link that is to be written for a URL that waits: a new one, or the one
// that the store has; nil when the group has it already.
func (c *commit) linkFor(k weburl.Key, was, now record, l *Link) ([]byte, error) {
	if l != nil {
		return appendLink(nil, l), nil
	}
	if !now.waits() {
		return nil, nil
	}
	if i, ok := c.index[k]; ok {
		if c.changes[i].value != nil {
			return nil, nil
		}
		was = c.changes[i].was
	}
	if value := c.queuedLink(was); value != nil {
		return value, nil
	}
	return c.store.Get(nil, was.key(nil))
}

// queuedLink returns the link of a URL that waits if it is in memory, as the first links of a host are; else nil.
func (c *commit) queuedLink(r record) []byte {
	c.mu.Lock()
	defer c.unlock()
	if _, e := c.queued(r); e != nil {
		return e.value
	}
	return nil
}

// queued returns a link in memory and its queue; nil if it is not in memory. The caller holds mu.
func (c *commit) queued(r record) (*queue, *entry) {
	h, l := c.ids[r.host], c.lanes[r.lane]
	if r.due != 0 || h == nil || l == nil || l.queues[h] == nil {
		return nil, nil
	}
	q := l.queues[h]
	return q, q.entryAt(position{r.rank, r.seq})
}

// lockWithHosts takes mu when the hosts of two records are in memory, where they stay as long
// as the commit lasts.
func (c *commit) lockWithHosts(records ...record) error {
	for {
		c.mu.Lock()
		missing := slices.IndexFunc(records, func(r record) bool { return (r.waits() || r.gone) && c.ids[r.host] == nil })
		if missing < 0 {
			return nil
		}
		c.unlock()
		if _, err := c.table.numbered(records[missing].host); err != nil {
			return err
		}
	}
}

// occupyBoth keeps the hosts' counters right. The caller holds mu.
func (c *commit) occupyBoth(was, now record) error {
	for _, r := range [...]struct {
		record
		links int64
	}{{was, -1}, {now, 1}} {
		if !r.waits() && !r.gone {
			continue
		}
		h := c.ids[r.host]
		if h == nil {
			return c.table.lost(r.host)
		}
		c.occupy(h, r.links)
		c.dirty[h] = struct{}{}
	}
	return nil
}

// claim keeps a link on disk from being leased. One that was leased since it
// was looked at is no longer there to be moved (ok false), but may be ended.
func (c *commit) claim(k weburl.Key, was, now record) (r record, ok bool) {
	if was.state == Waiting {
		if lease, leased := c.leases[k]; leased {
			if now.waits() {
				return was, false
			}
			return lease, true
		}
	}
	if was.state == Waiting || was.gone {
		c.taken[was.seq] = struct{}{}
	}
	if was.state == Waiting && was.due == 0 {
		c.takeOut(was)
	}
	return was, true
}

// takeOut takes a link out of the queue in memory, if it is there.
func (c *commit) takeOut(r record) {
	if q, e := c.queued(r); e != nil {
		c.drop(q, e)
	}
}
