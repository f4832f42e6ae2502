package vector

import (
	"cmp"
	"math"
	"slices"

	"sluice/text"
)

// Term is one component of a [Vector]: a term by its number in a [Vocabulary], and its weight.
type Term struct {
	ID    uint32
	Value float32
}

// Vector is a sparse vector: terms in ascending order of their numbers, each once.
type Vector []Term

// Sort puts terms in the order of a [Vector]. Those of [Vocabulary.Counts] have none.
func (v Vector) Sort() Vector {
	slices.SortFunc(v, func(a, b Term) int { return cmp.Compare(a.ID, b.ID) })
	return v
}

// Dot returns the inner product of two vectors.
func (v Vector) Dot(o Vector) float64 {
	sum := 0.0
	for len(v) > 0 && len(o) > 0 {
		switch {
		case v[0].ID < o[0].ID:
			v = v[1:]
		case v[0].ID > o[0].ID:
			o = o[1:]
		default:
			sum += float64(v[0].Value) * float64(o[0].Value)
			v, o = v[1:], o[1:]
		}
	}
	return sum
}

// Norm returns the Euclidean length of a vector.
func (v Vector) Norm() float64 {
	sum := 0.0
	for _, t := range v {
		sum += float64(t.Value) * float64(t.Value)
	}
	return math.Sqrt(sum)
}

// Scale multiplies all weights by x, in place.
func (v Vector) Scale(x float64) {
	for i := range v {
		v[i].Value = float32(float64(v[i].Value) * x)
	}
}

// Cosine returns the cosine of the angle between two vectors; 0 if one of them is empty or has no length. With weights of 0 and
// more it is from 0 to 1 (Salton, Wong and Yang, "A vector space model for automatic indexing", 1975).
func Cosine(a, b Vector) float64 {
	norms := a.Norm() * b.Norm()
	if !(norms > 0) || math.IsInf(norms, 0) {
		return 0
	}
	return min(max(a.Dot(b)/norms, -1), 1)
}

// Jaccard returns the number of terms that two vectors share, divided by the number of all their terms; 0 for two empty ones.
// Weights do not count. See [text.Jaccard].
func Jaccard(a, b Vector) float64 { return text.Jaccard(a.set(), b.set()) }

// set returns the numbers of the terms.
func (v Vector) set() []uint64 {
	ids := make([]uint64, len(v))
	for i, t := range v {
		ids[i] = uint64(t.ID)
	}
	return ids
}

// TF returns the weight of a term that occurs count times: 1 + log(count) from 1 on, below it the count itself, which weighted
// fields can have. It is 0 for 0 (Buckley, Salton and Allan, "Automatic retrieval with locality information using SMART", 1992).
func TF(count float64) float64 {
	if count <= 1 {
		return max(count, 0)
	}
	return 1 + math.Log(count)
}

// IDF returns the inverse document frequency log(N/DF) of a term in df of n documents: 0 for a term that all of them have (Spärck
// Jones, "A statistical interpretation of term specificity", 1972). A term without a document counts as if it had one.
func IDF(n, df int) float64 {
	return max(0, math.Log(float64(max(n, 1))/float64(max(df, 1))))
}

// SmoothIDF returns 1 + log(N/DF): a term that all documents have keeps a weight. See [IDF].
func SmoothIDF(n, df int) float64 { return 1 + IDF(n, df) }
