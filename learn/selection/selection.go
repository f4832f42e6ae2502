// Package selection chooses the terms by which a classifier tells classes apart.
//
// A [Table] counts in how many documents of each class every term occurs; [Table.Scores] rates the terms by a [Measure], and [Best]
// returns the ones with the greatest scores. [Strengths] rates terms by similar documents instead, without classes. [Forward],
// [Backward] and [Pairwise] search for a set of terms by what a classifier makes of it, within a number of evaluations.
//
// The documents must be those that the classifier is trained on: terms chosen with others know the answers of the test.
package selection

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sluice/text/vector"
)

// Measure is a way to rate terms.
type Measure string

// The measures of a [Table]. N is the number of documents, P(c) the share of a class among them, P(t) of the documents with a term.
const (
	// DocumentFrequency is the number of documents that have the term (Yang and Pedersen, "A comparative study on feature selection in
	// text categorization", 1997, section 2.1).
	DocumentFrequency Measure = "df"
	// InformationGain is how much the class is better known if one knows whether the document has the term (section 2.2):
	// -Σ P(c) log P(c) + P(t) Σ P(c|t) log P(c|t) + P(no t) Σ P(c|no t) log P(c|no t).
	InformationGain Measure = "ig"
	// MutualInformation is the greatest log P(t,c) / (P(t) P(c)) of all classes (section 2.3).
	MutualInformation Measure = "mi"
	// CrossEntropy is P(t) Σ P(c|t) log(P(c|t) / P(c)): information gain without what the absence of a term says (Mladenić and Grobelnik,
	// "Feature selection for unbalanced class distribution and Naive Bayes", 1999, section 3).
	CrossEntropy Measure = "ce"
	// OddsRatio is the greatest log of odds(t|c) / odds(t|other classes) of all classes, with the odds P/(1-P), where P is 1/N² in place
	// of 0 and 1-1/N² in place of 1 (the same).
	OddsRatio Measure = "or"
	// TermStrength is the share of similar documents that have the term too: see [Strengths]. A [Table] does not know it.
	TermStrength Measure = "ts"
)

// Measures are all measures.
var Measures = []Measure{DocumentFrequency, InformationGain, MutualInformation, CrossEntropy, OddsRatio, TermStrength}

// Table counts the documents of each class, and those that have a term.
type Table struct {
	classes int
	docs    []int32 // of each class
	with    []int32 // of term i and class k at i*classes+k
}

// NewTable returns a table without documents.
func NewTable(terms, classes int) *Table {
	return &Table{classes, make([]int32, classes), make([]int32, terms*classes)}
}

// Add counts a document of a class. One of several classes is added for each.
func (t *Table) Add(class int, document vector.Vector) {
	t.docs[class]++
	for _, term := range document {
		if term.Value > 0 {
			t.with[int(term.ID)*t.classes+class]++
		}
	}
}

// Scores returns the score of every term. It is an error if a table does not know the measure.
func (t *Table) Scores(m Measure) ([]float64, error) {
	score := map[Measure]func(with []int32) float64{
		DocumentFrequency: frequency, InformationGain: t.gain, MutualInformation: t.information, CrossEntropy: t.crossEntropy, OddsRatio: t.odds,
	}[m]
	if score == nil {
		return nil, fmt.Errorf("select terms: unknown measure %q", m)
	}
	scores := make([]float64, len(t.with)/max(t.classes, 1))
	for i := range scores {
		scores[i] = score(t.with[i*t.classes : (i+1)*t.classes])
	}
	return scores, nil
}

// frequency is [DocumentFrequency].
func frequency(with []int32) float64 { return float64(sum(with)) }

// sum returns the sum of counts.
func sum(counts []int32) (n int) {
	for _, x := range counts {
		n += int(x)
	}
	return n
}

// plogp returns p log p, which is 0 for 0.
func plogp(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return p * math.Log(p)
}

// gain is [InformationGain].
func (t *Table) gain(with []int32) float64 {
	n, has := float64(max(sum(t.docs), 1)), float64(sum(with))
	gain := 0.0
	for k, d := range t.docs {
		gain -= plogp(float64(d) / n)
		if has > 0 {
			gain += has / n * plogp(float64(with[k])/has)
		}
		if has < n {
			gain += (n - has) / n * plogp(float64(d-with[k])/(n-has))
		}
	}
	return max(gain, 0)
}

// information is [MutualInformation].
func (t *Table) information(with []int32) float64 {
	n, has := float64(max(sum(t.docs), 1)), float64(sum(with))
	most := 0.0
	for k, d := range t.docs {
		if with[k] > 0 {
			most = max(most, math.Log(float64(with[k])*n/(has*float64(d))))
		}
	}
	return most
}

// crossEntropy is [CrossEntropy].
func (t *Table) crossEntropy(with []int32) float64 {
	n, has := float64(max(sum(t.docs), 1)), float64(max(sum(with), 1))
	total := 0.0
	for k, d := range t.docs {
		if with[k] > 0 {
			p := float64(with[k]) / has
			total += p * math.Log(p*n/float64(d))
		}
	}
	return max(has/n*total, 0)
}

// odds is [OddsRatio].
func (t *Table) odds(with []int32) float64 {
	n, has := float64(max(sum(t.docs), 1)), float64(sum(with))
	least := 1 / (n * n)
	log := func(with, docs float64) float64 {
		p := min(max(with/max(docs, 1), least), 1-least)
		return math.Log(p / (1 - p))
	}
	most := math.Inf(-1)
	for k, d := range t.docs {
		if d > 0 && float64(d) < n {
			most = max(most, log(float64(with[k]), float64(d))-log(has-float64(with[k]), n-float64(d)))
		}
	}
	return max(most, -math.MaxFloat64)
}

// Strengths returns [TermStrength] of every term: how often a term that one of two similar documents has occurs in the other, too
// (Wilbur and Sirotkin, "The automatic identification of stop words", 1992; Yang and Pedersen, section 2.5). Two documents are similar
// if the cosine of their vectors is at least least. Pairs of the first most documents are looked at: a sample in random order serves
// for all.
func Strengths(documents []vector.Vector, terms int, least float64, most int) []float64 {
	documents = documents[:max(0, min(len(documents), most))]
	sorted := make([]vector.Vector, len(documents))
	for i, d := range documents {
		sorted[i] = slices.Clone(d).Sort()
	}
	shared, seen := make([]float64, terms), make([]float64, terms)
	for i, x := range sorted {
		for j, y := range sorted {
			if i == j || vector.Cosine(x, y) < least {
				continue
			}
			for _, t := range x {
				seen[t.ID]++
				if _, ok := slices.BinarySearchFunc(y, t.ID, func(o vector.Term, id uint32) int { return cmp.Compare(o.ID, id) }); ok {
					shared[t.ID]++
				}
			}
		}
	}
	for i, n := range seen {
		if n > 0 {
			shared[i] /= n
		}
	}
	return shared
}

// Best returns the numbers of the n terms with the greatest scores, ascending; of equal ones those with the smaller numbers. A score
// that is no number counts less than all others.
func Best(scores []float64, n int) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	order = order[:max(0, min(n, len(order)))]
	slices.Sort(order)
	return order
}
