package titlepage

import (
	"math"
	"slices"
)

// mostRunLines is how many lines a title has at most.
const mostRunLines = 10

// feature is something that the evidence may have: its value, or -1.
type feature[T any] struct {
	name string
	of   func(*T) int
}

// FeatureNames are the names of the features of each part of evidence: lines, joins, runs, none. Facts count features in this order.
var FeatureNames = [parts][]string{append(names(lineFeatures), pairNames()...), names(joinFeatures), names(runFeatures), names(noneFeatures)}

func names[T any](features []feature[T]) (all []string) {
	for _, f := range features {
		all = append(all, f.name)
	}
	return all
}

func pairNames() (all []string) {
	for _, p := range linePairs {
		all = append(all, p.a+"-and-"+p.b)
	}
	return all
}

// facts returns the facts of a thing.
func facts[T any](features []feature[T], of *T, into []Fact) []Fact {
	for i, f := range features {
		if v := f.of(of); v >= 0 {
			into = append(into, Fact{uint8(i), uint8(v)})
		}
	}
	return into
}

// pair is what two features of a line have together: the log-linear model adds what features say, and some mean something else beside
// another. A line of two words is no title in small type, and one in large.
type pair struct {
	a, b string // names of features
	n    int    // how many values the second has at most
}

// linePairs were chosen by the titles found of owners from whose documents the model had not learned.
var linePairs = []pair{{"kind", "words", 8}, {"size", "place", 10}, {"person", "words", 8}, {"rank", "words", 8}, {"largest", "place", 10}, {"kind", "line", 9}}

// pairIndex are the indexes of the two features of each pair.
var pairIndex = func() (all [][2]int) {
	index := names(lineFeatures)
	for _, p := range linePairs {
		all = append(all, [2]int{slices.Index(index, p.a), slices.Index(index, p.b)})
	}
	return all
}()

// addPairs adds to facts, from an index on those of the features of a line, those of its pairs.
func addPairs(facts []Fact, from int) []Fact {
	var values [math.MaxUint8 + 1]int // and one
	for _, f := range facts[from:] {
		values[f.Feature] = int(f.Value) + 1
	}
	for i, p := range linePairs {
		if a, b := values[pairIndex[i][0]], values[pairIndex[i][1]]; a > 0 && b > 0 {
			facts = append(facts, Fact{uint8(len(lineFeatures) + i), uint8(min((a-1)*p.n+b-1, mostValues-1))})
		}
	}
	return facts
}

// given is the value of a feature that a thing has or has not.
func given(has bool) int {
	if has {
		return 1
	}
	return -1
}

// both joins two values to one; n is how many the second has.
func both(a, b, n int) int {
	if a < 0 || b < 0 {
		return -1
	}
	return a*n + b
}

// step returns how many of the bounds are not above x.
func step(x float64, bounds ...float64) int {
	n := 0
	for n < len(bounds) && x >= bounds[n] {
		n++
	}
	return n
}
