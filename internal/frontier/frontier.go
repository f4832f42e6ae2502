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
	"path/filepath"

	"sluice/internal/frontier/store"
	"sluice/internal/shell"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"
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

	readOnly bool
	jobs     []*job // splits and drops that go on; guarded by writing
	nextJob  uint64
}

// Open opens the frontier in a folder, which it makes when there is none.
func Open(dir string, o Options) (*Frontier, error) {
	return open(dir, vfs.Default, o, false)
}

// OpenReadOnly opens a frontier to look at: Known, Seen, Counts, Lanes, Scan
// and State. The folder must hold one, and no crawl may run on it.
func OpenReadOnly(dir string) (*Frontier, error) {
	return open(dir, vfs.Default, Options{}, true)
}

func open(dir string, fs vfs.FS, o Options, readOnly bool) (*Frontier, error) {
	s, err := store.Open(dir, store.Options{FS: fs, Comparer: comparer, Cache: o.Cache, Log: o.Log, ReadOnly: readOnly})
	if err != nil {
		return nil, err
	}
	if o.Keys <= 0 {
		o.Keys = keysKept
	}
	c := &core{
		store: s, changed: make(chan struct{}, 1),
		residency: residency{schedule: newSchedule(o), limits: limits{maxQueues, maxLinks, maxHosts}},
	}
	table := &hostTable{c}
	f := &Frontier{core: c, table: table, loader: &loader{c, table}, seen: newSeenSet(c, o.Keys), readOnly: readOnly}
	f.clear()
	if err := f.readAll(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if readOnly {
		close(f.seen.filterDone)
		return f, nil
	}
	it, err := s.NewIter(seenBounds) // of what is there now
	if err != nil {
		return nil, errors.Join(s.ReadError(err), s.Close())
	}
	go f.seen.fillFilter(it, f.known)
	return f, nil
}

func (f *Frontier) clear() {
	f.core.clear()
	f.seen.recent.Clear()
	f.jobs, f.nextJob = nil, 0
}

// readAll reads what is in memory from the start: counters, lanes, jobs.
func (f *Frontier) readAll() error {
	if err := f.readMeta(); err != nil {
		return err
	}
	if err := f.store.Each(keyLane, f.readLane); err != nil {
		return err
	}
	if err := f.store.Each(keyJob, f.readJob); err != nil {
		return err
	}
	due, err := f.firstDue()
	f.nextDue = due
	return err
}

func (f *Frontier) readMeta() error {
	v, err := f.store.Get(nil, []byte{keyMeta})
	if v == nil || err != nil {
		return err
	}
	d := decoder{rest: v}
	if n := d.uvarint(); d.err == nil && n != format {
		return fmt.Errorf("frontier %s: %w: format %d, this one reads %d (`sluice rebuild -d %s` makes it anew from the archive)",
			f.store.Dir, ErrVersion, n, format, shell.Quote(filepath.Dir(f.store.Dir)))
	}
	f.seq, f.nextJob = d.uvarint(), d.uvarint()
	f.waiting, f.known, f.hosts = d.varint(), d.varint(), d.varint()
	if len(d.rest) > 0 { // stores of before have no clock
		f.goOnFrom(d.varint())
	}
	return f.store.ReadError(d.err)
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
	if err := f.store.Err(); err != nil {
		return nil, err
	}
	return f.store.Get(nil, stateKey(key))
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
	if err := f.store.Write(b, pebble.Sync); err != nil {
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
	f.seen.closing.Store(true)
	<-f.seen.filterDone
	if !f.readOnly && f.store.Err() == nil {
		if err := f.Commit(context.Background(), &Group{}); err != nil {
			return err
		}
	}
	return f.store.Close()
}
