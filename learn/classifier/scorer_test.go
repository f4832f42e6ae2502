package classifier

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/text/vector"
)

// richModel returns a model of n-grams of characters, of phrases too, if so many words make one.
func richModel(t *testing.T, words int) *Model {
	t.Helper()
	a := Rich()
	a.Words = words
	trainer, err := New(Options{Analyzer: a})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 60 {
		label := []string{"rivers", "stars", "bread"}[i%3]
		text := []string{"the river flows, flows over %d stones", "a star of magnitude %d in a cluster; the star", "flour and %d grams of yeast (and salt)"}[i%3]
		if err := trainer.Add(label, vector.Field{Text: fmt.Sprintf(text, i/7)}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The scores by words are the sums over all terms that the explanation of a verdict shows.
func TestScoresByWordsAreSumsOverTerms(t *testing.T) {
	documents := [][]vector.Field{
		{{Text: "The river's star flows; the river flows over 3 stones and unknown clusterings."}},
		{{Text: strings.Repeat("star star yeast ", 40)}, {Name: "title", Text: "bread, stars", Weight: 2.5}},
		{{Text: "图书馆 ééé"}}, {{Text: ""}}, nil,
		{{Text: "river", Weight: math.NaN()}, {Text: "yeast", Weight: 0.25}},
	}
	for _, words := range []int{1, 2} {
		m := richModel(t, words)
		for _, room := range []int{0, 100, maxSums} {
			m.scorers.Put(&scorer{reader: m.terms.NewReader(), room: room, scores: make([]float32, len(m.labels))})
			for round := range 2 { // what the scorer remembers gives the same scores
				for i, d := range documents {
					want := slices.Clone(m.biases)
					m.document(d, func(v vector.Vector) {
						for _, term := range v {
							m.addTerm(want, term.ID, term.Value)
						}
					})
					for k, got := range m.Scores(d...) {
						if math.Abs(float64(got-want[k])) > 1e-4 {
							t.Errorf("phrases of %d words, room %d, round %d, document %d, label %s: score %g, want %g", words, room, round, i, m.labels[k], got, want[k])
						}
					}
				}
			}
		}
	}
}
