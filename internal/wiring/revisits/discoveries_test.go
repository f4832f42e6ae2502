package revisits

import (
	"hash/maphash"
	"testing"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/cycle/freshness"
)

// TestWhatPagesAreWorth: documents and links of crawls after the first visit of a page count for more, also if those of the first visit are many.
func TestWhatPagesAreWorth(t *testing.T) {
	type found struct {
		crawl, accepted int32
		isLink          bool
	}
	begun := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var crawls []time.Time
	for n := range 5 {
		crawls = append(crawls, begun.AddDate(0, n, 0))
	}
	visits := func(first, n, changed int) *catalogue.PageVisits {
		p := &catalogue.PageVisits{URL: "http://a.example/"}
		for i := range n {
			p.Visits = append(p.Visits, catalogue.PageVisit{At: crawls[first+i].Add(time.Hour), IsChanged: i > 0 && i <= changed})
		}
		return p
	}
	for _, test := range []struct {
		name  string
		found []found
		page  *catalogue.PageVisits
		want  float64
	}{
		{"nothing", nil, visits(0, 3, 0), freshness.Importance(0, 0, 0, 0)},
		{"all at the first visit", []found{{0, 1, true}, {0, 1, true}, {0, 0, true}}, visits(0, 3, 2), freshness.Importance(2, 0, 0, 2)},
		{"a document at the second visit", []found{{0, 1, true}, {1, 1, true}, {1, 0, true}}, visits(0, 3, 2), freshness.Importance(2, 1, 1, 2)},
		{"links at two later visits, the documents behind pages", []found{{0, 0, true}, {1, 2, false}, {1, 0, true}, {3, 0, true}, {3, 3, false}}, visits(0, 5, 4), freshness.Importance(5, 5, 2, 4)},
		{"nothing at the first visit", []found{{2, 1, true}}, visits(1, 3, 1), freshness.Importance(1, 1, 1, 1)},
		{"documents behind pages at the first discovery", []found{{2, 1, false}, {2, 0, true}}, visits(1, 3, 1), freshness.Importance(1, 1, 1, 1)},
		{"documents behind pages only", []found{{2, 1, false}, {3, 1, false}}, visits(1, 3, 1), freshness.Importance(2, 2, 0, 1)},
	} {
		d := &discoveries{crawls: crawls, seed: maphash.MakeSeed(), pages: map[uint64]discovered{}}
		for _, f := range test.found {
			d.add(test.page.URL, f.crawl, f.accepted, f.isLink)
		}
		if got := d.importance(test.page); got != test.want {
			t.Errorf("%s: a page is worth %v, want %v", test.name, got, test.want)
		}
	}
}

// TestDiscoveriesAreBounded: what was found on pages beyond the limit is not kept, and of the others it goes on.
func TestDiscoveriesAreBounded(t *testing.T) {
	defer func(n int) { maxDiscoverers = n }(maxDiscoverers)
	maxDiscoverers = 2
	d := &discoveries{seed: maphash.MakeSeed(), pages: map[uint64]discovered{}}
	for _, url := range []string{"a", "b", "c", "a"} {
		d.add(url, 0, 1, true)
	}
	if n := d.pages[maphash.String(d.seed, "a")].accepted; len(d.pages) != 2 || n != 2 {
		t.Errorf("%d pages are kept, and %d documents of the first one; want 2 and 2", len(d.pages), n)
	}
}
