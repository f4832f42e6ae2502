package learn

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// The most that a model may have.
const (
	maxLabels   = 1000
	maxFeatures = 1 << 22
	maxName     = 256 // bytes of a feature's or a label's name
)

// Feature is a named number. One that is NaN is unknown: it says nothing for or against any label.
type Feature struct {
	Name  string
	Value float64
}

// Example is a thing with its label. A feature that it does not have is 0, or unknown if all examples of the training have
// it.
type Example struct {
	Features []Feature
	Label    string
	Group    string  // examples of one group are never divided between training and test; see [Folds]
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

// setDefaults replaces zeros by the defaults.
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
	dense   []bool    // every example of the training has it: centred on mean, and unknown when absent
	mean    []float64 // what a value is measured from; 0 for what is not dense
	scale   []float64 // what it is then multiplied by
	weights []float64 // of feature j and label k at j*len(labels)+k; after the features come the biases
	hold    []float64 // of each weight: how firmly the examples set it, see [Model.Update]
	heat    float64   // temperature: the scores are divided by it
}

// Labels returns the labels, sorted. The caller must not change them.
func (m *Model) Labels() []string { return m.labels }

// newModel returns a model with the labels and features of examples, the scale of each feature, and all weights zero.
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

// reindex makes the index of the names.
func (m *Model) reindex() {
	m.index = make(map[string]int32, len(m.names))
	for i, name := range m.names {
		m.index[name] = int32(i)
	}
}

// check reports what makes a model of so many examples impossible.
func (m *Model) check(examples int) error {
	switch {
	case examples == 0:
		return errors.New("train model: no examples")
	case len(m.labels) > maxLabels:
		return fmt.Errorf("train model: %d labels, more than %d", len(m.labels), maxLabels)
	case len(m.names) > maxFeatures:
		return fmt.Errorf("train model: %d features, more than %d", len(m.names), maxFeatures)
	}
	for _, names := range [][]string{m.labels, m.names} {
		for _, name := range names {
			if len(name) > maxName {
				return fmt.Errorf("train model: name %.40q… is longer than %d bytes", name, maxName)
			}
		}
	}
	return nil
}

// cell is one feature of a row: its column, and its value measured as the model does.
type cell struct {
	j int32
	v float64
}

// row is an example as the model measures it.
type row struct {
	cells  []cell
	label  int
	weight float64
}

// rows measures examples whose labels the model has.
func (m *Model) rows(examples []Example) []row {
	rows := make([]row, len(examples))
	for i, x := range examples {
		label, _ := slices.BinarySearch(m.labels, x.Label)
		rows[i] = row{cells: m.cells(x.Features, nil), label: label, weight: x.Weight}
		if x.Weight == 0 {
			rows[i].weight = 1
		}
	}
	return rows
}

// cells appends the features that the model has, as it measures them.
func (m *Model) cells(features []Feature, to []cell) []cell {
	for _, f := range features {
		if c, ok := m.cell(f); ok {
			to = append(to, c)
		}
	}
	return to
}

// cell measures a feature as the model does. It reports false for a feature that the model does not have, and for a value that
// has no effect.
func (m *Model) cell(f Feature) (cell, bool) {
	j, ok := m.index[f.Name]
	if !ok {
		return cell{}, false
	}
	// One absurd value must not decide alone: it counts as ten deviations at most. NaN is unknown.
	v := min(max((f.Value-m.mean[j])*m.scale[j], -10), 10)
	return cell{j, v}, v != 0 && !math.IsNaN(v)
}

// scores sets s to the score of every label, before the temperature.
func (m *Model) scores(cells []cell, s []float64) {
	n := len(s)
	copy(s, m.weights[len(m.names)*n:])
	for _, c := range cells {
		w := m.weights[int(c.j)*n:][:n]
		for k := range s {
			s[k] += w[k] * c.v
		}
	}
}

// softmax turns scores into probabilities and returns the logarithm of their denominator.
func softmax(s []float64, heat float64) float64 {
	top := slices.Max(s)
	sum := 0.0
	for k := range s {
		s[k] = math.Exp((s[k] - top) / heat)
		sum += s[k]
	}
	for k := range s {
		s[k] /= sum
	}
	return top/heat + math.Log(sum)
}
