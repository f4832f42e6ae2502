package models_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/genre"
	"sluice/internal/anchors"
	"sluice/internal/cycle/relearn"
	"sluice/internal/models"
)

// keywords returns the file of keywords of anchors with one word.
func keywords(word string) []byte { return []byte("sluice anchors 1\n" + word + "\t1.0000\n") }

// learned returns a version of keywords of anchors.
func learned(word string) models.Version {
	return models.Version{Trial: relearn.Trial{Kind: relearn.KindAnchors, Before: 0.5, After: 0.6, Taken: true, Model: keywords(word)}, At: time.Unix(1e9, 0).UTC(), Crawls: 3}
}

// names returns the names of versions, with a star for those in use.
func names(t *testing.T, s models.Store) (all []string) {
	t.Helper()
	versions, err := s.Versions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range versions {
		name := v.Name()
		if v.InUse {
			name += "*"
		}
		all = append(all, name)
	}
	return all
}

// TestVersionsOfModels: what a person made is kept before another is used, and a version that was recorded and not used yet, as after a crash between the
// two, is not marked as used.
func TestVersionsOfModels(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	if got := names(t, s); len(got) != 0 {
		t.Errorf("versions of an empty folder: %v", got)
	}
	if n, err := s.KeepInUse(t.Context(), relearn.KindAnchors, time.Now()); n != 0 || err != nil {
		t.Errorf("KeepInUse() without a model: %d, %v", n, err)
	}
	if err := s.SetAnchors(t.Context(), &anchors.Model{Weights: map[string]float64{"mine": 1}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if n, err := s.KeepInUse(t.Context(), relearn.KindAnchors, time.Now()); n != 1 || err != nil {
			t.Errorf("KeepInUse(): %d, %v; want 1", n, err)
		}
	}
	next := learned("next")
	for range 2 { // the second one after a crash
		if n, err := s.Record(t.Context(), next); n != 2 || err != nil {
			t.Errorf("Record(): %d, %v; want 2", n, err)
		}
	}
	if got, want := names(t, s), []string{"anchors.1*", "anchors.2"}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
	if err := s.Use(t.Context(), &next); err != nil {
		t.Fatal(err)
	}
	if got, want := names(t, s), []string{"anchors.1", "anchors.2*"}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
	first, err := s.Version(t.Context(), "anchors.1")
	if err != nil || !first.ByHand {
		t.Fatalf("version 1: %+v, %v", first, err)
	}
	if err := s.Use(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if m, err := s.Anchors(t.Context()); err != nil || m.Weights["mine"] != 1 {
		t.Errorf("restored keywords %v, %v", m, err)
	}
	shipped, err := s.Version(t.Context(), "anchors.0")
	if err == nil {
		err = s.Use(t.Context(), shipped)
	}
	if m, errRead := s.Anchors(t.Context()); err != nil || m != nil || errRead != nil {
		t.Errorf("without keywords of its own: %v, %v, %v", m, err, errRead)
	}
	for _, name := range []string{"", "anchors", "anchors.9", "anchors.-1", "anchors.01", "topic.0", "../anchors.1", "other.1"} {
		if _, err := s.Version(t.Context(), name); !errors.Is(err, models.ErrNoVersion) {
			t.Errorf("version %q: %v", name, err)
		}
	}
}

func TestOldVersionsAreRemoved(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	if err := s.SetAnchors(t.Context(), &anchors.Model{Weights: map[string]float64{"mine": 1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.KeepInUse(t.Context(), relearn.KindAnchors, time.Now()); err != nil {
		t.Fatal(err)
	}
	for i := range 105 {
		if n, err := s.Record(t.Context(), learned(strings.Repeat("x", i+2))); n != i+2 || err != nil {
			t.Fatalf("Record(): %d, %v", n, err)
		}
	}
	got := names(t, s)
	if len(got) != 100 || got[0] != "anchors.1*" || got[1] != "anchors.8" || got[99] != "anchors.106" {
		t.Errorf("%d versions: %v", len(got), got)
	}
}

// TestFilesThatAreNoVersions: the rest of an interrupted write is passed over, and a damaged version says which file to delete.
func TestFilesThatAreNoVersions(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	if _, err := s.Record(t.Context(), learned("next")); err != nil {
		t.Fatal(err)
	}
	write := func(name string) {
		if err := os.WriteFile(filepath.Join(s.Dir, "versions", name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"anchors.2.json.tmp-1", "anchors.x.json", "notes.txt", "anchors.3"} {
		write(name)
	}
	if got, want := names(t, s), []string{"anchors.1"}; !slices.Equal(got, want) {
		t.Errorf("versions %v, want %v", got, want)
	}
	write("anchors.2.json")
	if _, err := s.Versions(t.Context()); err == nil || !strings.Contains(err.Error(), "anchors.2.json") {
		t.Errorf("damaged version: %v", err)
	}
	bad := learned("next")
	bad.Model = []byte("GIF89a")
	if err := s.Use(t.Context(), &bad); err == nil {
		t.Error("a damaged model is used")
	}
}

// TestRootOfTheDocumentFilter: a filter that was learned again is learned from the same root the next time, not from itself.
func TestRootOfTheDocumentFilter(t *testing.T) {
	s := models.Store{Dir: filepath.Join(t.TempDir(), "models")}
	check := func(what string, want int) {
		t.Helper()
		if _, n, err := s.Root(t.Context()); n != want || err != nil {
			t.Errorf("%s: root %d, %v; want %d", what, n, err, want)
		}
	}
	keep := func(want int) {
		t.Helper()
		if n, err := s.KeepInUse(t.Context(), relearn.KindGenre, time.Now()); n != want || err != nil {
			t.Errorf("KeepInUse(): %d, %v; want %d", n, err, want)
		}
	}
	use := func(f *genre.Filter) {
		t.Helper()
		if err := s.SetTrained(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	}
	relearned := func(f *genre.Filter, root, want int) {
		t.Helper()
		b, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := s.Record(t.Context(), models.Version{Trial: relearn.Trial{Kind: relearn.KindGenre, Model: b}, Root: root}); n != want || err != nil {
			t.Fatalf("Record(): %d, %v; want %d", n, err, want)
		}
		use(f)
	}
	check("the program's", 0)
	first, second, third := filter(t, 1), filter(t, 2), filter(t, 3)
	relearned(first, 0, 1)
	check("learned from the program's", 0)
	use(second)
	keep(2)
	check("trained by hand", 2)
	relearned(third, 2, 3)
	check("learned from that", 2)
	use(nil)
	keep(0)
	check("the program's again", 0)
}

// filter returns the filter of the program after n corrections.
func filter(t *testing.T, n int) *genre.Filter {
	t.Helper()
	var all []genre.Example
	for i := range n {
		all = append(all, genre.Example{Document: &content.Document{Type: "text", Text: fmt.Sprint("A poster about rivers ", i)}, Genre: genre.Poster})
	}
	learned, err := genre.Default().Learn(all)
	if err != nil {
		t.Fatal(err)
	}
	return learned
}
