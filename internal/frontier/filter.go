package frontier

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"

	"sluice/weburl"
)

// filter is a blocked Bloom filter over all known URLs, so that most new ones
// are told from known ones without a look into the store. A key has all its
// bits in one line of the processor's cache (Putze, Sanders, Singler: Cache-,
// Hash- and Space-Efficient Bloom Filters, 2007). Its size is fixed: 16 MiB
// give one false alarm in some hundred at 10 million keys; at many times that
// it no longer helps, and does no harm.
//
// Until it has been filled from the store it holds back its answer.
type filter struct {
	lines  [][8]uint64
	filled atomic.Bool
}

const (
	filterLines = 1 << 18 // of 64 bytes
	filterBits  = 7       // of a key, in its line
)

func newFilter() *filter { return &filter{lines: make([][8]uint64, filterLines)} }

// line gives the line of a key and the bits in it, nine of the hash each. What
// is of the host alone, at the key's beginning, is left out.
func (f *filter) line(k weburl.Key) (line *[8]uint64, bits uint64) {
	return &f.lines[binary.LittleEndian.Uint32(k[4:8])%filterLines], binary.LittleEndian.Uint64(k[8:])
}

func (f *filter) add(k weburl.Key) {
	line, bits := f.line(k)
	for range filterBits {
		atomic.OrUint64(&line[bits>>6&7], 1<<(bits&63))
		bits >>= 9
	}
}

// excludes reports that k is surely not known.
func (f *filter) excludes(k weburl.Key) bool {
	if !f.filled.Load() {
		return false
	}
	line, bits := f.line(k)
	for range filterBits {
		if atomic.LoadUint64(&line[bits>>6&7])&(1<<(bits&63)) == 0 {
			return true
		}
		bits >>= 9
	}
	return false
}

// fillFilter reads all known URLs, in a goroutine of its own, until it is done or closing. Damage that took some away
// from between others shows in their number.
func (f *Frontier) fillFilter(it *pebble.Iterator, known int64) {
	defer close(f.filterDone)
	defer it.Close()
	found := int64(0)
	for ok := it.First(); ok; ok = it.Next() {
		if f.closing.Load() {
			return
		}
		if k := it.Key(); len(k) == 1+len(weburl.Key{}) {
			f.filter.add(weburl.Key(k[1:]))
			found++
		}
	}
	switch {
	case it.Error() != nil: // the store tells the next who asks
	case found != known:
		f.store.fail(damaged(f.store.dir, fmt.Errorf("%d URLs are known, and the counter says %d", found, known)))
	default:
		f.filter.filled.Store(true)
	}
}
