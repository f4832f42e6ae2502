package classifier

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"
	"unicode/utf8"

	"sluice/internal/binaryfile"
	"sluice/text/vector"
)

// ErrDamaged is the error for a file that is no model, or one that is truncated or changed.
var ErrDamaged = errors.New("damaged model file")

// A model of 20 labels has less than 20 MB. One of more labels may have more, in proportion.
const (
	modelBytes  = 19_000_000
	modelLabels = 20
	termBytes   = 10      // what a term takes besides its weights and its text, about
	wideCells   = 4 << 20 // weights; with more of them, each is a byte
	mostWeight  = 1e18    // of a weight in a file, in either direction: no sum of them is infinite
	mostIDF     = 4       // the power of the IDF of a term in a file
)

// A model file is
//
//	magic     8 bytes: "classify" with the version, 1, as the last
//	method    a byte, its place in [Methods]
//	settings  counts, idf, lengths, shares, smoothing, penalty, mean, bayes
//	sigmoid   slope, shift
//	labels    1 if documents have several, else 0; the threshold of a label
//	names     of the labels: count, then each: length, bytes
//	terms     a [vector.Vocabulary]
//	steps     a byte: 1 if weights are bytes, 2 if they are 16 bits
//	scale     a float32 for each term
//	weights   of each term, for each label
//	biases    a float32 for each label
//	sum       CRC-32 (Castagnoli) of all before
//
// Counts and lengths are unsigned varints, numbers are little-endian; those before the labels' names are float64.
var magic = [8]byte{'c', 'l', 'a', 's', 's', 'i', 'f', 1}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// MarshalBinary returns the model as a file.
func (m *Model) MarshalBinary() ([]byte, error) {
	b := slices.Clone(magic[:])
	s := &m.settings
	b = append(b, byte(slices.Index(Methods, m.method)), byte(s.counts))
	lengths, several := 0.0, 0.0
	if s.lengths {
		lengths = 1
	}
	if m.several {
		several = 1
	}
	for _, x := range []float64{s.idf, lengths, s.shares[0], s.shares[1], s.shares[2], s.smoothing, s.penalty, s.mean, s.bayes, m.sigmoid.slope, m.sigmoid.shift, several, m.cut} {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	b = binary.AppendUvarint(b, uint64(len(m.labels)))
	for _, l := range m.labels {
		b = binary.AppendUvarint(b, uint64(len(l)))
		b = append(b, l...)
	}
	b, err := m.terms.AppendBinary(b)
	if err != nil {
		return nil, err
	}
	width := 1
	if m.steps > math.MaxInt8 {
		width = 2
	}
	b = append(b, byte(width))
	for _, x := range m.scale {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	for _, w := range m.weights {
		b = append(b, byte(w))
		if width == 2 {
			b = append(b, byte(w>>8))
		}
	}
	for _, x := range m.biases {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli)), nil
}

// UnmarshalBinary sets the model to that of a file. The error is [ErrDamaged], or names the version if that is another. No more memory
// is allocated than a small multiple of the file's size, whatever its counts say.
func (m *Model) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic)+4 || !bytes.Equal(b[:7], magic[:7]) {
		return fmt.Errorf("read classifier: %w: not a classifier", ErrDamaged)
	}
	if b[7] != magic[7] {
		return fmt.Errorf("read classifier: file has version %d, this program reads version %d: train the classifier again", b[7], magic[7])
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if crc32.Checksum(body, castagnoli) != sum {
		return fmt.Errorf("read classifier: %w: wrong checksum", ErrDamaged)
	}
	next, ok := decode(body[len(magic):])
	if !ok {
		return fmt.Errorf("read classifier: %w: inconsistent parts", ErrDamaged)
	}
	*m = Model{
		method: next.method, settings: next.settings, sigmoid: next.sigmoid, labels: next.labels, terms: next.terms,
		factors: next.settings.factors(next.terms), steps: next.steps, weights: next.weights, scale: next.scale, biases: next.biases,
		several: next.several, cut: next.cut,
	}
	return nil
}

// decode returns the model of the parts of a file.
func decode(b []byte) (m *Model, ok bool) {
	r := binaryfile.Reader{Rest: b}
	m = &Model{}
	head := r.Take(2)
	if r.Bad || int(head[0]) >= len(Methods) || head[1] > byte(presence) {
		return nil, false
	}
	m.method = Methods[head[0]]
	x := make([]float64, 13)
	for i := range x {
		x[i] = math.Float64frombits(r.Uint64())
		r.Bad = r.Bad || math.IsNaN(x[i]) || math.Abs(x[i]) > 1e9
	}
	m.settings = settings{weighting{countRule(head[1]), x[0], x[1] == 1, [3]float64(x[2:5])}, x[5], x[6], x[7], x[8]}
	m.sigmoid = sigmoid{x[9], x[10]}
	m.several, m.cut = x[11] == 1, x[12]
	for range r.Count(maxLabels) {
		label := string(r.Take(r.Count(maxLabel)))
		r.Bad = r.Bad || label == "" || !utf8.ValidString(label) || len(m.labels) > 0 && m.labels[len(m.labels)-1] >= label
		m.labels = append(m.labels, label)
	}
	if r.Bad || len(m.labels) < 2 || m.settings.idf < 0 || m.settings.idf > mostIDF || slices.Min(m.settings.shares[:]) < 0 || m.sigmoid.slope >= 0 {
		return nil, false
	}
	var err error
	if m.terms, r.Rest, err = vector.Decode(r.Rest); err != nil {
		return nil, false
	}
	n, k, width := m.terms.Len(), len(m.labels), int(r.Byte())
	if width != 1 && width != 2 || len(r.Rest) != 4*n+n*k*width+4*k {
		return nil, false
	}
	m.scale = r.Floats(n, mostWeight)
	weights := r.Take(n * k * width)
	if r.Bad { // a scale is infinite or no number
		return nil, false
	}
	m.steps, m.weights = math.MaxInt8, make([]int16, n*k)
	for i := range m.weights {
		if width == 1 {
			m.weights[i] = int16(int8(weights[i]))
		} else {
			m.weights[i] = int16(binary.LittleEndian.Uint16(weights[2*i:]))
		}
	}
	if width == 2 {
		m.steps = math.MaxInt16
	}
	m.biases = r.Floats(k, mostWeight)
	return m, !r.Bad
}
