package fulltext_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/fulltext"
	"sluice/search"
)

func TestPutReplacesAndDeleteRemoves(t *testing.T) {
	x := openIndex(t)
	put := func(entries ...fulltext.Entry) {
		t.Helper()
		if err := x.Put(t.Context(), entries); err != nil {
			t.Fatal(err)
		}
	}
	put(fulltext.Entry{Key: "a", Text: "first words"}, fulltext.Entry{Key: "b", Text: "other words"})
	put(fulltext.Entry{Key: "a", Text: "second words"}, fulltext.Entry{Key: "a", Text: "third words"})
	put()
	for query, want := range map[string]string{"first": "", "second": "", "third": "a", "words": "a b"} {
		if got := keys(find(t, x, search.Query{Text: query})); got != want {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	if err := x.Delete(t.Context(), "a", "nothing"); err != nil {
		t.Fatal(err)
	}
	if got := keys(find(t, x, search.Query{Text: "words"})); got != "b" {
		t.Errorf("after deleting: %q", got)
	}
	if err := x.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(fulltext.Entry{Key: "a", Text: "fourth words"})
	if got := keys(find(t, x, search.Query{Text: "words"})); got != "a b" {
		t.Errorf("after putting again: %q", got)
	}
}

func TestKeysAndMarksSurviveReopen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text.sqlite")
	x, err := fulltext.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := x.Mark(t.Context(), "upto"); v != "" || err != nil {
		t.Errorf("a new index has the mark %q, %v", v, err)
	}
	err = errors.Join(x.Put(t.Context(), []fulltext.Entry{{Key: "b"}, {Key: "a"}}), x.SetMark(t.Context(), "upto", "6"), x.SetMark(t.Context(), "upto", "7"), x.Close())
	if err != nil {
		t.Fatal(err)
	}
	if x, err = fulltext.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var all []string
	for key, err := range x.Keys(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, key)
	}
	if v, err := x.Mark(t.Context(), "upto"); v != "7" || err != nil || !cmp.Equal(all, []string{"a", "b"}) {
		t.Errorf("opened again: mark %q, %v, keys %q", v, err, all)
	}
}

func TestSeveralProcessesUseAnIndex(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text.sqlite")
	var all [2]*fulltext.Index
	for i := range all {
		x, err := fulltext.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		all[i] = x
	}
	const each = 8
	var group sync.WaitGroup
	for i, x := range all {
		group.Go(func() {
			for k := range each {
				if err := x.Put(t.Context(), []fulltext.Entry{{Key: fmt.Sprint(i, k), Text: "common words", Site: fmt.Sprintf("h%d.example", k)}}); err != nil {
					t.Error(err)
				}
			}
		})
		group.Go(func() {
			for seen := 0; seen < 2*each && !t.Failed(); {
				r, err := x.Search(t.Context(), search.Query{Text: "common"})
				if err != nil {
					t.Error(err)
					return
				}
				if r.Total < seen {
					t.Errorf("%d found, and before %d", r.Total, seen)
				}
				seen = r.Total
			}
		})
	}
	group.Wait()
	if r := find(t, all[0], search.Query{Text: "common"}); len(r.Facets["site"]) != each || r.Facets["site"][0].N != 2 {
		t.Errorf("facets %v", r.Facets["site"])
	}
}

func TestDamagedIndexAsksForRebuild(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text.sqlite")
	x, err := fulltext.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	g := newZipf(2000)
	var all []fulltext.Entry
	for i := range 300 {
		all = append(all, g.entry(i, 200))
	}
	if err := errors.Join(x.Put(t.Context(), all), x.Close()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damage := func(name string, b []byte) {
		t.Helper()
		if err := errors.Join(fulltext.Remove(t.Context(), path), os.WriteFile(path, b, 0o600)); err != nil {
			t.Fatal(err)
		}
		x, err := fulltext.Open(t.Context(), path)
		if err == nil {
			_, err = x.Search(t.Context(), search.Query{Text: all[7].Title})
			if err == nil {
				err = x.Put(t.Context(), all)
			}
			if err == nil {
				for _, keysErr := range x.Keys(t.Context()) {
					err = errors.Join(err, keysErr)
				}
			}
			x.Close()
		}
		if !errors.Is(err, fulltext.ErrDamaged) || !strings.Contains(err.Error(), "rebuild it") {
			t.Errorf("%s: %v", name, err)
		}
	}
	damage("no database", []byte(strings.Repeat("no database ", 1000)))
	damage("cut short", whole[:len(whole)/3])
	damage("overwritten", append(whole[:8192:8192], bytes.Repeat([]byte{0x5a}, len(whole)-8192)...))
	damage("without its format", bytes.Replace(whole, []byte("format6"), []byte("formax2"), 1))
	damage("without a table", bytes.Replace(whole, []byte("CREATE TABLE docs (id"), []byte("CREATE TABLE docs (ix"), 1))
	if err := fulltext.Remove(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if x, err = fulltext.Open(t.Context(), path); err != nil {
		t.Fatalf("after removing it: %v", err)
	}
	if err := errors.Join(x.Put(t.Context(), all), x.Close()); err != nil {
		t.Error(err)
	}
}

func TestCancelledPutLeavesNothing(t *testing.T) {
	x := openIndex(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Put(ctx, shelf); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if r := find(t, x, search.Query{}); r.Total != 0 {
		t.Errorf("%d entries", r.Total)
	}
	if err := x.Put(t.Context(), shelf); err != nil {
		t.Fatal(err)
	}
	if r := find(t, x, search.Query{}); r.Total != len(shelf) || len(r.Facets["genre"]) != 3 {
		t.Errorf("%d entries, facets %v", r.Total, r.Facets)
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text.sqlite")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if x, err := fulltext.Open(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Open() with a context that has ended = %v, %v; want its error", x, err)
	}
	if err := fulltext.Remove(ctx, path); !errors.Is(err, context.Canceled) {
		t.Errorf("Remove() with a context that has ended: %v; want its error", err)
	}
}

// TestIndexOfAnotherVersionIsEmptied also shows that a reader leaves such an index as it is.
func TestIndexOfAnotherVersionIsEmptied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "text.sqlite")
	x, err := fulltext.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(x.Put(t.Context(), shelf), x.SetMark(t.Context(), "filled", "yes"), x.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec("UPDATE marks SET value = '3' WHERE name = 'format'")
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := fulltext.OpenReadOnly(t.Context(), path); !errors.Is(err, fulltext.ErrVersion) || !errors.Is(err, fulltext.ErrDamaged) {
		t.Errorf("opened read-only: %v", err)
	}
	if x, err = fulltext.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if mark, err := x.Mark(t.Context(), "filled"); mark != "" || err != nil {
		t.Errorf("mark %q, %v", mark, err)
	}
	if r := find(t, x, search.Query{}); r.Total != 0 {
		t.Errorf("it has %d texts still", r.Total)
	}
	if err := errors.Join(x.Put(t.Context(), shelf), x.Close()); err != nil {
		t.Fatal(err)
	}
	if x, err = fulltext.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if r := find(t, x, search.Query{Text: "neural"}); r.Total == 0 {
		t.Error("what was put is not found")
	}
}
