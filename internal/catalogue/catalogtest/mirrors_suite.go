package catalogtest

import (
	"slices"
	"strings"
	"testing"

	"sluice/internal/catalogue"
	"sluice/library"
)

// Bodies come in the order of their first request: pages and documents that still have one.
func statisticsBodies(t *testing.T, c *catalogue.Catalogue) {
	page, document, failed, style := NewFetch(0), NewFetch(1), NewFetch(2), NewFetch(3)
	document.Document, document.Type = true, "pdf"
	failed.Outcome, failed.Status, failed.SHA256 = library.Failed, 404, ""
	style.Type = "css"
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{page, document, failed, style}})
	var got []string
	keys := map[int64]bool{}
	for b, err := range c.Statistics.Bodies(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, b.URL)
		keys[b.Key] = true
		if !strings.Contains(b.URL, b.Site) || b.Site == "" || b.At.IsZero() {
			t.Errorf("body %+v", b)
		}
	}
	if want := []string{page.URL, document.URL}; !slices.Equal(got, want) || len(keys) != 2 {
		t.Errorf("bodies of %v with %d keys, want %v", got, len(keys), want)
	}
}

// Mirrors are replaced as a whole.
func statisticsMirrors(t *testing.T, c *catalogue.Catalogue) {
	all := []catalogue.Mirror{{Host: "b.example", Original: "a.example", Pages: 9, Common: 8, Equal: 7, Alike: 1, Found: Day(1)}, {Host: "c.example", Original: "a.example", Pages: 5, Common: 5, Equal: 5, Found: Day(2)}}
	for _, want := range [][]catalogue.Mirror{all, all[1:], nil} {
		if err := c.Cycles.SetMirrors(t.Context(), want); err != nil {
			t.Fatal(err)
		}
		got, err := c.Cycles.Mirrors(t.Context())
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("mirrors %+v, %v, want %+v", got, err, want)
		}
	}
}

// NewURLs are those that were not requested before a moment, whatever came of them.
func statisticsNewURLs(t *testing.T, c *catalogue.Catalogue) {
	fetch := func(n, day int) catalogue.Fetch {
		f := NewFetch(n)
		f.At = Day(day)
		return f
	}
	failed := fetch(3, 5)
	failed.Outcome, failed.Status, failed.SHA256 = library.Failed, 404, ""
	Commit(t, c, &catalogue.Group{Serial: 1, Fetches: []catalogue.Fetch{fetch(0, 1), fetch(1, 1)}})
	Commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{fetch(1, 5), fetch(2, 5), failed}})
	Commit(t, c, &catalogue.Group{Serial: 3, Fetches: []catalogue.Fetch{fetch(2, 6)}})
	var got []string
	for url, err := range c.Statistics.NewURLs(t.Context(), Day(5)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, url)
	}
	slices.Sort(got)
	if want := []string{NewFetch(2).URL, NewFetch(3).URL}; !slices.Equal(got, want) {
		t.Errorf("new URLs %v, want %v", got, want)
	}
}
