package frontier

import (
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"github.com/cockroachdb/pebble/v2"

	"sluice/internal/frontier/store"
)

// core is what the parts of a frontier on disk share: the store, and what of it is in memory.
type core struct {
	store   *store.Store
	changed chan struct{}

	// Locks, in the order in which they are taken. No goroutine waits for the disk while it holds mu.
	//
	// writing is held by the one that changes the store, from the first look into it to the end.
	// reading is held while links are brought from the store into memory, and while a commit
	// shows memory what it has written: neither sees half of the other. A host that either of
	// the two has found is not forgotten before it is unlocked.
	writing sync.Mutex
	reading sync.Mutex
	mu      sync.Mutex

	residency                          // this and what follows is guarded by mu
	fresh     uint64                   // serials from here on are of a commit under way, and not shown to memory yet
	shown     uint64                   // counts what commits have shown to memory
	cutsEnded uint64                   // counts the drops that are done
	busy      bool                     // a commit is under way
	nextDue   int64                    // when the first link that waits for its time is due; math.MaxInt64: none
	dirty     map[*host]struct{}       // whose facts are not on disk
	pending   map[string][]func(*host) // changes of hosts that are not in memory
	between   func()                   // nil but in tests: called when mu and reading have been unlocked
}

// clear forgets all that is in memory.
func (c *core) clear() {
	c.reset()
	c.seq = 0
	c.dirty, c.pending = map[*host]struct{}{}, map[string][]func(*host){}
	c.shown++
	c.fresh, c.nextDue, c.partial, c.turnLoad = math.MaxUint64, math.MaxInt64, nil, 0
}

// unlock unlocks mu.
func (c *core) unlock() {
	c.mu.Unlock()
	if c.between != nil {
		c.between()
	}
}

// unlockReading unlocks reading.
func (c *core) unlockReading() {
	c.reading.Unlock()
	if c.between != nil {
		c.between()
	}
}

// firstDue returns when the first link that waits for its time is due, math.MaxInt64 when none
// does.
func (c *core) firstDue() (due int64, err error) {
	it, err := c.store.NewIter(&pebble.IterOptions{LowerBound: []byte{keyDelayed}, UpperBound: []byte{keyDelayed + 1}})
	if err != nil {
		return 0, c.store.ReadError(err)
	}
	due = math.MaxInt64
	if it.First() && len(it.Key()) == 17 {
		due = int64(binary.BigEndian.Uint64(it.Key()[1:]))
	}
	return due, c.store.ReadError(errors.Join(it.Error(), it.Close()))
}
