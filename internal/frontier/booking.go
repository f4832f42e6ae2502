package frontier

import (
	"time"

	"sluice/weburl"
)

// A request that no link asked for needs the turn of its host all the same. While links wait for the host, its clock is never free for
// longer than a moment, so such a request books the next turn.

// A booked turn is kept for the request that booked it as long as that had to wait for it: one that waits long does something else
// meanwhile, and is late.
const (
	minGrace = 2 * time.Second
	maxGrace = time.Minute
)

// booking keeps the next turn of a host free of links.
type booking struct {
	by        string
	at, until int64
}

// leaseHost takes a place at h for the request of key, which by wants to make. If it is not the turn of h, the next one is booked for by
// (booked true) from at on, unless another has booked it; then at is the turn after that, or the end of the booking if that is late. The
// leases of the host by make no request meanwhile, so they lend their place at an address that both hosts have.
func (s *schedule) leaseHost(h *host, key weburl.Key, by string) (at int64, booked, ok bool) {
	now := s.clock()
	switch {
	case h.cause != "":
		return now, false, false
	case h.booking.until > now && h.booking.by != by:
		if after := h.booking.at + s.delayOf(h); after > now {
			return after, false, false
		}
		return h.booking.until, false, false // the other one is late
	}
	at, free := s.turnAt(h)
	if free && at <= now && s.crowdedBeside(h, s.names[by]) == nil {
		h.booking = booking{}
		s.hold(h, key)
		return now, false, true
	}
	if !free || at <= now { // nobody knows when a place becomes free
		at = now + max(s.delayOf(h), int64(shortPause))
	}
	grace := min(max(at-now, int64(minGrace)), int64(maxGrace))
	s.change(h, func(h *host) { h.booking = booking{by, at, at + grace} })
	return at, true, false
}

// LeaseHost takes the turn of u's host for a request of u that no link asked for, and which by wants to make. [Frontier.Release] ends
// it. If it is not the host's turn, the result has no Lease: Booked means that no link gets the turn before by, who calls again At that
// time. by is the name of the host whose lease waits for the request.
func (f *Frontier) LeaseHost(u weburl.URL, by string) (Turn, error) {
	f.reading.Lock()
	defer f.unlockReading()
	h, err := f.table.named(u.Host())
	if err != nil {
		return Turn{}, err
	}
	f.mu.Lock()
	defer f.unlock()
	defer signal(f.changed)
	return f.leaseTurn(h, u, by), nil
}

// LeaseHost takes the turn of u's host, as that of [Frontier] does.
func (m *Memory) LeaseHost(u weburl.URL, by string) (Turn, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer signal(m.changed)
	id, err := m.number(u.Host())
	if err != nil {
		return Turn{}, err
	}
	return m.leaseTurn(m.ids[id], u, by), nil
}

// Turn is the answer to LeaseHost.
type Turn struct {
	Lease  Lease // of the host; it is that of no link
	OK     bool  // there is a Lease
	Booked bool  // the next turn is booked
	At     time.Time
	Delay  time.Duration // between two turns of the host
}

// leaseTurn makes a Turn of what leaseHost returns.
func (s *schedule) leaseTurn(h *host, u weburl.URL, by string) Turn {
	at, booked, ok := s.leaseHost(h, u.Key(), by)
	t := Turn{OK: ok, Booked: booked, Delay: time.Duration(s.delayOf(h))}
	t.At, _ = s.moment(at, true)
	if ok {
		t.Lease = Lease{Link: Link{URL: u}, Host: h.name}
	}
	return t
}
