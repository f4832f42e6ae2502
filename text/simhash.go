package text

import "math/bits"

// SimHash gives a print of 64 bits of a set of hashes: sets with much in common have prints that differ in few bits.
// Charikar, "Similarity estimation techniques from rounding algorithms" (2002). Near duplicates among web pages differ in
// up to 3 bits (Manku, Jain, Das Sarma, "Detecting near-duplicates for web crawling", 2007).
func SimHash(set []uint64) uint64 {
	if len(set) == 0 {
		return 0
	}
	var ones [64]int32
	for _, x := range set {
		for i := range ones {
			ones[i] += int32(x >> i & 1)
		}
	}
	var h uint64
	for i, n := range ones {
		if 2*int(n) > len(set) {
			h |= 1 << i
		}
	}
	return h
}

// Distance is the number of bits in which two prints of [SimHash] differ.
func Distance(a, b uint64) int { return bits.OnesCount64(a ^ b) }
