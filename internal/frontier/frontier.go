// Package frontier keeps the links that a crawl has found and not yet
// fetched, and every URL that it has ever seen.
//
// [Open] a frontier, [Frontier.Commit] what a group of pages brought, and
// [Frontier.Next] what to fetch now. Next honours the waiting time of every
// host: [Frontier.Release] records when a request ended, [Frontier.Ready] when
// there will be something again. Links wait in lanes, in score order; which
// lane is served is the choice of a strategy, which may also prefer, move,
// split and drop what waits. [NewMemory] makes a frontier with the same contract that
// lives in memory.
//
// A link that Commit returned for is on disk: it survives a crash. A link that
// Next leased and no [Group] ended is leased again after a restart: a page may
// be fetched twice, but no page is lost. Until the restart no URL is leased
// twice.
//
// Memory stays flat while the store grows. In memory are: the hosts that are
// served or pause for a moment; of the links, for each lane and host the best
// few, those that the strategy prefers and a bounded number of those that it could prefer next; and a bounded set of URLs known of late. Everything else is found when
// there is room for it: a cursor goes round each lane, host by host. So, while
// there are more hosts than have room, the best link of a lane is the best of
// those in memory.
package frontier

import (
	"context"
	"errors"
	"time"

	"sluice/internal/frontier/store"
)

// Errors of opening and reading a frontier.
var (
	ErrInUse   = store.ErrInUse   // another process, or this one, has it open
	ErrDamaged = store.ErrDamaged // it cannot be read

	// ErrVersion is the error of opening a frontier in a format that this version does not read.
	ErrVersion = errors.New("made by another version of sluice")
)

// format is the number of the layout on disk.
const format = 2

// Limits of what is in memory.
const (
	maxQueues = 16_384 // of hosts in lanes
	maxLinks  = 65_536 // in all queues, about
	maxHosts  = 32_768 // hosts that could be forgotten
	keysKept  = 1 << 19
)

// Frontier is a frontier on disk. It is safe for concurrent use; Commit waits
// for the disk without keeping others from Next.
type Frontier struct {
	*core
	table  *hostTable
	loader *loader
	seen   *seenSet
	links  *recentLinks

	readOnly bool
	jobs     []*job // splits and drops in progress; guarded by writing
	nextJob  uint64
}

// Changed returns a token after each change that may have made a link ready, so
// that one goroutine can wait for it or for the time that Ready returned.
func (f *Frontier) Changed() <-chan struct{} { return f.changed }

// Counts returns how much the frontier holds.
func (f *Frontier) Counts() Counts {
	f.mu.Lock()
	defer f.unlock()
	return f.counts()
}

// LeastTime returns how long it takes at least, by their delays and pauses, until the hosts in memory have been asked for all that waits for them.
func (f *Frontier) LeastTime() time.Duration {
	f.mu.Lock()
	defer f.unlock()
	return f.leastTime()
}

// Lanes returns the numbers of the lanes in which links wait, in order.
func (f *Frontier) Lanes() []Lane {
	f.mu.Lock()
	defer f.unlock()
	return f.laneNumbers()
}

// State reads the strategy's memory; nil when there is nothing under the key.
func (f *Frontier) State(ctx context.Context, key string) ([]byte, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := f.store.Err(); err != nil {
		return nil, err
	}
	return f.store.Get(nil, stateKey(key))
}
