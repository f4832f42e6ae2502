package catalogue

import (
	"encoding/binary"
	"encoding/hex"
	"sync"
)

// bodyFilter is a series of Bloom filters over the hashes of bodies. It answers without the
// database that a body is new, which nearly all are. It may take a new body for a known one,
// about once in a thousand. A full filter is followed by one of twice its size. (B. H. Bloom,
// Space/time trade-offs in hash coding with allowable errors, CACM 13(7), 1970; two hashes as
// in A. Kirsch, M. Mitzenmacher, Less hashing, same performance, ESA 2006.) It may be used by
// many goroutines.
type bodyFilter struct {
	mu      sync.RWMutex
	filters []bloom
}

// bloom is one filter of the series. Its number of bits is a power of two, so that a mask
// selects a bit.
type bloom struct {
	bits []uint64
	room int // keys until it is full
}

const (
	firstFilter = 1 << 16 // keys of the first filter
	bitsPerKey  = 16
	probes      = 8
)

// emptySHA256 is the hash of no bytes at all.
const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// bodyKey returns the first eight bytes of a body's hash (hex), which are as random as the
// whole. It returns false without a body and for an empty one: empty bodies are not copies of
// each other.
func bodyKey(sha256 string) (uint64, bool) {
	var b [8]byte
	if len(sha256) < 16 || sha256 == emptySHA256 {
		return 0, false
	}
	if _, err := hex.Decode(b[:], []byte(sha256[:16])); err != nil {
		return 0, false
	}
	return binary.BigEndian.Uint64(b[:]), true
}

// add records keys. It adds a filter when the last one is full.
func (f *bodyFilter) add(keys []uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, key := range keys {
		if n := len(f.filters); n == 0 || f.filters[n-1].room == 0 {
			f.grow()
		}
		f.filters[len(f.filters)-1].add(key)
	}
}

// grow appends an empty filter of twice the size of the last.
func (f *bodyFilter) grow() {
	keys := firstFilter << len(f.filters)
	f.filters = append(f.filters, bloom{bits: make([]uint64, keys*bitsPerKey/64), room: keys})
}

// mayHave reports whether a key may have been added; false is certain.
func (f *bodyFilter) mayHave(key uint64) bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for i := range f.filters {
		if f.filters[i].mayHave(key) {
			return true
		}
	}
	return false
}

// add sets the bits of a key.
func (b *bloom) add(key uint64) {
	step := second(key)
	for range probes {
		i := key & uint64(len(b.bits)*64-1)
		b.bits[i/64] |= 1 << (i % 64)
		key += step
	}
	b.room--
}

// mayHave reports whether all bits of a key are set.
func (b *bloom) mayHave(key uint64) bool {
	step := second(key)
	for range probes {
		i := key & uint64(len(b.bits)*64-1)
		if b.bits[i/64]&(1<<(i%64)) == 0 {
			return false
		}
		key += step
	}
	return true
}

// second returns the step between the bits of a key: the second hash, made odd so that the bits
// differ.
func second(key uint64) uint64 { return key*0x9E3779B97F4A7C15>>32 | 1 }
