package frontier

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier/store"
	"sluice/internal/shell"
)

// Open opens the frontier in a folder. It creates the folder if necessary.
func Open(ctx context.Context, dir string, o Options) (*Frontier, error) {
	return open(ctx, dir, store.Disk(dir), o, false)
}

// OpenReadOnly opens a frontier to look at: Known, Seen, Counts, Lanes, Scan
// and State. The folder must hold one, and no crawl may run on it.
func OpenReadOnly(ctx context.Context, dir string) (*Frontier, error) {
	return open(ctx, dir, store.Disk(dir), Options{}, true)
}

// open opens a frontier and begins to fill the filter of known URLs. It does not wait until the
// filter is full.
func open(ctx context.Context, dir string, fs vfs.FS, o Options, readOnly bool) (*Frontier, error) {
	s, err := store.Open(ctx, dir, store.Options{FS: fs, Comparer: comparer, Cache: o.Cache, Log: o.Log, ReadOnly: readOnly})
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
	f := &Frontier{core: c, table: table, loader: &loader{c, table}, seen: newSeenSet(c, o.Keys), links: newRecentLinks(), readOnly: readOnly}
	f.clear()
	if err := f.readAll(ctx); err != nil {
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

// clear forgets all that is in memory.
func (f *Frontier) clear() {
	f.core.clear()
	f.seen.recent.Clear()
	f.links.clear()
	f.jobs, f.nextJob = nil, 0
}

// readAll reads what is in memory from the start: counters, lanes, jobs.
func (f *Frontier) readAll(ctx context.Context) error {
	if err := f.readMeta(); err != nil {
		return err
	}
	if err := f.store.Each(ctx, keyLane, f.readLane); err != nil {
		return err
	}
	if err := f.store.Each(ctx, keyJob, f.readJob); err != nil {
		return err
	}
	due, err := f.firstDue()
	f.nextDue = due
	return err
}

// readMeta reads the format number, the counters and the clock; a new store has none.
func (f *Frontier) readMeta() error {
	v, err := f.store.Get(nil, []byte{keyMeta})
	if v == nil || err != nil {
		return err
	}
	d := decoder{rest: v}
	if n := d.uvarint(); d.err == nil && n != format {
		return fmt.Errorf("frontier %s: %w: format %d, this one reads %d (`sluice rebuild -d %s` rebuilds it from the archive)",
			f.store.Dir, ErrVersion, n, format, shell.Quote(filepath.Dir(f.store.Dir)))
	}
	f.seq, f.nextJob = d.uvarint(), d.uvarint()
	f.waiting, f.known, f.hosts = d.varint(), d.varint(), d.varint()
	if len(d.rest) > 0 { // stores of before have no clock
		f.goOnFrom(d.varint())
	}
	return f.store.ReadError(d.err)
}

// readLane reads the counters of a lane. Its links stay on disk until the loader brings them.
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

// readJob reads a split or drop in progress. The links of a drop are hidden at once.
func (f *Frontier) readJob(k, v []byte) error {
	if len(k) != 9 {
		return errValue
	}
	d := decoder{rest: v}
	j := &job{number: binary.BigEndian.Uint64(k[1:]), kind: jobKind(d.byte())}
	j.from, j.to, j.cut = Lane(d.uint64()), Lane(d.uint64()), d.uint64()
	j.share, j.sum = math.Float64frombits(d.uint64()), math.Float64frombits(d.uint64())
	j.cursor = []byte(d.string())
	if j.kind == dropping && j.cut > 0 {
		l := f.lane(j.from)
		l.cut = max(l.cut, j.cut)
	}
	f.jobs = append(f.jobs, j)
	return d.err
}

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
		// Like every Close it takes no context: what is known of hosts is written even after a cancellation, in one batch.
		if err := f.Commit(context.Background(), &Group{}); err != nil {
			return err
		}
	}
	return f.store.Close()
}
