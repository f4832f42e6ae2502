package catalogtest

import (
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/library"
	"sluice/text"
)

// indexPages indexes pages that wait in the queue, with a version of their site's blocks, each page with a block of its own and
// the given one. It returns how many they were, and how many the index had before.
func indexPages(t *testing.T, c *catalogue.Catalogue, version int64, common string) (n, known int) {
	t.Helper()
	var queue intake.Queue = c.Queue
	all, err := queue.Next(t.Context(), 0, 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range all {
		var b text.Blocks
		b.Add(common, false)
		b.Add(q.Fetch.URL, false)
		if q.Indexed {
			known++
		}
		page := &catalogue.IndexedPage{Version: version, Key: text.SampleKey(q.Fetch.URL), Blocks: b.Set()}
		if _, err := queue.Remove(t.Context(), nil, catalogue.Skipped{ID: q.ID, Indexed: page}); err != nil {
			t.Fatal(err)
		}
	}
	return len(all), known
}

// indexedPage is a page of the queue that has a block of its own and a given one.
func indexedPage(q *catalogue.Queued, version int64, common string) *catalogue.IndexedPage {
	var b text.Blocks
	b.Add(common, false)
	b.Add(q.Fetch.URL, false)
	return &catalogue.IndexedPage{Version: version, Key: text.SampleKey(q.Fetch.URL), Blocks: b.Set()}
}

// newPages is a group of n pages of one site that are to be indexed, from one number on.
func newPages(serial int64, first, n int) *catalogue.Group {
	g := NewGroup(serial, first, n)
	for i := range g.Fetches {
		f := &g.Fetches[i]
		f.Intake, f.Document, f.Outcome, f.Site, f.Domain = catalogue.IndexPage, false, library.Fetched, "a.example", "a.example"
	}
	return g
}

// The pages that were indexed before it was known what their site repeats are indexed again, once.
func intakeSiteBlocks(t *testing.T, c *catalogue.Catalogue) {
	ctx := t.Context()
	var blocks intake.SiteBlocks = c.SiteBlocks
	changed := func() []*catalogue.SiteSample {
		t.Helper()
		all, err := blocks.Changed(ctx, 10)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	state := func() catalogue.RepeatedBlocks {
		t.Helper()
		all, err := blocks.Repeated(ctx, "a.example", "b.example")
		if err != nil || len(all) > 1 {
			t.Fatalf("Repeated = %+v, %v", all, err)
		}
		return all["a.example"]
	}
	Commit(t, c, newPages(1, 0, 6))
	if n, known := indexPages(t, c, 0, "menu"); n != 6 || known != 0 {
		t.Fatalf("%d pages were in the queue, %d of them indexed; want 6 new ones", n, known)
	}
	if r := state(); len(changed()) != 1 || r.IsOutdated(1) || !r.IsOutdated(2) {
		t.Fatalf("%d samples have changed, and 6 pages are %+v; want that 8 are enough", len(changed()), r)
	}
	sample, err := blocks.Sample(ctx, "a.example")
	if err != nil {
		t.Fatal(err)
	}
	found := sample.Pages.Repeated()
	if len(found) != 1 || !found.Has("menu", false) {
		t.Fatalf("the pages repeat %d blocks, want their menu", len(found))
	}
	sample.Change(found)
	Commit(t, c, newPages(2, 6, 2))
	all, err := c.Queue.Next(ctx, 0, 0, 1)
	if err != nil || len(all) != 1 {
		t.Fatalf("Next = %d bodies, %v", len(all), err)
	}
	if n, err := c.Queue.Remove(ctx, []*catalogue.SiteSample{sample}, catalogue.Skipped{ID: all[0].ID, Indexed: indexedPage(&all[0], 1, "menu")}); n != 6 || err != nil {
		t.Fatalf("Remove = %d, %v; want the pages that were indexed before", n, err)
	}
	if r := state(); r.Version != 1 || sample.Repeated.Version != 1 || !slices.Equal(r.Blocks, found) || len(changed()) != 0 {
		t.Fatalf("Repeated = %+v, and %d samples have changed; want version 1, the menu, and none", r, len(changed()))
	}
	if n, known := indexPages(t, c, 1, "menu"); n != 7 || known != 6 {
		t.Errorf("%d pages are in the queue, %d of them indexed; want 7 and 6", n, known)
	}
	if r := state(); len(changed()) != 1 || r.IsOutdated(6) || !r.IsOutdated(7) {
		t.Errorf("%d samples have changed, and the state is %+v; want one by one page, the others being the same, and that 8 are enough", len(changed()), r)
	}
	Commit(t, c, newPages(3, 8, 1))
	indexPages(t, c, 1, "menu")
	if all := changed(); len(all) != 1 {
		t.Fatalf("%d samples have changed with a new page, want 1", len(all))
	} else if n, err := blocks.Settle(ctx, all...); n != 0 || err != nil || len(changed()) != 0 {
		t.Errorf("Settle = %d, %v, and %d samples have changed; want no page, and none", n, err, len(changed()))
	}
	if err := c.Documents.MarkAllStale(ctx); err != nil {
		t.Fatal(err)
	}
	if n, _ := indexPages(t, c, 1, "menu"); n != 9 {
		t.Errorf("%d pages are indexed for a new index, want 9", n)
	}
}

// A site of many pages has a sample of bounded size, and the same pages whatever their order is.
func intakeSample(t *testing.T, c *catalogue.Catalogue) {
	var want text.Boilerplate
	var some text.Blocks // of a third of the pages
	for i := range 2 {
		g := newPages(int64(i+1), 200*i, 200)
		for _, f := range g.Fetches {
			var b text.Blocks
			b.Add("menu", false)
			b.Add(f.URL, false)
			want.Add(text.SampleKey(f.URL), b.Set())
			if text.SampleKey(f.URL)%3 == 0 {
				some.Add(f.URL, false)
			}
		}
		Commit(t, c, g)
	}
	indexPages(t, c, 0, "menu")
	sample, err := c.SiteBlocks.Sample(t.Context(), "a.example")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sample.Pages.Difference(some.Set(), nil), want.Difference(some.Set(), nil); got != want {
		t.Errorf("the sample has a share of %v of these blocks, the pages with the least keys have %v", got, want)
	}
}
