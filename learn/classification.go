package learn

import (
	"math"
	"slices"
)

// Classify returns the probability of every label, in the order of [Model.Labels].
func (m *Model) Classify(features []Feature) []float64 {
	s := make([]float64, len(m.labels))
	m.scores(m.cells(features, make([]cell, 0, len(features))), s)
	softmax(s, m.heat)
	return s
}

// Contribution is the effect of one feature on a label.
type Contribution struct {
	Name   string
	Value  float64 // of the feature
	High   bool    // the value is above what is usual
	Weight float64 // of the feature for the label, in natural logarithms of the odds; below 0 against it
}

// Explain returns the contribution of each feature to a label against others, the greatest first. Without others it is all
// other labels, each weighted by its own probability. It returns nil when the model does not have the label.
func (m *Model) Explain(features []Feature, label string, others ...string) []Contribution {
	k, ok := slices.BinarySearch(m.labels, label)
	if !ok {
		return nil
	}
	weights := make([]float64, len(m.labels))
	m.scores(m.cells(features, make([]cell, 0, len(features))), weights)
	for o, name := range m.labels {
		if o == k || len(others) > 0 && !slices.Contains(others, name) {
			weights[o] = math.Inf(-1)
		}
	}
	if math.IsInf(slices.Max(weights), -1) {
		clear(weights) // the model has no other label
	} else {
		softmax(weights, m.heat)
	}
	all := make([]Contribution, 0, len(features))
	for _, f := range features {
		c, ok := m.cell(f)
		if !ok {
			continue
		}
		w := m.weights[int(c.j)*len(m.labels):]
		weight := w[k]
		for o, p := range weights {
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

// Rescale returns the probabilities that a model without calibration gave at the temperature of this one.
func (m *Model) Rescale(p []float64) []float64 {
	s := make([]float64, len(p))
	for i := range p {
		s[i] = math.Log(max(p[i], 1e-12))
	}
	softmax(s, m.heat)
	return s
}

// Calibrate returns the model with probabilities that agree with how often it is right. It chooses the one temperature that
// fits best the predictions, by this model or similar ones, for examples that were not trained on. Each of predicted is a
// list of probabilities as [Model.Classify] returns it, each of labels the right label (Guo and others, "On calibration of
// modern neural networks", 2017). The most likely label stays the same.
func (m *Model) Calibrate(predicted [][]float64, labels []string) *Model {
	best, least := 1.0, math.Inf(1)
	for heat := 0.25; heat <= 4; heat *= 1.05 {
		loss := 0.0
		for i, p := range predicted {
			k, ok := slices.BinarySearch(m.labels, labels[i])
			if !ok || len(p) != len(m.labels) {
				continue
			}
			s := (&Model{heat: heat}).Rescale(p)
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
