package frontier

import (
	"math"
	"slices"
	"time"
)

// findsACommit bounds the queues that one commit has read for its new links.
const findsACommit = 256

// yieldsACall bounds the hosts that leave their place at a time.
const yieldsACall = 64

// longPause is the pause after which a host leaves its place in memory to others.
const longPause = 30 * time.Second

// shortPause is one for which a host is not put in place of others.
const shortPause = 100 * time.Millisecond

// residency decides which queues of the store are in memory, as there is room for some only.
// It reads nothing itself: [schedule.drained] and [lane.load] hold what is to be read.
type residency struct {
	*schedule
	limits   limits
	partial  []*lane // lanes with links that are on disk only
	turnLoad int     // moves on with each choice among queues or lanes
}

// limits bound what is in memory.
type limits struct{ queues, links, hosts int }

// leave notes that links of a lane are on disk only, not worth a look before at.
func (r *residency) leave(l *lane, at int64) {
	l.load.missed = true
	l.load.next = min(l.load.next, at)
	if !l.load.partial {
		l.load = loading{partial: true, missed: true, wake: at, next: math.MaxInt64}
		r.partial = append(r.partial, l)
		return
	}
	l.load.wake = min(l.load.wake, at)
}

// ahead is how many links a queue keeps in memory.
func (r *residency) ahead() int {
	return min(max(r.limits.links/(len(r.queues)+1), 4), 256)
}

// find queues the links of a host in a lane for reading. Its queue is empty until then.
func (r *residency) find(l *lane, h *host) {
	q := &queue{lane: l, host: h, pos: -1, more: true}
	r.link(q)
	r.drain(q)
}

// arrive brings a link that was just written into memory, if it belongs there.
// finds bounds the queues that are looked for on disk.
func (r *residency) arrive(l *lane, h *host, e *entry, finds *int) {
	if l.queues[h] == nil && !r.seat(l, h, e, finds) {
		return
	}
	q := l.queues[h]
	switch {
	case q == nil:
		q = &queue{lane: l, host: h}
		q.links.push(e)
		r.link(q)
	case !q.more || !q.tail.before(e.position):
		// The tail itself may be this link: it was read from the store before its commit showed it.
		r.put(q, e, r.ahead())
	}
}

// seat makes room for the queue of a new link, and requests the links that wait on disk
// beside it. It reports whether there is room: else the link is left on disk.
func (r *residency) seat(l *lane, h *host, e *entry, finds *int) bool {
	onDisk := l.load.partial && h.waiting > 1
	full := len(r.queues) >= r.limits.queues
	if onDisk && *finds == 0 || full && !r.yield(l, e) {
		r.leave(l, never)
		return false
	}
	if onDisk {
		*finds--
		r.find(l, h)
	}
	return true
}

// yield takes a queue out of memory whose best link is worse than e, for e's
// sake: of two that are looked at, one that is not e's own lane's last.
func (r *residency) yield(l *lane, e *entry) bool {
	for range 2 {
		r.turnLoad++
		q := r.queues[r.turnLoad%len(r.queues)]
		if q.lane == l && !q.isEmpty() && e.position.before(q.best()) || q.lane != l && len(l.queues) == 0 && len(q.lane.queues) > 1 {
			r.evict(q, never)
			return true
		}
	}
	return false
}

// evict takes a queue out of memory; at is when it is worth loading again.
func (r *residency) evict(q *queue, at int64) {
	r.unlink(q)
	r.leave(q.lane, at)
}

// reseat requests the queues of a host that was given up, and removes those of a host
// with a long pause from memory.
func (r *residency) reseat(h *host) {
	if h.cause != "" {
		for _, l := range r.partial {
			if l.queues[h] == nil && h.waiting > 0 {
				r.find(l, h)
			}
		}
		return
	}
	if h.until > r.clock()+int64(longPause) {
		for len(h.queues) > 0 {
			r.evict(h.queues[0], h.until)
		}
	}
}

// isDrained reports whether a queue waits for its links to be read.
func (r *residency) isDrained(q *queue) bool {
	return q.lane.queues[q.host] == q && q.isEmpty()
}

// loadTime returns the time from which reading links may find one of a ready host.
func (r *residency) loadTime(now int64) (at int64, ok bool) {
	at = math.MaxInt64
	for _, q := range r.drained {
		if free, ok := r.readyAt(q.host); r.isDrained(q) && q.host.cause != "" {
			at = now
		} else if r.isDrained(q) && ok {
			at = min(at, max(free, now))
		}
	}
	for _, l := range r.partial {
		if l.load.wake < at && (len(r.queues) < r.limits.queues || r.canYield(now)) {
			at = l.load.wake
		}
	}
	return at, at != math.MaxInt64
}

// room makes room for a lane's links if all places are taken, and reports whether
// it could. A lane without a queue takes the place of a lane with several; else, if
// no host is ready, the queues of a paused host are evicted.
func (r *residency) room(l *lane, now int64) bool {
	if len(r.queues) < r.limits.queues {
		return true
	}
	if len(l.queues) == 0 {
		for range 4 {
			r.turnLoad++
			if q := r.queues[r.turnLoad%len(r.queues)]; len(q.lane.queues) > 1 {
				r.evict(q, never)
				return true
			}
		}
	}
	if len(r.ready) > 0 {
		return false
	}
	for i := 0; i < yieldsACall && r.canYield(now); i++ {
		h := r.paused[len(r.paused)-1]
		for len(h.queues) > 0 {
			r.evict(h.queues[0], h.at)
		}
	}
	return len(r.queues) < r.limits.queues
}

// canYield reports whether a host pauses long enough to leave its place. The last
// of a heap is one of the later ones.
func (r *residency) canYield(now int64) bool {
	n := len(r.paused)
	return n > 0 && r.paused[n-1].at > now+int64(shortPause)
}

// endRound ends a round: all is in memory, or another one begins now or later.
func (r *residency) endRound(l *lane) {
	l.load.cursor = 0
	switch {
	case !l.load.missed:
		l.load.partial = false
		r.partial = slices.DeleteFunc(r.partial, func(o *lane) bool { return o == l })
	case l.load.found:
		l.load.wake = never
	default:
		l.load.wake = l.load.next
	}
}

// forget forgets a lane in which nothing waits.
func (r *residency) forget(l *lane) {
	if l.waiting > 0 {
		return
	}
	r.partial = slices.DeleteFunc(r.partial, func(o *lane) bool { return o == l })
	l.load.partial = false
	r.forgetLane(l)
}
