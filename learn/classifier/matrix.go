package classifier

import (
	"slices"

	"sluice/text/vector"
)

// examples are weighted documents with their labels.
type examples struct {
	rows   []vector.Vector
	labels [][]int32 // of each document, ascending
	terms  int       // the number of different terms
	k      int       // the number of labels
}

// has reports whether a document has a label.
func (x *examples) has(i int, k int32) bool {
	labels := x.labels[i]
	return labels[0] == k || len(labels) > 1 && slices.Contains(labels, k)
}

// matrix has the weight of every term for every label: of term i and label k at i*k. After the terms come the biases.
type matrix struct {
	w []float32
	k int
}

// newMatrix returns a matrix of zeros.
func newMatrix(x *examples) matrix { return matrix{make([]float32, (x.terms+1)*x.k), x.k} }

// row returns the weights of a term, or the biases.
func (m matrix) row(i int) []float32 { return m.w[i*m.k : (i+1)*m.k] }

// biases returns the last row.
func (m matrix) biases() []float32 { return m.w[len(m.w)-m.k:] }

// scores sets s to the scores of a document.
func (m matrix) scores(d vector.Vector, s []float32) {
	copy(s, m.biases())
	addRows(s, m.w, d)
}

// dense is the part of the labels from which all are looked up at once.
const dense = 4

// someScores sets the scores of some labels. Few are looked up one by one.
func (m matrix) someScores(d vector.Vector, s []float32, labels []int32) {
	if dense*len(labels) > m.k {
		m.scores(d, s)
		return
	}
	for _, k := range labels {
		s[k] = m.biases()[k]
	}
	if len(labels) == 1 {
		at, sum := int(labels[0]), s[labels[0]]
		for _, t := range d {
			sum += t.Value * m.w[int(t.ID)*m.k+at]
		}
		s[at] = sum
		return
	}
	for _, t := range d {
		w := m.w[int(t.ID)*m.k:][:m.k]
		for _, k := range labels {
			s[k] += t.Value * w[k]
		}
	}
}

// addSome adds the multiples by of a document to the weights of some labels. Those of the others must be 0.
func (m matrix) addSome(d vector.Vector, by []float32, labels []int32) {
	if dense*len(labels) > m.k {
		addToRows(m.w, by, d)
		addToRows(m.biases(), by, vector.Vector{{Value: 1}})
		return
	}
	for _, t := range d {
		w := m.w[int(t.ID)*m.k:][:m.k]
		for _, k := range labels {
			w[k] += t.Value * by[k]
		}
	}
	for _, k := range labels {
		m.biases()[k] += by[k]
	}
}

// add adds a multiple of other weights.
func (m matrix) add(other matrix, by float64) {
	for i, w := range other.w {
		m.w[i] += float32(by) * w
	}
}

// centred takes out what a term says for all labels alike, in place.
func (m matrix) centred() matrix {
	for i := range len(m.w)/m.k - 1 {
		row, mean := m.row(i), float32(0)
		for _, w := range row {
			mean += w / float32(m.k)
		}
		for k := range row {
			row[k] -= mean
		}
	}
	return m
}
