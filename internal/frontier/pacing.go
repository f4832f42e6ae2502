package frontier

import (
	"slices"
	"time"
)

// Release frees the lease's place at its host, whose clock runs from end; a zero
// end means that no request was made. The lease itself is ended by a Group.
func (f *Frontier) Release(l Lease, end time.Time) {
	f.mu.Lock()
	defer f.unlock()
	f.endRequest(l, end)
	signal(f.changed)
}

// SetDelay sets the pause between two requests to a host. As what the next
// three set, it is on disk after the next Commit.
func (f *Frontier) SetDelay(name string, d time.Duration) {
	f.alter(name, true, func(h *host) { h.delay = int64(max(d, 0)) })
}

// PauseHost leases no link of a host before until.
func (f *Frontier) PauseHost(name string, until time.Time) {
	f.alter(name, true, func(h *host) { h.until = f.nanos(until) })
}

// CloseHost gives up a host: what waits for it is handed out at once, marked
// Closed. An empty cause opens it again.
func (f *Frontier) CloseHost(name, cause string) {
	f.alter(name, true, func(h *host) { h.cause = cause })
}

// SetAddresses sets which addresses a host has, for the limit of requests an
// address. It lasts while the host is served.
func (f *Frontier) SetAddresses(name string, addrs []string) {
	f.alter(name, false, func(h *host) { h.addrs = slices.Clone(addrs) })
}

// alter changes what is known of a host, now or, when the host is not in memory, as soon as
// it is: at the latest with the next call of Next or Commit.
func (f *Frontier) alter(name string, keep bool, change func(*host)) {
	f.mu.Lock()
	defer f.unlock()
	signal(f.changed)
	alter := func(h *host) {
		f.change(h, change)
		if keep {
			f.dirty[h] = struct{}{}
		}
		f.reseat(h)
	}
	if h := f.names[name]; h != nil {
		alter(h)
		return
	}
	f.pending[name] = append(f.pending[name], alter)
}
