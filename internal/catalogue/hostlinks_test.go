package catalogue_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/catalogue"
)

func TestLinksBetweenHostsSurviveCrash(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	open := func(o catalogue.Options) *catalogue.Catalogue {
		c, err := catalogue.Open(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	day := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	add := func(c *catalogue.Catalogue, serial int64) {
		commit(t, c, &catalogue.Group{Serial: serial, HostLinks: []catalogue.HostLink{
			{From: "b.example", To: "a.example", N: 1, First: day.AddDate(0, 0, int(serial))},
			{From: "a.example", To: "b.example", N: 2, First: day.AddDate(0, 0, int(serial))},
			{From: "a.example", To: fmt.Sprintf("%c.example", 'b'+serial), N: 3},
		}})
	}
	killed := open(catalogue.Options{}) // and never closed
	add(killed, 1)
	add(killed, 2)
	first := "2026-11-02T00:00:00.000000Z"
	want := [][]any{
		{"a.example", "b.example", int64(4), first},
		{"a.example", "c.example", int64(3), first},
		{"a.example", "d.example", int64(3), "2026-11-03T00:00:00.000000Z"},
		{"b.example", "a.example", int64(2), first},
	}
	looked := open(catalogue.Options{ReadOnly: true})
	if d := cmp.Diff(want, list(t, looked, "links", "")); d != "" {
		t.Errorf("links after a crash (-want +got):\n%s", d)
	}
	looked.Close()

	c := open(catalogue.Options{})
	add(c, 2) // written before
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	c = open(catalogue.Options{})
	if d := cmp.Diff(want, list(t, c, "links", "")); d != "" {
		t.Errorf("links after a close (-want +got):\n%s", d)
	}
	add(c, 3)
	want[0][2], want[3][2] = int64(6), int64(3)
	want = append(want[:3], []any{"a.example", "e.example", int64(3), "2026-11-04T00:00:00.000000Z"}, want[3])
	if d := cmp.Diff(want, list(t, c, "links", "")); d != "" {
		t.Errorf("links of table and groups together (-want +got):\n%s", d)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
}
