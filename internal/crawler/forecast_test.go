package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
)

// TestForecastContinuesWithTheCrawl crawls a site on which every page links to a document and to the next page.
func TestForecastContinuesWithTheCrawl(t *testing.T) {
	site := pages{}
	for i := range 120 {
		site[fmt.Sprintf("a.test/p%d", i)] = html("Page", fmt.Sprintf("/p%d", i+1), fmt.Sprintf("/d%d.pdf", i))
		site[fmt.Sprintf("a.test/d%d.pdf", i)] = file("application/pdf", "%PDF-1.4 "+strings.Repeat("x", 9000+i))
	}
	w := newWeb(t, site)
	f := frontier.NewMemory(frontier.Options{PerHost: 1})
	part := func(limit int64) *crawl.Forecast {
		t.Helper()
		cfg := crawl.Config{Seeds: []string{"http://a.test/p0"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: limit}}
		return run(t, cfg, crawler.Parts{Frontier: f}).Stats.Forecast
	}
	first := part(160)
	if first == nil || first.Requests != 1000 || first.High < 100 {
		t.Fatalf("forecast %+v after 80 pages with a document each", first)
	}
	kept, err := crawler.KeptForecast(t.Context(), f, f.Counts().Waiting)
	if err != nil || kept == nil || *kept != *first {
		t.Errorf("kept %+v, %v; want %+v", kept, err, first)
	}
	next := part(2) // a limit counts the pages of all runs in a durable crawl only
	if next == nil || next.High > 2*first.High || 2*next.High < first.High {
		t.Errorf("forecast %+v after the restart, %+v before", next, first)
	}
	if last := part(0); last != nil {
		t.Errorf("forecast %+v of a crawl that is done", last)
	}
}

// TestDamagedForecastIsAsNone: it costs the crawl nothing.
func TestDamagedForecastIsAsNone(t *testing.T) {
	for _, state := range []string{"", "x", strings.Repeat("\xff", 200)} {
		f := frontier.NewMemory(frontier.Options{})
		if err := f.Commit(t.Context(), &frontier.Group{State: map[string][]byte{"crawl/forecast": []byte(state)}}); err != nil {
			t.Fatal(err)
		}
		if kept, err := crawler.KeptForecast(t.Context(), f, 7); kept != nil || err != nil {
			t.Errorf("%q: kept %+v, %v", state, kept, err)
		}
		w := newWeb(t, pages{"a.test/": html("Home")})
		run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Frontier: f})
		wantRequests(t, w, "a.test/")
	}
}
