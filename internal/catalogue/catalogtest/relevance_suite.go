package catalogtest

import (
	"math"
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/library"
	"sluice/text"
)

// Relevance tests what judging by a topic relies on.
func Relevance(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"empty": relevanceEmpty, "pages": relevancePages, "documents": relevanceDocuments, "order": relevanceOrder, "indexed pages": relevanceIndexed,
	})
}

// unjudged returns the rows of all pages, or documents, without a relevance, read a few at a time.
func unjudged(t *testing.T, list func(after int64) ([]catalogue.Unjudged, error)) (rows []int64, all []catalogue.Unjudged) {
	t.Helper()
	for after := int64(0); ; {
		some, err := list(after)
		if err != nil {
			t.Fatal(err)
		}
		if len(some) == 0 {
			return rows, all
		}
		for _, u := range some {
			if u.Row <= after {
				t.Fatalf("row %d follows %d", u.Row, after)
			}
			after = u.Row
			rows, all = append(rows, u.Row), append(all, u)
		}
	}
}

// pagesOf returns how pages without a relevance are listed, two at a time.
func pagesOf(t *testing.T, c *catalogue.Catalogue) func(int64) ([]catalogue.Unjudged, error) {
	return func(after int64) ([]catalogue.Unjudged, error) {
		return c.Relevances.UnjudgedPages(t.Context(), after, 2)
	}
}

// documentsOf returns how documents without a relevance are listed, two at a time.
func documentsOf(t *testing.T, c *catalogue.Catalogue) func(int64) ([]catalogue.Unjudged, error) {
	return func(after int64) ([]catalogue.Unjudged, error) {
		return c.Relevances.UnjudgedDocuments(t.Context(), after, 2)
	}
}

func relevanceEmpty(t *testing.T, c *catalogue.Catalogue) {
	if err := c.Relevances.Clear(t.Context()); err != nil {
		t.Error(err)
	}
	if err := c.Relevances.Set(t.Context(), nil, nil); err != nil {
		t.Error(err)
	}
	if rows, _ := unjudged(t, pagesOf(t, c)); len(rows) > 0 {
		t.Errorf("pages %v of nothing have no relevance", rows)
	}
}

// Only pages in HTML with a body have a relevance to be cleared, listed and set again; numbers out of range are brought into it.
func relevancePages(t *testing.T, c *catalogue.Catalogue) {
	g := NewGroup(1, 0, 6)
	g.Fetches[3].Type = "sitemap"
	g.Fetches[4].Outcome, g.Fetches[4].Cause, g.Fetches[4].Relevance = library.Failed, "status 404", nil
	Commit(t, c, g)
	if n := Count(t, c, "pages", "relevance = 0.625"); n != 1 {
		t.Errorf("%d pages have the relevance with which page 5 was recorded, want 1", n)
	}
	if err := c.Relevances.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows, all := unjudged(t, pagesOf(t, c))
	var urls []string
	for _, u := range all {
		urls = append(urls, u.Fetch.URL)
	}
	want := []string{NewFetch(0).URL, NewFetch(1).URL, NewFetch(2).URL, NewFetch(5).URL}
	if !slices.Equal(urls, want) {
		t.Fatalf("pages without a relevance: %v, want %v", urls, want)
	}
	for i, x := range []float64{-1, 2, math.NaN()} {
		if err := c.Relevances.Set(t.Context(), []catalogue.Judged{{Row: rows[i], Relevance: x}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if x, err := c.Relevances.Of(t.Context(), NewFetch(1).URL); err != nil || x == nil || *x != 1 {
		t.Errorf("relevance of a page: %v, %v, want 1", x, err)
	}
	for where, want := range map[string]int{"relevance = 0": 1, "relevance = 1": 1, "relevance = null and type = html and outcome = fetched": 2} {
		if n := Count(t, c, "pages", where); n != want {
			t.Errorf("%s: %d pages, want %d", where, n, want)
		}
	}
}

func relevanceDocuments(t *testing.T, c *catalogue.Catalogue) {
	r := OpenRepository(t, t.TempDir(), c)
	Commit(t, c, NewDocuments(1, 0, 5))
	for i, body := range []string{"one", "two", "three"} {
		File(t, r, Paper(body, NewFetch(i).URL))
	}
	if rows, _ := unjudged(t, documentsOf(t, c)); len(rows) > 0 {
		t.Errorf("documents %v were filed with a relevance and have none", rows)
	}
	if err := c.Relevances.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows, all := unjudged(t, documentsOf(t, c))
	if len(rows) != 3 || all[0].Document.SHA256 != Sum("one") || all[0].Document.Name != "On one" {
		t.Fatalf("documents without a relevance: %+v", all)
	}
	if err := c.Relevances.Set(t.Context(), nil, []catalogue.Judged{{Row: rows[1], Relevance: 0.25}}); err != nil {
		t.Fatal(err)
	}
	if d := Got(t, c, Sum("two")); d.Relevance == nil || *d.Relevance != 0.25 {
		t.Errorf("document two has the relevance %v", d.Relevance)
	}
	for key, want := range map[string]float64{Sum("two"): 0.25, Sum("one"): -1, Sum("unknown"): -1, "http://unknown.example/": -1} {
		if x, err := c.Relevances.Of(t.Context(), key); err != nil || (x == nil) != (want < 0) || x != nil && *x != want {
			t.Errorf("relevance of %s: %v, %v, want %v", key, x, err, want)
		}
	}
	if rows, _ := unjudged(t, documentsOf(t, c)); len(rows) != 2 {
		t.Errorf("%d documents have no relevance, want 2", len(rows))
	}
}

// Judged pages are listed as they were recorded, without copies, from one number to below another.
func relevanceOrder(t *testing.T, c *catalogue.Catalogue) {
	g := NewGroup(1, 0, 16) // relevance n % 8 / 8
	g.Fetches[14].CopyOf = g.Fetches[6].URL
	Commit(t, c, g)
	for _, test := range []struct {
		least, below float64
		n            int
		want         []int
	}{
		{0.5, math.Inf(1), 100, []int{4, 5, 6, 7, 12, 13, 15}}, {0.5, math.Inf(1), 2, []int{4, 5}}, {0, 0.125, 100, []int{0, 8}}, {0.9, math.Inf(1), 100, nil},
	} {
		all, err := c.Relevances.JudgedPages(t.Context(), test.least, test.below, test.n)
		if err != nil {
			t.Fatal(err)
		}
		var got, want []string
		for _, u := range all {
			got = append(got, u.Fetch.URL)
		}
		for _, n := range test.want {
			want = append(want, NewFetch(n).URL)
		}
		if !slices.Equal(got, want) {
			t.Errorf("relevance %v to %v: %v, want %v", test.least, test.below, got, want)
		}
	}
}

// A page that is indexed gets the relevance of its own text, if it was judged by that.
func relevanceIndexed(t *testing.T, c *catalogue.Catalogue) {
	g := NewGroup(1, 0, 2)
	for i := range g.Fetches {
		g.Fetches[i].Intake, g.Fetches[i].Relevance = catalogue.IndexPage, new(0.75)
	}
	Commit(t, c, g)
	for i, q := range Queue(t, c, 0) {
		page := &catalogue.IndexedPage{Key: text.SampleKey(q.Fetch.URL)}
		if i == 0 {
			page.Relevance = new(0.25)
		}
		if _, err := c.Queue.Remove(t.Context(), nil, catalogue.Skipped{ID: q.ID, Indexed: page}); err != nil {
			t.Fatal(err)
		}
	}
	for where, want := range map[string]int{"relevance = 0.25": 1, "relevance = 0.75": 1} {
		if n := Count(t, c, "pages", where); n != want {
			t.Errorf("%s: %d pages, want %d", where, n, want)
		}
	}
}
