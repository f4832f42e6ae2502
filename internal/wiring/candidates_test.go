package wiring_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/cycle/candidate"
	"sluice/internal/wiring"
)

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
	all, err := lib.Candidates(t.Context(), wiring.CandidateRule{Keywords: candidate.ComputerScience()}, []string{"www.known.example"})
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
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	history, err := cat.Statistics.History(t.Context())
	if err != nil || len(history) != 1 || history[0].Host != "www.known.example" {
		t.Errorf("crawls of sites are %+v, %v; want one: documents alone are none", history, err)
	}
}

// TestFailureToRecordSitesEndsNoCrawl: the crawl is done although the figures of its sites are lost, and the log says so.
func TestFailureToRecordSitesEndsNoCrawl(t *testing.T) {
	dir := t.TempDir()
	lib := open(t, dir)
	cfg := config(linked(t))
	cfg.Seeds = []string{"http://www.known.example/"}
	run(t, lib, cfg)
	db, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("CREATE TRIGGER refuse BEFORE INSERT ON site_history BEGIN SELECT RAISE(ABORT, 'refused'); END"); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	cfg.Again, cfg.Log = true, slog.New(slog.NewTextHandler(&log, nil))
	if result := run(t, lib, cfg); result.State != crawl.Done || !strings.Contains(log.String(), "were not recorded") {
		t.Errorf("Run() = %s %q, log %s", result.State, result.Reason, &log)
	}
}
