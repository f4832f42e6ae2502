package frontier

import (
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/cockroachdb/pebble/v2"
)

// Bounds of the work that one call of Next, or one Commit, does beside its own.
const (
	findsACommit = 256 // queues of new links looked for on disk
	loadsACall   = 64  // queues brought into memory
	looksACall   = 256 // hosts that the cursor passes
	yieldsACall  = 64  // hosts that give their place
	duesACall    = 256 // links whose time has come
)

// longRest is the rest after which a host gives its place to others.
const longRest = 30 * time.Second

// shortRest is one for which a host that rests is not put in place of others.
const shortRest = 100 * time.Millisecond

// loading is the state of the cursor that goes round a lane, from host to
// host, to find the links that are on disk only.
type loading struct {
	partial bool   // some links are on disk only
	cursor  uint32 // number of the host at which it goes on
	missed  bool   // since the round began something was left, or passed over
	found   bool   // since the round began something was loaded
	wake    int64  // not worth while before
	next    int64  // when what was passed over is worth another look
}

// leave notes that links of a lane are on disk only, not worth a look before at.
func (f *Frontier) leave(l *lane, at int64) {
	l.load.missed = true
	l.load.next = min(l.load.next, at)
	if !l.load.partial {
		l.load = loading{partial: true, missed: true, wake: at, next: math.MaxInt64}
		f.partial = append(f.partial, l)
		return
	}
	l.load.wake = min(l.load.wake, at)
}

// ahead is how many links a queue keeps in memory.
func (f *Frontier) ahead() int {
	return min(max(f.limits.links/(len(f.queues)+1), 4), 256)
}

// refill reads the links after the tail of a queue. The caller holds mu.
func (f *Frontier) refill(q *queue) error {
	it, err := f.view()
	if err != nil {
		return err
	}
	ok := it.SeekPrefixGE(waitingKey(nil, q.lane.id, q.host.id, q.tail.rank, q.tail.seq+1))
	return f.store.readError(f.fill(q, it, ok))
}

// view gives an iterator over the links in lanes, which lasts until unlock. It
// shows them as they were when first asked for: what a commit has written since
// is not shown to memory before mu is free, and fill knows it by its serial.
// The caller holds mu.
func (f *Frontier) view() (it *pebble.Iterator, err error) {
	if f.viewed == nil {
		f.viewed, err = f.store.NewIter(&pebble.IterOptions{
			LowerBound: []byte{keyWaiting}, UpperBound: []byte{keyWaiting + 1},
		})
	}
	return f.viewed, f.store.readError(err)
}

// unlock gives mu free, and what has been seen of the store with it.
func (f *Frontier) unlock() {
	if f.viewed != nil {
		if err := f.viewed.Close(); err != nil {
			f.store.fail(err)
		}
		f.viewed = nil
	}
	f.mu.Unlock()
	if f.between != nil {
		f.between()
	}
}

// fill reads links from where an iterator stands. Those that a commit under way
// has not shown yet are passed over: it brings them itself.
func (f *Frontier) fill(q *queue, it *pebble.Iterator, ok bool) error {
	q.more = false
	for n := f.ahead(); ok; ok = it.Next() {
		host, rank, seq, err := parseWaitingKey(it.Key())
		if err != nil {
			return err
		}
		if host != q.host.id {
			return nil
		}
		if _, taken := f.taken[seq]; taken || seq >= f.fresh || seq < q.lane.cut {
			continue
		}
		if len(q.links) >= n {
			q.more, q.tail = true, q.links[len(q.links)-1].position
			return nil
		}
		// In rank order, so the heap stays a sorted slice.
		q.links = append(q.links, &entry{position: position{rank, seq}, value: slices.Clone(it.Value()), pos: len(q.links)})
	}
	return it.Error()
}

func laneEnd(id Lane) []byte {
	if id == math.MaxUint32 {
		return []byte{keyWaiting + 1}
	}
	return waitingKey(nil, id+1, 0, 0, 0)
}

// find brings the queue of a host in a lane into memory, if it has links.
func (f *Frontier) find(l *lane, h *host) error {
	q := &queue{lane: l, host: h, pos: -1}
	if err := f.refill(q); err != nil {
		return err
	}
	if len(q.links) > 0 {
		f.link(q)
	}
	return nil
}

// arrive brings a link that was just written into memory, if it belongs there.
// finds bounds the queues that are looked for on disk.
func (f *Frontier) arrive(l *lane, h *host, e *entry, finds *int) error {
	if l.queues[h] == nil {
		ok, err := f.seat(l, h, e, finds)
		if !ok || err != nil {
			return err
		}
	}
	q := l.queues[h]
	switch {
	case q == nil:
		q = &queue{lane: l, host: h}
		q.links.push(e)
		f.link(q)
	case !q.more || e.position.before(q.tail):
		f.put(q, e, f.ahead())
	}
	return nil
}

// seat makes room for the queue of a new link, and brings the links that wait
// on disk before it. Without room the link is left on disk (ok false).
func (f *Frontier) seat(l *lane, h *host, e *entry, finds *int) (ok bool, err error) {
	onDisk := l.load.partial && h.waiting > 1
	full := len(f.queues) >= f.limits.queues
	if onDisk && *finds == 0 || full && !f.yield(l, e) {
		f.leave(l, never)
		return false, nil
	}
	if onDisk {
		*finds--
		err = f.find(l, h)
	}
	return err == nil, err
}

// yield takes a queue out of memory whose best link is worse than e, for e's
// sake: of two that are looked at, one that is not e's own lane's last.
func (f *Frontier) yield(l *lane, e *entry) bool {
	for range 2 {
		f.turnLoad++
		q := f.queues[f.turnLoad%len(f.queues)]
		if q.lane == l && e.before(q.links[0]) || q.lane != l && len(l.queues) == 0 && len(q.lane.queues) > 1 {
			f.evict(q, never)
			return true
		}
	}
	return false
}

// evict takes a queue out of memory; at is when it is worth loading again.
func (f *Frontier) evict(q *queue, at int64) {
	f.unlink(q)
	f.leave(q.lane, at)
}

// reseat brings the queues of a host that was given up into memory, and takes
// those of one that rests for long out of it.
func (f *Frontier) reseat(h *host) error {
	if h.cause != "" {
		for _, l := range f.partial {
			if l.queues[h] == nil && h.waiting > 0 {
				if err := f.find(l, h); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if h.until > f.clock()+int64(longRest) {
		for len(h.queues) > 0 {
			f.evict(h.queues[0], h.until)
		}
	}
	return nil
}

// load goes on with the round through lanes that have links on disk only,
// while there is room. The caller holds mu.
func (f *Frontier) load() error {
	now := f.clock()
	loads, looks := loadsACall, looksACall
	for i := len(f.partial); i > 0 && loads > 0 && looks > 0 && len(f.partial) > 0; i-- {
		f.turnLoad++
		l := f.partial[f.turnLoad%len(f.partial)]
		if l.load.wake > now || !f.room(l, now) {
			continue
		}
		if err := f.round(l, now, &loads, &looks); err != nil {
			return err
		}
	}
	return nil
}

// loadTime gives the moment from which load may find something.
func (f *Frontier) loadTime(now int64) (at int64, ok bool) {
	at = math.MaxInt64
	for _, l := range f.partial {
		if l.load.wake < at && (len(f.queues) < f.limits.queues || f.rests(now)) {
			at, ok = l.load.wake, true
		}
	}
	return at, ok && at != math.MaxInt64
}

// room makes room for a lane's links: when all places are taken and nobody can
// be asked, of hosts that rest; when others hold all, of them.
func (f *Frontier) room(l *lane, now int64) bool {
	if len(f.queues) < f.limits.queues {
		return true
	}
	if len(l.queues) == 0 {
		for range 4 {
			f.turnLoad++
			if q := f.queues[f.turnLoad%len(f.queues)]; len(q.lane.queues) > 1 {
				f.evict(q, never)
				return true
			}
		}
	}
	if len(f.ready) > 0 {
		return false
	}
	for i := 0; i < yieldsACall && f.rests(now); i++ {
		h := f.resting[len(f.resting)-1]
		for len(h.queues) > 0 {
			f.evict(h.queues[0], h.at)
		}
	}
	return len(f.queues) < f.limits.queues
}

// rests reports whether a host rests long enough to give its place. The last
// of a heap is one of the later ones.
func (f *Frontier) rests(now int64) bool {
	n := len(f.resting)
	return n > 0 && f.resting[n-1].at > now+int64(shortRest)
}

// round moves the cursor of a lane on.
func (f *Frontier) round(l *lane, now int64, loads, looks *int) error {
	it, err := f.store.NewIter(&pebble.IterOptions{
		LowerBound: waitingKey(nil, l.id, 0, 0, 0), UpperBound: laneEnd(l.id),
	})
	if err != nil {
		return f.store.readError(err)
	}
	defer it.Close()
	if l.load.cursor == 0 {
		l.load.missed, l.load.found, l.load.next = false, false, math.MaxInt64
	}
	ok := it.SeekGE(waitingKey(nil, l.id, l.load.cursor, 0, 0))
	for ; ok && *loads > 0 && *looks > 0 && len(f.queues) < f.limits.queues; *looks-- {
		id, _, _, err := parseWaitingKey(it.Key())
		if err != nil {
			return f.store.readError(err)
		}
		if err := f.meet(l, id, it, now, loads); err != nil {
			return f.store.readError(err)
		}
		if l.load.cursor = id + 1; id == math.MaxUint32 {
			ok = false
			break
		}
		ok = f.nextHost(it, l.id, id)
	}
	if err := it.Error(); err != nil {
		return f.store.readError(err)
	}
	if !ok {
		f.endRound(l)
	}
	return nil
}

// nextHost moves an iterator to the first link of the next host: it is often
// a step away.
func (f *Frontier) nextHost(it *pebble.Iterator, l Lane, host uint32) bool {
	if !it.Valid() {
		return false
	}
	if binary.BigEndian.Uint32(it.Key()[5:]) > host {
		return true
	}
	return it.SeekGE(waitingKey(nil, l, host+1, 0, 0))
}

// meet loads the queue of the host at which the cursor stands.
func (f *Frontier) meet(l *lane, id uint32, it *pebble.Iterator, now int64, loads *int) error {
	h, err := f.hostNumbered(id)
	if err != nil || l.queues[h] != nil {
		return err
	}
	if at, free := f.readyAt(h); h.cause == "" && free && at > now+int64(shortRest) {
		l.load.missed, l.load.next = true, min(l.load.next, at)
		return nil
	}
	q := &queue{lane: l, host: h, pos: -1}
	if err := f.fill(q, it, true); err != nil {
		return err
	}
	if len(q.links) > 0 {
		f.link(q)
		l.load.found = true
		*loads--
	}
	return nil
}

// endRound ends a round: all is in memory, or another one begins now or later.
func (f *Frontier) endRound(l *lane) {
	l.load.cursor = 0
	switch {
	case !l.load.missed:
		l.load.partial = false
		f.partial = slices.DeleteFunc(f.partial, func(o *lane) bool { return o == l })
	case l.load.found:
		l.load.wake = never
	default:
		l.load.wake = l.load.next
	}
}

// forget forgets a lane in which nothing waits.
func (f *Frontier) forget(l *lane) {
	if l.waiting > 0 {
		return
	}
	f.partial = slices.DeleteFunc(f.partial, func(o *lane) bool { return o == l })
	l.load.partial = false
	f.forgetLane(l)
}
