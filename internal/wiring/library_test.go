package wiring_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sluice/crawl"
	"sluice/document"
	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

func TestMain(m *testing.M) {
	if !document.Serve() {
		goleak.VerifyTestMain(m)
	}
}

func TestStatsReturnTheErrorOfTheirCounts(t *testing.T) {
	c, err := open(t, t.TempDir()).Crawl(t.Context(), config(endless(t)))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := c.Stats(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Stats() = %+v, %v; want the error", s, err)
	}
	if m, err := c.Metrics(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Metrics() = %+v, %v; want the error", m, err)
	}
	if _, err := c.Stats(t.Context()); err != nil {
		t.Errorf("Stats() after that: %v", err)
	}
}

// endless serves a site whose pages link on and on.
func endless(t *testing.T) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<title>%d</title>This is page %d. <a href="/%d">on</a>`, n, n, n+1)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

func config(proxy string) crawl.Config {
	return crawl.Config{
		Seeds: []string{"http://long.example/1"}, Network: crawl.Network{Proxy: proxy},
		Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: -1},
	}
}

func open(t *testing.T, dir string) *wiring.Library {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := lib.Close(); err != nil {
			t.Error(err)
		}
	})
	return lib
}

func TestReadingAnEmptyFolderReturnsErrEmpty(t *testing.T) {
	lib := open(t, t.TempDir())
	if _, err := lib.Catalogue(t.Context()); !errors.Is(err, wiring.ErrEmpty) {
		t.Errorf("Catalogue() of an empty folder: %v; want ErrEmpty", err)
	}
	if err := monitor.Stop(t.Context(), lib); err == nil {
		t.Error("Stop() where no crawl runs returns no error")
	}
}

func TestSecondCrawlIsRefused(t *testing.T) {
	dir := t.TempDir()
	first, err := open(t, dir).Crawl(t.Context(), config("http://127.0.0.1:1"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = open(t, dir).Crawl(t.Context(), config("http://127.0.0.1:1"))
	var running *wiring.InUseError
	if !errors.As(err, &running) || running.PID != os.Getpid() {
		t.Errorf("second crawl on one folder: %v; want an InUseError with pid %d", err, os.Getpid())
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "control.sock")); err == nil {
		t.Error("a closed crawl leaves its socket")
	}
	again, err := open(t, dir).Crawl(t.Context(), config("http://127.0.0.1:1"))
	if err != nil {
		t.Fatalf("after Close: %v", err)
	}
	again.Close()
}

func TestRunningCrawlAnswersOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	c, err := open(t, dir).Crawl(t.Context(), config(endless(t)))
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan crawl.Result)
	go func() {
		result, err := c.Run(context.Background())
		if err != nil {
			t.Error(err)
		}
		ended <- result
	}()
	other := open(t, dir)
	for s := (crawl.Status{}); s.Pages < 5; {
		if s, err = monitor.Status(t.Context(), other); err != nil {
			t.Fatal(err)
		}
		if !s.Running || s.PID != os.Getpid() {
			t.Fatalf("status of a running crawl: %+v", s)
		}
	}
	known, err := monitor.Known(t.Context(), other, "http://long.example/1")
	if err != nil || known.State != frontier.Done {
		t.Errorf("Known(seed) = %+v, %v; want done", known, err)
	}
	if err := monitor.Stop(t.Context(), other); err != nil {
		t.Error(err)
	}
	if result := <-ended; result.State != crawl.Stopped {
		t.Errorf("result %+v; want stopped", result)
	}
	s, err := monitor.Status(t.Context(), other)
	if err != nil || s.Running || s.State != "stopped" || s.Pages < 5 {
		t.Errorf("status afterwards: %+v, %v", s, err)
	}
	known, err = monitor.Known(t.Context(), other, "http://long.example/1")
	if err != nil || known.State != frontier.Done {
		t.Errorf("Known(seed) when none runs = %+v, %v; want done", known, err)
	}
}

func TestCrawlContinuesWhereItStopped(t *testing.T) {
	dir, proxy := t.TempDir(), endless(t)
	for _, want := range []int64{10, 25} {
		cfg := config(proxy)
		cfg.Limits.Pages = want
		c, err := open(t, dir).Crawl(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		result, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if result.State != crawl.Limited || result.Stats.Pages < want || result.Stats.Pages > want+2 {
			t.Errorf("max-pages %d: %s with %d pages", want, result.State, result.Stats.Pages)
		}
	}
	catalogue, err := open(t, dir).Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := catalogue.List(t.Context(), "pages", "fetches > 1", 0)
	if err != nil {
		t.Fatal(err)
	}
	for record := range list.All() {
		t.Errorf("fetched twice: %v", record)
	}
}

func TestBodyAfterManyCrawls(t *testing.T) {
	site := alwaysTheSame(t)
	dir := t.TempDir()
	cfg := config(site)
	for range 6 {
		crawlWhole(t, dir, cfg)
		cfg.Again = true
	}
	lib := open(t, dir)
	for _, path := range []string{"1", "2", "3"} {
		body, err := lib.Body(t.Context(), "http://long.example/"+path)
		if err != nil {
			t.Errorf("Body(%s) of a page that never changed: %v", path, err)
			continue
		}
		text, err := io.ReadAll(body)
		if err := errors.Join(err, body.Close()); err != nil || !strings.Contains(string(text), "the same") {
			t.Errorf("Body(%s) = %q, %v", path, text, err)
		}
	}
}

// alwaysTheSame serves one page at each of three addresses, and never says that it has not changed.
func alwaysTheSame(t *testing.T) string {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains([]string{"/1", "/2", "/3"}, r.URL.Path) {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<title>One</title>Always the same. <a href="/2">on</a> <a href="/3">on</a>`)
	}))
	t.Cleanup(site.Close)
	return site.URL
}

func crawlWhole(t *testing.T, dir string, cfg crawl.Config) {
	t.Helper()
	crawlArchived(t, dir, cfg, false)
}

// crawlArchived is crawlWhole with an archive that is compressed or plain.
func crawlArchived(t *testing.T, dir string, cfg crawl.Config, plain bool) {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	lib.PlainArchive = plain
	c, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := c.Run(t.Context()); err != nil || result.State != crawl.Done {
		t.Fatalf("Run() = %+v, %v", result, err)
	}
}
