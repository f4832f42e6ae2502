package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/library"
)

// TestHostMadeToMisleadDoesNotHoldTheCrawl: a host of pages that repeat the words of the topic, also where nobody sees them, gets its turns by
// politeness like every host, whatever strategy believes it.
func TestHostMadeToMisleadDoesNotHoldTheCrawl(t *testing.T) {
	longTest(t)
	const trapPages, fairPages = 300, 30
	sites := siteFolder{}
	for i := range trapPages {
		var links strings.Builder
		for j := range 20 {
			fmt.Fprintf(&links, "<a href=/crawlers/papers/p%d.html>crawlers papers publications</a> ", (i*20+j+1)%trapPages)
		}
		name := fmt.Sprintf("trap.example/crawlers/papers/p%d.html", i)
		sites[name] = fmt.Sprintf("<title>Crawlers %d</title><div style=display:none>%s</div>%s", i, strings.Repeat("crawlers focused crawlers ", 200), links.String())
	}
	sites["trap.example/index.html"] = "<title>Crawlers</title><a href=/crawlers/papers/p0.html>crawlers</a>"
	for i := range fairPages {
		sites[fmt.Sprintf("fair.example/p%d.html", i)] = fmt.Sprintf("<title>Page %d</title><p>Page %[1]d: what focused crawlers do, and how focused crawlers learn. <a href=/p%d.html>next</a> <a href=/p%d.html>more</a>", i, (i+1)%fairPages, (i+7)%fairPages)
	}
	sites["fair.example/index.html"] = "<title>Home</title><p>Of focused crawlers. <a href=/p0.html>first</a>"
	for _, e := range focus.Strategies() {
		if drops(e.Name) { // its agents leave what brings them nothing
			continue
		}
		web := sitesWeb(t, sites, 1)
		fair := 0
		cfg := crawl.Config{Seeds: []string{"http://trap.example/", "http://fair.example/"}, Strategy: e.New(1), Topic: topicOf(t, "focused crawlers"), Limits: crawl.Limits{Pages: 120}}
		cfg.Hooks.Fetch = func(f *library.Fetch) {
			if f.Outcome == library.Fetched && strings.HasPrefix(f.URL, "http://fair.example/") {
				fair++
			}
		}
		run(t, cfg, crawler.Parts{Exchange: web, Clock: web.Clock()})
		web.Close()
		if fair < fairPages {
			t.Errorf("%s: %d pages of the other host among 120, want all %d", e.Name, fair, fairPages)
		}
	}
}
