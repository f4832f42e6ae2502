package suggestion_test

import (
	"strings"
	"testing"

	"sluice/internal/suggestion"
)

func TestHintNamesTheNearestWord(t *testing.T) {
	genres := []string{"paper", "thesis", "report", "faq", "book", "slides", "poster", "cv", "course", "form", "other"}
	for _, test := range []struct {
		name, word string
		known      []string
		want       string
	}{
		{"one letter", "thesos", genres, " (did you mean thesis?)"},
		{"letter missing", "bredth-first", []string{"breadth-first", "depth-first", "random"}, " (did you mean breadth-first?)"},
		{"short word", "hst", []string{"none", "host", "jar"}, " (did you mean host?)"},
		{"first of several", "pos", []string{"pot", "pod"}, " (did you mean pot?)"},
		{"unlike every word", "zzzz", genres, ""},
		{"empty", "", genres, ""},
		{"nothing is known", "thesis", nil, ""},
		{"very long", strings.Repeat("thesis", 1000), genres, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := suggestion.Hint(test.word, test.known); got != test.want {
				t.Errorf("Hint(%.20q) = %q; want %q", test.word, got, test.want)
			}
		})
	}
}
