package learn

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"sluice/internal/binaryfile"
)

// ErrDamaged is the error for a file that is no model, or one that is truncated or changed.
var ErrDamaged = errors.New("damaged model file")

// A model file is
//
//	magic    8 bytes "sluice\x00" and the version, 1
//	heat     float32
//	labels   count, then each: length, bytes
//	names    the same
//	dense    a byte for each name
//	mean     a float32 for each name
//	scale    a float32 for each name
//	weights  a float32 for each name and label, and the bias of each label
//	hold     the same
//	sum      CRC-32 (Castagnoli) of all before
//
// Counts and lengths are unsigned varints, floats little-endian.
var magic = [8]byte{'s', 'l', 'u', 'i', 'c', 'e', 0, 1}

// MarshalBinary returns the model as a file. Numbers are rounded to 32 bits: see [Model.Round].
func (m *Model) MarshalBinary() ([]byte, error) {
	b := slices.Clone(magic[:])
	b = appendFloat(b, m.heat)
	for _, names := range [][]string{m.labels, m.names} {
		b = binary.AppendUvarint(b, uint64(len(names)))
		for _, name := range names {
			b = binary.AppendUvarint(b, uint64(len(name)))
			b = append(b, name...)
		}
	}
	for _, dense := range m.dense {
		if dense {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	for _, numbers := range [][]float64{m.mean, m.scale, m.weights, m.hold} {
		for _, x := range numbers {
			b = appendFloat(b, x)
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// appendFloat appends x as a float32.
func appendFloat(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
}

// Round returns the model as it is after writing it to a file and reading it: a model that is used before it is stored must
// predict the same as afterwards.
func (m *Model) Round() *Model {
	b, _ := m.MarshalBinary()
	var back Model
	if err := back.UnmarshalBinary(b); err != nil {
		panic(err) // unreachable: it was just written
	}
	return &back
}

// UnmarshalBinary sets the model to that of a file. The error is [ErrDamaged], or names the version when that is another.
// No more memory is allocated than the file has bytes for, whatever its counts say.
func (m *Model) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic)+4 || !bytes.Equal(b[:7], magic[:7]) {
		return fmt.Errorf("read model: %w: not a model", ErrDamaged)
	}
	if b[7] != magic[7] {
		return fmt.Errorf("read model: file has version %d, this program reads version %d: train the model again", b[7], magic[7])
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return fmt.Errorf("read model: %w: wrong checksum", ErrDamaged)
	}
	r := reader{binaryfile.Reader{Rest: body[len(magic):]}}
	heat := r.floats(1)
	next := Model{labels: r.names(maxLabels), names: r.names(maxFeatures)}
	for _, c := range r.Take(len(next.names)) {
		next.dense = append(next.dense, c == 1)
	}
	next.mean = r.floats(len(next.names))
	next.scale = r.floats(len(next.names))
	next.weights = r.floats(len(next.labels) * (len(next.names) + 1))
	next.hold = r.floats(len(next.weights))
	if r.Bad || len(r.Rest) > 0 || len(next.labels) == 0 || !increases(next.labels) || !increases(next.names) || !(heat[0] > 0) {
		return fmt.Errorf("read model: %w: inconsistent parts", ErrDamaged)
	}
	next.heat = heat[0]
	next.reindex()
	*m = next
	return nil
}

// increases reports whether names are sorted, each once.
func increases(names []string) bool {
	for i := 1; i < len(names); i++ {
		if names[i-1] >= names[i] {
			return false
		}
	}
	return true
}

// reader reads the parts of a model.
type reader struct{ binaryfile.Reader }

// names returns the next list of names.
func (r *reader) names(most int) []string {
	names := make([]string, r.Count(most))
	for i := range names {
		names[i] = string(r.Take(r.Count(maxName)))
	}
	return names
}

// floats returns the next n numbers.
func (r *reader) floats(n int) []float64 {
	stored := r.Floats(n, math.MaxFloat32)
	x := make([]float64, len(stored))
	for i, f := range stored {
		x[i] = float64(f)
	}
	return x
}
