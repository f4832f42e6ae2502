// Package evidence adds up what speaks for a statement and against it.
//
// Each [Reason] has a weight, in natural logarithms of the odds. The confidence is the probability that belongs to their [Sum]: weights that
// add up to 0 are even odds, to 3 odds of 20 to 1. The reasons are taken to be independent, as in Naive Bayes.
package evidence

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Reason is one thing that speaks for a statement, or against it.
type Reason struct {
	Text   string  `json:"text"`   // in words: "the title as printed"
	Weight float64 `json:"weight"` // in natural logarithms of the odds; below 0 against
}

// Sum collects reasons. The zero Sum has none.
type Sum struct {
	weight  float64
	reasons []Reason
}

// Add adds a reason.
func (s *Sum) Add(weight float64, text string) {
	s.weight += weight
	s.reasons = append(s.reasons, Reason{text, weight})
}

// Confidence returns the probability of the sum, from 0 to 1.
func (s *Sum) Confidence() float64 { return 1 / (1 + math.Exp(-s.weight)) }

// Reasons returns the reasons, the strongest first.
func (s *Sum) Reasons() []Reason {
	all := slices.Clone(s.reasons)
	slices.SortStableFunc(all, func(a, b Reason) int { return cmp.Compare(math.Abs(b.Weight), math.Abs(a.Weight)) })
	return all
}

// Words returns reasons as people read them. Those against the decision begin with "but".
func Words(reasons []Reason, decision bool) string {
	var b strings.Builder
	for i, r := range reasons {
		if i > 0 {
			b.WriteString(", ")
		}
		if r.Weight != 0 && r.Weight < 0 == decision {
			b.WriteString("but: ")
		}
		b.WriteString(r.Text)
	}
	return b.String()
}
