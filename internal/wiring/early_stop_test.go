package wiring_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/cycle/stats"
	"sluice/internal/wiring"
	"sluice/library"
)

// trap serves a site that turns into a spider trap, http://trap.example/, whose pages link to two new ones without end, and a sound one, http://sound.example/.
func trap(t *testing.T) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch n := strings.TrimLeft(r.URL.Path, "/n"); {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case strings.HasSuffix(r.URL.Path, ".pdf"):
			w.Header().Set("Content-Type", "application/pdf")
			fmt.Fprintf(w, "%%PDF-1.4\n%s", r.URL)
		case r.Host == "sound.example":
			fmt.Fprint(w, linkTo("sound", "/1.pdf", "/2.pdf", "/about.html", "/more.html"))
		case r.Host == "trap.example":
			fmt.Fprint(w, linkTo("a page whose words are "+n, "/n"+n+"0", "/n"+n+"1"))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// stopping is a crawl of both sites that stops one without documents after 60 pages.
func stopping(proxy string) crawl.Config {
	cfg := config(proxy)
	cfg.Seeds = []string{"http://trap.example/", "http://sound.example/"}
	cfg.Scope.Rules = []string{"-document-small", "-same-answer"}
	cfg.EarlyStop = crawl.EarlyStop{On: true, Pages: 50, Recheck: 10, Share: 0.01}
	return cfg
}

// checkStopped checks that the trap alone was stopped, after its 60th page.
func checkStopped(t *testing.T, lib *wiring.Library, result crawl.Result) {
	t.Helper()
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stops, err := cat.Statistics.Stops(t.Context())
	if err != nil || len(stops) != 1 || stops[0].Host != "trap.example" || stops[0].Rule != "share" || stops[0].Pages != 60 || stops[0].Found != 0 || stops[0].Waiting < 10 || stops[0].MissedHigh <= 0 {
		t.Errorf("stops %+v, %v; want trap.example after 60 pages", stops, err)
	}
	if result.State != crawl.Done || result.Stats.Library.Documents != 2 {
		t.Errorf("the crawl is %s %q with %d documents, want it done with both of the sound site", result.State, result.Reason, result.Stats.Library.Documents)
	}
	s, err := stats.Analyse(t.Context(), cat.Statistics, stops[0].At, stats.Settings{})
	if err != nil || len(s.Stops) != 1 {
		t.Errorf("statistics have the stops %+v, %v", s.Stops, err)
	}
}

// TestSpiderTrapIsStopped: a site that yields nothing ends, the other one is crawled to its end.
func TestSpiderTrapIsStopped(t *testing.T) {
	lib := open(t, t.TempDir())
	c, err := lib.Crawl(t.Context(), stopping(trap(t)))
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := c.Crawl.Metrics(); m.Refused["site: stopped"] < 10 {
		t.Errorf("refused %v, want what waited", m.Refused)
	}
	checkStopped(t, lib, result)
}

// TestEarlyStopCountsOverInterruptions: a crawl that is stopped or limited again and again counts on.
func TestEarlyStopCountsOverInterruptions(t *testing.T) {
	dir, proxy := t.TempDir(), trap(t)
	for pages := int64(20); ; pages += 10 {
		lib := open(t, dir)
		cfg := stopping(proxy)
		cfg.Limits.Pages = pages
		cfg.Politeness.Workers = 1
		stop := func() {}
		cfg.Hooks.Fetch = func(f *library.Fetch) {
			if pages%20 == 0 && f.URL != "http://trap.example/" { // every second run is stopped on request
				stop()
			}
		}
		c, err := lib.Crawl(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		stop = func() { c.Stop("by the test") }
		result, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if result.State == crawl.Done {
			checkStopped(t, lib, result)
			return
		}
		if pages > 5_000 {
			t.Fatalf("the crawl does not end: %s %q", result.State, result.Reason)
		}
	}
}
