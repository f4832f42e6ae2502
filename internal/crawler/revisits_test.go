package crawler_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/weburl"
)

// revisits says what is due of the pages that a library has.
type revisits struct {
	has, pages, sitemaps []string
	depth                int           // of the pages
	requests             int64         // 0: enough
	asked                *atomic.Int64 // how often it was asked which URLs are due; nil: not counted
}

func (r revisits) Requests() int64 { return cmp.Or(r.requests, 1000) }

func (r revisits) IsKnown(host string) bool {
	return slices.ContainsFunc(r.has, func(url string) bool { return strings.HasPrefix(url, "http://"+host+"/") })
}

func (r revisits) Due(isOnSite func(string) bool) (due []crawler.Revisit) {
	for _, url := range r.pages {
		due = append(due, crawler.Revisit{URL: url, Depth: r.depth})
	}
	for _, url := range r.sitemaps {
		due = append(due, crawler.Revisit{URL: url, IsSitemap: true})
	}
	return slices.DeleteFunc(due, func(d crawler.Revisit) bool { return !isOnSite(d.URL) })
}

func (r revisits) AreDue(_ context.Context, found []crawler.FoundURL) (areDue []bool, err error) {
	if r.asked != nil {
		r.asked.Add(1)
	}
	for _, f := range found {
		areDue = append(areDue, !slices.Contains(r.has, f.URL.String()) || !f.Announced.IsZero())
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

// TestDuePagesKeepTheirDepth: what is found on a page that is due is as deep as when the page was found from a seed.
func TestDuePagesKeepTheirDepth(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home"), "a.test/due": html("Due", "/new"), "a.test/new": html("New", "/deep"), "a.test/deep": html("Deep")})
	r := revisits{has: []string{"http://a.test/", "http://a.test/due"}, pages: []string{"http://a.test/due"}, depth: 2}
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Limits: crawl.Limits{Depth: 3}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
	wantRequests(t, w, "a.test/", "a.test/due", "a.test/new")
	for url, want := range map[string]int{"http://a.test/": 0, "http://a.test/due": 2, "http://a.test/new": 3} {
		if got := o.rows[url].Depth; got != want {
			t.Errorf("%s has depth %d, want %d", url, got, want)
		}
	}
	if o.refused["a.test: limit: depth"] != 1 {
		t.Errorf("refused %v", o.refused)
	}
}

// TestRequestsToKnownSitesAreBounded: dead links, new pages (also those that a new site links to), redirects, documents elsewhere and retries count like pages that are
// due. Sites that the library does not have are crawled as a whole.
func TestRequestsToKnownSitesAreBounded(t *testing.T) {
	for requests := int64(1); requests <= 14; requests++ {
		web := pages{"a.test/": html("Home", "/dead1", "/dead2", "/moved", "/busy", "/new", "http://other.test/x.pdf"), "a.test/new": html("New", "/newer"), "a.test/newer": html("Newer"),
			"a.test/moved": moved("/new?moved"), "a.test/new?moved": html("Moved"), "a.test/busy": status(503), "other.test/x.pdf": file("application/pdf", pdf),
			"b.test/": html("Home", "/1", "/2"), "b.test/1": html("One", "http://a.test/from-b", "http://a.test/dead4"), "b.test/2": html("Two"), "a.test/from-b": html("From B")}
		r := revisits{has: []string{"http://a.test/"}, requests: requests}
		for i := range 6 {
			path := fmt.Sprintf("a.test/due%d", i)
			web[path] = html(path, "/dead3", "/")
			r.has, r.pages = append(r.has, "http://"+path), append(r.pages, "http://"+path)
		}
		w := newWeb(t, web)
		o := run(t, crawl.Config{Seeds: []string{"a.test", "b.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 1}},
			crawler.Parts{Revisits: r})
		var known, isNew int64
		for _, url := range w.requests() {
			if strings.HasPrefix(url, "b.test/") {
				isNew++
			} else {
				known++
			}
		}
		if v, err := o.crawl.Explain(t.Context(), "http://a.test/never"); err != nil || v.Rule != "limit: requests" {
			t.Errorf("Explain() of a new URL after all requests = %+v, %v", v, err)
		}
		if known != requests || isNew != 3 || o.State != crawl.Done {
			t.Errorf("with %d requests %d were made to the known site, want all, and %d to the new one, want 3: %s\nstate %s", requests, known, isNew, w.inOrder(), o.State)
		}
	}
}

// TestWhatIsNewIsRequestedBeforeAllThatIsDue: a page that is due and not urgent does not take the last request from one that is new.
func TestWhatIsNewIsRequestedBeforeAllThatIsDue(t *testing.T) {
	web := pages{"a.test/": html("Home"), "a.test/new": html("New")}
	r := revisits{has: []string{"http://a.test/"}, requests: 6}
	for i := range 9 {
		path := fmt.Sprintf("a.test/due%d", i)
		web[path] = html(path, "/new", "/due8")
		r.has, r.pages = append(r.has, "http://"+path), append(r.pages, "http://"+path)
	}
	w := newWeb(t, web)
	run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
	wantRequests(t, w, "a.test/", "a.test/due0", "a.test/due1", "a.test/due2", "a.test/due3", "a.test/new")
}

// TestRequestsThatAreLeftSurviveAnEnd: a crawl that is stopped and continues has as many requests as one that is not.
func TestRequestsThatAreLeftSurviveAnEnd(t *testing.T) {
	web := pages{"a.test/": html("Home")}
	r := revisits{has: []string{"http://a.test/"}, requests: 12}
	for i := range 30 {
		path := fmt.Sprintf("a.test/due%d", i)
		web[path] = html(path)
		r.has, r.pages = append(r.has, "http://"+path), append(r.pages, "http://"+path)
	}
	w := newWeb(t, web)
	parts := crawler.Parts{Frontier: frontier.NewMemory(frontier.Options{}), Revisits: r}
	cfg := crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1}}
	for runs := 0; ; runs++ {
		var c *running
		begun := make(chan struct{}) // closed when c is known
		asked := 0
		cfg.Hooks.Fetch = func(*library.Fetch) {
			if asked++; asked == 3 {
				<-begun
				c.Stop("enough for one run")
			}
		}
		c = begin(t, t.Context(), cfg, parts)
		close(begun)
		if o := c.wait(); o.State == crawl.Done {
			if n := len(w.requests()); n != 12 || runs == 0 {
				t.Errorf("%d requests in %d runs, want 12 in several", n, runs+1)
			}
			return
		}
	}
}

// TestPagesThatAStrategyVisitsAgainCount: a strategy that has a page requested once more has no requests besides.
func TestPagesThatAStrategyVisitsAgainCount(t *testing.T) {
	for requests, want := range map[int64]int{3: 3, 5: 4} { // 5: one is for a URL that nothing links to
		w := newWeb(t, pages{"a.test/": html("Hub", "/1", "/2"), "a.test/1": html("1"), "a.test/2": html("2")})
		r := revisits{has: []string{"http://a.test/"}, requests: requests}
		run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Politeness: crawl.Politeness{Workers: 1}, Network: crawl.Network{Proxy: w.URL}, Strategy: &returner{page: "http://a.test/"}}, crawler.Parts{Revisits: r})
		if got := len(w.requests()); got != want {
			t.Errorf("with %d requests %d were made, want %d", requests, got, want)
		}
	}
}

// TestCrawlThatBeganWithoutABudgetEndsWithoutOne: one that was begun to request all pages does so, though it continues with a budget by which none of them is due.
func TestCrawlThatBeganWithoutABudgetEndsWithoutOne(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("Home", "/1"), "a.test/1": html("One", "/2"), "a.test/2": html("Two")})
	parts := crawler.Parts{Frontier: frontier.NewMemory(frontier.Options{})}
	cfg := crawl.Config{Seeds: []string{"a.test"}, Again: true, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 1}}
	run(t, cfg, parts)
	parts.Revisits = revisits{has: []string{"http://a.test/", "http://a.test/1", "http://a.test/2"}, requests: 1}
	cfg.Requests, cfg.Limits = 1, crawl.Limits{}
	o := run(t, cfg, parts)
	if wantRequests(t, w, "a.test/", "a.test/1", "a.test/2"); o.State != crawl.Done {
		t.Errorf("it ended as %s", o.State)
	}
}

// TestExplainAfterACrawlWithABudget: that a URL was not due for one crawl, or that it had no request left, is no rule for the next one; robots.txt is.
func TestExplainAfterACrawlWithABudget(t *testing.T) {
	w := newWeb(t, pages{"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /forbidden"), "a.test/": html("Home", "/known", "/forbidden", "/new")})
	parts := crawler.Parts{Frontier: frontier.NewMemory(frontier.Options{}), Catalogue: newCatalogue(t)}
	cfg := crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 1, Network: crawl.Network{Proxy: w.URL}}
	parts.Revisits = revisits{has: []string{"http://a.test/", "http://a.test/known"}, requests: 1}
	if o := run(t, cfg, parts); o.refused["a.test: not due"] != 1 || o.refused["a.test: limit: requests"] != 2 {
		t.Fatalf("refused %v", o.refused)
	}
	parts.Revisits = nil
	c, err := crawler.New(cfg, parts)
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]string{"http://a.test/known": "", "http://a.test/new": "", "http://a.test/forbidden": "robots"} {
		if v, err := c.Explain(t.Context(), url); err != nil || v.Rule != want || v.Fetch != (want == "") {
			t.Errorf("Explain(%s) = %+v, %v, want %q", url, v, err, want)
		}
	}
}

// TestRequestsThatARuleForbidsAreGivenBack: what is due on a host whose robots.txt forbids it by now, or which was given up, takes nothing from what others need, also if it is most
// urgent.
func TestRequestsThatARuleForbidsAreGivenBack(t *testing.T) {
	web := pages{"shut.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /"), "a.test/": html("Home")}
	r := revisits{has: []string{"http://shut.test/", "http://a.test/"}, requests: 10}
	add := func(path string) {
		web[path] = html(path)
		r.has, r.pages = append(r.has, "http://"+path), append(r.pages, "http://"+path)
	}
	for i := range 40 {
		add(fmt.Sprintf("shut.test/%d", i))
	}
	for i := range 20 {
		add(fmt.Sprintf("a.test/%d", i))
	}
	w := newWeb(t, web)
	o := run(t, crawl.Config{Seeds: []string{"a.test", "shut.test"}, Again: true, Requests: 10, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
	if n := len(w.requests()); n != 9 || o.refused["shut.test: robots"] != 41 { // the tenth was taken for the seed that is forbidden
		t.Errorf("%d requests: %s; refused %v; want 9 to the host that allows them", n, w.requests(), o.refused)
	}
}
