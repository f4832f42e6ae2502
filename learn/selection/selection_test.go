package selection_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sluice/learn/selection"
	"sluice/text/vector"
)

// table has four documents of class 0 and four of class 1. Term 0 is in all of class 0, term 1 in half of each, term 2 in one of class
// 1, term 3 in all of both, term 4 nowhere.
func table() *selection.Table {
	t := selection.NewTable(5, 2)
	for class := range 2 {
		for i := range 4 {
			var d vector.Vector
			for term, has := range []bool{class == 0, i < 2, class == 1 && i == 0, true} {
				if has {
					d = append(d, vector.Term{ID: uint32(term), Value: 2})
				}
			}
			t.Add(class, d)
		}
	}
	return t
}

// The values are computed by hand from the formulas.
func TestScoresOfMeasures(t *testing.T) {
	gain2 := math.Log(2) + 7.0/8*(4.0/7*math.Log(4.0/7)+3.0/7*math.Log(3.0/7))
	big := math.Log((1 - 1.0/64) / (1.0 / 64)) // the odds of a share of 1, with 8 documents
	for m, want := range map[selection.Measure][]float64{
		selection.DocumentFrequency: {4, 4, 1, 8, 0},
		selection.InformationGain:   {math.Log(2), 0, gain2, 0, 0},
		selection.MutualInformation: {math.Log(2), 0, math.Log(2), 0, 0},
		selection.CrossEntropy:      {math.Log(2) / 2, 0, math.Log(2) / 8, 0, 0},
		selection.OddsRatio:         {2 * big, 0, math.Log(1.0/3) + big, 0, 0},
	} {
		got, err := table().Scores(m)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-9 {
				t.Errorf("%s of term %d: %v, want %v", m, i, got[i], want[i])
			}
		}
	}
	for _, m := range []selection.Measure{"", "chi", selection.TermStrength} {
		if _, err := table().Scores(m); err == nil {
			t.Errorf("measure %q of a table: no error", m)
		}
	}
}

func TestScoresAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(1, 4).Draw(t, "classes")
		table := selection.NewTable(4, classes)
		for range rapid.IntRange(0, 12).Draw(t, "documents") {
			var d vector.Vector
			for id := range uint32(4) {
				if rapid.Bool().Draw(t, "has") {
					d = append(d, vector.Term{ID: id, Value: 1})
				}
			}
			table.Add(rapid.IntRange(0, classes-1).Draw(t, "class"), d)
		}
		for _, m := range selection.Measures[:5] {
			scores, err := table.Scores(m)
			if err != nil {
				t.Fatal(err)
			}
			for i, s := range scores {
				if math.IsNaN(s) || math.IsInf(s, 0) {
					t.Fatalf("%s of term %d: %v", m, i, s)
				}
			}
		}
	})
}

func TestStrengthsOfTerms(t *testing.T) {
	d := func(ids ...uint32) (v vector.Vector) {
		for _, id := range ids {
			v = append(v, vector.Term{ID: id, Value: 1})
		}
		return v
	}
	documents := []vector.Vector{d(0, 1, 2), d(3, 1, 0), d(4, 5), d(1, 0)}
	// Terms 0 and 1 are in all of the similar documents 0, 1 and 3; terms 2 and 3 in one each.
	if got := fmt.Sprintf("%.2f", selection.Strengths(documents, 6, 0.5, 100)); got != "[1.00 1.00 0.00 0.00 0.00 0.00]" {
		t.Errorf("strengths %s", got)
	}
	if got := fmt.Sprint(selection.Strengths(documents, 6, 0.5, 1)); got != "[0 0 0 0 0 0]" {
		t.Errorf("of one document: %s", got)
	}
}

func TestBestTerms(t *testing.T) {
	scores := []float64{3, math.NaN(), 5, 3, -1}
	for n, want := range map[int][]int{-1: {}, 0: {}, 1: {2}, 2: {0, 2}, 3: {0, 2, 3}, 4: {0, 2, 3, 4}, 9: {0, 1, 2, 3, 4}} {
		if got := selection.Best(scores, n); !slices.Equal(got, want) {
			t.Errorf("the best %d: %v, want %v", n, got, want)
		}
	}
}

// quality is best with features 1 and 3 together, of which 3 alone says nothing, and 2 is a poor substitute for both.
func quality(evaluations *int) selection.Evaluate {
	return func(features []int) float64 {
		*evaluations++
		q := 0.0
		one, three := slices.Contains(features, 1), slices.Contains(features, 3)
		switch {
		case one && three:
			q = 1
		case slices.Contains(features, 2):
			q = 0.6
		case one:
			q = 0.5
		}
		return q - 0.01*float64(len(features))
	}
}

func TestStepwiseSelection(t *testing.T) {
	for name, c := range map[string]struct {
		search func(n, most int, evaluate selection.Evaluate) []int
		most   int
		want   []int
	}{
		"forward":                        {selection.Forward, 1000, []int{2}}, // it cannot see that two help together
		"backward":                       {selection.Backward, 1000, []int{1, 3}},
		"pairwise":                       {selection.Pairwise, 1000, []int{2}},
		"forward within five":            {selection.Forward, 5, []int{2}},
		"backward within one evaluation": {selection.Backward, 1, []int{0, 1, 2, 3, 4}},
		"pairwise without evaluations":   {selection.Pairwise, 0, nil},
	} {
		evaluations := 0
		got := c.search(5, c.most, quality(&evaluations))
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if evaluations > c.most {
			t.Errorf("%s: %d evaluations, at most %d are allowed", name, evaluations, c.most)
		}
	}
}

func TestPairwiseExchangesFeatures(t *testing.T) {
	// 0 is the best alone, 1 with 2 are better than 0 with either.
	value := map[string]float64{"[0]": 0.5, "[1]": 0.4, "[2]": 0.3, "[0 1]": 0.6, "[0 2]": 0.55, "[1 2]": 0.9, "[0 1 2]": 0.2}
	evaluate := func(features []int) float64 { return value[fmt.Sprint(features)] }
	if got := selection.Forward(3, 100, evaluate); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("forward: %v", got)
	}
	if got := selection.Pairwise(3, 100, evaluate); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("pairwise: %v", got)
	}
}
