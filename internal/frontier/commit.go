package frontier

import (
	"cmp"
	"context"
	"fmt"
	"math"
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
	key     []byte
	value   []byte
}

// change is the fate of one URL.
type change struct {
	key   weburl.Key
	was   record // as on disk
	now   record
	value []byte // the link, of one that waits
	spare bool   // a lease that goes on, its link is only put elsewhere
}

// Commit makes a group durable, all or nothing. After an error the store takes
// no more: open it again.
func (f *Frontier) Commit(ctx context.Context, g *Group) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if f.readOnly {
		return fmt.Errorf("frontier %s: opened to read only", f.store.Dir)
	}
	if err := f.promoteDue(); err != nil {
		return err
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	c := f.begin()
	if err := f.table.alterPending(); err != nil {
		return err
	}
	if err := c.gather(g); err != nil {
		f.store.Fail(err) // memory has seen half of the group
		return err
	}
	if err := c.write(pebble.Sync); err != nil {
		return err
	}
	return c.finish()
}

func (c *commit) gather(g *Group) error {
	if err := c.foresee(g); err != nil {
		return err
	}
	if err := g.enterInto(c); err != nil {
		return err
	}
	for k, v := range g.State {
		if err := c.set(stateKey(k), v); err != nil {
			return err
		}
	}
	for _, s := range g.Split {
		c.addJob(&job{kind: splitting, from: s.From, to: s.To, portion: portion{share: s.Share}, cut: c.cut})
	}
	for _, l := range g.Drop {
		c.addJob(&job{kind: dropping, from: l})
	}
	return c.runJobs()
}

// set puts or, when v is nil, deletes.
func (c *commit) set(k, v []byte) error {
	if v == nil {
		return c.batch.Delete(k, nil)
	}
	return c.batch.Set(k, v, nil)
}

func (f *Frontier) begin() *commit {
	f.mu.Lock()
	defer f.unlock()
	f.fresh, f.busy = f.seq+1, true
	return &commit{Frontier: f, batch: f.store.NewBatch(), index: map[weburl.Key]int{}, cut: f.fresh}
}

// foresee reads what the store has of the URLs in a group, and of the hosts of
// new ones, all at once and in the order in which it lies.
func (c *commit) foresee(g *Group) (err error) {
	var keys []weburl.Key
	fresh := make([]string, 0, len(g.Done)) // hosts of links that are surely new
	for i := range g.Add {
		switch k := g.Add[i].URL.Key(); {
		case c.seen.familiar(k):
		case c.seen.filter.Excludes(k):
			fresh = append(fresh, g.Add[i].URL.Host())
		default:
			keys = append(keys, k)
		}
	}
	for i := range g.Refuse {
		if k := g.Refuse[i].URL.Key(); !c.seen.familiar(k) && !c.seen.filter.Excludes(k) {
			keys = append(keys, k)
		}
	}
	expected := len(fresh) + len(g.Done) + len(g.Again)
	c.index, c.changes = make(map[weburl.Key]int, expected), make([]change, 0, expected)
	if len(keys) > 1 {
		if c.found, err = c.seen.storedOf(keys); err != nil {
			return err
		}
	}
	return c.table.bring(fresh)
}

func (c *commit) familiar(k weburl.Key) bool { return c.seen.familiar(k) }

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

func (c *commit) number(name string) (uint32, error) {
	h, err := c.table.named(name)
	if err != nil {
		return 0, err
	}
	return h.id, nil
}

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
	c.seen.filter.Add(k)
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
	return c.store.Get(nil, was.key(nil))
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
	h, l := c.ids[r.host], c.lanes[r.lane]
	if h == nil || l == nil || l.queues[h] == nil {
		return
	}
	q := l.queues[h]
	if i := slices.IndexFunc(q.links, func(e *entry) bool { return e.seq == r.seq }); i >= 0 {
		c.drop(q, q.links[i])
	}
}

// finish shows memory what is on disk now, a few changes at a time: a page may
// have a hundred thousand links, and Next shall not wait for all of them. They
// come in the order of their serials, so that what memory was shown can be told
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
// gives them free.
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

func (c *commit) show(ch *change, finds *int) error {
	if ch.was.waits() || ch.was.gone {
		delete(c.taken, ch.was.seq)
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
	c.arrive(c.lane(ch.now.lane), h, &entry{position: position{ch.now.rank, ch.now.seq}, value: ch.value}, finds)
	return nil
}
