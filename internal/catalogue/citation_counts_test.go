package catalogue_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

// TestStoredCitationsAreTheCountedOnes: after each of many random operations that change what is cited, what is accepted and what
// is one work.
func TestStoredCitationsAreTheCountedOnes(t *testing.T) {
	const documents = 12
	title := func(i int) string { return fmt.Sprintf("%c wholly different title of the work number %d", 'a'+i, i) }
	for seed := range uint64(3) {
		c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
		r := rand.New(rand.NewPCG(9, seed))
		hash := func(i int) string { return work(title(i), "Ann Author", "2001").SHA256 }
		cited := 0
		for step := range 120 {
			i, j := r.IntN(documents), r.IntN(documents)
			e := catalogue.Entry{At: time.Now(), SHA256: hash(i)}
			what := "file"
			switch n := r.IntN(20); {
			case n < 9:
				d := work(title(i), "Ann Author", "2001")
				for range r.IntN(5) {
					d.References = append(d.References, content.Reference{Raw: "[1]", Title: title(r.IntN(documents)), Authors: []string{"A. Author"}, Year: 2001})
				}
				d.Signature = &catalogue.Signature{Sketch: []byte{1}} // a new reading divides works that only older ones joined
				if r.IntN(3) == 0 && i != j {
					d.Relations = []catalogue.Relation{{SHA256: hash(j), Kind: "version", Similarity: 0.9, How: "similar texts"}}
				}
				if r.IntN(4) == 0 {
					d.State = library.Rejected
				}
				filed(t, c, d)
			case n < 14:
				what, e.Do, e.Genre, e.State = "judge", catalogue.DoJudge, string(genre.Paper), library.Accepted
				if r.IntN(2) == 0 {
					e.Genre, e.State = string(genre.Other), library.Rejected
				}
			case n < 19:
				what, e.Do, e.Fields = "edit", catalogue.DoEdit, []catalogue.EntryField{{Name: "title", Value: title(j)}}
				if r.IntN(2) == 0 {
					e.Fields[0].Value = ""
				}
			default:
				what, e.Do, e.Pattern = "remove", catalogue.DoRemove, query.HashPattern(hash(i))
				if r.IntN(2) == 0 {
					e.Do, e.SHA256 = catalogue.DoAllow, ""
				}
			}
			if e.Do != "" {
				if _, err := c.Documents.Apply(t.Context(), what, e); err != nil {
					t.Fatal(err)
				}
			}
			wrong, marked, err := catalogue.WrongCitations(t.Context(), c)
			if len(wrong) > 0 || marked > 0 || err != nil {
				t.Fatalf("seed %d, step %d, %s: wrong counts of %q, %d works not counted, %v", seed, step, what, wrong, marked, err)
			}
			cited = max(cited, count(t, c, "library", "citations > 1"))
		}
		if cited == 0 {
			t.Errorf("seed %d: no document was cited twice", seed)
		}
	}
}
