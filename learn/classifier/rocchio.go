package classifier

import "math"

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
	squares := make([]float64, x.k)
	for i, w := range m.w {
		squares[i%x.k] += float64(w) * float64(w)
	}
	by := make([]float32, x.k)
	for k, s := range squares {
		if s > 0 {
			by[k] = float32(1 / math.Sqrt(s))
		}
	}
	for i := range m.w {
		m.w[i] *= by[i%x.k]
	}
	return m
}
