// Package learn trains linear classifiers and says how good they are.
//
// An [Example] is a set of named numbers with a label. [Train] makes a [Model] of many; [Model.Classify] gives the
// probability of every label, [Model.Explain] the features that spoke for one, and [Model.Update] learns a few
// examples more without forgetting the rest. [Folds] and [Confusion] measure by cross-validation in which no
// group (a site, an author) is both learned from and tested on.
//
// The model is a multinomial logistic regression with an L2 penalty, fitted by L-BFGS. Everything is deterministic: the
// same examples in the same order give the same model, byte for byte on one kind of processor.
package learn

import (
	"fmt"
	"math"
	"slices"
)

// The most that a model may have.
const (
	MaxLabels   = 1000
	MaxFeatures = 1 << 22
	MaxName     = 256 // bytes of a feature's or a label's name
)

// Feature is a named number. One that is NaN is unknown: it says nothing for or against any label.
type Feature struct {
	Name  string
	Value float64
}

// Example is something that has a label. A feature that is not among its features is 0, or unknown when all
// examples trained on had it.
type Example struct {
	Features []Feature
	Label    string
	Group    string  // what must not be parted between training and test; see [Folds]
	Weight   float64 // how much it counts; 0 means 1
}

// Options are how a model is trained. The zero value works.
type Options struct {
	Labels    []string // labels that the model has even without an example
	Ridge     float64  // strength of the L2 penalty; 0 means 1
	MinGroups int      // features of fewer groups are left out; 0 means 1
	Floor     float64  // the smallest standard deviation that a feature is divided by; 0 means 0.1
	Rounds    int      // the most iterations; 0 means 200
}

func (o *Options) setDefaults() {
	if o.Ridge == 0 {
		o.Ridge = 1
	}
	if o.Floor == 0 {
		o.Floor = 0.1
	}
	if o.Rounds == 0 {
		o.Rounds = 200
	}
}

// Model is a trained classifier. Its methods may be called by many goroutines at once.
type Model struct {
	labels  []string // sorted
	names   []string // sorted
	index   map[string]int32
	dense   []bool    // had by every example trained on: centred on mean, and unknown when absent
	mean    []float64 // what a value is measured from; 0 for what is not dense
	scale   []float64 // what it is then multiplied by
	weights []float64 // of feature j and label k at j*len(labels)+k; after the features come the biases
	hold    []float64 // of each weight: how firmly the examples hold it, see [Model.Update]
	heat    float64   // temperature: the scores are divided by it
}

// Train makes a model of examples. It fails when there are no examples or labels, or more than the limits.
func Train(examples []Example, o Options) (*Model, error) {
	o.setDefaults()
	m, err := newModel(examples, o)
	if err != nil {
		return nil, err
	}
	f := fit{model: m, rows: m.rows(examples), prior: make([]float64, len(m.weights))}
	f.ridge = m.ridges(o.Ridge)
	f.run(o.Rounds)
	m.hold = f.curvature()
	return m, nil
}

// Update gives a model that has learned further examples, with the old one as the prior: it minimises the loss
// on the examples plus, for each weight, the squared distance to the old one times half the curvature that the loss had there in
// training times firmness (1 for what probability theory says when nothing but the diagonal is known). So what many examples had
// taught stays nearly as it is, what few had said moves, and each example moves it only as far as it is surprising (Kirkpatrick and
// others, "Overcoming catastrophic forgetting in neural networks", 2017). Features that the model has not are passed over; an example
// whose label it has not is an error.
func (m *Model) Update(examples []Example, firmness float64) (*Model, error) {
	for _, x := range examples {
		if _, ok := slices.BinarySearch(m.labels, x.Label); !ok {
			return nil, fmt.Errorf("learn: the model has no label %q", x.Label)
		}
	}
	next := *m
	next.weights = slices.Clone(m.weights)
	f := fit{model: &next, rows: next.rows(examples), prior: m.weights, ridge: make([]float64, len(m.hold))}
	for i, h := range m.hold {
		f.ridge[i] = firmness * h
	}
	f.run(100)
	return &next, nil
}

// newModel finds the labels and features, and how each feature is scaled.
func newModel(examples []Example, o Options) (*Model, error) {
	type tally struct {
		n, known  int
		sum, sum2 float64
		groups    int
		last      string
		seen      bool
	}
	m := &Model{heat: 1, labels: slices.Clone(o.Labels), index: map[string]int32{}}
	tallies := map[string]*tally{}
	byGroup := slices.Clone(examples)
	slices.SortStableFunc(byGroup, func(a, b Example) int {
		if a.Group < b.Group {
			return -1
		} else if a.Group > b.Group {
			return 1
		}
		return 0
	})
	for _, x := range byGroup {
		m.labels = append(m.labels, x.Label)
		for _, f := range x.Features {
			t := tallies[f.Name]
			if t == nil {
				t = &tally{}
				tallies[f.Name] = t
			}
			if !t.seen || t.last != x.Group {
				t.groups, t.last, t.seen = t.groups+1, x.Group, true
			}
			t.n++
			if !math.IsNaN(f.Value) {
				t.known++
				t.sum += f.Value
				t.sum2 += f.Value * f.Value
			}
		}
	}
	slices.Sort(m.labels)
	m.labels = slices.Compact(m.labels)
	for name, t := range tallies {
		if t.groups >= o.MinGroups {
			m.names = append(m.names, name)
		}
	}
	slices.Sort(m.names)
	for _, name := range m.names {
		t := tallies[name]
		n := float64(max(t.known, 1))
		dense := t.n == len(examples)
		if !dense {
			n = float64(len(examples) - (t.n - t.known))
		}
		mean := t.sum / n
		sd := math.Sqrt(max(0, t.sum2/n-mean*mean))
		if !dense {
			mean = 0
		}
		m.dense = append(m.dense, dense)
		m.mean = append(m.mean, mean)
		m.scale = append(m.scale, 1/max(sd, o.Floor))
	}
	m.weights = make([]float64, len(m.labels)*(len(m.names)+1))
	m.reindex()
	return m, m.check(len(examples))
}

func (m *Model) reindex() {
	m.index = make(map[string]int32, len(m.names))
	for i, name := range m.names {
		m.index[name] = int32(i)
	}
}

func (m *Model) check(examples int) error {
	switch {
	case examples == 0:
		return fmt.Errorf("learn: no examples")
	case len(m.labels) > MaxLabels:
		return fmt.Errorf("learn: %d labels, more than %d", len(m.labels), MaxLabels)
	case len(m.names) > MaxFeatures:
		return fmt.Errorf("learn: %d features, more than %d", len(m.names), MaxFeatures)
	}
	for _, names := range [][]string{m.labels, m.names} {
		for _, name := range names {
			if len(name) > MaxName {
				return fmt.Errorf("learn: the name %.40q… is longer than %d bytes", name, MaxName)
			}
		}
	}
	return nil
}

// Labels gives the labels, sorted. It is not to be changed.
func (m *Model) Labels() []string { return m.labels }
