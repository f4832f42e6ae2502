package frontier

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"github.com/cockroachdb/pebble/v2"
)

// Bounds of the work that one call of Next does besides its own.
const (
	loadsACall = 64  // queues brought into memory
	looksACall = 256 // hosts that the cursor passes
)

// Links are loaded in three steps: under mu the loader decides what to read, then it reads
// without mu, so that no caller waits for the disk, and under mu it enters the result. In between
// no commit updates memory, because reading is held, and no host is forgotten; but links may
// have been leased or claimed by a commit, a host may have been given up, and a queue may have
// left. So the result is checked again when it is entered.

// loader brings links of the store into memory.
type loader struct {
	*core
	hosts *hostTable
}

// fill reads links for the queues that have run dry.
func (r *loader) fill() error {
	r.reading.Lock()
	defer r.unlockReading()
	return r.fillDrained()
}

// load makes ready what Next is to choose from: it fills the queues that have run dry, and
// continues with the round through lanes that have links on disk only, while there is room.
func (r *loader) load() error {
	r.reading.Lock()
	defer r.unlockReading()
	if err := r.hosts.alterPending(); err != nil {
		return err
	}
	if err := r.fillDrained(); err != nil {
		return err
	}
	b := budget{loads: loadsACall, looks: looksACall}
	for i := r.partialLanes(); i > 0 && !b.spent(); i-- {
		l, now := r.nextPartial()
		if l == nil {
			continue
		}
		if err := r.round(l, now, &b); err != nil {
			return r.store.ReadError(err)
		}
	}
	return nil
}

// budget bounds the work of one load.
type budget struct{ loads, looks int }

// spent reports whether there is to be no more work in this load.
func (b *budget) spent() bool { return b.loads <= 0 || b.looks <= 0 }

// fillDrained is fill for a caller that holds reading.
func (r *loader) fillDrained() error {
	r.mu.Lock()
	drained := r.drained
	r.drained = nil
	r.mu.Unlock()
	if len(drained) == 0 {
		return nil
	}
	it, err := r.store.NewIter(&pebble.IterOptions{LowerBound: []byte{keyWaiting}, UpperBound: []byte{keyWaiting + 1}})
	if err != nil {
		return r.store.ReadError(err)
	}
	for i, q := range drained {
		if err = r.fillQueue(it, q); err != nil {
			r.mu.Lock()
			r.drained = append(r.drained, drained[i:]...)
			r.mu.Unlock()
			break
		}
	}
	return r.store.ReadError(errors.Join(err, it.Close()))
}

// fillQueue reads the links behind the tail of a queue that has run dry.
func (r *loader) fillQueue(it *pebble.Iterator, q *queue) error {
	r.mu.Lock()
	needed, n := r.isDrained(q), r.ahead()
	r.mu.Unlock()
	if !needed {
		return nil
	}
	ok := it.SeekPrefixGE(waitingKey(nil, q.lane.id, q.host.id, q.tail.rank, q.tail.seq+1))
	for needed {
		links, more, err := readLinks(it, ok, q.host.id, n)
		if err != nil {
			return err
		}
		r.mu.Lock()
		if needed = r.isDrained(q); needed {
			r.place(q, links, more)
			switch needed = len(q.links) == 0 && more; {
			case needed:
			case len(q.links) == 0:
				r.unlink(q)
			default:
				r.settle(q.host)
			}
		}
		r.mu.Unlock()
		ok = more
	}
	return nil
}

// readLinks reads up to n links of a host from the position of an iterator (ok: on one of the
// same lane), and reports whether the iterator is at more of them then.
func readLinks(it *pebble.Iterator, ok bool, host uint32, n int) (links []*entry, more bool, err error) {
	for ; ok; ok = it.Next() {
		id, rank, seq, err := parseWaitingKey(it.Key())
		if err != nil {
			return nil, false, err
		}
		if id != host {
			return links, false, nil
		}
		if len(links) == n {
			return links, true, nil
		}
		links = append(links, &entry{position: position{rank, seq}, value: slices.Clone(it.Value())})
	}
	return links, false, it.Error()
}

// place puts links into an empty queue, in the order in which they were read. Left out are
// those that are leased, or about to go, or dropped, and those that a commit under way has not
// shown yet, since it brings them itself. The caller holds mu.
func (r *loader) place(q *queue, links []*entry, more bool) {
	for _, e := range links {
		q.tail = e.position
		if _, taken := r.taken[e.seq]; taken || e.seq >= r.fresh || e.seq < q.lane.cut {
			continue
		}
		e.pos = len(q.links) // in rank order, so the heap is a sorted slice
		q.links = append(q.links, e)
	}
	q.more = more
}

// partialLanes returns the number of lanes with links that are on disk only.
func (r *loader) partialLanes() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.partial)
}

// nextPartial returns the next of the lanes with links on disk only, nil when it is not worth a
// look or has no room.
func (r *loader) nextPartial() (l *lane, now int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now = r.clock()
	if len(r.partial) == 0 {
		return nil, now
	}
	r.turnLoad++
	l = r.partial[r.turnLoad%len(r.partial)]
	if l.load.wake > now || !r.room(l, now) {
		return nil, now
	}
	return l, now
}

// round moves the cursor of a lane on, from host to host. The caller holds reading.
func (r *loader) round(l *lane, now int64, b *budget) (err error) {
	it, err := r.store.NewIter(&pebble.IterOptions{
		LowerBound: waitingKey(nil, l.id, 0, 0, 0), UpperBound: laneEnd(l.id),
	})
	if err != nil {
		return err
	}
	defer func() {
		if e := it.Close(); err == nil {
			err = e
		}
	}()
	ok := it.SeekGE(waitingKey(nil, l.id, r.beginRound(l), 0, 0))
	for ; ok && !b.spent(); b.looks-- {
		id, _, _, err := parseWaitingKey(it.Key())
		if err != nil {
			return err
		}
		if full, err := r.meet(l, id, it, now, b); full || err != nil {
			return err
		}
		ok = id < math.MaxUint32 && nextHost(it, l.id, id)
	}
	if !ok && it.Error() == nil {
		r.mu.Lock()
		r.endRound(l)
		r.mu.Unlock()
	}
	return nil // an error of the iterator is that of its Close
}

// beginRound returns the host at which the round through a lane continues.
func (r *loader) beginRound(l *lane) (host uint32) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if l.load.cursor == 0 {
		l.load.missed, l.load.found, l.load.next = false, false, math.MaxInt64
	}
	return l.load.cursor
}

// nextHost moves an iterator to the first link of the next host: it is often
// a step away.
func nextHost(it *pebble.Iterator, l Lane, host uint32) bool {
	if !it.Valid() {
		return false
	}
	if binary.BigEndian.Uint32(it.Key()[5:]) > host {
		return true
	}
	return it.SeekGE(waitingKey(nil, l, host+1, 0, 0))
}

// meet loads the queue of the host at the cursor, unless there is no room (full
// true).
func (r *loader) meet(l *lane, id uint32, it *pebble.Iterator, now int64, b *budget) (full bool, err error) {
	h, err := r.hosts.numbered(id)
	if err != nil {
		return false, err
	}
	r.mu.Lock()
	full, wanted, n := len(r.queues) >= r.limits.queues, r.isWanted(l, h, now), r.ahead()
	r.mu.Unlock()
	if full {
		return true, nil
	}
	for more := wanted; more; {
		var links []*entry
		if links, more, err = readLinks(it, true, id, n); err != nil {
			return false, err
		}
		if r.bringIn(l, h, links, more) {
			b.loads--
			break
		}
	}
	r.mu.Lock()
	l.load.cursor = id + 1
	r.mu.Unlock()
	return false, nil
}

// bringIn makes a queue of links that were read, and reports whether it did: all of them may
// be left out.
func (r *loader) bringIn(l *lane, h *host, links []*entry, more bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	q := &queue{lane: l, host: h, pos: -1}
	r.place(q, links, more)
	if len(q.links) == 0 || l.queues[h] != nil {
		return false
	}
	r.link(q)
	l.load.found = true
	return true
}

// isWanted reports whether the queue of a host is to be loaded in a round: it is not in memory,
// and the host need not wait. The caller holds mu.
func (r *loader) isWanted(l *lane, h *host, now int64) bool {
	if l.queues[h] != nil {
		return false
	}
	if at, free := r.readyAt(h); h.cause == "" && free && at > now+int64(shortPause) {
		l.load.missed, l.load.next = true, min(l.load.next, at)
		return false
	}
	return true
}
