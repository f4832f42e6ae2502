package linkvalue

import (
	"encoding/binary"
	"math"
	"slices"
)

// A model is stored in parts: each has the weights and squares of so many features, of both linear models, as the first 16 bits of
// their 32, which is precise to one in 256.
const (
	Parts        = 256
	GeneralParts = Parts * General / Size // the parts of general features come first

	partFeatures = Size / Parts
	partSize     = partFeatures * 8
)

const (
	maxWeight = 100
	maxSquare = 1e12
)

// AppendPart appends an encoded part of a model to b.
func (m *Model) AppendPart(b []byte, part int) []byte {
	b = slices.Grow(b, partSize)
	for i := part * partFeatures; i < (part+1)*partFeatures; i++ {
		w, square := &m.weights[i], &m.squares[i]
		b = binary.BigEndian.AppendUint64(b, head16(w.alive)<<48|head16(square.alive)<<32|head16(w.worth)<<16|head16(square.worth))
	}
	return b
}

// head16 returns the first 16 bits of a number.
func head16(x float32) uint64 { return uint64(math.Float32bits(x) >> 16) }

// RestorePart sets a part that [Model.AppendPart] encoded. It reports whether b holds one; if not, the model does not change. The steps of
// general features begin anew: a later crawl may be of other sites, where what was learned of a word is a beginning only.
func (m *Model) RestorePart(b []byte, part int) bool {
	if len(b) != partSize {
		return false
	}
	var numbers [4 * partFeatures]float32
	for i := range numbers {
		x := math.Float32frombits(uint32(binary.BigEndian.Uint16(b[2*i:])) << 16)
		isSquare := i%2 == 1
		if isSquare && !(x >= 0 && x <= maxSquare) || !isSquare && !(x >= -maxWeight && x <= maxWeight) {
			return false
		}
		numbers[i] = x
	}
	m.shared = nil
	for n := range partFeatures {
		i, x := part*partFeatures+n, numbers[4*n:]
		m.weights[i], m.squares[i] = pair{x[0], x[2]}, pair{x[1], x[3]}
		if i < General {
			m.squares[i] = pair{}
		}
	}
	return true
}
