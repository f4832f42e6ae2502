package classifier

import (
	"math"

	"sluice/text/vector"
)

// weighting is how the counts of a document become its vector.
type weighting struct {
	counts  countRule
	idf     float64    // the power of 1 + log(N/DF) by which a term is multiplied; 0: not at all
	lengths bool       // the vector has length 1
	shares  [3]float64 // by kind of term: the length of their part of the vector before; words and phrases are one part, of the share of words
}

// countRule is what the number of occurrences of a term counts.
type countRule uint8

const (
	plainCounts countRule = iota
	logCounts             // 1 + log(count)
	presence              // 1
)

// defaultWeighting returns the weighting of a method without tuning.
func defaultWeighting(o *Options) weighting {
	all := [3]float64{1, 1, 1}
	switch o.Method {
	case NaiveBayes:
		return weighting{plainCounts, 0, false, all}
	case Lewis:
		return weighting{presence, 0, false, all}
	case Rocchio:
		return weighting{logCounts, 2, true, all}
	}
	return weighting{logCounts, 1, true, all}
}

// logTable has the weights of small whole counts.
var logTable = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(vector.TF(float64(i)))
	}
	return t
}()

// count returns what a count of a term counts.
func (w *weighting) count(n float32) float32 {
	switch w.counts {
	case presence:
		return 1
	case logCounts:
		if i := int(n); n < 256 && float32(i) == n {
			return logTable[i]
		}
		return float32(vector.TF(float64(n)))
	}
	return n
}

// factors returns what the weighted count of each term is multiplied by.
func (w *weighting) factors(v *vector.Vocabulary) []float32 {
	f := make([]float32, v.Len())
	for id := range f {
		f[id] = w.factor(v, uint32(id))
	}
	return f
}

// factor returns what the weighted count of a term is multiplied by.
func (w *weighting) factor(v *vector.Vocabulary, id uint32) float32 {
	switch {
	case w.shares[v.Kind(id)] == 0:
		return 0
	case w.idf == 0:
		return 1
	}
	return float32(math.Pow(vector.SmoothIDF(v.Docs(), v.DF(id)), w.idf))
}

// apply replaces counts by weights, in place. Terms without weight get 0.
func (w *weighting) apply(v *vector.Vocabulary, factors []float32, counts vector.Vector) {
	var square [2]float64 // of words and phrases, and of n-grams of characters
	for i := range counts {
		t := &counts[i]
		t.Value = w.count(t.Value) * factors[t.ID]
		square[part(v.Kind(t.ID))] += float64(t.Value) * float64(t.Value)
	}
	if !w.lengths {
		return
	}
	share := [2]float64{w.shares[vector.Word], w.shares[vector.Chars]}
	total := 0.0
	for p := range square {
		if square[p] > 0 {
			total += share[p] * share[p]
		}
	}
	var by [2]float32
	for p := range by {
		if square[p] > 0 && total > 0 {
			by[p] = float32(share[p] / math.Sqrt(square[p]) / math.Sqrt(total))
		}
	}
	for i := range counts {
		t := &counts[i]
		t.Value *= by[part(v.Kind(t.ID))]
	}
}

// part returns the part of a vector that a kind of term belongs to.
func part(k vector.Kind) int {
	if k == vector.Chars {
		return 1
	}
	return 0
}
