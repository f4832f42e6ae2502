package engine

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An interrupted search goes on with the page at which it was: what was answered is not asked for again.
func TestInterruptedSearchGoesOn(t *testing.T) {
	fails := true
	s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		n, _ := strconv.Atoi(r.FormValue("p"))
		if n == 3 && fails {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		io.WriteString(w, jsonPage(n, 1, n < 4))
	})
	dir := t.TempDir()
	now := newFastClock()
	open := func(fresh bool) *Web {
		cache, err := NewCache(dir, filepath.Join(dir, "answers"))
		if err != nil {
			t.Fatal(err)
		}
		cache.now = now.Now
		o := local.with(now)
		o.Cache, o.Fresh = cache, fresh
		return openDescribed(t, strings.ReplaceAll(described, "URL", s.URL), o)
	}
	check := func(what string, fresh bool, asked int, want ...string) {
		t.Helper()
		before := len(s.asked)
		pages, _ := ask(t, open(fresh), "x")
		if diff := cmp.Diff(want, pages); diff != "" || len(s.asked)-before != asked {
			t.Errorf("%s: asked %d times, want %d; -want +got\n%s", what, len(s.asked)-before, asked, diff)
		}
	}
	check("first", false, 3, "s1", "s2")
	fails = false
	check("continued", false, 2, "s1 (cached)", "s2 (cached)", "s3", "s4")
	check("repeated", false, 0, "s1 (cached)", "s2 (cached)", "s3 (cached)", "s4 (cached)")
	check("asked anew", true, 4, "s1", "s2", "s3", "s4")

	// An answer that was cut off, or is of another kind, is asked for again.
	files, err := filepath.Glob(filepath.Join(dir, "answers", "*"+suffix))
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	for i, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, content[:i*len(content)/4], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check("damaged", false, 4, "s1", "s2", "s3", "s4")
	now.Wait(t.Context(), cacheAge+time.Hour)
	check("too old", false, 4, "s1", "s2", "s3", "s4")
	now.Wait(t.Context(), -cacheAge)
	check("clock set back", false, 0, "s1 (cached)", "s2 (cached)", "s3 (cached)", "s4 (cached)")
}

// What writers that were killed have left is deleted, and what one search deletes another one need not find.
func TestRemainsOfKilledWriters(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-cacheAge - time.Hour)
	for name, at := range map[string]time.Time{".new-old": old, ".new-now": time.Now(), "other": old, "a" + suffix: old, "b" + suffix: time.Now()} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(dir, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if _, err := NewCache(dir, dir); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	names := func() (names []string) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		return names
	}
	if diff := cmp.Diff([]string{".new-now", "b" + suffix, "other"}, names()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if err := NewUsage(dir, dir).take("x", 1, nil, time.Now()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b" + suffix, "lock", "other", "usage.json"}, names()); diff != "" {
		t.Errorf("under the lock of the count: -want +got\n%s", diff)
	}
}

// A search that found nothing is asked for again, the end of a list is not.
func TestEmptyPagesInTheCache(t *testing.T) {
	const none = `{"results": []}`
	for _, test := range []struct {
		name, first, second string
		pages               []string
		again               int // requests of the second search
	}{
		{"no result", none, "", []string{""}, 1},
		{"no list", `{"total": 0}`, "", []string{` (no list at "results" in the answer)`}, 1},
		{"end", jsonPage(0, 1, true), none, []string{"s0", ""}, 0},
		{"end without a list", jsonPage(0, 1, true), `{}`, []string{"s0", ` (no list at "results" in the answer)`}, 1},
	} {
		s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			io.WriteString(w, map[string]string{"1": test.first, "2": test.second}[r.FormValue("p")])
		})
		dir := t.TempDir()
		cache, err := NewCache(dir, dir)
		if err != nil {
			t.Fatal(err)
		}
		o := local.with(newFastClock())
		o.Cache = cache
		w := openDescribed(t, strings.ReplaceAll(described, "URL", s.URL), o)
		pages, err := ask(t, w, "x")
		if diff := cmp.Diff(test.pages, pages); diff != "" || err != nil {
			t.Errorf("%s: %v; -want +got\n%s", test.name, err, diff)
		}
		before := len(s.asked)
		if _, err := ask(t, w, "x"); err != nil || len(s.asked)-before != test.again {
			t.Errorf("%s: asked %d times again, want %d; %v", test.name, len(s.asked)-before, test.again, err)
		}
	}
}
