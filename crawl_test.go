package sluice_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"sluice"
	"sluice/crawl"
	"sluice/library"
	"sluice/page"
)

// TestCrawlInMemoryIsSteeredByItsHooks adds a URL, limits one site and stops another from the hook of the first page.
func TestCrawlInMemoryIsSteeredByItsHooks(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" || r.URL.Path == "/sitemap.xml" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, `<title>%s</title><a href="/1">1</a> <a href="/deep/er/2">2</a> <a href="http://stopped.example/">3</a>`, r.Host+r.URL.Path)
	}))
	defer site.Close()

	ctx := t.Context()
	var c *sluice.Crawl
	fetched := map[string]bool{}
	cfg := crawl.Config{
		Seeds:      []string{"http://www.example/"},
		Scope:      crawl.Scope{Kind: crawl.ScopeAny},
		Politeness: crawl.Politeness{Delay: -1},
		Network:    crawl.Network{Proxy: site.URL},
		Hooks: crawl.Hooks{Page: func(f *library.Fetch, _ *page.Page) {
			if fetched[f.URL] = true; len(fetched) > 1 {
				return
			}
			if err := c.Add(ctx, "http://added.example/"); err != nil {
				t.Error(err)
			}
			if err := c.SetSiteRules(ctx, "www.example", crawl.SiteRules{Avoid: []string{"/deep/"}}); err != nil {
				t.Error(err)
			}
			if err := c.StopSite(ctx, "stopped.example", "not wanted"); err != nil {
				t.Error(err)
			}
			if v, err := c.Explain(ctx, "http://stopped.example/"); err != nil || v.Fetch || v.Detail != "not wanted" {
				t.Errorf("Explain() of a stopped site = %+v, %v", v, err)
			}
		}},
	}
	c, err := sluice.NewCrawl(cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(ctx)
	if err != nil || result.State != crawl.Done || result.Limit != "" {
		t.Fatalf("Run() = %+v, %v; want done", result, err)
	}
	for url, want := range map[string]bool{
		"http://www.example/": true, "http://www.example/1": true, "http://www.example/deep/er/2": false,
		"http://added.example/": true, "http://added.example/deep/er/2": true, "http://stopped.example/": false,
	} {
		if fetched[url] != want {
			t.Errorf("%s was fetched: %t, want %t", url, fetched[url], want)
		}
	}
	if s, err := c.Stats(ctx); err != nil || s.Pages != result.Stats.Pages || s.Pages != int64(len(fetched)) || s.Queue != 0 {
		t.Errorf("Stats() = %+v, %v; want %d pages", s, err, len(fetched))
	}
	if m, err := c.Metrics(ctx); err != nil || m.Refused["site: avoided directory"] != 1 || m.Status[http.StatusOK] != int64(len(fetched)) {
		t.Errorf("Metrics() = %+v, %v; want one avoided directory, %d answers", m, err, len(fetched))
	}
	if err := c.Close(); err != nil {
		t.Errorf("Close() after Run() = %v", err)
	}
}

func TestCrawlInMemoryIsStopped(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `<title>page</title><a href="%sx">more</a>`, r.URL.Path)
	}))
	defer site.Close()
	var c *sluice.Crawl
	c, err := sluice.NewCrawl(crawl.Config{
		Seeds:      []string{"http://www.example/"},
		Politeness: crawl.Politeness{Delay: -1, IgnoreRobots: true},
		Network:    crawl.Network{Proxy: site.URL},
		Hooks:      crawl.Hooks{Page: func(*library.Fetch, *page.Page) { c.Stop("seen enough") }},
	})
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil || result.State != crawl.Stopped || result.Reason != "seen enough" || result.Limit != "" {
		t.Errorf("Run() = %+v, %v; want stopped", result, err)
	}
}

func TestCrawlThatIsNotRunIsClosed(t *testing.T) {
	c, err := sluice.NewCrawl(crawl.Config{Seeds: []string{"http://www.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Close(); err != nil {
			t.Errorf("Close() = %v", err)
		}
	}
	if _, err := sluice.NewCrawl(crawl.Config{Limits: crawl.Limits{Pages: -1}}); err == nil || err.Error() != "max-pages -1 is negative" {
		t.Errorf("NewCrawl() with a bad limit = %v", err)
	}
}
