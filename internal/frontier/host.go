package frontier

import (
	"math"
	"slices"
	"strings"
	"time"

	"sluice/weburl"
)

// settle puts h where it belongs after anything about it has changed.
func (s *schedule) settle(h *host) {
	s.lift(h)
	now := s.clock()
	at, free := s.readyAt(h)
	switch {
	case h.cause != "":
		h.where, h.at = closed, int64(h.id) // the order in which they are leased
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
		s.spending.held = false // it may have a better link
		for _, q := range h.queues {
			if !q.isEmpty() {
				s.offer(q)
			}
		}
	}
}

// hasLinks reports whether a link of h is in memory.
func (h *host) hasLinks() bool {
	return slices.ContainsFunc(h.queues, func(q *queue) bool { return !q.isEmpty() })
}

// lowestQueue returns the queue of h in the lowest lane of those with links in memory, of which
// there must be one.
func (h *host) lowestQueue() (lowest *queue) {
	for _, q := range h.queues {
		if !q.isEmpty() && (lowest == nil || q.lane.id < lowest.lane.id) {
			lowest = q
		}
	}
	return lowest
}

// lift takes h out of its place.
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
		i := slices.Index(a.waiting, h) // the first, nearly always: thousands may wait
		a.waiting = slices.Delete(a.waiting, i, i+1)
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

// domainPrefix distinguishes names of domains from addresses.
const domainPrefix = "domain "

// Domain returns the name for SetAddresses of a domain whose hosts share the limit PerDomain.
func Domain(name string) string { return domainPrefix + name }

// OutOfScope is the name for SetAddresses of all hosts that share the limit of this name.
const OutOfScope = "out of scope"

// most returns how many leases the hosts of an address, of a domain or out of scope may have.
func (s *schedule) most(name string) int {
	limit := s.perAddress
	switch {
	case name == OutOfScope:
		limit = s.outOfScope
	case strings.HasPrefix(name, domainPrefix):
		limit = s.perDomain
	}
	if limit == 0 {
		return math.MaxInt
	}
	return limit
}

// crowded finds an address of h that has all the leases it may have.
func (s *schedule) crowded(h *host) *address { return s.crowdedBeside(h, nil) }

// crowdedBeside is crowded when a lease of lender, which may be nil, makes room for one of h.
func (s *schedule) crowdedBeside(h, lender *host) *address {
	for _, name := range h.addrs {
		a := s.addresses[name]
		if a == nil {
			continue
		}
		leased := a.leased
		if lender != nil && slices.ContainsFunc(lender.held, func(o hold) bool { return slices.Contains(o.addrs, name) }) {
			leased--
		}
		if leased >= s.most(name) {
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
	h.held = append(h.held, hold{key, h.addrs, last, s.clock()})
	for _, name := range h.addrs {
		a := s.addresses[name]
		if a == nil {
			a = &address{}
			s.addresses[name] = a
		}
		a.leased++
		a.moved = s.clock()
	}
	s.settle(h)
}

// release returns the place back that the lease of key took at h; a zero end
// leaves its clock as it was.
func (s *schedule) release(h *host, key weburl.Key, end time.Time) {
	i := slices.IndexFunc(h.held, func(o hold) bool { return o.key == key })
	if i < 0 {
		return
	}
	addrs, last := h.held[i].addrs, h.held[i].last
	if !end.IsZero() {
		last = s.nanos(end)
		h.took = max(last-h.held[i].since, 0)
	}
	h.held = slices.Delete(h.held, i, i+1)
	h.ends = append(h.ends, last)
	s.settle(h)
	for _, name := range addrs {
		s.addresses[name].leased--
		s.addresses[name].moved = s.clock()
		s.admit(name)
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
// one, because the best of them must be served, and few, because thousands may share it.
const wakes = 8

// admitAll leaves to others what a host that came forward did not take.
func (s *schedule) admitAll(addrs []string) {
	for _, name := range addrs {
		s.admit(name)
	}
}

// admit moves some of the hosts that wait for an address to the ready hosts.
func (s *schedule) admit(name string) {
	a := s.addresses[name]
	if a == nil || a.leased >= s.most(name) {
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

// offer puts a queue among those of its lane that can be served.
func (s *schedule) offer(q *queue) {
	l := q.lane
	l.ready.push(q)
	if l.pos < 0 {
		l.pos = len(s.ready)
		s.ready = append(s.ready, l)
	}
}

// withdraw takes a queue from those of its lane that can be served.
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

// wake brings forward the hosts whose time has come.
func (s *schedule) wake() {
	now := s.clock()
	for len(s.paused) > 0 && s.paused[0].at <= now {
		s.settle(s.paused[0])
	}
}
