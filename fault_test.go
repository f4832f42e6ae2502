package sluice_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice"
	"sluice/crawl"
)

// TestAPowerLossCostsTheLastGroupAtMost takes a library as it lies on disk in the
// middle of a crawl, and adds what a power loss leaves of writes that were never
// synced: torn records, zeros, files of length zero. The next crawl says that the
// last one was cut off, and comes to the same end.
func TestAPowerLossCostsTheLastGroupAtMost(t *testing.T) {
	const n = 120
	var asked atomic.Int32
	var lit atomic.Bool
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		if asked.Add(1) > n/2 && !lit.Load() {
			<-r.Context().Done() // the first crawl comes so far
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>Page %s</title>", r.URL.Path)
		if r.URL.Path == "/" {
			for i := range n {
				fmt.Fprintf(w, `<a href="/p%d">page</a> `, i)
			}
		}
	}))
	defer site.Close()
	cfg := crawl.Config{Seeds: []string{"http://a.example/"}, Proxy: site.URL, Delay: time.Millisecond}

	live := t.TempDir()
	lib, err := sluice.Open(live)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	c, err := lib.Crawl(cfg)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { _, err := c.Run(t.Context()); ended <- err }()
	for end := time.Now().Add(20 * time.Second); c.Stats().Pages < n/2 && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	dark := t.TempDir()
	copyFolder(t, dark, live)
	c.Stop("by the test")
	if err := <-ended; err != nil {
		t.Fatal(err)
	}

	damage(t, filepath.Join(dark, "archive", "*"), "WARC/1.1\r\nWARC-Type: resp")
	damage(t, filepath.Join(dark, "catalog.db-wal"), strings.Repeat("\x00", 5000))
	damage(t, filepath.Join(dark, "frontier", "*.log"), strings.Repeat("\x00", 5000))
	for _, name := range []string{"archive/sluice-20991231235959-00002.warc.gz", "archive/.encode-7.tmp"} {
		if err := os.WriteFile(filepath.Join(dark, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	lit.Store(true)
	var log bytes.Buffer
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	crawlWhole(t, dark, cfg)
	if !strings.Contains(log.String(), "the last run was cut off") {
		t.Errorf("not a word of the run that was cut off: %s", log.String())
	}
	if got := countPages(t, dark); got != n+1 {
		t.Errorf("%d pages, want %d", got, n+1)
	}
	whole := open(t, dark)
	for i := range n {
		if body, err := whole.Body(fmt.Sprintf("http://a.example/p%d", i)); err != nil {
			t.Errorf("body of p%d: %v", i, err)
		} else {
			body.Close()
		}
	}
}

// copyFolder copies files as they are now.
func copyFolder(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		switch {
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case d.Type().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(to, rel), b, 0o644)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// damage adds text to the end of the last file that a pattern finds.
func damage(t *testing.T, pattern, text string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no file %s: %v", pattern, err)
	}
	f, err := os.OpenFile(files[len(files)-1], os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

func countPages(t *testing.T, dir string) (n int) {
	t.Helper()
	catalogue, err := open(t, dir).Catalogue()
	if err != nil {
		t.Fatal(err)
	}
	list, err := catalogue.List("pages", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	for _, err := range list.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// TestACrawlThatWasCutOffBeforeItsSeedsBeginsWithThem: a crawl is recorded before its seeds wait.
func TestACrawlThatWasCutOffBeforeItsSeedsBeginsWithThem(t *testing.T) {
	dir, cfg := t.TempDir(), config(alwaysTheSame(t))
	c, err := open(t, dir).Crawl(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil { // it never ran
		t.Fatal(err)
	}
	crawlWhole(t, dir, cfg)
	if n := countPages(t, dir); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
}
