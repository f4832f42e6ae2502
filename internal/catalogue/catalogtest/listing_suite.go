package catalogtest

import (
	"slices"
	"testing"

	"sluice/internal/catalogue"
	"sluice/library"
)

// Listings tests the contract on which the commands rely that list and export rows, or write the report.
func Listings(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"EveryListingHasColumnsBeforeItHasRows":   listingColumns,
		"AWrongListingOrConditionIsAnError":       listingErrors,
		"PagesComeInTheOrderOfTheFirstFetch":      listingOrder,
		"PagesAndDocumentsAreAllURLs":             listingParts,
		"AConditionOfTheLibraryIsOneOfADocument":  listingLibrary,
		"AListingThatIsClosedEarlyBlocksNoWriter": listingClosed,
		"TheReportCountsWhatIsListed":             listingReport,
	})
}

// listings are the names of all listings.
var listings = []string{"pages", "documents", "urls", "places", "sites", "links", "library", "document links", "candidates"}

// A table or CSV of an empty library still has its header.
func listingColumns(t *testing.T, c *catalogue.Catalogue) {
	for _, what := range listings {
		l, err := c.List(t.Context(), what, "", 0)
		if err != nil {
			t.Errorf("List(%s) = %v", what, err)
			continue
		}
		if len(l.Columns) == 0 {
			t.Errorf("%s have no columns", what)
		}
		for r, err := range l.All() {
			t.Errorf("%s of an empty catalogue: %v, %v", what, r, err)
		}
	}
}

// Conditions are typed by people. They reach only the listings, never other tables.
func listingErrors(t *testing.T, c *catalogue.Catalogue) {
	for what, where := range map[string]string{"sqlite_master": "", "pages": "no_such_column = 1", "documents": "year >", "sites": "errors = x"} {
		if l, err := c.List(t.Context(), what, where, 0); err == nil {
			l.Close()
			t.Errorf("List(%s, %q) succeeded", what, where)
		}
	}
}

// The order is stable over repeated fetches, so that two listings can be compared.
func listingOrder(t *testing.T, c *catalogue.Catalogue) {
	g := NewGroup(1, 0, 10)
	g.Fetches[3].Status, g.Fetches[3].Outcome = 404, library.Failed
	Commit(t, c, g)
	repeated := g.Fetches[0]
	repeated.At = Day(9)
	Commit(t, c, &catalogue.Group{Serial: 2, Fetches: []catalogue.Fetch{repeated}})
	for _, test := range []struct {
		where string
		limit int
		want  []int // of the group
	}{{"", 4, []int{0, 1, 2, 3}}, {"status = 404", 0, []int{3}}, {"status = 200", 3, []int{0, 1, 2}}, {"status = 500", 0, nil}} {
		l, err := c.List(t.Context(), "pages", test.where, test.limit)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.Index(l.Columns, "url")
		var got, want []string
		for r, err := range l.All() {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r[at].(string))
		}
		for _, n := range test.want {
			want = append(want, g.Fetches[n].URL)
		}
		if !slices.Equal(got, want) {
			t.Errorf("at most %d pages with %q = %q, want %q", test.limit, test.where, got, want)
		}
	}
}

// Every URL is either a page or a document; the sums of the report rely on that.
func listingParts(t *testing.T, c *catalogue.Catalogue) {
	g := NewDocuments(1, 0, 6)
	g.Fetches = append(g.Fetches, NewGroup(1, 6, 5).Fetches...)
	Commit(t, c, g)
	d := Paper("one", g.Fetches[0].URL)
	d.SHA256 = g.Fetches[0].SHA256
	enter(t, c, d)
	for what, want := range map[string]int{"pages": 5, "documents": 6, "urls": 11, "places": 11, "library": 1} {
		if n := Count(t, c, what, ""); n != want {
			t.Errorf("%d %s, want %d", n, what, want)
		}
	}
}

// A condition holds for a document, not for one of its URLs: a document with two URLs counts once.
func listingLibrary(t *testing.T, c *catalogue.Catalogue) {
	rejected := Paper("two", NewFetch(1).URL)
	rejected.State, rejected.Verdict.Genre = library.Rejected, "form"
	enter(t, c, Paper("one", NewFetch(0).URL, NewFetch(2).URL), rejected)
	for where, want := range map[string]int{"": 2, "state = accepted": 1, "genre = form": 1, "year > 2000 and state = rejected": 1, "genre = thesis": 0} {
		if n := Count(t, c, "library", where); n != want {
			t.Errorf("%d documents with %q, want %d", n, where, want)
		}
	}
}

// A reader that stops early (a pipe to head) must not keep a running crawl from writing.
func listingClosed(t *testing.T, c *catalogue.Catalogue) {
	Commit(t, c, NewGroup(1, 0, 50))
	l, err := c.List(t.Context(), "urls", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range l.All() {
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	if err := l.Close(); err != nil {
		t.Errorf("Close = %v", err)
	}
	Commit(t, c, NewGroup(2, 50, 1))
	if n := Count(t, c, "urls", ""); n != 51 {
		t.Errorf("%d URLs, want 51", n)
	}
}

// The report and the listings count the same rows.
func listingReport(t *testing.T, c *catalogue.Catalogue) {
	g := NewDocuments(1, 0, 6)
	g.Fetches = append(g.Fetches, NewGroup(1, 6, 5).Fetches...)
	Commit(t, c, g)
	r, err := c.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if r.Totals.Pages != 5 || r.Totals.Documents != 6 || r.Totals.Sites != 11 {
		t.Errorf("%d pages and %d documents of %d sites, want 5 and 6 of 11", r.Totals.Pages, r.Totals.Documents, r.Totals.Sites)
	}
}
