package harvest

import (
	"context"
	"iter"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/library"
)

// heldLibrary is a library that has accepted one document, and has no page.
type heldLibrary struct {
	emptyLibrary
	document Document
}

func (l *heldLibrary) Accepted(context.Context) iter.Seq2[library.Document, error] {
	return func(yield func(library.Document, error) bool) { yield(l.document.Document, nil) }
}

func (l *heldLibrary) Document(context.Context, string) (*Document, error) { return &l.document, nil }

func TestHeldWorks(t *testing.T) {
	const title, authors = "A Short Proof about Long Walks", "Ruth Lindqvist"
	record := bibliography.Record{Title: title, Year: 2020, Authors: []bibtex.Name{{Given: "Erik", Family: "Lindqvist"}}}
	for _, c := range []struct {
		name              string
		kind              string // of the document
		words             int
		wasTried, isAdded bool
		want              bool
	}{
		{"a file", "pdf", 900, false, false, true},
		{"a landing page", "html", 90, false, false, false},
		{"a whole work as a page", "html", 9000, false, false, true},
		{"a file that a harvest has judged to be another work", "pdf", 900, true, false, false},
		{"such a file, added by a person", "pdf", 900, true, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
			works := []catalogue.WantedWork{{Key: "a", Record: record}}
			if _, err := wanted.Put(ctx, works, works[0].Added); err != nil {
				t.Fatal(err)
			}
			if c.wasTried {
				r := catalogue.WantedRound{Works: []catalogue.WantedProgress{{ID: works[0].ID, Attempts: []catalogue.WantedAttempt{{Way: "place"}}}}}
				if err := wanted.Record(ctx, &r); err != nil {
					t.Fatal(err)
				}
			}
			read := &content.Document{Text: title + "\n" + authors + "\n2020\n\nAbstract\nWe walk.\n", Pages: 10}
			lib := &heldLibrary{document: Document{Content: read, Document: library.Document{
				SHA256: "1d", Type: c.kind, Words: c.words, Fields: describe.Describe(read, describe.Around{}).Fields,
				Locations: []library.Location{{URL: "http://site.example/1", Added: c.isAdded}},
			}}}
			if err := New(lib, wanted, Options{}).Run(ctx); err != nil {
				t.Fatal(err)
			}
			w, _, err := wanted.Get(ctx, works[0].ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := w.State == catalogue.WantedFound; got != c.want {
				t.Errorf("held: %t, want %t", got, c.want)
			}
		})
	}
}
