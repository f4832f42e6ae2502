// Package binaryfile reads binary files that may be damaged, or made to harm: the parts of one, one after the other.
package binaryfile

import (
	"encoding/binary"
	"math"
)

// Reader reads parts. It is bad after the first one that is incomplete or beyond its bounds, and returns nothing from then on. It
// allocates no more than a small multiple of the file's size, whatever the file says.
type Reader struct {
	Rest []byte // what has not been read
	Bad  bool
}

// Take returns the next n bytes.
func (r *Reader) Take(n int) []byte {
	if r.Bad || n < 0 || n > len(r.Rest) {
		r.Bad = true
		return nil
	}
	b := r.Rest[:n:n]
	r.Rest = r.Rest[n:]
	return b
}

// Byte returns the next byte.
func (r *Reader) Byte() byte {
	if b := r.Take(1); b != nil {
		return b[0]
	}
	return 0
}

// Uint64 returns the next eight bytes as a little-endian number.
func (r *Reader) Uint64() uint64 {
	if b := r.Take(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

// Number returns the next unsigned varint. One that is greater than most makes the reader bad.
func (r *Reader) Number(most int) int {
	n, size := binary.Uvarint(r.Rest)
	if r.Bad || size <= 0 || most < 0 || n > uint64(most) {
		r.Bad = true
		return 0
	}
	r.Rest = r.Rest[size:]
	return int(n)
}

// Count returns the next unsigned varint, the number of things to come that have a byte or more each. One that is greater than most,
// or than the number of bytes that are left, makes the reader bad.
func (r *Reader) Count(most int) int {
	n := r.Number(most)
	if n > len(r.Rest) {
		r.Bad = true
		return 0
	}
	return n
}

// Floats returns the next n little-endian numbers of 32 bits, fewer if the file ends. A NaN, and one beyond most or -most, makes the
// reader bad.
func (r *Reader) Floats(n int, most float64) []float32 {
	b := r.Take(4 * n)
	x := make([]float32, len(b)/4)
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if f := float64(x[i]); math.IsNaN(f) || math.Abs(f) > most {
			r.Bad = true
		}
	}
	return x
}
