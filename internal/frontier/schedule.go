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

// schedule decides which host is asked next. It has the clocks of the hosts, and of each
// lane the queues of its hosts. All of it is in memory: no method of schedule reads the
// disk. The links of a queue that the store has more of are read by others, see drained.
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
	paused     heap[*host] // by the time at which they may be asked
	closed     heap[*host] // with links that are to be given out
	readyHosts int
	queues     []*queue
	drained    []*queue // have nothing in memory, and more in the store; some may be gone or filled since

	leases map[weburl.Key]record
	taken  map[uint64]struct{} // serials not to be read from disk: leased, or about to go

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
	s.ready, s.paused, s.closed, s.queues, s.drained = nil, nil, nil, nil, nil
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
	for len(s.paused) > 0 && s.paused[0].at <= now {
		s.settle(s.paused[0])
	}
}

// turn is one call of Next.
type turn struct {
	n      int // links asked for
	shares []Share
	out    []Lease
}

// serveClosed gives out links of hosts that were given up. It stops (dry true) at a host
// whose next links are to be read first.
func (s *schedule) serveClosed(t *turn) (dry bool, err error) {
	for len(t.out) < t.n && len(s.closed) > 0 {
		lease, dry, err := s.give(s.closed[0].lowestQueue())
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

// serveShares gives out the shares of a turn. It stops (dry true) when a queue has run dry
// whose host can be asked again: its links are to be read first, or worse ones would be
// given out before them.
func (s *schedule) serveShares(t *turn) (dry bool, err error) {
	for len(t.shares) > 0 {
		share := &t.shares[0]
		for l := s.lanes[share.Lane]; l != nil && share.N > 0 && len(l.ready) > 0 && len(t.out) < t.n; {
			if h := l.ready[0].host; s.crowded(h) != nil {
				s.settle(h)
				continue
			}
			share.N--
			lease, dry, err := s.give(l.ready[0])
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
	return false, nil
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

// give leases the best link of a queue. It reports whether the queue has run dry though its
// host can be asked again at once.
func (s *schedule) give(q *queue) (lease Lease, dry bool, err error) {
	e, h, l := q.links[0], q.host, q.lane
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

// mayServe reports whether h could be asked now if it had links in memory.
func (s *schedule) mayServe(h *host) bool {
	at, free := s.readyAt(h)
	return h.cause != "" || free && at <= s.clock()
}

// drop takes an entry out of a queue. A queue in which nothing is left leaves memory, unless
// the store has more of it (dry true): then it stays, empty, until its links are read.
func (s *schedule) drop(q *queue, e *entry) (dry bool) {
	q.links.remove(e)
	switch {
	case len(q.links) > 0:
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

// readyTime gives the moment at which a host in memory may be asked.
func (s *schedule) readyTime() (at int64, ok bool) {
	s.wake()
	switch {
	case len(s.ready) > 0 || len(s.closed) > 0:
		return s.clock(), true
	case len(s.paused) == 0:
		return 0, false
	}
	return s.paused[0].at, true
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
