package frontier

import (
	"cmp"
	"slices"
	"time"
)

// turn is one call of Next.
type turn struct {
	n      int     // links requested
	chosen []Share // by the strategy
	shares []Share // of these, not served yet
	out    []Lease
}

// window bounds the lanes that a strategy is shown at a time.
const window = 64

// serveClosed hands out links of hosts that were given up. It stops (dry true) at a host
// whose next links are to be read first.
func (s *schedule) serveClosed(t *turn) (dry bool, err error) {
	for len(t.out) < t.n && len(s.closed) > 0 {
		lease, dry, err := s.leaseBest(s.closed[0].lowestQueue())
		if err != nil {
			return false, err
		}
		t.out = append(t.out, lease)
		if dry {
			return true, nil
		}
	}
	return false, nil
}

// choose sets the shares of a turn.
func (t *turn) choose(shares []Share) {
	t.chosen, t.shares = slices.Clone(shares), slices.Clone(shares)
}

// serveShares hands out the shares of a turn. It stops (dry true) when a queue has run dry
// whose host is ready again: its links must be read first, or worse ones would be leased
// before them.
func (s *schedule) serveShares(t *turn) (dry bool, err error) {
	s.limit(t.chosen)
	for len(t.shares) > 0 {
		share := &t.shares[0]
		for l := s.lanes[share.Lane]; l != nil && share.N > 0 && len(l.ready) > 0 && len(t.out) < t.n; {
			if h := l.ready[0].host; s.crowded(h) != nil {
				s.settle(h)
				continue
			}
			if q := l.ready[0]; !s.affords(l, q.best().rank) {
				break
			}
			share.N--
			lease, dry, err := s.leaseBest(l.ready[0])
			if err != nil {
				return false, err
			}
			t.out = append(t.out, lease)
			if dry {
				return true, nil
			}
		}
		t.shares = t.shares[1:]
	}
	s.spending.held = s.spending.scarce && len(t.out) == 0 && len(t.chosen) > 0
	return false, nil
}

// lowest chooses all links that are ready, lane by lane in their order.
func lowest(n int) func([]LaneState) []Share {
	return func(lanes []LaneState) []Share {
		shares := make([]Share, len(lanes))
		for i, l := range lanes {
			shares[i] = Share{Lane: l.Lane, N: n}
		}
		return shares
	}
}

// states shows the lanes that can be served, by number, and with a budget those that are worth waiting for; when the former are more
// than a window, a window of them that moves on each time, with the lowest always in it.
func (s *schedule) states() []LaneState {
	s.survey()
	lanes := s.ready
	if len(lanes) > window {
		lanes = make([]*lane, 0, window)
		lanes = append(lanes, slices.MinFunc(s.ready, byNumber))
		for len(lanes) < window {
			s.turn = (s.turn + 1) % len(s.ready)
			if l := s.ready[s.turn]; l != lanes[0] {
				lanes = append(lanes, l)
			}
		}
	}
	states := make([]LaneState, len(lanes))
	for i, l := range lanes {
		states[i] = LaneState{
			Lane: l.id, Waiting: l.waiting - l.leased, Ready: len(l.ready),
			Best: scoreOf(l.ready[0].best().rank), Served: l.served,
		}
	}
	states = s.withCounted(states)
	slices.SortFunc(states, func(a, b LaneState) int { return cmp.Compare(a.Lane, b.Lane) })
	return states
}

// byNumber orders lanes.
func byNumber(a, b *lane) int { return cmp.Compare(a.id, b.id) }

// leaseBest leases the best link of a queue. It reports whether the queue has run dry though its
// host is ready again at once.
func (s *schedule) leaseBest(q *queue) (lease Lease, dry bool, err error) {
	e, h, l := q.first(), q.host, q.lane
	link, err := e.link(l.id)
	if err != nil {
		return Lease{}, false, err
	}
	key := link.URL.Key()
	s.leases[key] = record{state: Leased, lane: l.id, host: h.id, rank: e.rank, seq: e.seq}
	s.taken[e.seq] = struct{}{}
	s.leased++
	l.leased++
	l.served++
	l.dirty = true
	dry = s.drop(q, e)
	if h.cause == "" {
		s.hold(h, key)
	}
	return Lease{Link: link, Host: h.name, Closed: h.cause}, dry && s.mayServe(h), nil
}

// mayServe reports whether h would be ready if it had links in memory.
func (s *schedule) mayServe(h *host) bool {
	at, free := s.readyAt(h)
	return h.cause != "" || free && at <= s.clock()
}

// drop takes an entry out of a queue. A queue in which nothing is left leaves memory, unless
// the store has more of it (dry true): then it stays, empty, until its links are read.
func (s *schedule) drop(q *queue, e *entry) (dry bool) {
	q.remove(e)
	switch {
	case !q.isEmpty():
		if q.pos >= 0 {
			q.lane.ready.fix(q)
		}
	case q.more:
		s.drain(q)
		return true
	default:
		s.unlink(q)
	}
	return false
}

// endRequest frees the place that a lease has taken at its host.
func (s *schedule) endRequest(l Lease, end time.Time) {
	if h := s.names[l.Host]; h != nil {
		s.release(h, l.URL.Key(), end)
	}
}

// readyTime returns the time at which a host in memory is ready; if its links are not worth a request, the time at which another one is.
func (s *schedule) readyTime() (at int64, ok bool) {
	s.wake()
	switch {
	case len(s.ready) > 0 && !s.spending.held || len(s.closed) > 0:
		return s.clock(), true
	case len(s.paused) == 0:
		return 0, false
	}
	return s.paused[0].at, true
}

// counts returns what the schedule holds. Hosts whose time has come count as ready.
func (s *schedule) counts() Counts {
	s.wake()
	return Counts{
		Waiting: s.waiting - s.leased, Leased: int64(len(s.leases)), Known: s.known,
		Hosts: s.hosts, Ready: int64(s.readyHosts),
	}
}
