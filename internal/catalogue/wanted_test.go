package catalogue_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
)

// newWanted returns a work that is not in the catalogue yet.
func newWanted(key string, sources ...string) catalogue.WantedWork {
	return catalogue.WantedWork{Key: key, Sources: sources, Record: bibliography.Record{Key: key, Title: "On " + key, Year: 2001, DOI: "10.1000/" + key,
		Authors: []bibtex.Name{{Given: "Jane", Family: "Roe"}}, People: []bibliography.Person{{ORCID: "0000-0002-1825-0097"}}}}
}

func TestWantedWorksAreAddedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	at := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	works := []catalogue.WantedWork{newWanted("a", "x.bib"), newWanted("b", "x.bib"), newWanted("a", "y.bib")}
	if n, err := c.Wanted.Put(t.Context(), works, at); n != 2 || err != nil {
		t.Fatalf("Put() = %d, %v; want 2 new works", n, err)
	}
	if works[0].ID != 1 || works[1].ID != 2 || works[2].ID != 1 {
		t.Errorf("IDs %d, %d, %d; want 1, 2, 1", works[0].ID, works[1].ID, works[2].ID)
	}
	if n, err := c.Wanted.Put(t.Context(), []catalogue.WantedWork{newWanted("b", "z.bib"), newWanted("c", "z.bib")}, at.Add(time.Hour)); n != 1 || err != nil {
		t.Fatalf("second Put() = %d, %v; want 1 new work", n, err)
	}
	all, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{})
	if err != nil || len(all) != 3 {
		t.Fatalf("List() returns %d works, %v", len(all), err)
	}
	want := newWanted("a", "x.bib", "y.bib")
	want.ID, want.State, want.Added, want.Since = 1, catalogue.WantedOpen, at, at
	if d := cmp.Diff(want, all[0]); d != "" {
		t.Errorf("first work (-want +got):\n%s", d)
	}
	all[1].Record.ArXiv = "2101.00001"
	if n, err := c.Wanted.Put(t.Context(), all[1:2], at); n != 0 || err != nil {
		t.Errorf("Put() of a known work = %d, %v", n, err)
	}
	if w, ok, err := c.Wanted.Get(t.Context(), 2); !ok || err != nil || w.Record.ArXiv != "2101.00001" || !cmp.Equal(w.Sources, []string{"x.bib", "z.bib"}) {
		t.Errorf("Get(2) = %+v, %t, %v", w, ok, err)
	}
	if some, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{Source: "z.bib", After: 2, Limit: 5}); err != nil || len(some) != 1 || some[0].Key != "c" {
		t.Errorf("List() of a source = %+v, %v", some, err)
	}
	missing := newWanted("d")
	missing.ID = 99
	if _, err := c.Wanted.Put(t.Context(), []catalogue.WantedWork{newWanted("e"), missing}, at); err == nil {
		t.Error("Put() of an unknown ID succeeds")
	}
	if counts, err := c.Wanted.Counts(t.Context()); err != nil || counts[catalogue.WantedOpen] != 3 {
		t.Errorf("after a failed Put() the counts are %v, %v; want 3 wanted works", counts, err)
	}
}

func TestStateAndHistoryOfWantedWorksAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	at := time.Date(2026, 11, 26, 8, 0, 0, 0, time.UTC)
	if _, err := c.Wanted.Put(t.Context(), []catalogue.WantedWork{newWanted("a"), newWanted("b"), newWanted("c")}, at); err != nil {
		t.Fatal(err)
	}
	first := catalogue.WantedAttempt{At: at, Way: "record", URL: "http://a.example/x.pdf", Reached: "file", Cause: "status 404", Requests: 1}
	second := catalogue.WantedAttempt{At: at.Add(time.Second), Way: "homepage", URL: "http://b.example/", Requests: 7}
	found := catalogue.WantedOutcome{SHA256: strings.Repeat("a", 64), URL: "http://b.example/x.pdf", Way: "homepage", Version: "preprint", Confidence: 0.97, Reasons: []string{"title", "authors"}}
	missed := catalogue.WantedOutcome{Way: "homepage", Reached: "homepage", Cause: "no link to it"}
	record := func(works ...catalogue.WantedProgress) error {
		return c.Wanted.Record(t.Context(), &catalogue.WantedRound{At: at.Add(time.Minute), Works: works, Ended: []string{"http://a.example/x.pdf"}})
	}
	for _, err := range []error{
		c.Wanted.Begin(t.Context(), []string{"http://a.example/x.pdf", "http://b.example/"}, true), c.Wanted.Begin(t.Context(), []string{"http://b.example/", "http://b.example/x.pdf"}, false),
		record(catalogue.WantedProgress{ID: 1, Attempts: []catalogue.WantedAttempt{first}}),
		record(catalogue.WantedProgress{ID: 1, Attempts: []catalogue.WantedAttempt{second}, State: catalogue.WantedFound, Outcome: found}, catalogue.WantedProgress{ID: 2, State: catalogue.WantedMissed, Outcome: missed}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, unknown := range []catalogue.WantedProgress{{ID: 9, State: catalogue.WantedFound, Outcome: found}, {ID: 9, Attempts: []catalogue.WantedAttempt{first}}} {
		if err := record(catalogue.WantedProgress{ID: 3, State: catalogue.WantedMissed, Outcome: missed}, unknown); err == nil {
			t.Errorf("Record() of %+v, an unknown work, succeeds", unknown)
		}
	}
	c = open(t, path) // as after the end of the process
	history, err := c.Wanted.History(t.Context(), 1)
	if d := cmp.Diff([]catalogue.WantedAttempt{first, second}, history); d != "" || err != nil {
		t.Errorf("history %v (-want +got):\n%s", err, d)
	}
	w, _, err := c.Wanted.Get(t.Context(), 1)
	if d := cmp.Diff(found, w.Outcome); d != "" || err != nil || w.Attempts != 2 || w.State != catalogue.WantedFound || !w.Since.Equal(at.Add(time.Minute)) {
		t.Errorf("found work %+v, %v (-want +got):\n%s", w, err, d)
	}
	if w, _, err = c.Wanted.Get(t.Context(), 2); w.Outcome.Cause != missed.Cause || w.State != catalogue.WantedMissed || err != nil {
		t.Errorf("missed work %+v, %v", w, err)
	}
	if open, err := c.Wanted.List(t.Context(), catalogue.WantedQuery{State: catalogue.WantedOpen}); len(open) != 1 || err != nil {
		t.Errorf("%d works are wanted, %v; want 1: a round that fails is not recorded in part", len(open), err)
	}
	begun, err := c.Wanted.Begun(t.Context())
	if d := cmp.Diff(map[string]bool{"http://b.example/": true, "http://b.example/x.pdf": false}, begun); d != "" || err != nil {
		t.Errorf("addresses of the round %v (-want +got):\n%s", err, d)
	}

	rebuilt := memory(t)
	if err := rebuilt.CopyDocuments(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if history, err := rebuilt.Wanted.History(t.Context(), 1); len(history) != 2 || err != nil {
		t.Errorf("a rebuild keeps %d attempts, %v; want 2", len(history), err)
	}
}

func TestRecordOfAnySizeIsStored(t *testing.T) {
	c := memory(t)
	w := newWanted("a")
	w.Record.Title = strings.Repeat("t", 100_000)
	w.Record.Abstract = strings.Repeat("\x00", 100_000)
	for range 5000 {
		w.Record.Authors = append(w.Record.Authors, bibtex.Name{Family: strings.Repeat("é", 300), Given: "x"})
		w.Record.URLs = append(w.Record.URLs, "http://a.example/"+strings.Repeat("x", 600), "http://a.example/y")
	}
	if _, err := c.Wanted.Put(t.Context(), []catalogue.WantedWork{w}, time.Now()); err != nil {
		t.Fatal(err)
	}
	got, _, err := c.Wanted.Get(t.Context(), 1)
	if err != nil || len(got.Record.Title) < 400 || len(got.Record.Authors) != 50 || got.Record.DOI != w.Record.DOI {
		t.Errorf("title of %d bytes, %d authors, DOI %q, %v", len(got.Record.Title), len(got.Record.Authors), got.Record.DOI, err)
	}
}
