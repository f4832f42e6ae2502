package harvest

import (
	"context"
	"errors"
	"iter"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/seeds"
	"sluice/library"
	"sluice/page"
)

// emptyLibrary has no document.
type emptyLibrary struct{ Library }

func (emptyLibrary) Accepted(context.Context) iter.Seq2[library.Document, error] {
	return func(func(library.Document, error) bool) {}
}

func (emptyLibrary) Pages(context.Context) iter.Seq2[*page.Page, error] {
	return func(func(*page.Page, error) bool) {}
}

// silentEngine is an engine that knows nothing.
type silentEngine struct {
	seeds.Engine
	queries int
}

func (e *silentEngine) Name() string { return "silent" }

func (e *silentEngine) Search(context.Context, string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		e.queries++
		yield(seeds.Page{}, nil)
	}
}

// brokenEngine is an engine that does not answer.
type brokenEngine struct{ seeds.Engine }

func (brokenEngine) Name() string { return "broken" }

func (brokenEngine) Search(context.Context, string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) { yield(seeds.Page{}, errors.New("does not answer")) }
}

// TestWorkWithoutAuthorsIsSearchedForByItsTitle looks for a work whose authors are not known. The cause of the miss must not be that no engine was asked, if one was.
func TestWorkWithoutAuthorsIsSearchedForByItsTitle(t *testing.T) {
	for _, c := range []struct {
		name    string
		engines []seeds.Engine
		want    Cause
	}{{"no engine", nil, NoPlace}, {"an engine that does not know it", []seeds.Engine{new(silentEngine)}, NoHomepage}, {"an engine that does not answer", []seeds.Engine{brokenEngine{}}, NoEngine}} {
		ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
		works := []catalogue.WantedWork{{Key: "a", Record: bibliography.Record{Title: "A Work that is Nowhere"}}}
		if _, err := wanted.Put(ctx, works, works[0].Added); err != nil {
			t.Fatal(err)
		}
		if err := New(emptyLibrary{}, wanted, Options{Engines: c.engines}).Run(ctx); err != nil {
			t.Fatal(err)
		}
		w, _, err := wanted.Get(ctx, works[0].ID)
		if err != nil || w.Outcome.Cause != string(c.want) {
			t.Errorf("%s: %q, %v; want %q", c.name, w.Outcome.Cause, err, c.want)
		}
	}
}

// TestSearchesWithoutResultsAreCounted looks for a work of which no engine knows anything: all queries must be in its history.
func TestSearchesWithoutResultsAreCounted(t *testing.T) {
	ctx, wanted := t.Context(), catalogtest.Memory(t).Wanted
	works := []catalogue.WantedWork{{Key: "a", Record: bibliography.Record{Title: "A Work that is Nowhere", Authors: []bibtex.Name{{Given: "Ned", Family: "Nobody"}}}}}
	if _, err := wanted.Put(ctx, works, works[0].Added); err != nil {
		t.Fatal(err)
	}
	engine := new(silentEngine)
	if err := New(emptyLibrary{}, wanted, Options{Engines: []seeds.Engine{engine}}).Run(ctx); err != nil {
		t.Fatal(err)
	}
	attempts, err := wanted.History(ctx, works[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	requests := 0
	for _, a := range attempts {
		requests += a.Requests
	}
	if requests != engine.queries || requests == 0 {
		t.Errorf("the history has %d requests, the engine has answered %d", requests, engine.queries)
	}
}
