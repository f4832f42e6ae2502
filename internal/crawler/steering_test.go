package crawler_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/recordedweb"
	"sluice/library"
	"sluice/page"
)

// A hook steers the crawl that calls it. The web is a recorded one, so that the delays between the requests take no time.
func ExampleCrawl_SetSiteRules() {
	web, err := recordedweb.Sites(fstest.MapFS{
		"www.example.org/index.html":   {Data: []byte(`<title>Home</title> <a href="/news/">News</a> <a href="/old/1.html">Old</a>`)},
		"www.example.org/news/x.html":  {Data: []byte(`<title>News of today</title>`)},
		"www.example.org/old/1.html":   {Data: []byte(`<title>Old</title>`)},
		"papers.example.org/list.html": {Data: []byte(`<title>Papers</title>`)},
	}, recordedweb.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer web.Close()
	ctx := context.Background()
	var c *crawler.Crawl
	c, err = crawler.New(crawl.Config{
		Seeds: []string{"http://www.example.org/"},
		Hooks: crawl.Hooks{Page: func(f *library.Fetch, p *page.Page) {
			fmt.Println(p.Title)
			if p.Title != "Home" {
				return
			}
			if err := c.SetSiteRules(ctx, "www.example.org", crawl.SiteRules{Avoid: []string{"/old/"}, MaxPages: 100}); err != nil {
				log.Fatal(err)
			}
			if err := c.Add(ctx, "http://www.example.org/news/x.html", "http://papers.example.org/list.html"); err != nil {
				log.Fatal(err)
			}
		}},
	}, crawler.Parts{Exchange: web})
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Run(ctx)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.State)
	// Unordered output:
	// Home
	// News of today
	// Papers
	// done
}

// requestsTo returns the paths requested of a host, in order, without robots.txt.
func (s simulated) requestsTo(host string) (paths []string) {
	for _, r := range s.requests {
		_, url, _ := strings.Cut(r, " ")
		if path, ok := strings.CutPrefix(url, "http://"+host); ok && !isAside(path) {
			paths = append(paths, path)
		}
	}
	return paths
}

// onNthPage returns a hook that does something at the nth page.
func onNthPage(t *testing.T, n int, do func(c *crawler.Crawl) error) func(*crawler.Crawl, *crawl.Config) {
	return func(c *crawler.Crawl, _ *crawl.Config) {
		if n--; n == 0 {
			if err := do(c); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestAddedURLsAreFetchedAndWidenTheScope(t *testing.T) {
	s := simulate(t, sitesWeb(t, generatedSites(4, 10), 1), crawl.Config{Seeds: []string{"http://h0.example/"}}, onNthPage(t, 3, func(c *crawler.Crawl) error {
		err := c.Add(t.Context(), "http://h2.example/", "http://h0.example/", "ftp://h3.example/")
		if err == nil || !strings.Contains(err.Error(), "ftp://h3.example/") || strings.Contains(err.Error(), "h2.example") {
			t.Errorf("Add() = %v, want an error that names the URL that cannot be used", err)
		}
		return nil
	}))
	for host, want := range map[string]int{"h0.example": 10, "h1.example": 0, "h2.example": 10, "h3.example": 0} {
		if got := s.requestsTo(host); len(got) != want {
			t.Errorf("%s: %d requests, want %d: %v", host, len(got), want, got)
		}
	}
}

func TestSiteRulesApplyOnceSet(t *testing.T) {
	s := simulate(t, sitesWeb(t, generatedSites(4, 30), 1), crawl.Config{
		Seeds: []string{"http://h0.example/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny},
	}, onNthPage(t, 1, func(c *crawler.Crawl) error {
		for site, rules := range map[string]crawl.SiteRules{
			"h0.example":        {Avoid: []string{"/d1/", "/d2/"}},
			"http://h1.example": {MaxPages: 7},
			"h2.example":        {MaxLevel: -1},
		} {
			if err := c.SetSiteRules(t.Context(), site, rules); (err != nil) != (rules.MaxLevel < 0) {
				return fmt.Errorf("SetSiteRules(%s, %+v): %w", site, rules, err)
			}
		}
		v, err := c.Explain(t.Context(), "http://h0.example/d1/p1.html")
		if v.Fetch || v.Rule != "site: avoided directory" || v.Detail != "/d1/" {
			t.Errorf("Explain() of an avoided directory = %+v", v)
		}
		return err
	}))
	for _, path := range s.requestsTo("h0.example") {
		if strings.HasPrefix(path, "/d1/") || strings.HasPrefix(path, "/d2/") {
			t.Errorf("%s was requested", path)
		}
	}
	if got := s.requestsTo("h1.example"); len(got) != 7 {
		t.Errorf("%d requests to a site with a budget of 7: %v", len(got), got)
	}
	if got := s.requestsTo("h2.example"); len(got) != 30 {
		t.Errorf("%d requests to a site without rules, want 30", len(got))
	}
	if s.result.State != crawl.Done {
		t.Errorf("state %s", s.result.State)
	}
	for _, cause := range []string{"site: avoided directory", "site: budget of pages"} {
		if !strings.Contains(s.report, cause) {
			t.Errorf("the report does not have the cause %q", cause)
		}
	}
}

func TestStoppedSiteGetsNoRequests(t *testing.T) {
	s := simulate(t, sitesWeb(t, generatedSites(3, 30), 1), crawl.Config{
		Seeds: []string{"http://h0.example/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny},
	}, onNthPage(t, 30, func(c *crawler.Crawl) error {
		if err := c.StopSite(t.Context(), "http://h1.example/folder/", "x"); err == nil {
			t.Error("StopSite() of a folder returns no error")
		}
		return c.StopSite(t.Context(), "h1.example", "asked by its owner")
	}))
	if got := s.requestsTo("h1.example"); len(got) == 0 || len(got) > 12 {
		t.Errorf("%d requests to a site that was stopped at about a third: %v", len(got), got)
	}
	if got := len(s.requestsTo("h0.example")) + len(s.requestsTo("h2.example")); got != 60 {
		t.Errorf("%d requests to the other sites, want 60", got)
	}
	if s.result.State != crawl.Done || !strings.Contains(s.report, "site: stopped") {
		t.Errorf("state %s, report:\n%s", s.result.State, s.report)
	}
}

func TestNewRulesReopenStoppedSite(t *testing.T) {
	s := simulate(t, sitesWeb(t, generatedSites(2, 10), 1), crawl.Config{
		Seeds: []string{"http://h0.example/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny},
	}, onNthPage(t, 1, func(c *crawler.Crawl) error {
		if err := c.StopSite(t.Context(), "h1.example", "by mistake"); err != nil {
			return err
		}
		return c.SetSiteRules(t.Context(), "h1.example", crawl.SiteRules{})
	}))
	if got := s.requestsTo("h1.example"); len(got) != 10 {
		t.Errorf("%d requests, want 10", len(got))
	}
}

// TestSteeringSurvivesARestart steers a crawl on a frontier on disk, ends it before the steering has an effect, and resumes it.
func TestSteeringSurvivesARestart(t *testing.T) {
	folder, dir := generatedSites(5, 20), t.TempDir()
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	var before crawl.Totals
	run := func(maxPages int64, steer func(c *crawler.Crawl)) map[string]int {
		web := sitesWeb(t, folder, 1)
		defer web.Close()
		seen := &observedWeb{Web: web, ended: map[string]time.Time{}, underWay: map[string]int{}, obeys: true}
		cfg := crawl.Config{Seeds: []string{"http://h0.example/", "http://h1.example/"}, Limits: crawl.Limits{Pages: maxPages}}
		parts := crawler.Parts{Exchange: seen, Catalogue: cat, Before: before}
		f, err := frontier.Open(t.Context(), dir, crawler.FrontierOptions(cfg, parts))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		parts.Frontier = f
		c, err := crawler.New(cfg, parts)
		if err != nil {
			t.Fatal(err)
		}
		steer(c)
		result, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		before = result.Stats.Totals
		count := map[string]int{}
		s := simulated{requests: seen.requests}
		for h := range 5 {
			host := fmt.Sprintf("h%d.example", h)
			count[host] = len(s.requestsTo(host))
		}
		return count
	}
	first := run(8, func(c *crawler.Crawl) {
		if err := c.Add(t.Context(), "http://h2.example/", "http://h3.example/"); err != nil {
			t.Fatal(err)
		}
		if err := c.SetSiteRules(t.Context(), "h2.example", crawl.SiteRules{MaxPages: 6}); err != nil {
			t.Fatal(err)
		}
		if err := c.StopSite(t.Context(), "h3.example", "asked by its owner"); err != nil {
			t.Fatal(err)
		}
	})
	if first["h2.example"] == 0 || first["h2.example"] > 5 || first["h3.example"] != 0 {
		t.Errorf("requests of the first run: %v", first)
	}
	second := run(0, func(*crawler.Crawl) {})
	for host, want := range map[string]int{"h0.example": 20, "h1.example": 20, "h2.example": 6, "h3.example": 0, "h4.example": 0} {
		if got := first[host] + second[host]; got != want {
			t.Errorf("%s: %d requests in both runs, want %d", host, got, want)
		}
	}
}
