package wiring_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/crawl"
	"sluice/internal/wiring"
)

// oneMoreGroup crawls one page more, which must be one group. It is not where a URL is to be tried again after a
// fault: that is no page, and a group of its own. /broken, whose status is 500, comes thirteenth.
func oneMoreGroup(t *testing.T, dir string, cfg crawl.Config, pages int64) {
	t.Helper()
	before := lastSerial(t, dir)
	crawlSome(t, dir, cfg, pages)
	if n := lastSerial(t, dir) - before; n != 1 {
		t.Fatalf("page %d came with %d groups", pages, n)
	}
}

func lastSerial(t *testing.T, dir string) int64 {
	t.Helper()
	lib := open(t, dir)
	defer lib.Close()
	catalogue, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	serial, err := catalogue.LastSerial(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return serial
}

// The three writes of a group: archive, catalogue, frontier. A crash leaves one of four states.
func TestTwoCrashesWithinCommitLoseNothing(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	want := undisturbed(t, cfg)
	before := t.TempDir()
	crawlSome(t, before, cfg, 8)
	dir := copyTree(t, before)
	oneMoreGroup(t, dir, cfg, 9) // of which a crash keeps the frontier
	frontier := filepath.Join(dir, "frontier")
	restore := func(from string) {
		if err := errors.Join(os.RemoveAll(frontier), os.CopyFS(frontier, os.DirFS(filepath.Join(from, "frontier")))); err != nil {
			t.Fatal(err)
		}
	}
	restore(before)
	crawlSome(t, dir, cfg, 9) // opens the stores, but the limit is reached
	begun := copyTree(t, dir)
	oneMoreGroup(t, dir, cfg, 10)
	restore(begun)
	crawlWhole(t, dir, cfg)
	compareFacts(t, want, fetched(t, dir))
}

func TestCrashWithinCommitLosesNothing(t *testing.T) {
	web := newManifold(t)
	cfg := stable(web)
	want := undisturbed(t, cfg)
	before := t.TempDir()
	crawlSome(t, before, cfg, 8)
	after := copyTree(t, before)
	oneMoreGroup(t, after, cfg, 9)

	for _, test := range []struct {
		name                         string
		archive, catalogue, frontier string
	}{
		{"none", before, before, before},
		{"the archive only", after, before, before},
		{"archive and catalogue", after, after, before},
		{"all", after, after, after},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, from := range map[string]string{"archive": test.archive, "frontier": test.frontier} {
				if err := os.CopyFS(filepath.Join(dir, name), os.DirFS(filepath.Join(from, name))); err != nil {
					t.Fatal(err)
				}
			}
			db, err := os.ReadFile(filepath.Join(test.catalogue, "catalog.db"))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "catalog.db"), db, 0o644); err != nil {
				t.Fatal(err)
			}
			crawlWhole(t, dir, cfg)
			compareFacts(t, want, fetched(t, dir))
			lib := open(t, dir)
			catalogue, err := lib.Catalogue(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			list, err := catalogue.List(t.Context(), "urls", "fetches > 1 and attempt = 0", 0)
			if err != nil {
				t.Fatal(err)
			}
			twice := 0
			for range list.All() {
				twice++
			}
			if limit := map[bool]int{true: 1}[test.catalogue != test.frontier]; twice > limit {
				t.Errorf("%d URLs were fetched twice; want %d at most", twice, limit)
			}
			for capture, err := range catalogue.Captures.All(t.Context()) { // what the catalogue says lies in the archive
				if err != nil {
					t.Fatal(err)
				}
				if body, err := lib.Body(t.Context(), capture.URL); err == nil {
					body.Close()
				} else if !errors.Is(err, wiring.ErrNoBody) {
					t.Errorf("%s: %v", capture.URL, err)
				}
			}
		})
	}
}
