package crawler

import (
	"slices"
	"sluice/internal/crawler/internal/robotscache"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// TestOpenRemovesAllThatACrashLeft: one group may be on its way into the catalogue and the next one in the
// archive already. With each of their visits may have come a robots.txt, by as many redirects as are followed.
func TestOpenRemovesAllThatACrashLeft(t *testing.T) {
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	one, err := a.Encode(t.Context(), archivetest.Page("http://example.org/", []byte("a page")))
	if err != nil {
		t.Fatal(err)
	}
	defer one.Release()
	store := func(n int) archive.Position {
		t.Helper()
		if _, err := a.Append(t.Context(), slices.Repeat([]*archive.Encoded{one}, n)...); err != nil {
			t.Fatal(err)
		}
		p, err := a.Sync(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	recorded := store(1)
	store(2 * groupSize * (1 + 1 + robotscache.MaxHops))
	if err := archive.Check(t.Context(), dir, archive.Options{}, recorded); err != nil {
		t.Error(err)
	}
}
