package classifier

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"sluice/text/vector"
)

func TestRowsAreAddedForAnyNumberOfLabels(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for k := 1; k <= 40; k++ {
		const terms = 9
		w, s := make([]float32, terms*k), make([]float32, k)
		for i := range w {
			w[i] = random.Float32() - 0.5
		}
		for i := range s {
			s[i] = random.Float32()
		}
		d := vector.Vector{{ID: terms - 1, Value: 0.5}, {ID: 0, Value: -2}, {ID: 4, Value: 0.25}}
		for n := range len(d) + 1 {
			sums, rows := slices.Clone(s), slices.Clone(w)
			for _, term := range d[:n] {
				for i := range k {
					at := int(term.ID)*k + i
					sums[i] += float32(term.Value * w[at])
					rows[at] += float32(term.Value * s[i])
				}
			}
			gotSums, gotRows := slices.Clone(s), slices.Clone(w)
			addRows(gotSums, w, d[:n])
			addToRows(gotRows, s, d[:n])
			if !slices.Equal(gotSums, sums) || !slices.Equal(gotRows, rows) {
				t.Fatalf("%d labels, %d terms: sums %v, want %v; rows %v, want %v", k, n, gotSums, sums, gotRows, rows)
			}
		}
	}
}

// One operation adds the rows of a document of 300 terms to its scores, and its scores to the rows.
func BenchmarkRows(b *testing.B) {
	for _, k := range []int{4, 15, 23, 75} {
		b.Run(fmt.Sprintf("%d labels", k), func(b *testing.B) {
			random := rand.New(rand.NewPCG(1, 1))
			const terms = 60_000
			w, s := make([]float32, terms*k), make([]float32, k)
			d := make(vector.Vector, 300)
			for i := range d {
				d[i] = vector.Term{ID: random.Uint32N(terms), Value: 0.1}
			}
			for b.Loop() {
				addRows(s, w, d)
				addToRows(w, s, d)
			}
		})
	}
}
