package classifier

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"sluice/text/vector"
)

// Model is a trained [Classifier]. Its methods may be called by many goroutines at once.
type Model struct {
	method   Method
	settings settings
	sigmoid  sigmoid
	labels   []string // sorted
	terms    *vector.Vocabulary
	factors  []float32 // by term
	steps    int       // the greatest weight of a term is so many
	weights  []int16   // of term i and label k at i*len(labels)+k, to be multiplied by scale[i]
	scale    []float32
	biases   []float32
	several  bool      // documents have several labels
	cut      float64   // what the decision for a label must reach then
	pool     sync.Pool // of *vector.Vector
}

// newModel returns a model with the weights of a matrix, each rounded to one of so many steps as the size of the model allows, of
// the greatest of its term. What a term says for all labels alike is taken out where it does not matter.
func newModel(method Method, terms *vector.Vocabulary, labels []string, x matrix, s settings, g sigmoid) *Model {
	numbers := terms.Order()
	m := &Model{method: method, settings: s, sigmoid: g, labels: labels, terms: terms, factors: s.factors(terms)}
	n := terms.Len()
	if method == NaiveBayes || method == Lewis {
		x = x.centred()
	}
	m.steps = math.MaxInt16
	if n*len(labels) > wideCells {
		m.steps = math.MaxInt8
	}
	m.weights, m.scale = make([]int16, n*len(labels)), make([]float32, n)
	for old, id := range numbers {
		w, i := x.row(old), int(id)
		greatest := float32(0)
		for _, y := range w {
			greatest = max(greatest, y, -y)
		}
		if !(greatest > 0) {
			continue
		}
		m.scale[i] = greatest / float32(m.steps)
		by, steps := 1/m.scale[i], m.weights[i*len(w):][:len(w)]
		for k, y := range w {
			if y < 0 {
				steps[k] = int16(y*by - 0.5)
			} else {
				steps[k] = int16(y*by + 0.5)
			}
		}
	}
	m.biases = slices.Clone(x.biases())
	return m
}

// Labels returns the labels, sorted. The caller must not change them.
func (m *Model) Labels() []string { return m.labels }

// Several reports whether a document may have several labels, as some of the examples did. Else each has one.
func (m *Model) Several() bool { return m.several }

// Method returns how the model was trained.
func (m *Model) Method() Method { return m.method }

// Terms returns the number of terms that the model knows.
func (m *Model) Terms() int { return m.terms.Len() }

// Settings returns what was chosen when the model was trained, in words.
func (m *Model) Settings() string { return m.settings.describe(m.method) }

// document calls use with the weighted terms of a document. They are valid during the call only.
func (m *Model) document(fields []vector.Field, use func(vector.Vector)) {
	d, _ := m.pool.Get().(*vector.Vector)
	if d == nil {
		d = new(vector.Vector)
	}
	*d = m.terms.Counts((*d)[:0], fields...)
	m.settings.apply(m.terms, m.factors, *d)
	use(*d)
	m.pool.Put(d)
}

// Scores returns the score of each label, in the order of [Model.Labels]: a logarithm of a probability up to a summand, a cosine or the
// distance from a hyperplane, as the method has it. The greatest is that of the most probable label.
func (m *Model) Scores(document ...vector.Field) []float32 {
	s := slices.Clone(m.biases)
	m.document(document, func(d vector.Vector) {
		k := len(s)
		for _, t := range d {
			x := t.Value * m.scale[t.ID]
			if x == 0 {
				continue
			}
			w := m.weights[int(t.ID)*k:][:k]
			s := s[:len(w)]
			for i, q := range w {
				s[i] += x * float32(q)
			}
		}
	})
	return s
}

// Classify returns the probability of every label, in the order of [Model.Labels]. Their sum is 1, unless the examples had several
// labels. A document without known terms is judged by the biases alone.
func (m *Model) Classify(document ...vector.Field) []float64 {
	scores := m.Scores(document...)
	p := make([]float64, len(scores))
	decisions(m.method, scores, p)
	if m.several {
		m.sigmoid.each(p)
	} else {
		m.sigmoid.probabilities(p)
	}
	return p
}

// Best returns the most probable label and its probability; of several, the first in alphabetical order.
func (m *Model) Best(document ...vector.Field) (label string, probability float64) {
	p := m.Classify(document...)
	k := slices.Index(p, slices.Max(p))
	return m.labels[k], p[k]
}

// Assign returns the labels of a document, the most probable first. A model of examples that have one label each returns the best; one
// of examples with several labels those whose score reaches a threshold, and the best in any case. The threshold is the one that
// has the greatest micro-averaged F1 in cross-validation (Yang, "A study of thresholding strategies for text categorization",
// 2001, with one threshold for all labels).
func (m *Model) Assign(document ...vector.Field) []string {
	scores := m.Scores(document...)
	d := make([]float64, len(scores))
	decisions(m.method, scores, d)
	best := slices.Index(d, slices.Max(d))
	var assigned []int
	for k, x := range d {
		if k == best || m.several && x >= m.cut {
			assigned = append(assigned, k)
		}
	}
	slices.SortStableFunc(assigned, func(a, b int) int { return cmp.Compare(d[b], d[a]) })
	labels := make([]string, len(assigned))
	for i, k := range assigned {
		labels[i] = m.labels[k]
	}
	return labels
}

// Contribution is what one term of a document does for a label.
type Contribution struct {
	Term   string // an n-gram of characters has a space where the word begins or ends
	Kind   vector.Kind
	Value  float64 // its weight in the document
	Weight float64 // what it adds to the score of the label, beyond what it adds to those of the other labels; below 0 against it
}

// Explain returns the n terms of a document that count most for a label, or against it. What a term adds to other labels is weighted by
// their probabilities: a term that two likely labels share explains neither. It returns nil when the model does not have the label.
func (m *Model) Explain(label string, n int, document ...vector.Field) []Contribution {
	k, ok := slices.BinarySearch(m.labels, label)
	if !ok {
		return nil
	}
	others := m.Classify(document...)
	others[k] = 0
	sum := 0.0
	for _, p := range others {
		sum += p
	}
	for i := range others {
		if sum > 0 {
			others[i] /= sum
		}
	}
	var all []Contribution
	m.document(document, func(d vector.Vector) {
		for _, t := range d {
			w := m.weights[int(t.ID)*len(m.labels):][:len(m.labels)]
			weight := float64(w[k])
			for i, p := range others {
				weight -= p * float64(w[i])
			}
			all = append(all, Contribution{m.terms.Name(t.ID), m.terms.Kind(t.ID), float64(t.Value), weight * float64(t.Value*m.scale[t.ID])})
		}
	})
	slices.SortFunc(all, func(a, b Contribution) int {
		return cmp.Or(cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)), cmp.Compare(a.Term, b.Term), cmp.Compare(a.Kind, b.Kind))
	})
	return all[:max(0, min(n, len(all)))]
}
