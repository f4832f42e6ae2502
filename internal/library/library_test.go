package library_test

import (
	"path/filepath"
	"testing"

	"sluice/crawl"
	"sluice/crawl/crawltest"
	"sluice/internal/library"
)

var _ crawl.Catalogue = (*library.Catalogue)(nil)

func TestTheFilePassesTheCatalogueSuite(t *testing.T) {
	crawltest.Catalogue(t, func(t *testing.T) crawl.Catalogue { return open(t, filepath.Join(t.TempDir(), "catalog.db")) })
}

func TestMemoryPassesTheCatalogueSuite(t *testing.T) {
	crawltest.Catalogue(t, func(t *testing.T) crawl.Catalogue { return memory(t) })
}

// open opens a catalogue for writing and closes it when the test ends.
func open(t testing.TB, path string) *library.Catalogue {
	t.Helper()
	c, err := library.Open(path, library.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func memory(t testing.TB) *library.Catalogue {
	t.Helper()
	c, err := library.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func commit(t testing.TB, c *library.Catalogue, g *library.Group) {
	t.Helper()
	if err := c.Commit(g); err != nil {
		t.Fatalf("Commit(group %d) = %v", g.Serial, err)
	}
}
