package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/text/vector"
)

func TestWrongLabelIsNamedWithItsLine(t *testing.T) {
	for _, test := range []struct {
		name        string
		rows, wrong int
	}{
		{"few rows", 3, 1}, {"among the first of many", firstTexts + 10, 7}, {"after the first of many", firstTexts + 10, firstTexts + 5},
	} {
		l := learner{training: (&trainClassifierCmd{Method: "nb"}).training}
		from := func(_ context.Context, use func(corpus.Example) error) (n corpus.Counts, err error) {
			for i := 1; i <= test.rows && err == nil; i++ {
				label := "law"
				if i == test.wrong {
					label = strings.Repeat("x", 300)
				}
				err = use(corpus.Example{At: fmt.Sprint("a.jsonl:", i), Labels: []string{label}, Fields: []vector.Field{{Text: "court"}}})
			}
			return n, err
		}
		err := newExamples("reading").read(t.Context(), from, l.add)
		if err == nil && l.trainer == nil {
			err = l.begin()
		}
		if want := fmt.Sprintf("a.jsonl:%d: train classifier: label ", test.wrong); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %q at its beginning", test.name, err, want)
		}
	}
}
