package crawler_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/weburl"
)

// revisits says what is due of the pages that a library has.
type revisits struct {
	has, pages, sitemaps []string
	asked                *atomic.Int64 // how often it was asked which URLs are due; nil: not counted
}

func (r revisits) Due(isOnSite func(string) bool) (pages, sitemaps []string) {
	isElsewhere := func(url string) bool { return !isOnSite(url) }
	return slices.DeleteFunc(slices.Clone(r.pages), isElsewhere), slices.DeleteFunc(slices.Clone(r.sitemaps), isElsewhere)
}

func (r revisits) AreDue(_ context.Context, found []crawler.FoundURL) (areDue []bool, err error) {
	if r.asked != nil {
		r.asked.Add(1)
	}
	for _, f := range found {
		url := f.URL.String()
		areDue = append(areDue, !slices.Contains(r.has, url) || slices.Contains(r.pages, url) || !f.Announced.IsZero())
	}
	return areDue, nil
}

func TestOnlyWhatIsDueIsRequestedAgain(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": html("Home"), "a.test/due": html("Due", "/", "/old", "/new"), "a.test/old": html("Old"), "a.test/new": html("New", "/old"),
		"a.test/map.xml":   raw("application/xml", `<urlset><url><loc>http://a.test/changed</loc><lastmod>2024-01-01T00:00:00Z</lastmod></url><url><loc>http://a.test/old</loc></url></urlset>`),
		"a.test/changed":   html("Changed"),
		"other.test/due":   html("Of another site"),
		"other.test/a.xml": raw("application/xml", "<urlset></urlset>"),
	})
	r := revisits{
		has:      []string{"http://a.test/", "http://a.test/due", "http://a.test/old", "http://a.test/changed"},
		pages:    []string{"http://a.test/due", "http://other.test/due"},
		sitemaps: []string{"http://a.test/map.xml", "http://other.test/a.xml"},
	}
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
	wantRequests(t, w, "a.test/", "a.test/due", "a.test/new", "a.test/map.xml", "a.test/changed")
	if o.State != crawl.Done || o.refused["a.test: not due"] != 1 {
		t.Errorf("state %s, refused %v", o.State, o.refused)
	}
	for url, want := range map[string]string{"http://a.test/old": "not due", "a.test": "", "http://a.test/due": "", "http://a.test/next": ""} {
		if v, err := o.crawl.Explain(t.Context(), url); err != nil || v.Rule != want || v.Fetch != (want == "") {
			t.Errorf("Explain(%s) = %+v, %v; want rule %q", url, v, err, want)
		}
	}
}

// TestOneSeedOfASiteIsRequestedThoughNothingIsDue: else the site would not count as crawled.
func TestOneSeedOfASiteIsRequestedThoughNothingIsDue(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home"), "a.test/more": html("More")})
	has := []string{"http://a.test/", "http://a.test/more"}
	o := run(t, crawl.Config{Seeds: []string{"a.test", "a.test/more"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: revisits{has: has}})
	wantRequests(t, w, "a.test/")
	if o.State != crawl.Done {
		t.Errorf("state %s: %s", o.State, o.Reason)
	}
	if v, err := o.crawl.Explain(t.Context(), "a.test/more"); err != nil || v.Rule != "not due" || v.Fetch {
		t.Errorf("Explain() of a seed that is not due = %+v, %v", v, err)
	}
}

// TestLinksOfAPageAreLookedUpTogether: the library is asked once for each page what is due, however many links the page has.
func TestLinksOfAPageAreLookedUpTogether(t *testing.T) {
	var links, has []string
	for i := range 100 {
		links = append(links, fmt.Sprintf("/%d.pdf", i), fmt.Sprintf("/page%d", i))
		has = append(has, fmt.Sprintf("http://a.test/%d.pdf", i), fmt.Sprintf("http://a.test/page%d", i))
	}
	w := newWeb(t, pages{"a.test/": html("Home", links...), "a.test/more": html("More", links...)})
	var asked atomic.Int64
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: revisits{has: has, asked: &asked}})
	if o.refused["a.test: not due"] != 200 || asked.Load() > 2 {
		t.Errorf("refused %v, asked %d times; want 200 links that are not due, and to be asked once for the page", o.refused, asked.Load())
	}
}

// documentCounter records how many documents each page brought.
type documentCounter struct {
	focus.BreadthFirst
	found map[string]int
}

func (s *documentCounter) Learn(v *focus.Visit) { s.found[v.URL.String()] = v.Documents }

// TestDocumentsOfTheLibraryAreNotNew: a strategy does not learn that a page brings documents which are left out.
func TestDocumentsOfTheLibraryAreNotNew(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home", "/old.pdf", "/new.pdf", "/more"), "a.test/more": html("More", "/old.pdf"), "a.test/new.pdf": file("application/pdf", pdf)})
	s := &documentCounter{found: map[string]int{}}
	run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{Revisits: revisits{has: []string{"http://a.test/old.pdf"}}})
	wantRequests(t, w, "a.test/", "a.test/more", "a.test/new.pdf")
	if s.found["http://a.test/"] != 1 || s.found["http://a.test/more"] != 0 {
		t.Errorf("documents found %v, want one on the home page", s.found)
	}
}

// avoiding leaves out all links.
type avoiding struct{}

func (avoiding) Check(weburl.URL, bool) (cause, detail string)      { return "learned", "all" }
func (avoiding) IsSmall(weburl.URL, string, int64) (small, ok bool) { return false, false }

// TestExplainKnowsSeedsAsTheyAreTyped: what was learned does not keep a crawl from its seeds.
func TestExplainKnowsSeedsAsTheyAreTyped(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home", "/x"), "a.test/x": html("X")})
	o := run(t, crawl.Config{Seeds: []string{"A.test"}, Knowledge: crawl.Knowledge{On: true}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Learned: avoiding{}})
	wantRequests(t, w, "a.test/")
	for url, want := range map[string]string{"http://a.test/": "", "http://a.test/x": "learned"} {
		if v, err := o.crawl.Explain(t.Context(), url); err != nil || v.Rule != want {
			t.Errorf("Explain(%s) = %+v, %v; want rule %q", url, v, err, want)
		}
	}
}
