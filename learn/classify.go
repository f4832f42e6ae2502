package learn

import (
	"math"
	"slices"
)

// Classify gives the probability of every label, in the order of [Model.Labels].
func (m *Model) Classify(features []Feature) []float64 {
	s := make([]float64, len(m.labels))
	m.scores(m.cells(features, make([]cell, 0, len(features))), s)
	softmax(s, m.heat)
	return s
}

// Contribution is what one feature says for a label.
type Contribution struct {
	Name   string
	Value  float64 // of the feature
	High   bool    // the value is above what is usual
	Weight float64 // how much it speaks for the label, in natural logarithms of the odds; below 0 against it
}

// Explain gives what each feature says for a label and against others, or against all others when none are named (each of these counts by
// its own probability), the weightiest first. It returns nil when the model has not the label.
func (m *Model) Explain(features []Feature, label string, others ...string) []Contribution {
	k, ok := slices.BinarySearch(m.labels, label)
	if !ok {
		return nil
	}
	rest := make([]float64, len(m.labels))
	m.scores(m.cells(features, make([]cell, 0, len(features))), rest)
	for o, name := range m.labels {
		if o == k || len(others) > 0 && !slices.Contains(others, name) {
			rest[o] = math.Inf(-1)
		}
	}
	if math.IsInf(slices.Max(rest), -1) {
		clear(rest) // there are no others
	} else {
		softmax(rest, m.heat)
	}
	all := make([]Contribution, 0, len(features))
	for _, f := range features {
		c, ok := m.cell(f)
		if !ok {
			continue
		}
		w := m.weights[int(c.j)*len(m.labels):]
		weight := w[k]
		for o, p := range rest {
			if o != k {
				weight -= p * w[o]
			}
		}
		all = append(all, Contribution{f.Name, f.Value, c.v > 0, weight * c.v / m.heat})
	}
	slices.SortStableFunc(all, func(a, b Contribution) int {
		switch x, y := math.Abs(a.Weight), math.Abs(b.Weight); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return all
}

// Calibrate gives the model with its probabilities made as sure as they deserve: by the one temperature that fits best what it
// or models like it said of examples that they had not seen. Each of said is such a list of probabilities, label the one that
// was right (Guo and others, "On calibration of modern neural networks", 2017). The likeliest label stays the likeliest.
func (m *Model) Calibrate(said [][]float64, label []string) *Model {
	best, least := 1.0, math.Inf(1)
	for heat := 0.25; heat <= 4; heat *= 1.05 {
		loss := 0.0
		s := make([]float64, len(m.labels))
		for i, p := range said {
			k, ok := slices.BinarySearch(m.labels, label[i])
			if !ok || len(p) != len(s) {
				continue
			}
			for j := range p {
				s[j] = math.Log(max(p[j], 1e-12))
			}
			softmax(s, heat)
			loss -= math.Log(max(s[k], 1e-12))
		}
		if loss < least {
			best, least = heat, loss
		}
	}
	next := *m
	next.heat = m.heat * best
	return &next
}
