// Package urlset has the sets of URLs that are in memory: [Recent], which is exact and forgets, and
// [Filter], which forgets nothing and is at times wrong. Together they spare most looks into the set
// on disk: nearly every link of a page was seen on the page before, or is new to all.
package urlset

import (
	"encoding/binary"
	"sync/atomic"

	"sluice/weburl"
)

// Filter is a blocked Bloom filter over all known URLs, so that most new ones
// are distinguished from known ones without a read of the store. A key has all its
// bits in one line of the processor's cache (Putze, Sanders, Singler: Cache-,
// Hash- and Space-Efficient Bloom Filters, 2007). Its size is fixed: 16 MiB
// have one false positive in some hundred at 10 million keys; at many times that
// it no longer helps, and does no harm.
//
// Until it has been filled from the store it holds back its answer.
type Filter struct {
	lines  [][8]uint64
	filled atomic.Bool
}

const (
	filterLines = 1 << 18 // of 64 bytes
	filterBits  = 7       // of a key, in its line
)

// NewFilter returns an empty filter.
func NewFilter() *Filter { return &Filter{lines: make([][8]uint64, filterLines)} }

// line returns the line of a key and the bits in it, nine of the hash each. What
// is of the host alone, at the key's beginning, is left out.
func (f *Filter) line(k weburl.Key) (line *[8]uint64, bits uint64) {
	return &f.lines[binary.LittleEndian.Uint32(k[4:8])%filterLines], binary.LittleEndian.Uint64(k[8:])
}

// Add puts a key into the filter.
func (f *Filter) Add(k weburl.Key) {
	line, bits := f.line(k)
	for range filterBits {
		atomic.OrUint64(&line[bits>>6&7], 1<<(bits&63))
		bits >>= 9
	}
}

// Excludes reports that k is surely not known.
func (f *Filter) Excludes(k weburl.Key) bool {
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

// SetFilled records that all known keys are in the filter, so that it may answer.
func (f *Filter) SetFilled() { f.filled.Store(true) }
