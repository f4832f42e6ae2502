package sites_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/cycle/candidate"
	"sluice/internal/wiring"
	"sluice/internal/wiring/sites"
)

func TestMain(m *testing.M) {
	if !document.Serve() {
		goleak.VerifyTestMain(m)
	}
}

// config is the configuration of a crawl through a proxy that serves the test's hosts.
func config(proxy string) crawl.Config {
	return crawl.Config{Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: -1}, Network: crawl.Network{Proxy: proxy}}
}

// open opens a library and closes it at the end of the test.
func open(t *testing.T, dir string) *wiring.Library {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { lib.Close() })
	return lib
}

// linked serves a page that links to hosts, whose home pages differ.
func linked(t *testing.T) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.Host {
		case "www.known.example":
			for _, host := range []string{"known", "moved", "gone", "new", "www.new", "strange", "unasked"} {
				fmt.Fprintf(w, `<a href="http://%s.example/">it</a> `, host)
			}
		case "moved.example":
			http.Redirect(w, r, "http://elsewhere.example/", http.StatusFound)
		case "new.example":
			fmt.Fprint(w, "<title>Robotics</title><p>Algorithms and graph theory")
		default:
			http.Error(w, "gone", http.StatusGone)
		}
	}))
	t.Cleanup(web.Close)
	return web.URL
}

// run runs a crawl to its end.
func run(t *testing.T, lib *wiring.Library, cfg crawl.Config) crawl.Result {
	t.Helper()
	c, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestCandidates: a host is new if it differs from the sites in more than "www.", and the reason says what came of its home page.
func TestCandidates(t *testing.T) {
	lib := open(t, t.TempDir())
	cfg := config(linked(t))
	cfg.Seeds = []string{"http://www.known.example/"}
	run(t, lib, cfg)
	cfg.Scope.DocumentsOnly = true
	for _, host := range []string{"moved", "gone", "new"} {
		cfg.Documents = append(cfg.Documents, "http://"+host+".example/")
	}
	run(t, lib, cfg)
	all, err := sites.Candidates(t.Context(), lib, sites.CandidateRule{Keywords: candidate.ComputerScience()}, []string{"www.known.example"})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, h := range all {
		got[strings.TrimPrefix(h.Host, "www.")] += h.Verdict + ": " + h.Reason
	}
	for host, want := range map[string]string{"moved": "unknown: its home page redirects to elsewhere.example", "gone": "unknown: its home page failed (410)", "new": "accepted: K = 3, A = 0",
		"unasked": "unknown: its home page was not fetched", "known": ""} {
		if got[host+".example"] != want {
			t.Errorf("%s is %q, want %q", host, got[host+".example"], want)
		}
	}
}
