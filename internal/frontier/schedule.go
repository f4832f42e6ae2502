package frontier

import (
	"cmp"
	"log/slog"
	"slices"
	"time"

	"sluice/weburl"
)

// Options tells a frontier how polite it is to be and what it may use. The
// zero value asks one request at a time of a host, without delay.
type Options struct {
	Delay      time.Duration // between two requests to a host, end to beginning
	PerHost    int           // requests at a time to a host; 0: 1
	PerAddress int           // requests at a time to all hosts of one address; 0: no limit
	Resumed    bool          // every host waits one full delay before its first request

	Now   func() time.Time // nil: time.Now; only its monotonic part moves the clocks
	Cache int64            // bytes of the store's blocks kept in memory; 0: 16 MiB
	Keys  int              // known URLs kept in memory; 0: half a million
	Log   *slog.Logger     // nil: silence
}

// window bounds the lanes that a strategy is shown at a time.
const window = 64

// schedule decides who is asked next: the hosts' clocks, and of each lane the
// queues of the hosts. All of it is in memory; fetch brings what is not.
//
// Times are Unix nanoseconds of the wall clock at the start, moved on by the
// monotonic clock: a wall clock that jumps changes nothing. One that was set back
// between two runs goes on from where the first run ended.
type schedule struct {
	delay      int64
	perHost    int
	perAddress int
	now        func() time.Time
	start      time.Time
	ahead      int64 // of the wall clock at the start
	begin      int64 // when the request before the first is held to have ended

	names     map[string]*host
	ids       map[uint32]*host
	lanes     map[Lane]*lane
	addresses map[string]*address

	ready      []*lane     // those with a ready queue
	turn       int         // where the window over them begins
	resting    heap[*host] // by the time at which they may be asked
	closed     heap[*host] // with links that are to be given out
	readyHosts int
	queues     []*queue

	leases map[weburl.Key]record
	taken  map[uint64]struct{} // serials not to be read from disk: leased, or about to go
	refill func(*queue) error  // nil: queues are whole

	seq     uint64 // of the link put into a lane last
	waiting int64  // links in all lanes, leased ones included
	leased  int64  // of these, given out; leases holds one until its end is on disk
	known   int64
	hosts   int64 // with links that wait
}

func newSchedule(o Options) *schedule {
	s := &schedule{
		delay: max(int64(o.Delay), 0), perHost: max(o.PerHost, 1), perAddress: o.PerAddress,
		now: o.Now, begin: never,
	}
	if s.now == nil {
		s.now = time.Now
	}
	s.start = s.now()
	if o.Resumed {
		s.begin = s.clock()
	}
	s.reset()
	return s
}

// reset forgets all that waits; the clocks of hosts too.
func (s *schedule) reset() {
	s.names, s.ids = map[string]*host{}, map[uint32]*host{}
	s.lanes, s.addresses = map[Lane]*lane{}, map[string]*address{}
	s.leases, s.taken = map[weburl.Key]record{}, map[uint64]struct{}{}
	s.ready, s.resting, s.closed, s.queues = nil, nil, nil, nil
	s.turn, s.readyHosts = 0, 0
	s.waiting, s.leased, s.known, s.hosts = 0, 0, 0, 0
}

func (s *schedule) clock() int64 { return s.nanos(s.now()) }

func (s *schedule) nanos(t time.Time) int64 {
	return s.start.UnixNano() + s.ahead + int64(t.Sub(s.start))
}

// goOnFrom sets the clock to that of an earlier run when it is behind it.
func (s *schedule) goOnFrom(clock int64) {
	s.ahead = max(clock-s.clock(), 0)
	if s.begin != never {
		s.begin += s.ahead
	}
}

// due gives the moment at which a link may be asked, 0 when that is now.
func (s *schedule) due(t time.Time) int64 {
	if at := s.nanos(t); at > s.clock() {
		return at
	}
	return 0
}

// serial gives the next place in the order of arrival.
func (s *schedule) serial() uint64 {
	s.seq++
	return s.seq
}

// moment gives a time that has passed as now.
func (s *schedule) moment(at int64, ok bool) (time.Time, bool) {
	if !ok {
		return time.Time{}, false
	}
	return s.start.Add(time.Duration(max(at, s.clock()) - s.start.UnixNano() - s.ahead)), true
}

// wake brings forward the hosts whose time has come.
func (s *schedule) wake() {
	now := s.clock()
	for len(s.resting) > 0 && s.resting[0].at <= now {
		s.settle(s.resting[0])
	}
}

// next gives out up to n links.
func (s *schedule) next(n int, choose func([]LaneState) []Share) ([]Lease, error) {
	out := make([]Lease, 0, min(n, len(s.queues)))
	for len(out) < n && len(s.closed) > 0 {
		l, err := s.give(slices.MinFunc(s.closed[0].queues, byLane))
		if err != nil {
			return out, err
		}
		out = append(out, l)
	}
	if len(s.ready) == 0 || len(out) >= n {
		return out, nil
	}
	if choose == nil {
		choose = lowest(n)
	}
	for _, share := range choose(s.states()) {
		l := s.lanes[share.Lane]
		for i := 0; l != nil && i < share.N && len(l.ready) > 0 && len(out) < n; i++ {
			if h := l.ready[0].host; s.crowded(h) != nil {
				s.settle(h)
				i--
				continue
			}
			lease, err := s.give(l.ready[0])
			if err != nil {
				return out, err
			}
			out = append(out, lease)
		}
	}
	return out, nil
}

// lowest chooses all that can be had of the lanes in their order.
func lowest(n int) func([]LaneState) []Share {
	return func(lanes []LaneState) []Share {
		shares := make([]Share, len(lanes))
		for i, l := range lanes {
			shares[i] = Share{l.Lane, n}
		}
		return shares
	}
}

// states shows the lanes that can be served, by number; when they are more
// than a window, a window of them that moves on each time, with the lowest always in it.
func (s *schedule) states() []LaneState {
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
			Best: scoreOf(l.ready[0].links[0].rank), Served: l.served,
		}
	}
	slices.SortFunc(states, func(a, b LaneState) int { return cmp.Compare(a.Lane, b.Lane) })
	return states
}

func byNumber(a, b *lane) int { return cmp.Compare(a.id, b.id) }

func byLane(a, b *queue) int { return byNumber(a.lane, b.lane) }

// give leases the best link of a queue.
func (s *schedule) give(q *queue) (Lease, error) {
	e, h, l := q.links[0], q.host, q.lane
	link, err := e.link(l.id)
	if err != nil {
		return Lease{}, err
	}
	key := link.URL.Key()
	s.leases[key] = record{state: Leased, lane: l.id, host: h.id, rank: e.rank, seq: e.seq}
	s.taken[e.seq] = struct{}{}
	s.leased++
	l.leased++
	l.served++
	l.dirty = true
	if err := s.drop(q, e); err != nil {
		return Lease{}, err
	}
	if h.cause == "" {
		s.hold(h, key)
	}
	return Lease{Link: link, Host: h.name, Closed: h.cause}, nil
}

// drop takes an entry out of a queue, and the queue out of memory when nothing is left of it.
func (s *schedule) drop(q *queue, e *entry) error {
	q.links.remove(e)
	if len(q.links) == 0 && q.more {
		if err := s.refill(q); err != nil {
			return err
		}
	}
	switch {
	case len(q.links) == 0:
		s.unlink(q)
	case q.pos >= 0:
		q.lane.ready.fix(q)
	}
	return nil
}

func (s *schedule) rested(l Lease, end time.Time) {
	if h := s.names[l.Host]; h != nil {
		s.release(h, l.URL.Key(), end)
	}
}

// readyTime gives the moment at which a host in memory may be asked.
func (s *schedule) readyTime() (at int64, ok bool) {
	s.wake()
	switch {
	case len(s.ready) > 0 || len(s.closed) > 0:
		return s.clock(), true
	case len(s.resting) == 0:
		return 0, false
	}
	return s.resting[0].at, true
}

func (s *schedule) counts() Counts {
	s.wake()
	return Counts{
		Waiting: s.waiting - s.leased, Leased: int64(len(s.leases)), Known: s.known,
		Hosts: s.hosts, Ready: int64(s.readyHosts),
	}
}

// count keeps the counters right when the record of a URL changes.
func (s *schedule) count(was, now record) {
	if was.state == New {
		s.known++
	}
	if was.waits() {
		s.waiting--
		l := s.lane(was.lane)
		l.waiting--
		l.dirty = true
		if was.state == Leased {
			s.leased--
			l.leased--
		}
	}
	if now.waits() {
		s.waiting++
		l := s.lane(now.lane)
		l.waiting++
		l.dirty = true
	}
}

// occupy counts a host's waiting links.
func (s *schedule) occupy(h *host, links int64) {
	if h.waiting == 0 {
		s.hosts++
	}
	h.waiting += links
	if h.waiting == 0 {
		s.hosts--
	}
}

// signal leaves a token for one that waits, unless there is one already.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// tell writes what a record says; value is the link of one that waits.
func (r record) tell(k *Known, value []byte) error {
	k.State = r.state
	switch r.state {
	case Waiting, Leased:
		l, err := parseLink(value)
		if err != nil {
			return err
		}
		k.Lane, k.Score, k.Parent, k.Depth = r.lane, scoreOf(r.rank), l.Parent, l.Depth
	case Refused:
		k.Parent, k.Depth, k.Cause, k.Soft = r.why.Parent, r.why.Depth, r.why.Cause, r.why.Soft
	case Dropped:
		k.Cause = CauseDropped
	}
	return nil
}
