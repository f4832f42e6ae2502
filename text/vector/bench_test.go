package vector_test

import (
	"strings"
	"testing"

	"sluice/text"
	"sluice/text/vector"
)

var prose = strings.Repeat("The Court held that the appellant's claim, filed in 1987, was not time-barred; see Müller v. Smith (3.14). ", 20)

func BenchmarkTerms(b *testing.B) {
	b.SetBytes(int64(len(prose)))
	for b.Loop() {
		for range (text.Rules{Least: 2}).Terms(prose) {
		}
	}
}

func BenchmarkCounts(b *testing.B) {
	for name, a := range map[string]vector.Analyzer{"words": {}, "phrases": {Words: 2}, "characters": {MinChars: 2, MaxChars: 5}} {
		b.Run(name, func(b *testing.B) {
			v, _ := vector.NewVocabulary(a)
			v.Add(vector.Field{Text: prose})
			b.SetBytes(int64(len(prose)))
			var to vector.Vector
			for b.Loop() {
				to = v.Counts(to[:0], vector.Field{Text: prose})
			}
		})
	}
}
