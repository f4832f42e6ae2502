package frontier

import (
	"math"
	"slices"
	"strings"
	"time"

	"sluice/weburl"
)

// host is one host's politeness clock, and its queues in memory.
type host struct {
	id   uint32
	name string

	delay int64  // between two requests, nanoseconds; negative: the crawl's own
	until int64  // not asked before
	cause string // not empty: given up

	ends    []int64 // when the last request of each free place ended; a place never used is not listed
	held    []hold  // places taken
	addrs   []string
	blocked *address // at whose limit it waits

	queues []*queue
	where  where
	at     int64 // when it may be asked, while it pauses
	pos    int   // among the paused or closed ones

	// Of the durable frontier.
	waiting int64 // its links on disk, leased ones included
}

// hold is a place at a host that a lease takes.
type hold struct {
	key   weburl.Key
	addrs []string
	last  int64 // when the request before it ended at this place
}

// where tells by what a host waits.
type where uint8

const (
	idle   where = iota // nothing waits in memory
	ready               // may be asked now
	paused              // for its time
	full                // for one of its own leases to end
	barred              // for a lease of another host at its address to end
	closed              // given up
)

// never lies before every time, and far enough from the end that a delay can be added.
const never = math.MinInt64 / 2

func (h *host) before(o *host) bool { return h.at < o.at }
func (h *host) place() *int         { return &h.pos }

// address counts the leases of the hosts that share it.
type address struct {
	leased  int
	waiting []*host // barred by it, longest first
}

func (s *schedule) addHost(id uint32, name string) *host {
	h := &host{id: id, name: strings.Clone(name), delay: -1, until: never, pos: -1} // else it keeps a URL alive
	s.names[h.name], s.ids[id] = h, h
	return h
}

// readyAt gives the moment from which h has a free place, ok false when all are taken.
func (s *schedule) readyAt(h *host) (at int64, ok bool) {
	if len(h.held) >= s.perHost {
		return 0, false
	}
	last := s.begin
	if len(h.ends)+len(h.held) >= s.perHost {
		last = slices.Min(h.ends)
	}
	return max(h.until, last+s.delayOf(h)), true
}

func (s *schedule) delayOf(h *host) int64 {
	if h.delay >= 0 {
		return h.delay
	}
	return s.delay
}

// settle puts h where it belongs after anything about it has changed.
func (s *schedule) settle(h *host) {
	s.lift(h)
	now := s.clock()
	at, free := s.readyAt(h)
	switch {
	case h.cause != "":
		h.where, h.at = closed, int64(h.id) // the order in which they are given out
		if h.hasLinks() {
			s.closed.push(h)
		}
	case !h.hasLinks():
	case !free:
		h.where = full
	case at > now:
		h.where, h.at = paused, at
		s.paused.push(h)
	case s.bar(h):
	default:
		h.where = ready
		s.readyHosts++
		for _, q := range h.queues {
			if len(q.links) > 0 {
				s.offer(q)
			}
		}
	}
}

// hasLinks reports whether a link of h is in memory.
func (h *host) hasLinks() bool {
	return slices.ContainsFunc(h.queues, func(q *queue) bool { return len(q.links) > 0 })
}

// lowestQueue returns the queue of h in the lowest lane of those with links in memory, of which
// there must be one.
func (h *host) lowestQueue() (lowest *queue) {
	for _, q := range h.queues {
		if len(q.links) > 0 && (lowest == nil || q.lane.id < lowest.lane.id) {
			lowest = q
		}
	}
	return lowest
}

// lift takes h out of the place where it stands.
func (s *schedule) lift(h *host) {
	switch h.where {
	case ready:
		s.readyHosts--
		for _, q := range h.queues {
			s.withdraw(q)
		}
	case paused:
		s.paused.remove(h)
	case barred:
		a := h.blocked
		a.waiting = slices.DeleteFunc(a.waiting, func(o *host) bool { return o == h })
		h.blocked = nil
	case closed:
		if h.pos >= 0 {
			s.closed.remove(h)
		}
	}
	h.where = idle
}

// bar makes h wait for an address that has all the leases it may have.
func (s *schedule) bar(h *host) bool {
	a := s.crowded(h)
	if a == nil {
		return false
	}
	h.where, h.blocked = barred, a
	a.waiting = append(a.waiting, h)
	return true
}

// crowded finds an address of h that has all the leases it may have.
func (s *schedule) crowded(h *host) *address {
	for _, name := range h.addrs {
		if a := s.addresses[name]; a != nil && a.leased >= s.perAddress {
			return a
		}
	}
	return nil
}

// hold takes a place at h for the lease of key.
func (s *schedule) hold(h *host, key weburl.Key) {
	last := s.begin
	if len(h.ends)+len(h.held) >= s.perHost {
		last = slices.Min(h.ends)
		i := slices.Index(h.ends, last)
		h.ends = slices.Delete(h.ends, i, i+1)
	}
	h.held = append(h.held, hold{key, h.addrs, last})
	if s.perAddress > 0 {
		for _, name := range h.addrs {
			a := s.addresses[name]
			if a == nil {
				a = &address{}
				s.addresses[name] = a
			}
			a.leased++
		}
	}
	s.settle(h)
}

// release gives the place back that the lease of key took at h; a zero end
// leaves its clock as it was.
func (s *schedule) release(h *host, key weburl.Key, end time.Time) {
	i := slices.IndexFunc(h.held, func(o hold) bool { return o.key == key })
	if i < 0 {
		return
	}
	addrs, last := h.held[i].addrs, h.held[i].last
	if !end.IsZero() {
		last = s.nanos(end)
	}
	h.held = slices.Delete(h.held, i, i+1)
	h.ends = append(h.ends, last)
	s.settle(h)
	if s.perAddress > 0 {
		for _, name := range addrs {
			s.addresses[name].leased--
			s.admit(name)
		}
	}
}

// change alters what is known of a host, and puts it where it then belongs.
func (s *schedule) change(h *host, alter func(*host)) {
	addrs := h.addrs
	s.lift(h)
	alter(h)
	s.settle(h)
	s.admitAll(addrs)
}

// wakes is how many hosts come forward when an address has room: more than
// one, for the best of them shall be served, and few, for thousands may share it.
const wakes = 8

// admitAll leaves to others what a host that came forward did not take.
func (s *schedule) admitAll(addrs []string) {
	for _, name := range addrs {
		s.admit(name)
	}
}

// admit lets some of those that wait for an address come forward.
func (s *schedule) admit(name string) {
	a := s.addresses[name]
	if a == nil || a.leased >= s.perAddress {
		return
	}
	for range wakes {
		if len(a.waiting) == 0 {
			break
		}
		s.settle(a.waiting[0])
	}
	if a.leased == 0 && len(a.waiting) == 0 {
		delete(s.addresses, name)
	}
}
