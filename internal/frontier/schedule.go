package frontier

import (
	"cmp"
	"log/slog"
	"math"
	"slices"
	"strings"
	"time"

	"sluice/weburl"
)

// Options set how polite a frontier is and how much memory it may use. The
// zero value allows one request at a time to a host, without delay.
type Options struct {
	Delay      time.Duration // between two requests to a host, end to beginning
	PerHost    int           // requests at a time to a host; 0: 1
	PerAddress int           // requests at a time to all hosts of one address; 0: no limit
	PerDomain  int           // requests at a time to all hosts that SetAddresses puts under one [Domain]; 0: no limit
	OutOfScope int           // requests at a time to all hosts that SetAddresses puts under [OutOfScope]; 0: no limit
	Resumed    bool          // every host waits one full delay before its first request

	Now   func() time.Time // nil: time.Now; only its monotonic part moves the clocks
	Cache int64            // bytes of the store's blocks kept in memory; 0: 16 MiB
	Keys  int              // known URLs kept in memory; 0: half a million
	Log   *slog.Logger     // nil: silence
}

// schedule decides which host is served next. It has the delays of the hosts, and of each
// lane the queues of its hosts. All of it is in memory: no method of schedule reads the
// disk. The links of a queue that the store has more of are read by others, see drained.
//
// Times are Unix nanoseconds of the wall clock at the start, moved on by the
// monotonic clock: a wall clock that jumps changes nothing. One that was set back
// between two runs continues from where the first run ended.
type schedule struct {
	delay      int64
	perHost    int
	perAddress int
	perDomain  int
	outOfScope int
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
	paused     heap[*host] // by the end of their pauses
	closed     heap[*host] // with links that are to be leased
	readyHosts int
	queues     []*queue
	drained    []*queue // have nothing in memory, and more in the store; some may be gone or filled since

	leases map[weburl.Key]record
	taken  map[uint64]struct{} // serials not to be read from disk: leased, or about to go

	spending spending

	seq     uint64 // of the link put into a lane last
	waiting int64  // links in all lanes, leased ones included
	leased  int64  // of these, leased; leases holds one until its end is on disk
	known   int64
	hosts   int64 // with links that wait
}

// newSchedule returns a schedule in which nothing waits.
func newSchedule(o Options) *schedule {
	s := &schedule{
		delay: max(int64(o.Delay), 0), perHost: max(o.PerHost, 1), perAddress: o.PerAddress,
		perDomain: o.PerDomain, outOfScope: o.OutOfScope, now: o.Now, begin: never,
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
	s.spending = spending{left: noBudget}
	s.waiting, s.leased, s.known, s.hosts = 0, 0, 0, 0
}

// clock returns the time now.
func (s *schedule) clock() int64 { return s.nanos(s.now()) }

// nanos returns a time as the schedule counts it: by the monotonic clock since the start.
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

// due returns the earliest time at which a link may be leased, or 0 for now.
func (s *schedule) due(t time.Time) int64 {
	if at := s.nanos(t); at > s.clock() {
		return at
	}
	return 0
}

// serial returns the next place in the order of arrival.
func (s *schedule) serial() uint64 {
	s.seq++
	return s.seq
}

// moment returns a time that has passed as now.
func (s *schedule) moment(at int64, ok bool) (time.Time, bool) {
	if !ok {
		return time.Time{}, false
	}
	return s.start.Add(time.Duration(max(at, s.clock()) - s.start.UnixNano() - s.ahead)), true
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

// host is one host's politeness clock, and its queues in memory.
type host struct {
	id   uint32
	name string

	delay int64  // between two requests, nanoseconds; negative: the crawl's own
	until int64  // end of the pause
	cause string // not empty: given up

	booking booking

	ends    []int64 // when the last request of each free place ended; a place never used is not listed
	held    []hold  // places taken
	took    int64   // of the last request
	addrs   []string
	blocked *address // at whose limit it waits

	queues []*queue
	where  where
	at     int64 // end of its pause, while it pauses
	pos    int   // among the paused or closed ones

	// Of the durable frontier.
	waiting int64 // its links on disk, leased ones included
}

// hold is a place at a host that a lease takes.
type hold struct {
	key   weburl.Key
	addrs []string
	last  int64 // when the request before it ended at this place
	since int64 // when it began
}

// where is the reason for which a host waits.
type where uint8

const (
	idle   where = iota // nothing waits in memory
	ready               // has a link that may be leased now
	paused              // for its time
	full                // for one of its own leases to end
	barred              // for a lease of another host at its address to end
	closed              // given up
)

// never is before every time, and far enough from the minimum that a delay can be added.
const never = math.MinInt64 / 2

// before implements ranked: hosts by their key in the heap where they are.
func (h *host) before(o *host) bool { return h.at < o.at }

// place implements ranked.
func (h *host) place() *int { return &h.pos }

// address counts the leases of the hosts that share it.
type address struct {
	leased  int
	moved   int64   // when the last lease of it began or ended
	waiting []*host // barred by it, longest first
}

// lane is what is in memory of a lane.
type lane struct {
	id      Lane
	waiting int64 // links in it, leased ones included
	leased  int64
	served  int64
	cut     uint64 // links with a smaller seq are dropped, whether or not they are gone yet

	queues map[*host]*queue
	ready  heap[*queue] // those whose host is ready
	pos    int          // among the lanes with a ready queue; -1: none

	// Of the durable frontier.
	dirty bool
	load  loading
}

// queue holds the best links of one host in one lane.
type queue struct {
	lane      *lane
	host      *host
	preferred []preferred // served before links, best first, and not among them
	links     heap[*entry]
	pos       int // among the lane's ready ones
	at        int // among all queues

	// The store may have links of this queue beyond the tail, when there is more.
	more bool
	tail position
}

// loading is the state of the cursor that goes round a lane, from host to
// host, to find the links that are on disk only.
type loading struct {
	partial bool   // some links are on disk only
	cursor  uint32 // number of the host at which it continues
	missed  bool   // since the round began something was left, or passed over
	found   bool   // since the round began something was loaded
	wake    int64  // not worth while before
	next    int64  // when what was passed over is worth another look
}

// position is a place in the order of a queue.
type position struct{ rank, seq uint64 }

// before reports whether p is served before o: by score, then in the order of arrival.
func (p position) before(o position) bool {
	return p.rank < o.rank || p.rank == o.rank && p.seq < o.seq
}

// compare orders positions for sorting.
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

// before implements ranked: links by score, then by arrival.
func (e *entry) before(o *entry) bool { return e.position.before(o.position) }

// place implements ranked.
func (e *entry) place() *int { return &e.pos }

// before implements ranked: queues by their best link.
func (q *queue) before(o *queue) bool { return q.best().before(o.best()) }

// place implements ranked.
func (q *queue) place() *int { return &q.pos }

// lane returns a lane. It creates the lane if necessary.
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

// addHost makes a host known. Its number must be free.
func (s *schedule) addHost(id uint32, name string) *host {
	h := &host{id: id, name: strings.Clone(name), delay: -1, until: never, pos: -1} // else it keeps a URL alive
	s.names[h.name], s.ids[id] = h, h
	return h
}

// readyAt returns the moment from which h has a free place for a link, ok false when all are taken.
func (s *schedule) readyAt(h *host) (at int64, ok bool) {
	at, ok = s.turnAt(h)
	return max(at, h.booking.until), ok
}

// turnAt returns the moment from which h has a free place, whoever has booked it; ok false when all are taken.
func (s *schedule) turnAt(h *host) (at int64, ok bool) {
	if len(h.held) >= s.perHost {
		return 0, false
	}
	last := s.begin
	if len(h.ends)+len(h.held) >= s.perHost {
		last = slices.Min(h.ends)
	}
	return max(h.until, last+s.delayOf(h)), true
}

// delayOf returns the pause between two requests to a host: its own, or that of the crawl.
func (s *schedule) delayOf(h *host) int64 {
	if h.delay >= 0 {
		return h.delay
	}
	return s.delay
}

// leastTime returns how long the slowest host in memory needs, by its delay and its pause, until it has been asked for all that waits for it.
func (s *schedule) leastTime() time.Duration {
	now := s.clock()
	var most float64 // a product of two large numbers
	for _, h := range s.names {
		if h.waiting > 0 && h.cause == "" {
			most = max(most, float64(h.waiting)*float64(s.delayOf(h))/float64(s.perHost)+float64(max(h.until-now, 0)))
		}
	}
	return time.Duration(min(most, maxTime))
}

// maxTime bounds what leastTime returns.
const maxTime = float64(100 * 365 * 24 * time.Hour)
