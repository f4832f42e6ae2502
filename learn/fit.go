package learn

import (
	"math"
	"slices"
)

// fit minimises the loss of a model's weights on rows: minus the logarithm of the probability of the right label, summed
// with the rows' weights, and half the squared distance of each weight to its prior times its ridge.
type fit struct {
	model *Model
	rows  []row
	ridge []float64
	prior []float64
}

// ridges returns the ridge of every weight. That of biases is a thousand times less: how frequent a label is should be
// learned from few examples.
func (m *Model) ridges(ridge float64) []float64 {
	r := make([]float64, len(m.weights))
	for i := range r {
		r[i] = ridge
		if i >= len(m.names)*len(m.labels) {
			r[i] = ridge / 1000
		}
	}
	return r
}

// curvature returns the second derivative of the loss by each weight, but at least the mean over all labels: otherwise the
// weights of a label with few examples would be free, and one further example would assign everything to it.
func (f *fit) curvature() []float64 {
	m := f.model
	n := len(m.labels)
	h := slices.Clone(f.ridge)
	s := make([]float64, n)
	for _, r := range f.rows {
		m.scores(r.cells, s)
		softmax(s, 1)
		for k, p := range s {
			s[k] = r.weight * p * (1 - p)
			h[len(m.names)*n+k] += s[k]
		}
		for _, c := range r.cells {
			for k := range s {
				h[int(c.j)*n+k] += s[k] * c.v * c.v
			}
		}
	}
	for at := 0; at < len(h); at += n {
		of := h[at : at+n]
		mean := 0.0
		for _, x := range of {
			mean += x / float64(n)
		}
		for k := range of {
			of[k] = max(of[k], mean)
		}
	}
	return h
}

// loss returns the loss at the model's weights, and sets g to its gradient.
func (f *fit) loss(g []float64) float64 {
	m := f.model
	n := len(m.labels)
	biases := len(m.names) * n
	total := 0.0
	for i, w := range m.weights {
		delta := w - f.prior[i]
		total += f.ridge[i] / 2 * delta * delta
		g[i] = f.ridge[i] * delta
	}
	s := make([]float64, n)
	for _, r := range f.rows {
		m.scores(r.cells, s)
		right := s[r.label]
		total += r.weight * (softmax(s, 1) - right)
		s[r.label]--
		for k := range s {
			s[k] *= r.weight
			g[biases+k] += s[k]
		}
		for _, c := range r.cells {
			gj := g[int(c.j)*n:][:n]
			for k := range s {
				gj[k] += s[k] * c.v
			}
		}
	}
	return total
}

// run is L-BFGS with the two-loop recursion and a backtracking line search (Nocedal, "Updating quasi-Newton
// matrices with limited storage", 1980). The loss is convex: where it stops is the minimum, within the tolerance.
func (f *fit) run(rounds int) {
	const memory = 10
	w := f.model.weights
	n := len(w)
	g, step, next := make([]float64, n), make([]float64, n), make([]float64, n)
	var s, y [][]float64
	loss := f.loss(g)
	for range rounds {
		if norm(g) <= 1e-5*max(1, norm(w)) {
			return
		}
		for i := range step {
			step[i] = -g[i]
		}
		alpha := make([]float64, len(s))
		for i := len(s) - 1; i >= 0; i-- {
			alpha[i] = dot(s[i], step) / dot(s[i], y[i])
			add(step, y[i], -alpha[i])
		}
		if last := len(s) - 1; last >= 0 {
			by := dot(s[last], y[last]) / dot(y[last], y[last])
			for i := range step {
				step[i] *= by
			}
		} else {
			by := 1 / max(1, norm(g))
			for i := range step {
				step[i] *= by
			}
		}
		for i := range s {
			add(step, s[i], alpha[i]-dot(y[i], step)/dot(s[i], y[i]))
		}
		slope := dot(g, step)
		if slope >= 0 {
			return
		}
		was := slices.Clone(w)
		length, better := 1.0, loss
		for range 30 {
			for i := range w {
				w[i] = was[i] + length*step[i]
			}
			if better = f.loss(next); better <= loss+1e-4*length*slope {
				break
			}
			length /= 2
		}
		if !(better < loss) {
			copy(w, was)
			return
		}
		for i := range was {
			was[i] = w[i] - was[i]
		}
		change := make([]float64, n)
		for i := range change {
			change[i] = next[i] - g[i]
		}
		if dot(was, change) > 1e-12 {
			s, y = append(s, was), append(y, change)
			if len(s) > memory {
				s, y = s[1:], y[1:]
			}
		}
		done := loss-better <= 1e-7*math.Abs(loss)
		loss = better
		copy(g, next)
		if done {
			return
		}
	}
}

// dot returns the inner product of two vectors.
func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// norm returns the length of a vector.
func norm(a []float64) float64 { return math.Sqrt(dot(a, a)) }

// add adds a multiple of a to a vector.
func add(to, a []float64, by float64) {
	for i := range to {
		to[i] += by * a[i]
	}
}
