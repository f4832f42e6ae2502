package urlset

import (
	"encoding/binary"
	"sync"

	"sluice/weburl"
)

// Recent is an exact, bounded set of URLs that are known: what it holds is
// known, what it does not hold may be known too. It is a set-associative table
// that forgets by second chance, as a processor's cache does; a fingerprint is
// itself the hash.
type Recent struct {
	mu     sync.Mutex
	groups []group
	mask   uint64
}

const ways = 4 // keys of one group: one cache line

// group is the few keys that share a place. Of these, a key that was not used recently is replaced first.
type group struct {
	keys [ways]weburl.Key // the zero key: free
	used [ways]bool       // used since the hand passed
	hand uint8
}

// NewRecent makes a set for about n keys.
func NewRecent(n int) *Recent {
	groups := 1
	for groups*ways < n {
		groups *= 2
	}
	return &Recent{groups: make([]group, groups), mask: uint64(groups - 1)}
}

// group returns the group of a key, whether or not the set has the key.
func (r *Recent) group(k weburl.Key) *group {
	return &r.groups[binary.LittleEndian.Uint64(k[8:])&r.mask] // the beginning is of the host alone
}

// Has reports whether k is in the set.
func (r *Recent) Has(k weburl.Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.group(k)
	for i := range g.keys {
		if g.keys[i] == k {
			g.used[i] = true
			return k != weburl.Key{}
		}
	}
	return false
}

// Add adds k to the set, in place of a key that was not used recently.
func (r *Recent) Add(k weburl.Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	g := r.group(k)
	free := -1
	for i := range g.keys {
		switch g.keys[i] {
		case k:
			return
		case weburl.Key{}:
			free = i
		}
	}
	for free < 0 {
		i := g.hand
		g.hand = (g.hand + 1) % ways
		if !g.used[i] {
			free = int(i)
		}
		g.used[i] = false
	}
	g.keys[free] = k
}

// Clear forgets all.
func (r *Recent) Clear() {
	r.mu.Lock()
	defer r.mu.Unlock()
	clear(r.groups)
}
