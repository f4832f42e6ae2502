package wiring_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/cycle/freshness"
	"sluice/internal/folder"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/internal/wiring/revisits"
	"sluice/library"
)

// TestOnlyWhatIsDueIsRequestedAgain crawls a site whose pages change. With a budget a crawl requests the sitemap and the pages that are due, a page whose change the
// sitemap announces, and what is new; with a budget for all pages it requests all of them.
func TestOnlyWhatIsDueIsRequestedAgain(t *testing.T) {
	home := `<title>Home</title><a href="/list">list</a>`
	pages := map[string]string{"/robots.txt": "Sitemap: http://site.example/sitemap.xml\n<", "/list": `<title>List</title>`}
	for i := range 12 {
		home += fmt.Sprintf(` <a href="/old%d">old</a>`, i)
		pages[fmt.Sprintf("/old%d", i)] = fmt.Sprintf("<title>Page %d</title>", i)
	}
	pages["/"] = home
	sitemap := func(announced time.Time) string {
		text := `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
		for i := range 12 {
			at := time.Date(2020, 1, 1+i, 8, 0, 0, 0, time.UTC)
			if i == 7 {
				at = announced
			}
			text += fmt.Sprintf("<url><loc>http://site.example/old%d</loc><lastmod>%s</lastmod></url>", i, at.Format(time.RFC3339))
		}
		return text + "</urlset>"
	}
	pages["/sitemap.xml"] = sitemap(time.Date(2020, 2, 1, 8, 0, 0, 0, time.UTC))
	site := newChangingSite(t, pages)
	dir := t.TempDir()
	visit := func(requests float64) []string {
		t.Helper()
		cfg := config(site.URL)
		cfg.Seeds, cfg.Again, cfg.Requests = []string{"http://site.example/"}, true, requests
		lib := open(t, dir)
		lib.BeginAnew = true
		c, err := lib.Crawl(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := c.Run(t.Context()); err != nil || r.State != crawl.Done {
			t.Fatalf("crawl ended with %+v, %v", r, err)
		}
		asked := site.requested()
		return slices.DeleteFunc(asked, func(path string) bool { return path == "/robots.txt" })
	}
	if first := visit(0); len(first) != 15 {
		t.Fatalf("the first crawl requests %v", first)
	}
	age(t, dir, 10*24*time.Hour)
	site.mu.Lock()
	pages["/list"] = `<title>List</title><a href="/new">new</a>`
	pages["/new"] = `<title>New</title>`
	pages["/old7"] = `<title>Changed</title>`
	pages["/sitemap.xml"] = sitemap(time.Now().Add(-time.Hour)) + "<!-- new -->"
	site.mu.Unlock()
	second := visit(100)
	for _, path := range []string{"/sitemap.xml", "/list", "/new", "/old7"} {
		if !slices.Contains(second, path) {
			t.Errorf("a crawl with a budget for all pages requests %v, not %s", second, path)
		}
	}
	if third := visit(100); len(third) > 3 { // nothing has waited for a period; those of changed ones are short
		t.Errorf("a crawl just after the one before requests %v", third)
	}
	p, err := planOf(t, open(t, dir), 100, time.Millisecond, time.Now().Add(24*time.Hour))
	if err != nil || p.Pages != 16 || p.Hosts[0].Trust <= 0.8 {
		t.Errorf("plan %+v, %v; want 16 pages and more trust than at first", p, err)
	}
}

// TestBudgetIsSpentOnTheSitesOfTheCrawl crawls two sites, then another one, and then the second one with a budget for fewer pages than are due on each. What is due on
// the first one takes nothing from it, and a crawl of documents alone just before does not shorten the days since the last crawl.
func TestBudgetIsSpentOnTheSitesOfTheCrawl(t *testing.T) {
	pages := map[string]string{"/robots.txt": "<", "/": "<title>Home</title>"}
	for i := range 12 {
		path := fmt.Sprintf("/p%d", i)
		pages["/"] += fmt.Sprintf(` <a href="%s">page</a>`, path)
		pages[path] = "<title>Page " + path + "</title>"
	}
	site := newChangingSite(t, pages)
	dir := t.TempDir()
	visit := func(requests float64, documentsOnly bool, seeds ...string) []string {
		t.Helper()
		cfg := config(site.URL)
		cfg.Seeds, cfg.Again, cfg.Requests = seeds, true, requests
		if cfg.Scope.DocumentsOnly = documentsOnly; documentsOnly {
			cfg.Documents = seeds
		}
		lib := open(t, dir)
		lib.BeginAnew = !documentsOnly
		run(t, lib, cfg)
		asked := site.requested()
		return slices.DeleteFunc(asked, func(path string) bool { _, isPage := pages[path]; return !isPage || path == "/robots.txt" })
	}
	visit(0, false, "http://a.example/", "http://b.example/")
	age(t, dir, 40*24*time.Hour)
	visit(0, false, "http://c.example/p1")
	age(t, dir, 2*24*time.Hour)
	visit(0, true, "http://d.example/p2")
	if asked := visit(2, false, "http://b.example/"); len(asked) != 4 {
		t.Errorf("with 2 requests a day, two days after the last crawl, it requests %v", asked)
	}
}

// TestWhatIsDueSurvivesAnEndBeforeTheFirstRequest: a crawl that has begun, and ended before it has noted what is due, requests that when it continues.
func TestWhatIsDueSurvivesAnEndBeforeTheFirstRequest(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/more">more</a>`, "/more": "<title>More</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again = []string{"http://site.example/"}, true
	run(t, open(t, dir), cfg)
	age(t, dir, 10*24*time.Hour)
	cfg.Requests = 100
	begun, err := open(t, dir).Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := begun.Close(); err != nil {
		t.Fatal(err)
	}
	site.requested()
	run(t, open(t, dir), cfg)
	if asked := site.requested(); !slices.Contains(asked, "/") || !slices.Contains(asked, "/more") {
		t.Errorf("the crawl that continues requests %v", asked)
	}
}

// TestExplainKnowsWhatIsDue: when no crawl runs, a library with a budget of requests says of what it has whether a crawl that begins now requests it.
func TestExplainKnowsWhatIsDue(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/more">more</a> <a href="/a.rtf">paper</a> <a href="/dead">dead</a>`, "/more": "<title>More</title>", "/a.rtf": `{\rtf1 a}`})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again = []string{"http://site.example/", "http://site.example/more"}, true
	cfg.Scope.Rules = []string{"-document-small"}
	lib := open(t, dir)
	run(t, lib, cfg)
	check := func(requests float64, url, rule, detail string) {
		t.Helper()
		cfg.Requests = requests
		v, err := monitor.Explain(t.Context(), lib, cfg, url)
		if err != nil || v.Rule != rule || v.Fetch != (rule == "") || !strings.HasPrefix(v.Detail, detail) {
			t.Errorf("%v requests a day: Explain(%s) = %+v, %v; want %q, %q", requests, url, v, err, rule, detail)
		}
	}
	check(0, "http://site.example/more", "", "")
	check(5, "http://site.example/more", "not due", "last visit 2")
	check(5, "http://site.example/new", "limit: requests", "the time since")
	check(5, "http://site.example/dead", "not due", "a dead link or a redirect on 2")
	check(5, "http://site.example/", "", "") // a seed, so that the site counts as crawled
	check(5, "http://site.example/a.rtf", "not due", "only a crawl with --again")
	age(t, dir, 40*24*time.Hour)
	check(5, "http://site.example/more", "", "due")
	check(5, "http://site.example/new", "", "")
	check(5, "http://site.example/dead", "", "")
	other := config(site.URL)
	other.Seeds = []string{"http://other.example/more"}
	lib.BeginAnew = true
	run(t, lib, other)
	lib.BeginAnew = false
	check(5, "http://site.example/more", "limit: requests", "the time since")
	begun, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := begun.Close(); err != nil { // before its first request, so it goes on
		t.Fatal(err)
	}
	check(5, "http://site.example/a.rtf", "not due", "")
}

// TestNewSiteIsCrawledAsAWhole: that its home page was requested a moment before, to judge the site, does not make it a site whose pages are not due.
func TestNewSiteIsCrawledAsAWhole(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/more">more</a>`, "/more": "<title>More</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again, cfg.Requests = []string{"http://old.example/more"}, true, 1
	run(t, open(t, dir), cfg)
	cfg.Scope.DocumentsOnly, cfg.HomePages = true, []string{"http://new.example/"}
	run(t, open(t, dir), cfg)
	site.requested()
	cfg.Scope.DocumentsOnly, cfg.HomePages, cfg.Seeds = false, nil, []string{"http://new.example/"}
	lib := open(t, dir)
	lib.BeginAnew = true
	run(t, lib, cfg)
	if asked := site.requested(); !slices.Contains(asked, "/") || !slices.Contains(asked, "/more") {
		t.Errorf("the first crawl of the site requests %v", asked)
	}
	if p, err := planOf(t, lib, 1, time.Millisecond, time.Now()); err != nil || p.Pages != 3 {
		t.Errorf("a plan has %+v, %v; want the page of the old site and two of the new one", p, err)
	}
}

// TestSiteWithoutDuePagesCountsAsCrawled: a crawl requests one seed of each site whether it is due or not. A site of which nothing is requested would not wait again, and
// each cycle would choose it.
func TestSiteWithoutDuePagesCountsAsCrawled(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/more">more</a>`, "/more": "<title>More</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again = []string{"http://site.example/", "http://site.example/more"}, true
	run(t, open(t, dir), cfg)
	site.requested()
	cfg.Requests = 1
	lib := open(t, dir)
	lib.BeginAnew = true
	run(t, lib, cfg)
	if asked := site.requested(); !slices.Contains(asked, "/") || slices.Contains(asked, "/more") {
		t.Errorf("when nothing is due it requests %v, want one seed", asked)
	}
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if history, err := cat.Statistics.History(t.Context()); err != nil || len(history) != 2 {
		t.Errorf("crawls of the site: %+v, %v; want two", history, err)
	}
}

// TestDeadLinksWait: a dead link of a page that is due, or a redirect, is not requested each time, but again when it has waited.
func TestDeadLinksWait(t *testing.T) {
	pages := map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/dead">dead</a> <a href="/moved">more</a>`, "/moved": "/more", "/more": "<title>More</title>"}
	site := newChangingSite(t, pages)
	dir := t.TempDir()
	visit := func() []string {
		t.Helper()
		cfg := config(site.URL)
		cfg.Seeds, cfg.Again, cfg.Requests = []string{"http://site.example/"}, true, 100
		lib := open(t, dir)
		lib.BeginAnew = true
		run(t, lib, cfg)
		return site.requested()
	}
	visit()
	for _, step := range []struct {
		days int
		want bool
	}{{0, false}, {10, true}, {0, false}, {40, true}} {
		age(t, dir, time.Duration(step.days)*24*time.Hour)
		site.change(map[string]string{"/": pages["/"] + " "})
		asked := visit()
		if slices.Contains(asked, "/dead") != step.want || slices.Contains(asked, "/moved") != step.want || !slices.Contains(asked, "/") {
			t.Errorf("after %d days it requests %v; the dead link and the redirect: want %t", step.days, asked, step.want)
		}
	}
}

// TestDuePagesKeepWhereTheyWereFound: what a page has brought is known by the pages on which others were found, also after it was requested because it was due. A second seed of the site is still one.
func TestDuePagesKeepWhereTheyWereFound(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/list">list</a>`, "/list": `<title>List</title><a href="/one">one</a>`, "/one": "<title>One</title>", "/other": "<title>Other</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again = []string{"http://site.example/", "http://site.example/other"}, true
	run(t, open(t, dir), cfg)
	age(t, dir, 40*24*time.Hour)
	site.requested()
	cfg.Requests = 100
	lib := open(t, dir)
	lib.BeginAnew = true
	run(t, lib, cfg)
	if asked := site.requested(); !slices.Contains(asked, "/one") {
		t.Fatalf("only %v was requested", asked)
	}
	for url, want := range map[string]string{"http://site.example/one": "http://site.example/list", "http://site.example/list": "http://site.example/", "http://site.example/other": ""} {
		for f, err := range open(t, dir).Pages(t.Context(), library.Query{Where: "url = \"" + url + "\""}) {
			if err != nil || f.Parent != want || (f.Kind == "seed") != (want == "") {
				t.Errorf("%s is a %s, found on %q, %v; want %q, and a seed if that is empty", url, f.Kind, f.Parent, err, want)
			}
		}
	}
}

// TestFeedAnnouncesChanges: a change that a feed states is due at once, and counts for the trust in the site as those of sitemaps do.
func TestFeedAnnouncesChanges(t *testing.T) {
	now := time.Now().UTC()
	item := func(path string, at time.Time) string {
		return fmt.Sprintf("<item><link>http://site.example%s</link><pubDate>%s</pubDate></item>", path, at.Format(time.RFC1123Z))
	}
	site := newChangingSite(t, map[string]string{"/robots.txt": "<",
		"/":     `<link rel=alternate type=application/rss+xml href=/feed><title>Home</title><a href="/a">a</a> <a href="/b">b</a> <a href="/c">c</a>`,
		"/feed": "<rss><channel>" + item("/a", now.Add(time.Hour)) + item("/b", now.AddDate(0, 0, -3)) + "</channel></rss>",
		"/a":    "<title>A</title>", "/b": "<title>B</title>", "/c": "<title>C</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds = []string{"http://site.example/"}
	run(t, open(t, dir), cfg)
	p, err := planOf(t, open(t, dir), 20, time.Millisecond, now.Add(2*time.Hour))
	if err != nil || len(p.Due) != 1 || p.Due[0].URL != "http://site.example/a" || p.Hosts[0].Trust != 0.8 {
		t.Errorf("plan %+v, %v; want /a to be due", p, err)
	}
}

// TestFrequenciesOfSitemapsAreNoSignal: that a sitemap says how often a page changes, and how important it is, makes no page due and changes neither its rate nor its worth.
func TestFrequenciesOfSitemapsAreNoSignal(t *testing.T) {
	site := newChangingSite(t, map[string]string{"/robots.txt": "Sitemap: http://site.example/map.xml\n<", "/": `<title>Home</title><a href="/a">a</a> <a href="/b">b</a>`,
		"/map.xml": "<urlset><url><loc>http://site.example/a</loc><changefreq>always</changefreq><priority>1.0</priority></url></urlset>", "/a": "<title>A</title>", "/b": "<title>B</title>"})
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds = []string{"http://site.example/"}
	run(t, open(t, dir), cfg)
	p, err := planOf(t, open(t, dir), 4, time.Millisecond, time.Now().Add(30*24*time.Hour))
	if err != nil || len(p.Due) != 4 || p.Hosts[0].Trust != 0 {
		t.Fatalf("plan %+v, %v; want four pages to be due, and no trust", p, err)
	}
	for _, d := range p.Due {
		if d.Visits != p.Due[0].Visits || d.Importance != 1 || !d.Announced.IsZero() {
			t.Errorf("%+v is planned otherwise than %+v", d, p.Due[0])
		}
	}
}

// TestWorthOfPagesInAPlan: a page on which later visits found links to new pages is worth twice as much as one of which only the text has changed.
func TestWorthOfPagesInAPlan(t *testing.T) {
	pages := map[string]string{"/robots.txt": "<", "/": `<title>Home</title><a href="/list">list</a> <a href="/text">text</a>`, "/list": "<title>List</title>", "/text": "<title>Text</title>"}
	site := newChangingSite(t, pages)
	dir := t.TempDir()
	cfg := config(site.URL)
	cfg.Seeds, cfg.Again = []string{"http://site.example/"}, true
	run(t, open(t, dir), cfg)
	age(t, dir, 24*time.Hour)
	site.change(map[string]string{"/list": `<title>List</title><a href="/new">new</a>`, "/text": "<title>Text</title>, changed", "/new": "<title>New</title>"})
	lib := open(t, dir)
	lib.BeginAnew = true
	run(t, lib, cfg)
	p, err := planOf(t, open(t, dir), 5, time.Millisecond, time.Now().Add(30*24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	worth := map[string]float64{}
	for _, d := range p.Due {
		worth[d.URL] = d.Importance
	}
	if worth["http://site.example/list"] != 2 || worth["http://site.example/text"] != 1 || len(worth) != 4 {
		t.Errorf("pages are worth %v, want 2 for the list and 1 for the text", worth)
	}
}

// planOf returns which pages of a library are due.
func planOf(t *testing.T, lib *wiring.Library, requests float64, delay time.Duration, at time.Time) (*freshness.Plan, error) {
	t.Helper()
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return revisits.Plan(t.Context(), folder.Dir(lib.Dir()), cat, requests, delay, at)
}

// age makes all that a library has recorded older.
func age(t *testing.T, dir string, by time.Duration) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, column := range [][2]string{{"pages", "fetched_at"}, {"pages", "got_at"}, {"fetches", "fetched_at"}, {"crawls", "started"}, {"crawls", "ended"}, {"site_history", "begun"}} {
		change := fmt.Sprintf(`UPDATE %[1]s SET %[2]s = strftime('%%Y-%%m-%%dT%%H:%%M:%%f000Z', %[2]s, '-%[3]d seconds') WHERE %[2]s IS NOT NULL`, column[0], column[1], int(by.Seconds()))
		if _, err := db.Exec(change); err != nil {
			t.Fatal(err)
		}
	}
}
