package main

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"sluice/crawl"
	"sluice/internal/wiring"
)

// closedAddress returns an address of this machine at which nothing listens.
func closedAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// TestUnreachableSeedsFailTheCrawlAndAreTriedAgain: first no seed can be reached, then one of two.
func TestUnreachableSeedsFailTheCrawlAndAreTriedAgain(t *testing.T) {
	t.Parallel()
	one, two := closedAddress(t), closedAddress(t)
	lib := filepath.Join(t.TempDir(), "lib")
	start := func(want int, seeds ...string) string {
		t.Helper()
		args := []string{"crawl", "-d", lib, "--allow-private", "--delay", "1ms", "--retries", "1", "--progress", "none"}
		var out, errs strings.Builder
		if code := run(t.Context(), append(args, seeds...), strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("crawl exits with %d, want %d:\n%s", code, want, errs.String())
		}
		return errs.String()
	}
	wantLines := func(out string, lines ...string) {
		t.Helper()
		for _, line := range lines {
			if !strings.Contains("\n"+out, "\n"+line+"\n") {
				t.Errorf("no line %q in\n%s", line, out)
			}
		}
	}
	wantState := func(want crawl.State) {
		t.Helper()
		if _, s := figuresOfStatus(t, lib); s.State != want {
			t.Errorf("the state is %s (%s), want %s", s.State, s.Reason, want)
		}
	}

	const failure = "sluice: no seed could be reached; check the URLs and the network (the same command tries the seeds again)"
	for range 2 {
		out := start(exitError, one, two)
		wantLines(out, "seed http://"+one+"/: connect: refused", "seed http://"+two+"/: connect: refused", "errors: 2 × connect: refused", failure)
		if strings.Contains(out, "Done") || strings.Contains(out, "finished") {
			t.Errorf("a crawl without any seed ends with\n%s", out)
		}
		wantState(crawl.Failed)
	}

	l, err := net.Listen("tcp", one)
	if err != nil {
		t.Fatal("another program took the port meanwhile:", err)
	}
	site := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Fprint(w, "<title>Here</title>")
			return
		}
		http.NotFound(w, r)
	})}
	go site.Serve(l)
	defer site.Close()
	out := start(exitDone)
	wantLines(out, "seed http://"+two+"/: connect: refused")
	if !strings.Contains(out, "1 page, 0 documents, ") || !strings.Contains(out, "\nDone. ") || strings.Contains(out, "seed http://"+one) {
		t.Errorf("with one of two seeds the crawl ends with\n%s", out)
	}
	wantState(crawl.Done)

	// A further seed of which nothing can be reached is a failure, too; the library keeps what it has.
	out = start(exitError, closedAddress(t))
	wantLines(out, failure)
	if figures, s := figuresOfStatus(t, lib); s.State != crawl.Failed || figures.Pages != 1 {
		t.Errorf("the state is %s, with %d pages; want failed and 1", s.State, figures.Pages)
	}
}

// TestAgainRequestsAllSeedsAfterAMistypedOne: a crawl that failed for a seed of its own does not keep --again from the others.
func TestAgainRequestsAllSeedsAfterAMistypedOne(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	defer web.Close()
	lib := filepath.Join(t.TempDir(), "lib")
	start := func(want int, args ...string) string {
		t.Helper()
		args = append([]string{"crawl", "-d", lib, "--proxy", web.URL, "--delay", "1ms", "--retries", "0", "--progress", "none"}, args...)
		var out, errs strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("crawl exits with %d, want %d:\n%s", code, want, errs.String())
		}
		return errs.String()
	}
	start(exitDone, "http://www.site.example/")
	before, _ := figuresOfStatus(t, lib)
	start(exitError, "http://mistyped/")
	for range 2 {
		out := start(exitDone, "--again")
		if !strings.Contains(out, "\nseed http://mistyped/: ") || strings.HasPrefix(out, "0 pages") {
			t.Errorf("crawl --again ends with\n%s", out)
		}
		if after, s := figuresOfStatus(t, lib); s.State != crawl.Done || after.Pages != before.Pages {
			t.Errorf("the state is %s, with %d pages; want done and %d", s.State, after.Pages, before.Pages)
		}
	}
}

// TestFailedCrawlAgainIsContinued: the commands after a crawl with --again that reached no seed go on with it.
func TestFailedCrawlAgainIsContinued(t *testing.T) {
	t.Parallel()
	var isDown atomic.Bool
	var requests atomic.Int32
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isDown.Load() {
			panic(http.ErrAbortHandler)
		}
		if requests.Add(1); r.URL.Path != "/" && r.URL.Path != "/a" {
			http.NotFound(w, r)
			return
		}
		fmt.Fprintf(w, "<title>Page %s</title><a href=/a>A</a>", r.URL.Path)
	}))
	defer site.Close()
	dir := filepath.Join(t.TempDir(), "lib")
	start := func(want int, args ...string) {
		t.Helper()
		args = append(args, "-d", dir, "--allow-private", "--delay", "1ms", "--retries", "0", "--progress", "none")
		var out, errs strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != want {
			t.Errorf("%q exits with %d, want %d:\n%s", args, code, want, errs.String())
		}
	}
	wantCrawl := func(id int64, state crawl.State) {
		t.Helper()
		lib, err := wiring.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer lib.Close()
		if last, _, err := lib.LastCrawl(t.Context()); err != nil || last.ID != id || last.State != string(state) {
			t.Errorf("the last crawl is number %d, %s (%v); want %d, %s", last.ID, last.State, err, id, state)
		}
	}
	start(exitDone, "crawl", site.URL+"/")
	wantCrawl(1, crawl.Done)
	isDown.Store(true)
	start(exitError, "crawl", "--again")
	wantCrawl(2, crawl.Failed)
	for range 2 {
		start(exitError, "crawl")
		wantCrawl(2, crawl.Failed)
	}
	start(exitError, "crawl", "--again") // given once more, it begins once more
	wantCrawl(3, crawl.Failed)
	isDown.Store(false)
	requests.Store(0)
	start(exitDone, "crawl")
	wantCrawl(3, crawl.Done)
	if n := requests.Load(); n < 2 {
		t.Errorf("%d requests of the site, want all of its pages", n)
	}
	start(exitDone, "crawl")
	wantCrawl(3, crawl.Done)
}

// TestSeedsThatAnswerWithErrorsAreListed: a host that answers was reached, whatever it says.
func TestSeedsThatAnswerWithErrorsAreListed(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	defer web.Close()
	var out, errs strings.Builder
	code := run(t.Context(), []string{"crawl", "-d", t.TempDir(), "--proxy", web.URL, "--delay", "1ms", "--retries", "0", "--progress", "none",
		"http://www.site.example/gone.html", "http://third.example/"}, strings.NewReader(""), &out, &errs)
	if code != exitDone || !strings.Contains(errs.String(), "\nseed http://www.site.example/gone.html: status 404\n") {
		t.Errorf("crawl exits with %d:\n%s", code, errs.String())
	}
}

// TestFailureOfSeedIsThatOfItsScheme: the seed failed for the cause at its own scheme, although the other one cannot be reached for
// another cause.
func TestFailureOfSeedIsThatOfItsScheme(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	defer server.Close()
	server.TLS = &tls.Config{GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) {
		server.Listener.Close() // from now on connections are refused
		return nil, nil
	}}
	server.StartTLS()
	var out, errs strings.Builder
	code := run(t.Context(), []string{"crawl", "-d", t.TempDir(), "--allow-private", "--retries", "0", "--progress", "none", server.URL},
		strings.NewReader(""), &out, &errs)
	if want := "\nseed " + server.URL + "/: tls: unknown authority\n--ca-file FILE trusts a certificate, --insecure all.\n"; code != exitError || !strings.Contains(errs.String(), want) {
		t.Errorf("crawl exits with %d and without the line %q:\n%s", code, want, errs.String())
	}
}
