package frontier

import (
	"cmp"
	"slices"
)

// lane is what is in memory of a lane.
type lane struct {
	id      Lane
	waiting int64 // links in it, leased ones included
	leased  int64
	served  int64
	cut     uint64 // links with a smaller seq are dropped, whether or not they are gone yet

	queues map[*host]*queue
	ready  heap[*queue] // those whose host may be asked now
	pos    int          // among the lanes with a ready queue; -1: none

	// Of the durable frontier.
	dirty bool
	load  loading
}

// queue holds the best links of one host in one lane.
type queue struct {
	lane  *lane
	host  *host
	links heap[*entry]
	pos   int // among the lane's ready ones
	at    int // among all queues

	// The store may have links of this queue beyond the tail, when there is more.
	more bool
	tail position
}

// position is a place in the order of a queue.
type position struct{ rank, seq uint64 }

func (p position) before(o position) bool {
	return p.rank < o.rank || p.rank == o.rank && p.seq < o.seq
}

func (p position) compare(o position) int {
	return cmp.Or(cmp.Compare(p.rank, o.rank), cmp.Compare(p.seq, o.seq))
}

// entry is a link that waits, in memory.
type entry struct {
	position
	value []byte // see appendLink
	pos   int
}

// link reads the link of an entry in a lane.
func (e *entry) link(id Lane) (Link, error) {
	l, err := parseLink(e.value)
	l.Lane, l.Score = id, scoreOf(e.rank)
	return l, err
}

func (e *entry) before(o *entry) bool { return e.position.before(o.position) }
func (e *entry) place() *int          { return &e.pos }
func (q *queue) before(o *queue) bool { return q.links[0].before(o.links[0]) }
func (q *queue) place() *int          { return &q.pos }

func (s *schedule) lane(id Lane) *lane {
	l := s.lanes[id]
	if l == nil {
		l = &lane{id: id, queues: map[*host]*queue{}, pos: -1}
		s.lanes[id] = l
	}
	return l
}

// forgetLane forgets a lane in which nothing waits.
func (s *schedule) forgetLane(l *lane) {
	if l.waiting == 0 && len(l.queues) == 0 {
		delete(s.lanes, l.id)
	}
}

// laneNumbers lists the lanes in which links wait, leased ones included.
func (s *schedule) laneNumbers() []Lane {
	var ids []Lane
	for id, l := range s.lanes {
		if l.waiting > 0 {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// link adds a queue. One that is empty must be among the drained ones.
func (s *schedule) link(q *queue) {
	q.pos, q.at = -1, len(s.queues)
	s.queues = append(s.queues, q)
	q.lane.queues[q.host] = q
	s.lift(q.host)
	q.host.queues = append(q.host.queues, q)
	s.settle(q.host)
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

// offer puts a queue among those of its lane that can be served.
func (s *schedule) offer(q *queue) {
	l := q.lane
	l.ready.push(q)
	if l.pos < 0 {
		l.pos = len(s.ready)
		s.ready = append(s.ready, l)
	}
}

func (s *schedule) withdraw(q *queue) {
	l := q.lane
	if q.pos >= 0 {
		l.ready.remove(q)
	}
	if len(l.ready) == 0 && l.pos >= 0 {
		last := s.ready[len(s.ready)-1]
		s.ready[l.pos], last.pos = last, l.pos
		s.ready = s.ready[:len(s.ready)-1]
		l.pos = -1
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
	case len(q.links) == 1: // it was empty
		s.settle(q.host)
	}
}
