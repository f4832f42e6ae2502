package catalogue_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/library"
)

func TestIndexLearnsOfChanges(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	stale := func() (sums []string) {
		t.Helper()
		all, err := c.Documents.Stale(ctx, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range all {
			sums = append(sums, d.SHA256)
		}
		return sums
	}
	one := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	all, err := c.Documents.Stale(ctx, 10)
	if err != nil || len(all) != 1 || all[0].Get("title") != "On one" {
		t.Fatalf("Stale = %v, %v", all, err)
	}
	if err := r.Edit(ctx, one, []describe.Field{{Name: "title", Value: "Later"}}); err != nil { // while the index is at it
		t.Fatal(err)
	}
	if err := c.Documents.MarkIndexed(ctx, all...); err != nil {
		t.Fatal(err)
	}
	if got := stale(); len(got) != 1 {
		t.Error("a change that came while the index was at it is lost")
	}
	if all, err = c.Documents.Stale(ctx, 10); err != nil {
		t.Fatal(err)
	}
	if err := c.Documents.MarkIndexed(ctx, all...); err != nil {
		t.Fatal(err)
	}
	if got := stale(); len(got) != 0 {
		t.Errorf("%v are stale, want none", got)
	}
	file(t, r, catalogue.Filing{Document: library.Document{SHA256: one, Locations: []library.Location{{URL: "http://b.example/", First: day(1)}}}})
	stored(t, r, "two", at("two", "http://a.example/1.pdf", 1, library.Accepted))
	stored(t, r, "three", at("three", "http://b.example/", 2, library.Accepted)) // replaces the first
	if d := cmp.Diff([]string{one, sumOf("two"), sumOf("three")}, stale()); d != "" {
		t.Errorf("stale (-want +got):\n%s", d)
	}
	if err := c.Documents.MarkAllStale(ctx); err != nil {
		t.Fatal(err)
	}
}

func TestLaterLinksMakeDocumentStale(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	g := newGroup(1, 0, 10)
	target := newFetch(0).URL
	commit(t, c, g)
	file(t, r, paper("one", target), paper("two", newFetch(1).URL))
	stale := func() int {
		t.Helper()
		if err := c.Documents.Recount(ctx); err != nil {
			t.Fatal(err)
		}
		all, err := c.Documents.Stale(ctx, 10)
		if err == nil {
			err = c.Documents.MarkIndexed(ctx, all...)
		}
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	if first, second := stale(), stale(); first != 2 || second != 0 {
		t.Errorf("%d are stale at first, %d then; want 2 and 0", first, second)
	}
	for i, link := range []struct {
		text string
		want int
	}{{"the paper", 1}, {"the paper", 0}, {"a proof of it", 1}, {"", 0}} {
		commit(t, c, &catalogue.Group{Serial: int64(2 + i), DocumentAnchors: []catalogue.Anchor{
			{Page: newFetch(2).URL, URL: target, Text: link.text}, {Page: newFetch(200).URL, URL: target}}})
		if n := stale(); n != link.want {
			t.Errorf("after link %d with the text %q %d are stale, want %d", i, link.text, n, link.want)
		}
	}
}
