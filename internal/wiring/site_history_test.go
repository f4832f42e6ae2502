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
	"sluice/internal/wiring"
)

// linked serves a page that links to a host.
func linked(t *testing.T) string {
	t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>Robotics</title><p>Algorithms and graph theory <a href="http://new.example/">it</a>`)
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

// TestDocumentsAloneAreNoCrawlOfASite: a host of which only a home page was requested has no history.
func TestDocumentsAloneAreNoCrawlOfASite(t *testing.T) {
	lib := open(t, t.TempDir())
	cfg := config(linked(t))
	cfg.Seeds = []string{"http://www.known.example/"}
	run(t, lib, cfg)
	cfg.Scope.DocumentsOnly, cfg.Documents = true, []string{"http://new.example/"}
	run(t, lib, cfg)
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	history, err := cat.Statistics.History(t.Context())
	if err != nil || len(history) != 1 || history[0].Host != "www.known.example" {
		t.Errorf("crawls of sites are %+v, %v; want one: a crawl of documents alone does not count", history, err)
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
