package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/catalogue"
)

// figures are those that status, report, metrics and the last lines of a crawl have in common.
type figures struct{ Visited, Pages, Documents, Redirects, Errors, Refused, Bytes, Found, Accepted, Rejected, Unread int64 }

func figuresOfStatus(t *testing.T, lib string) (figures, crawl.Status) {
	t.Helper()
	var s crawl.Status
	readJSON(t, &s, "status", "-d", lib, "--json")
	return figures{s.Visited, s.Pages, s.Documents, s.Redirects, s.Errors, s.Refused, s.Bytes, s.Found, s.Accepted, s.Rejected, s.Unread}, s
}

func figuresOfReport(t *testing.T, lib string) figures {
	t.Helper()
	var r catalogue.Report
	readJSON(t, &r, "report", "-d", lib, "--json")
	u, d := r.Totals, r.Library
	return figures{u.Visited, u.Pages, u.Documents, u.Redirects, u.Errors, u.Refused, u.Wire, d.Found, d.Accepted, d.Rejected, d.Waiting}
}

func readJSON(t *testing.T, into any, args ...string) {
	t.Helper()
	var out, errs strings.Builder
	if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != exitDone {
		t.Fatalf("sluice %s exits with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	if err := json.Unmarshal([]byte(out.String()), into); err != nil {
		t.Fatal(err)
	}
}

// output keeps what a command writes, for several goroutines.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// TestStatusReportAndMetricsAgree compares the figures while a crawl waits for one answer, and when it has ended, in a first and in a second
// run.
func TestStatusReportAndMetricsAgree(t *testing.T) {
	t.Parallel()
	wait := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Host == "held.example" && r.URL.Path != "/robots.txt":
			serveHeld(w, r, wait)
		case r.Host == "www.site.example" && r.URL.Path == "/two.html":
			http.Redirect(w, r, "/one.html", http.StatusMovedPermanently)
		default:
			serveWeb(w, r)
		}
	}))
	defer web.Close()
	lib := filepath.Join(t.TempDir(), "lib")
	crawl := func(out io.Writer, seeds ...string) int {
		args := append([]string{"crawl", "-d", lib, "--proxy", web.URL, "--delay", "1ms", "--retries", "0", "--progress", "none", "--metrics", "0"}, seeds...)
		return run(context.WithoutCancel(t.Context()), args, strings.NewReader(""), io.Discard, out)
	}
	for n, seeds := range [][]string{{"http://www.site.example/", "http://held.example/"}, {"http://third.example/", "http://held.example/2"}} {
		var out output
		ended := make(chan int)
		go func() { ended <- crawl(&out, seeds...) }()
		agreed := false
		var status, report figures
		for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline) && !agreed; time.Sleep(20 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(lib, "control.sock")); err != nil {
				continue
			}
			s := figures{}
			var state struct{ Queue, ToRead int64 }
			s, full := figuresOfStatus(t, lib)
			if state.Queue, state.ToRead = full.Queue, full.ToRead; full.Run == nil || state.Queue > 0 || state.ToRead > 0 || full.Run.Pages < 1 {
				continue // it still works
			}
			status, report = s, figuresOfReport(t, lib)
			agreed = status == report && status == figuresOfMetrics(t, out.String(), status)
			if agreed && n > 0 && full.Run.Pages >= full.Pages {
				t.Errorf("the second run has fetched %d of the %d pages of the library", full.Run.Pages, full.Pages)
			}
		}
		if !agreed {
			t.Errorf("run %d: status has %+v, report %+v, metrics %+v", n+1, status, report, figuresOfMetrics(t, out.String(), status))
		}
		select {
		case wait <- struct{}{}:
		case code := <-ended:
			t.Fatalf("run %d ended with %d before its page did: %s", n+1, code, out.String())
		}
		if code := <-ended; code != exitDone {
			t.Fatalf("run %d exits with %d: %s", n+1, code, out.String())
		}
		status, _ = figuresOfStatus(t, lib)
		if report = figuresOfReport(t, lib); status != report {
			t.Errorf("after run %d: status has %+v, report %+v", n+1, status, report)
		}
		line := fmt.Sprintf("%d pages, %d documents, %d error, ", report.Pages, report.Documents, report.Errors)
		if n > 0 {
			line = "In the library: " + line
		}
		if report.Redirects != 1 || report.Errors != 1 || !strings.Contains(out.String(), line) {
			t.Errorf("run %d: no %q in\n%s\nof %+v", n+1, line, out.String(), report)
		}
	}
}

// serveHeld serves a page that ends when wait says so. Until then it sends a little, since the crawl gives up an answer that does not begin or
// go on, and a slow machine needs longer than that to compare the figures.
func serveHeld(w http.ResponseWriter, r *http.Request, wait <-chan struct{}) {
	fmt.Fprint(w, "<title>Held</title>")
	for more := time.NewTicker(100 * time.Millisecond); ; {
		http.NewResponseController(w).Flush()
		select {
		case <-wait:
			return
		case <-r.Context().Done():
			return
		case <-more.C:
			fmt.Fprintf(w, "<!-- %0100d -->", 0)
		}
	}
}

// figuresOfMetrics returns figures with those that the metrics have in place of others.
func figuresOfMetrics(t *testing.T, out string, f figures) figures {
	t.Helper()
	address := regexp.MustCompile(`http://\S+/metrics`).FindString(out)
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	for name, into := range map[string]*int64{
		`library_urls{class="page"}`: &f.Pages, `library_urls{class="document"}`: &f.Documents, `library_urls{class="redirect"}`: &f.Redirects,
		`library_urls{class="error"}`: &f.Errors, "found_documents": &f.Found,
	} {
		if found := regexp.MustCompile(`(?m)^sluice_` + regexp.QuoteMeta(name) + ` (\d+)$`).FindStringSubmatch(string(body)); found != nil {
			fmt.Sscan(found[1], into)
		} else {
			t.Errorf("no %s in the metrics", name)
		}
	}
	return f
}
