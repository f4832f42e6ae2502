package frontier

import (
	"slices"
)

// link adds a queue. One that is empty must be among the drained ones.
func (s *schedule) link(q *queue) {
	q.pos, q.at = -1, len(s.queues)
	s.queues = append(s.queues, q)
	q.lane.queues[q.host] = q
	s.lift(q.host)
	q.host.queues = append(q.host.queues, q)
	s.settle(q.host)
}

// index returns the index of the link at a position, of those from root downwards in the heap; -1 if it is not among them. What is below a later
// link is later still, and not looked at: one of the first links is found at once.
func (q *queue) index(p position, root int) int {
	if root >= len(q.links) || p.before(q.links[root].position) {
		return -1
	}
	if q.links[root].position == p {
		return root
	}
	if i := q.index(p, 2*root+1); i >= 0 {
		return i
	}
	return q.index(p, 2*root+2)
}

// unlink takes a queue out of memory.
func (s *schedule) unlink(q *queue) {
	h := q.host
	s.lift(h)
	h.queues = slices.DeleteFunc(h.queues, func(o *queue) bool { return o == q })
	delete(q.lane.queues, h)
	last := s.queues[len(s.queues)-1]
	s.queues[q.at], last.at = last, q.at
	s.queues = s.queues[:len(s.queues)-1]
	s.resettle(h)
}

// drain keeps a queue of which nothing is in memory until its links are read.
func (s *schedule) drain(q *queue) {
	s.drained = append(s.drained, q)
	s.resettle(q.host)
}

// resettle puts a host where it belongs that may have nothing left in memory. Then others
// may have the address that it came forward for.
func (s *schedule) resettle(h *host) {
	s.settle(h)
	if !h.hasLinks() {
		s.admitAll(h.addrs)
	}
}

// put adds an entry to a queue in memory, and cuts the queue back when it is
// longer than most.
func (s *schedule) put(q *queue, e *entry, most int) {
	q.links.push(e)
	if len(q.links) > 2*most {
		slices.SortFunc(q.links, func(a, b *entry) int { return a.position.compare(b.position) })
		clear(q.links[most:])
		q.links = q.links[:most]
		for i, e := range q.links {
			e.pos = i
		}
		q.more, q.tail = true, q.links[most-1].position
	}
	switch {
	case q.pos >= 0:
		q.lane.ready.fix(q)
	case len(q.links) == 1 && len(q.preferred) == 0: // it was empty
		s.settle(q.host)
	}
}
