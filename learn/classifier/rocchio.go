package classifier

import (
	"math"
	"slices"
)

// fitRocchio returns the weights of [Rocchio]: the sums of the classes' vectors, each with length 1.
func fitRocchio(x *examples) matrix {
	m := newMatrix(x)
	for i, d := range x.rows {
		for _, k := range x.labels[i] {
			for _, t := range d {
				m.w[int(t.ID)*x.k+int(k)] += t.Value
			}
		}
	}
	squares := make([]float32, x.k)
	for row := range slices.Chunk(m.w, x.k) {
		for k, w := range row {
			squares[k] += w * w
		}
	}
	for k, s := range squares {
		if s > 0 {
			squares[k] = float32(1 / math.Sqrt(float64(s)))
		}
	}
	for row := range slices.Chunk(m.w, x.k) {
		for k := range row {
			row[k] *= squares[k]
		}
	}
	return m
}
