package elsewhere_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/describe"
	"sluice/internal/harvest/elsewhere"
	"sluice/internal/harvest/identity"
	"sluice/library"
)

// documents yields n documents, of which the first has no title, and the second is a version of another.
func documents(n int) iter.Seq2[library.Document, error] {
	return func(yield func(library.Document, error) bool) {
		for i := range n {
			d := library.Document{SHA256: fmt.Sprintf("%064d", i)}
			if i > 0 {
				d.Fields = []describe.Field{{Name: "title", Value: fmt.Sprintf("Work number %d of the series", i)}, {Name: "author", Value: "Jane Roe"}}
			}
			if i == 1 {
				d.Work = "another"
			}
			if !yield(d, nil) {
				return
			}
		}
	}
}

func TestSampleIsRandomAndRepeatable(t *testing.T) {
	sums := func(n int, seed uint64) (all []string) {
		chosen, err := elsewhere.Choose(documents(100), n, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range chosen {
			all = append(all, d.SHA256)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	if all := sums(0, 1); len(all) != 98 {
		t.Errorf("%d documents of 100 are chosen; want 98", len(all))
	}
	a, b, c := sums(30, 1), sums(30, 1), sums(30, 2)
	if len(a) != 30 || !slices.Equal(a, b) || slices.Equal(a, c) {
		t.Errorf("samples of 30: %d documents, equal by the same seed: %t, by another: %t", len(a), slices.Equal(a, b), slices.Equal(a, c))
	}
}

func TestDocumentsAreComparedWithListsAndServices(t *testing.T) {
	all, err := elsewhere.Choose(documents(5), 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	record := func(title string) bibliography.Record {
		return bibliography.Record{Title: title, Authors: []bibtex.Name{{Given: "J.", Family: "Roe"}}}
	}
	list := identity.NewIndex()
	r := record("Work Number 3 of the Series")
	list.Add(identity.Of(&r))
	elsewhere.InIndex(all, "list", list)
	err = elsewhere.InService(t.Context(), all, "service", func(_ context.Context, title string) iter.Seq2[bibliography.Record, error] {
		return func(yield func(bibliography.Record, error) bool) {
			_ = yield(bibliography.Record{}, &bibliography.RecordError{Line: 1, Err: errors.New("broken")}) && yield(record("Something else"), nil) && strings.Contains(title, "4") && yield(record(title), nil)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range all {
		got = append(got, fmt.Sprint(d.In, d.NotIn))
	}
	if want := []string{"[] [list service]", "[list] [service]", "[service] [list]"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	down := errors.New("down")
	err = elsewhere.InService(t.Context(), all, "service", func(context.Context, string) iter.Seq2[bibliography.Record, error] {
		return func(yield func(bibliography.Record, error) bool) { yield(bibliography.Record{}, down) }
	})
	if !errors.Is(err, down) {
		t.Errorf("a service that is down: %v", err)
	}
}
