package classifier_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sluice/learn/classifier"
	"sluice/text/vector"
)

func TestDocumentsOfPunctuationTeachNothing(t *testing.T) {
	for name, analyzer := range map[string]vector.Analyzer{"words": {}, "rich": classifier.Rich(), "characters": {MaxChars: 3}} {
		trainer, err := classifier.New(classifier.Options{Analyzer: analyzer})
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"* * *", "--- ?!", " \n", "", "word", "42", "语"} {
			if err := trainer.Add("a", vector.Field{Name: "title", Text: "…"}, vector.Field{Text: text}); err != nil {
				t.Fatal(err)
			}
		}
		if s := trainer.Summary(); s.Empty != 4 || s.Documents["a"] != 3 {
			t.Errorf("%s: %d empty, %d others, want 4 and 3", name, s.Empty, s.Documents["a"])
		}
	}
}

func TestDuplicatesAndContradictionsAreCounted(t *testing.T) {
	trainer, _ := classifier.New(classifier.Options{})
	for _, e := range []example{{"a", "web crawl"}, {"a", "crawl, web!"}, {"b", "Web crawl"}, {"b", "cat"}, {"b", ""}} {
		if err := trainer.Add(e.label, vector.Field{Text: e.text}); err != nil {
			t.Fatal(err)
		}
	}
	s := trainer.Summary()
	if s.Duplicates != 1 || s.Contradictions != 1 || s.Empty != 1 || s.Documents["a"] != 2 || s.Documents["b"] != 2 || s.Kept != 4 {
		t.Errorf("%+v", s)
	}
	m, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	if label, _ := m.Best(vector.Field{Text: "web crawl"}); label != "a" {
		t.Errorf("the majority of contradicting examples says a, the model %s", label)
	}
}

func TestBadOptionsAndExamplesAreRefused(t *testing.T) {
	for _, o := range []classifier.Options{
		{Method: "tree"}, {Smoothing: math.NaN()}, {Smoothing: -1}, {Penalty: math.Inf(1)}, {Penalty: math.NaN()}, {MinDocs: -1}, {MaxTerms: 1 << 30},
		{Measure: "chi"}, {MaxShare: -1}, {MaxShare: 2}, {MaxShare: math.NaN()}, {Keep: -1}, {Evaluations: -1},
		{Analyzer: vector.Analyzer{Words: 99}},
	} {
		if _, err := classifier.New(o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	trainer, _ := classifier.New(classifier.Options{})
	for _, label := range []string{"", strings.Repeat("x", 257), "\xff"} {
		if err := trainer.Add(label, vector.Field{Text: "web"}); err == nil {
			t.Errorf("label %q is accepted", label)
		}
	}
	if err := trainer.Add("a", vector.Field{Text: "web", Weight: math.NaN()}); err == nil {
		t.Error("a weight that is no number is accepted")
	}
	for i := range 1000 {
		if err := trainer.Add(fmt.Sprint(i), vector.Field{Text: "web"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := trainer.Add("1000", vector.Field{Text: "web"}); err == nil {
		t.Error("1,001 labels are accepted")
	}
}

func TestMemoryOfTrainingIsBounded(t *testing.T) {
	examples := topics(400, 1)
	for name, o := range map[string]classifier.Options{
		"cells": {MaxCells: 3000}, "names": {MaxNames: 120, Analyzer: vector.Analyzer{Words: 2}}, "terms": {MaxTerms: 30},
	} {
		t.Run(name, func(t *testing.T) {
			m := train(t, examples, o)
			if o.MaxTerms > 0 && m.Terms() > o.MaxTerms {
				t.Errorf("%d terms", m.Terms())
			}
			right := 0
			for _, e := range topics(60, 2) {
				if label, _ := m.Best(vector.Field{Text: e.text}); label == e.label {
					right++
				}
			}
			if right < 110 {
				t.Errorf("%d of 180 are right", right)
			}
		})
	}
	trainer, _ := classifier.New(classifier.Options{MaxCells: 3000})
	for _, e := range examples {
		trainer.Add(e.label, vector.Field{Text: e.text})
	}
	if s := trainer.Summary(); s.Kept >= 600 || s.Kept < 50 || s.Documents["law"] != 400 {
		t.Errorf("%+v", s)
	}
}
