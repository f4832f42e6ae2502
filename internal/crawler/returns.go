package crawler

import (
	"sync"

	"sluice/weburl"
)

// maxReturned bounds the leases that are known to have gone back. Beyond it, further ones do not.
const maxReturned = 100_000

// learned is what learnAddresses has entered in the frontier for a host, in this order.
type learned uint8

const (
	learnedNothing   learned = iota // the frontier knows all
	learnedDomain                   // the addresses come next
	learnedAddresses                // all that there is
)

// returns remembers the leases that went back to the frontier, so that the limits of what was learned hold for them. Each goes back once
// after each step: with more hosts in turn than are known to be resolved, one that went back always would never be requested.
type returns struct {
	mu   sync.Mutex
	last map[weburl.Key]learned
}

// takeOut returns after which step the lease of key went back last, and forgets it.
func (r *returns) takeOut(key weburl.Key) learned {
	r.mu.Lock()
	defer r.mu.Unlock()
	last := r.last[key]
	delete(r.last, key)
	return last
}

// add enters that the lease of key goes back after a step. It reports whether there was room: else the lease must not go back.
func (r *returns) add(key weburl.Key, step learned) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.last) >= maxReturned {
		return false
	}
	r.last[key] = step
	return true
}
