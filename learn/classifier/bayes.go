package classifier

import "math"

// fitBayes returns the weights of [NaiveBayes].
func fitBayes(x *examples, o *Options) matrix {
	m := newMatrix(x)
	totals := make([]float64, x.k)
	for i, d := range x.rows {
		for _, k := range x.labels[i] {
			total := 0.0
			for _, t := range d {
				m.w[int(t.ID)*x.k+int(k)] += t.Value
				total += float64(t.Value)
			}
			totals[k] += total
		}
	}
	for k, n := range totals {
		totals[k] = math.Log(n + o.Smoothing*float64(x.terms))
	}
	nothing := make([]float32, x.k) // what a term weighs that the class does not have
	for k := range nothing {
		nothing[k] = float32(math.Log(o.Smoothing) - totals[k])
	}
	var small [64]float64 // the logarithms of most counts
	for n := range small {
		small[n] = math.Log(float64(n) + o.Smoothing)
	}
	for id := range x.terms {
		row := m.row(id)
		for k, n := range row {
			switch i := int(n); {
			case n == 0:
				row[k] = nothing[k]
			case i < len(small) && float32(i) == n:
				row[k] = float32(small[i] - totals[k])
			default:
				row[k] = float32(math.Log(float64(n)+o.Smoothing) - totals[k])
			}
		}
	}
	setPriors(m, x, o)
	return m
}

// fitLewis returns the weights of [Lewis]. The factors of the terms that a document does not have are those of an empty one, in the
// biases; a term that it has replaces its own.
func fitLewis(x *examples, o *Options) matrix {
	m := newMatrix(x)
	setPriors(m, x, o)
	docs := make([]float64, x.k)
	for i, d := range x.rows {
		for _, k := range x.labels[i] {
			docs[k]++
			for _, t := range d {
				if t.Value > 0 {
					m.w[int(t.ID)*x.k+int(k)]++
				}
			}
		}
	}
	biases := make([]float64, x.k)
	for id := range x.terms {
		all := 0.0
		for _, n := range m.row(id) {
			all += float64(n)
		}
		any := (all + 1) / (float64(len(x.rows)) + 2)
		for k, n := range m.row(id) {
			// The estimate of a class with few documents is near that of all.
			p := (float64(n) + any) / (docs[k] + 1)
			absent := math.Log((1 - p) / (1 - any))
			biases[k] += absent
			m.row(id)[k] = float32(math.Log(p/any) - absent)
		}
	}
	for k := range biases {
		m.biases()[k] += float32(biases[k])
	}
	return m
}

// setPriors sets the biases to the logarithms of the priors. A label without an example counts as if it had half a one.
func setPriors(m matrix, x *examples, o *Options) {
	if o.UniformPriors {
		return
	}
	docs := make([]float64, x.k)
	for _, labels := range x.labels {
		for _, k := range labels {
			docs[k]++
		}
	}
	for k, n := range docs {
		m.biases()[k] = float32(math.Log(max(n, 0.5) / float64(len(x.rows))))
	}
}
