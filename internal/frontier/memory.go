package frontier

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"sluice/weburl"
)

// Memory is a frontier that keeps everything in maps and heaps, for crawls that
// are never resumed. It keeps the contract of [Frontier] except for restarts, and
// does all of a split or drop at once. It is safe for concurrent use.
type Memory struct {
	mu sync.Mutex
	*schedule
	seen    map[weburl.Key]*node
	delayed heap[*node]
	state   map[string][]byte
	changed chan struct{}
}

// node is what is known of one URL.
type node struct {
	record
	entry *entry // while it waits; kept during a lease
	key   weburl.Key
	pos   int // among the delayed
}

// before implements ranked: links in the order in which they are due, then of their arrival.
func (n *node) before(o *node) bool { return n.due < o.due || n.due == o.due && n.seq < o.seq }
func (n *node) place() *int         { return &n.pos }

// NewMemory makes an empty frontier.
func NewMemory(o Options) *Memory {
	m := &Memory{schedule: newSchedule(o), changed: make(chan struct{}, 1)}
	m.clear()
	return m
}

// clear forgets everything.
func (m *Memory) clear() {
	m.reset()
	m.seen, m.state, m.delayed = map[weburl.Key]*node{}, map[string][]byte{}, nil
}

// Known reports of each key whether and how it is known.
func (m *Memory) Known(ctx context.Context, keys []weburl.Key, out []Known) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, k := range keys {
		out[i] = Known{}
		r, _ := m.look(k)
		var value []byte
		if n := m.seen[k]; n != nil && n.entry != nil {
			value = n.entry.value
		}
		if err := r.fillKnown(&out[i], value); err != nil {
			return err
		}
	}
	return nil
}

// Seen reports of each key whether an Add would pass it over.
func (m *Memory) Seen(ctx context.Context, keys []weburl.Key, out []bool) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, k := range keys {
		r, _ := m.look(k)
		out[i] = !r.vacant()
	}
	return nil
}

// Commit enters a group.
func (m *Memory) Commit(ctx context.Context, g *Group) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	defer signal(m.changed)
	m.promote()
	cut := m.seq + 1
	if err := g.enterInto(m); err != nil {
		return err
	}
	for _, s := range g.Split {
		m.split(s, cut)
	}
	for _, l := range g.Drop {
		m.dropLane(l, cut)
	}
	for i := range g.Prefer {
		m.prefer(&g.Prefer[i])
	}
	for k, v := range g.State {
		if v == nil {
			delete(m.state, k)
		} else {
			m.state[k] = slices.Clone(v)
		}
	}
	return nil
}

// look implements book.
func (m *Memory) look(k weburl.Key) (record, error) {
	if r, ok := m.leases[k]; ok {
		return r, nil
	}
	if n := m.seen[k]; n != nil {
		return n.record, nil
	}
	return record{}, nil
}

// familiar implements book: a look into the map is cheap enough.
func (m *Memory) familiar(weburl.Key) bool { return false }

// number implements book.
func (m *Memory) number(name string) (uint32, error) {
	if h := m.names[name]; h != nil {
		return h.id, nil
	}
	id := hostNumber(name)
	for m.ids[id] != nil {
		id++
	}
	return m.addHost(id, name).id, nil
}

// enter implements book.
func (m *Memory) enter(k weburl.Key, was, now record, l *Link) error {
	m.count(was, now)
	n := m.seen[k]
	if n == nil {
		n = &node{key: k, pos: -1}
		m.seen[k] = n
	}
	if was.waits() {
		m.occupy(m.ids[was.host], -1)
		m.takeOut(n, was)
	}
	n.record = now
	switch {
	case !now.waits():
		n.entry = nil
		return nil
	case l != nil:
		n.entry = &entry{value: appendLink(nil, l)}
	}
	m.occupy(m.ids[now.host], 1)
	m.putIn(n)
	return nil
}

// takeOut removes a link from where it waits, or ends its lease.
func (m *Memory) takeOut(n *node, was record) {
	switch {
	case was.state == Leased:
		delete(m.leases, n.key)
		delete(m.taken, was.seq)
	case was.due != 0:
		m.delayed.remove(n)
	default:
		m.drop(m.lanes[was.lane].queues[m.ids[was.host]], n.entry)
	}
}

// putIn puts a link where it waits: into a lane, or among those that wait for their time.
func (m *Memory) putIn(n *node) {
	n.entry.position = position{n.rank, n.seq}
	if n.due != 0 {
		m.delayed.push(n)
		return
	}
	l, h := m.lane(n.lane), m.ids[n.host]
	if q := l.queues[h]; q != nil {
		m.put(q, n.entry, math.MaxInt/2)
		return
	}
	q := &queue{lane: l, host: h}
	q.links.push(n.entry)
	m.link(q)
}

// promote brings links into their lanes whose time has come.
func (m *Memory) promote() {
	for now := m.clock(); len(m.delayed) > 0 && m.delayed[0].due <= now; {
		n := m.delayed[0]
		m.delayed.remove(n)
		n.due, n.seq = 0, m.serial()
		m.putIn(n)
	}
}

// inLane returns the nodes that wait in a lane since before cut, in order, and
// those that wait for their time.
func (m *Memory) inLane(id Lane, cut uint64) (waiting, delayed []*node) {
	for _, n := range m.seen {
		if n.state != Waiting || n.lane != id || n.seq >= cut {
			continue
		}
		if _, ok := m.leases[n.key]; ok {
			continue
		}
		if n.due != 0 {
			delayed = append(delayed, n)
		} else {
			waiting = append(waiting, n)
		}
	}
	slices.SortFunc(waiting, byPlace)
	return waiting, delayed
}

// byPlace orders nodes as the durable frontier has their keys, so that both split alike.
func byPlace(a, b *node) int {
	return cmp.Or(cmp.Compare(a.host, b.host), cmp.Compare(a.rank, b.rank), cmp.Compare(a.seq, b.seq))
}

// split moves a share of the links that wait in a lane since before cut.
func (m *Memory) split(s Split, cut uint64) {
	waiting, _ := m.inLane(s.From, cut)
	part := portion{share: s.Share}
	for _, n := range waiting {
		if part.picks() {
			now := n.record
			now.lane, now.seq = s.To, m.serial()
			_ = m.enter(n.key, n.record, now, nil) // no store that could fail
		}
	}
}

// dropLane drops the links that wait in a lane since before cut.
func (m *Memory) dropLane(id Lane, cut uint64) {
	waiting, delayed := m.inLane(id, cut)
	for _, n := range append(waiting, delayed...) {
		_ = m.enter(n.key, n.record, record{state: Dropped}, nil) // no store that could fail
	}
	if l := m.lanes[id]; l != nil {
		m.forgetLane(l)
	}
}

// Next returns up to n links. choose must not call the frontier.
func (m *Memory) Next(ctx context.Context, n int, choose func([]LaneState) []Share) ([]Lease, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	t := &turn{n: n}
	lanes, err := m.offers(t)
	if err != nil || len(lanes) == 0 {
		return t.out, err
	}
	if choose == nil {
		choose = lowest(n)
	}
	t.choose(choose(lanes))
	m.mu.Lock()
	defer m.mu.Unlock()
	m.wake()
	_, err = m.serveShares(t)
	return t.out, err
}

// offers hands out the links of hosts that were given up, and returns the lanes to choose from
// if more is wanted.
func (m *Memory) offers(t *turn) ([]LaneState, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.promote()
	m.wake()
	if _, err := m.serveClosed(t); err != nil || len(t.out) >= t.n {
		return nil, err
	}
	return m.states(), nil
}

// Ready returns when Next will have something.
func (m *Memory) Ready() (time.Time, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.readyTime()
	if len(m.delayed) > 0 && (!ok || m.delayed[0].due < at) {
		at, ok = m.delayed[0].due, true
	}
	return m.moment(at, ok)
}

// Release frees the lease's place at its host, whose clock runs from end; a zero
// end means that no request was made.
func (m *Memory) Release(l Lease, end time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.endRequest(l, end)
	signal(m.changed)
}

// SetDelay sets the pause between two requests to a host.
func (m *Memory) SetDelay(name string, d time.Duration) {
	m.alter(name, func(h *host) { h.delay = int64(max(d, 0)) })
}

// PauseHost leases no link of a host before until.
func (m *Memory) PauseHost(name string, until time.Time) {
	m.alter(name, func(h *host) { h.until = m.nanos(until) })
}

// CloseHost gives up a host: what waits for it is handed out at once, marked
// Closed. An empty cause opens it again.
func (m *Memory) CloseHost(name, cause string) {
	m.alter(name, func(h *host) { h.cause = cause })
}

// SetAddresses sets which addresses a host has.
func (m *Memory) SetAddresses(name string, addrs []string) {
	m.alter(name, func(h *host) { h.addrs = slices.Clone(addrs) })
}

// alter changes what is known of a host.
func (m *Memory) alter(name string, alter func(*host)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	id, _ := m.number(name)
	m.change(m.ids[id], alter)
	signal(m.changed)
}

// Changed returns a token after each change that may have made a link ready.
func (m *Memory) Changed() <-chan struct{} { return m.changed }

// Counts returns how much the frontier holds.
func (m *Memory) Counts() Counts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.counts()
}

// LeastTime returns how long it takes at least, by their delays and pauses, until the hosts have been asked for all that waits.
func (m *Memory) LeastTime() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.leastTime()
}

// Lanes returns the numbers of the lanes in which links wait, in order.
func (m *Memory) Lanes() []Lane {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.laneNumbers()
}

// Scan returns up to n links that wait in a lane and where to continue; the cursor
// is empty at the end.
func (m *Memory) Scan(ctx context.Context, id Lane, from Cursor, n int) ([]Link, Cursor, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, "", err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.lanes[id]
	if l == nil || n <= 0 {
		return nil, "", nil
	}
	after, err := from.parse()
	if err != nil {
		return nil, "", err
	}
	var out []Link
	hosts := slices.SortedFunc(maps.Keys(l.queues), func(a, b *host) int { return cmp.Compare(a.id, b.id) })
	for _, h := range hosts {
		if h.id < after.host {
			continue
		}
		links := slices.Clone(l.queues[h].links)
		for _, p := range l.queues[h].preferred {
			links = append(links, p.entry)
		}
		slices.SortFunc(links, func(a, b *entry) int { return a.position.compare(b.position) })
		for _, e := range links {
			if h.id == after.host && !after.before(e.position) {
				continue
			}
			if len(out) == n {
				return out, after.cursor(), nil
			}
			link, err := e.link(id)
			if err != nil {
				return nil, "", err
			}
			out, after = append(out, link), place{h.id, e.position}
		}
	}
	return out, "", nil
}

// State reads the strategy's memory; nil when there is nothing under the key.
func (m *Memory) State(ctx context.Context, key string) ([]byte, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.state[key]), nil
}

// Reset forgets everything except the given state.
func (m *Memory) Reset(ctx context.Context, state map[string][]byte) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	for k, v := range state {
		m.state[k] = slices.Clone(v)
	}
	return nil
}

// Close does nothing.
func (m *Memory) Close() error { return nil }
