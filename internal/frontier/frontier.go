// Package frontier keeps the links that a crawl has found and not yet
// fetched, and every URL that it has ever heard of.
//
// [Open] a frontier, [Frontier.Commit] what a group of pages brought, and
// [Frontier.Next] what to fetch now. Next honours the waiting time of every
// host: [Frontier.Release] tells when a request ended, [Frontier.Ready] when
// there will be something again. Links wait in lanes, in score order; which
// lane is served is the choice of a strategy, which may also move, split and
// drop what waits. [NewMemory] makes a frontier with the same contract that
// lives in memory.
//
// A link that Commit returned for is on disk: it survives a crash. A link that
// Next gave out and no [Group] ended is given out again after a restart, so
// that a page may be fetched twice, but none is lost. Until then no URL is
// given out twice.
//
// Memory stays flat while the store grows. In memory are: the hosts that are
// served or rest for a moment; of the links, for each lane and host the best
// few; and a bounded set of URLs known of late. Everything else is found when
// there is room for it: a cursor goes round each lane, host by host. So, while
// there are more hosts than have room, the best link of a lane is the best of
// those in memory.
package frontier

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sluice/internal/shell"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
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
	store    *store
	readOnly bool
	recent   *recent
	changed  chan struct{}

	filter     *filter
	filterDone chan struct{} // closed when nobody fills it any more
	closing    atomic.Bool

	// Locks, in the order in which they are taken. Nobody who holds mu waits for the disk.
	//
	// writing is held by the one that changes the store, from the first look into it to the end.
	// reading is held while links are brought from the store into memory, and while a commit
	// shows memory what it has written: neither sees half of the other. A host that either of
	// the two has found is not forgotten before it is given free.
	writing sync.Mutex
	reading sync.Mutex
	mu      sync.Mutex

	jobs    []*job // splits and drops that go on; guarded by writing
	nextJob uint64

	residency                          // this and what follows is guarded by mu
	fresh     uint64                   // serials from here on are of a commit under way, and not shown to memory yet
	shown     uint64                   // counts what commits have shown to memory
	cutsEnded uint64                   // counts the drops that are done
	busy      bool                     // a commit is under way
	nextDue   int64                    // when the first link that waits for its time is due; math.MaxInt64: none
	dirty     map[*host]struct{}       // whose facts are not on disk
	pending   map[string][]func(*host) // changes of hosts that are not in memory
	between   func()                   // nil but in tests: called when mu and reading have been given free
}

// Open opens the frontier in a folder, which it makes when there is none.
func Open(dir string, o Options) (*Frontier, error) {
	return open(dir, vfs.Default, o, false)
}

// OpenReadOnly opens a frontier to look at: Known, Seen, Counts, Lanes, Scan
// and State. The folder must hold one, and no crawl may run on it.
func OpenReadOnly(dir string) (*Frontier, error) {
	return open(dir, leniently{vfs.Default}, Options{}, true)
}

func open(dir string, fs vfs.FS, o Options, readOnly bool) (*Frontier, error) {
	s, err := openStore(dir, fs, o, readOnly)
	if err != nil {
		return nil, err
	}
	if o.Keys <= 0 {
		o.Keys = keysKept
	}
	f := &Frontier{
		store: s, readOnly: readOnly, changed: make(chan struct{}, 1),
		recent: newRecent(o.Keys),
		filter: newFilter(), filterDone: make(chan struct{}),
		residency: residency{schedule: newSchedule(o), limits: limits{maxQueues, maxLinks, maxHosts}},
	}
	f.clear()
	if err := f.readAll(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if readOnly {
		close(f.filterDone)
		return f, nil
	}
	it, err := s.NewIter(seenBounds) // of what is there now
	if err != nil {
		return nil, errors.Join(s.readError(err), s.close())
	}
	go f.fillFilter(it, f.known)
	return f, nil
}

func (f *Frontier) clear() {
	f.reset()
	f.recent.clear()
	f.seq, f.jobs, f.nextJob = 0, nil, 0
	f.dirty, f.pending = map[*host]struct{}{}, map[string][]func(*host){}
	f.shown++
	f.fresh, f.nextDue, f.partial, f.turnLoad = math.MaxUint64, math.MaxInt64, nil, 0
}

// readAll reads what is in memory from the start: counters, lanes, jobs.
func (f *Frontier) readAll() error {
	if err := f.readMeta(); err != nil {
		return err
	}
	if err := f.each(keyLane, f.readLane); err != nil {
		return err
	}
	if err := f.each(keyJob, f.readJob); err != nil {
		return err
	}
	due, err := f.firstDue()
	f.nextDue = due
	return err
}

func (f *Frontier) readMeta() error {
	v, err := f.store.get(nil, []byte{keyMeta})
	if v == nil || err != nil {
		return err
	}
	d := decoder{rest: v}
	if n := d.uvarint(); d.err == nil && n != format {
		return fmt.Errorf("frontier %s: made by another version of sluice: format %d, this one reads %d (`sluice rebuild -d %s` makes it anew from the archive)",
			f.store.dir, n, format, shell.Quote(filepath.Dir(f.store.dir)))
	}
	f.seq, f.nextJob = d.uvarint(), d.uvarint()
	f.waiting, f.known, f.hosts = d.varint(), d.varint(), d.varint()
	if len(d.rest) > 0 { // stores of before have no clock
		f.goOnFrom(d.varint())
	}
	return f.store.readError(d.err)
}

func (f *Frontier) metaValue() []byte {
	v := binary.AppendUvarint(nil, format)
	v = binary.AppendUvarint(v, f.seq)
	v = binary.AppendUvarint(v, f.nextJob)
	v = binary.AppendVarint(v, f.waiting)
	v = binary.AppendVarint(v, f.known)
	v = binary.AppendVarint(v, f.hosts)
	return binary.AppendVarint(v, f.clock())
}

func (f *Frontier) readLane(k, v []byte) error {
	if len(k) != 5 {
		return errValue
	}
	d := decoder{rest: v}
	l := f.lane(Lane(binary.BigEndian.Uint32(k[1:])))
	l.waiting, l.served = d.varint(), d.varint()
	if l.waiting > 0 {
		f.leave(l, never)
	}
	return d.err
}

// each calls do for all entries of one kind.
func (f *Frontier) each(kind byte, do func(k, v []byte) error) error {
	it, err := f.store.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
	if err != nil {
		return f.store.readError(err)
	}
	for ok := it.First(); ok && err == nil; ok = it.Next() {
		err = do(it.Key(), it.Value())
	}
	if e := it.Close(); err == nil {
		err = e
	}
	return f.store.readError(err)
}

// Next gives out up to n links of hosts that may be asked now, by the shares
// that choose gives; nil serves the lowest lanes first. choose must not call
// the frontier. It is asked once, or not at all when no lane can be served.
func (f *Frontier) Next(ctx context.Context, n int, choose func([]LaneState) []Share) ([]Lease, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if err := f.promoteDue(); err != nil {
		return nil, err
	}
	if err := f.store.err(); err != nil {
		return nil, err
	}
	if err := f.load(); err != nil {
		return nil, err
	}
	t := &turn{n: n}
	lanes, err := f.offers(t)
	if err == nil && len(lanes) > 0 {
		if choose == nil {
			choose = lowest(n)
		}
		t.shares = slices.Clone(choose(lanes))
		err = f.serve(t, f.serveShares)
	}
	return t.out, f.store.readError(errors.Join(err, f.fill()))
}

// offers gives out what comes before the choice, the links of hosts that were given up, and
// returns the lanes to choose from, if more is wanted.
func (f *Frontier) offers(t *turn) ([]LaneState, error) {
	if err := f.serve(t, f.serveClosed); err != nil || len(t.out) >= t.n {
		return nil, err
	}
	f.mu.Lock()
	defer f.unlock()
	f.wake()
	return f.states(), nil
}

// serve calls step until no queue that has run dry keeps it from going on.
func (f *Frontier) serve(t *turn, step func(*turn) (dry bool, err error)) error {
	for {
		f.mu.Lock()
		f.wake()
		dry, err := step(t)
		f.unlock()
		if !dry || err != nil {
			return err
		}
		if err := f.fill(); err != nil {
			return err
		}
	}
}

// unlock gives mu free.
func (f *Frontier) unlock() {
	f.mu.Unlock()
	if f.between != nil {
		f.between()
	}
}

// unlockReading gives reading free.
func (f *Frontier) unlockReading() {
	f.reading.Unlock()
	if f.between != nil {
		f.between()
	}
}

// Ready tells when Next will have something: at a time, or (ok false) not
// before a lease ends or a link is added. It may be early when links are on
// disk only: Next then has looked for them.
func (f *Frontier) Ready() (time.Time, bool) {
	f.mu.Lock()
	defer f.unlock()
	at, ok := f.readyTime()
	now := f.clock()
	if !ok || at > now {
		if t, more := f.loadTime(now); more && (!ok || t < at) {
			at, ok = t, true
		}
		if len(f.pending) > 0 && len(f.partial) > 0 { // of a host that was given up the links are on disk
			at, ok = now, true
		}
		if f.nextDue != math.MaxInt64 && !(f.busy && f.nextDue <= now) && (!ok || f.nextDue < at) {
			at, ok = f.nextDue, true
		}
	}
	return f.moment(at, ok)
}

// Release frees the lease's place at its host, whose clock runs from end; a zero
// end tells that nothing was asked. The lease itself is ended by a Group.
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

// PauseHost keeps a host from being asked before until.
func (f *Frontier) PauseHost(name string, until time.Time) {
	f.alter(name, true, func(h *host) { h.until = f.nanos(until) })
}

// CloseHost gives a host up: what waits for it is given out at once, marked
// Closed. An empty cause opens it again.
func (f *Frontier) CloseHost(name, cause string) {
	f.alter(name, true, func(h *host) { h.cause = cause })
}

// SetAddresses tells which addresses a host has, for the limit of requests an
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

// Changed gives a token after each change that may have made a link ready, so
// that one goroutine can wait for it or for the time that Ready gave.
func (f *Frontier) Changed() <-chan struct{} { return f.changed }

// Counts tells how much the frontier holds.
func (f *Frontier) Counts() Counts {
	f.mu.Lock()
	defer f.unlock()
	return f.counts()
}

// Lanes gives the numbers of the lanes in which links wait, in order.
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
	if err := f.store.err(); err != nil {
		return nil, err
	}
	return f.store.get(nil, stateKey(key))
}

func stateKey(key string) []byte { return append([]byte{keyState}, key...) }

// Reset forgets everything, on disk and in memory, leases too. What the strategy is to remember from then on is
// written with it, all or nothing.
func (f *Frontier) Reset(ctx context.Context, state map[string][]byte) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	f.writing.Lock()
	defer f.writing.Unlock()
	f.reading.Lock()
	defer f.reading.Unlock()
	b := f.store.NewBatch()
	if err := b.DeleteRange([]byte{0}, []byte{0xff}, nil); err != nil {
		return err
	}
	for k, v := range state {
		if err := b.Set(stateKey(k), v, nil); err != nil {
			return err
		}
	}
	if err := f.store.write(b, pebble.Sync); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.unlock()
	f.clear()
	signal(f.changed)
	return nil
}

// Close writes what is known of hosts and closes the store. What is leased
// waits again at the next Open.
func (f *Frontier) Close() error {
	f.closing.Store(true)
	<-f.filterDone
	if !f.readOnly && f.store.err() == nil {
		if err := f.Commit(context.Background(), &Group{}); err != nil {
			return err
		}
	}
	return f.store.close()
}
