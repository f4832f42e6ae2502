package text

import (
	"encoding/binary"
	"math"
)

// Signature is a sketch of a set of hashes. The share of values in which two signatures agree estimates the Jaccard
// similarity of their sets, with a standard deviation of at most 0.04. The zero Signature is that of no text.
//
// Broder et al., "Min-wise independent permutations" (1998), with multiply-shift hashing (Dietzfelbinger et al., 1997).
type Signature [128]uint32

// MinHash returns the signature of a set of hashes, as [Shingles] returns it.
func MinHash(set []uint64) Signature {
	var s Signature
	if len(set) == 0 {
		return s
	}
	for i := range s {
		s[i] = math.MaxUint32
	}
	for _, x := range set {
		for i := range s {
			if v := uint32((x*multiplier[i] + addend[i]) >> 32); v < s[i] {
				s[i] = v
			}
		}
	}
	return s
}

// The permutations: odd multipliers and any addends, from a fixed generator (SplitMix64). They must never change: signatures
// are stored.
var multiplier, addend = func() (m, a [len(Signature{})]uint64) {
	state := uint64(0x51_0c_e0)
	next := func() uint64 {
		state += 0x9e37_79b9_7f4a_7c15
		return mix(state)
	}
	for i := range m {
		m[i], a[i] = next()|1, next()
	}
	return m, a
}()

// Like returns the estimated Jaccard similarity of the sets of two signatures; 0 if one has no text.
func (s *Signature) Like(other *Signature) float64 {
	if *s == (Signature{}) || *other == (Signature{}) {
		return 0
	}
	same := 0
	for i := range s {
		if s[i] == other[i] {
			same++
		}
	}
	return float64(same) / float64(len(s))
}

// Bands returns n keys of a signature, at most 128, for finding similar signatures: those that share a key are candidates.
// Two sets of similarity j share a key with probability 1-(1-j^(128/n))^n; with 32 keys that is 0.5 at j = 0.38 and 0.97 at
// 0.57. A signature of no text has no keys.
func (s *Signature) Bands(n int) []uint64 {
	if *s == (Signature{}) {
		return nil
	}
	n = min(max(n, 1), len(s))
	keys := make([]uint64, n)
	for i, v := range s[:len(s)/n*n] {
		band := i % n
		keys[band] = mix(keys[band]*31 + uint64(v) + uint64(band)<<40)
	}
	return keys
}

// Bytes returns a signature as 512 bytes, to be stored.
func (s *Signature) Bytes() []byte {
	b := make([]byte, 0, 4*len(s))
	for _, v := range s {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	return b
}

// SignatureOf returns the signature that [Signature.Bytes] wrote; the zero Signature for anything else.
func SignatureOf(b []byte) (s Signature) {
	if len(b) == 4*len(s) {
		for i := range s {
			s[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
	}
	return s
}
