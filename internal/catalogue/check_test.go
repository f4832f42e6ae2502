package catalogue_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/catalogue"
)

// placed returns the URLs of the places that a catalogue yields.
func placed(t *testing.T, c *catalogue.Catalogue, n int64) (urls []string) {
	t.Helper()
	for f, err := range c.Captures.Sample(t.Context(), n) {
		if err != nil {
			t.Fatal(err)
		}
		if f.File == "" || f.Length <= 0 {
			t.Errorf("%s has no place: %+v", f.URL, f)
		}
		urls = append(urls, f.URL)
	}
	return urls
}

func TestPlacesAreAllOrLieEvenly(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 100))
	again := newFetch(7)
	again.At = again.At.AddDate(0, 0, 1)
	commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{again}})
	if all := placed(t, c, 0); len(all) != 102 { // the row of each URL, and both fetches of one
		t.Errorf("%d places; want 102", len(all))
	}
	some := placed(t, c, 10)
	if len(some) != 12 || some[0] != newFetch(0).URL || some[9] != newFetch(99).URL {
		t.Errorf("ten of a hundred: %d places, from %s to %s; want the first and the last URL and two fetches more", len(some), some[0], some[9])
	}
}

func TestCheckFindsDamage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c, err := catalogue.Open(t.Context(), path, catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, c, newGroup(1, 0, 500))
	for _, quick := range []bool{true, false} {
		if problems, err := c.Check(t.Context(), quick); err != nil || len(problems) > 0 {
			t.Errorf("Check(quick %t) of a sound catalogue: %q, %v", quick, problems, err)
		}
	}
	pages, documents, err := c.Counts(t.Context())
	if err != nil || pages+documents != 500 {
		t.Errorf("Counted() = %d, %d, %v; want 500 together", pages, documents, err)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	last := data[len(data)-3*4096:]
	copy(last, bytes.Repeat([]byte{0xa5}, len(last)))
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	c, err = catalogue.Open(t.Context(), path, catalogue.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if problems, err := c.Check(t.Context(), true); err == nil && len(problems) == 0 {
		t.Error("Check() of a catalogue with rubbish in it finds nothing")
	} else if err != nil && !errors.Is(err, catalogue.ErrCorrupt) {
		t.Errorf("Check(): %v; want ErrCorrupt", err)
	}
}

func TestCheckEndsWithItsContext(t *testing.T) {
	c := memory(t)
	commit(t, c, newGroup(1, 0, 10))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Check(ctx, true); err == nil {
		t.Error("Check() with a context that has ended returns no error")
	}
}
