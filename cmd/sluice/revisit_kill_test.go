package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

const revisitedPages = 300 // of a site of which some are requested again

// revisitedWeb is a site with an index, pages with dead links, and, later, new pages.
type revisitedWeb struct {
	requests
	mu      sync.Mutex
	isLater bool
	asked   map[string]bool // beside robots.txt
}

func (w *revisitedWeb) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	var n int
	_, err := fmt.Sscanf(r.URL.Path, "/p%d", &n)
	isPage := r.URL.Path == "/" || err == nil
	if r.URL.Path != "/robots.txt" && !w.admit(r.Context()) {
		return
	}
	w.mu.Lock()
	isLater := w.isLater
	if r.URL.Path != "/robots.txt" {
		w.asked[r.URL.Path] = true
	}
	w.mu.Unlock()
	if !isPage {
		http.NotFound(rw, r)
		return
	}
	rw.Header().Set("Content-Type", html)
	fmt.Fprintf(rw, `<title>%s</title><a href="/dead%d">dead</a>`, r.URL.Path, n%20)
	if isLater && n < revisitedPages {
		fmt.Fprintf(rw, `<a href="/p%d">new</a>`, n+revisitedPages)
	}
	if r.URL.Path == "/" {
		for i := range revisitedPages {
			fmt.Fprintf(rw, ` <a href="/p%d">page</a>`, i)
		}
	}
}

// TestBudgetOfRevisitsHoldsOverKills kills a crawl of what is due several times. All its runs together request as many URLs as the crawl may, each once but for
// those that were in flight.
func TestBudgetOfRevisitsHoldsOverKills(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := &revisitedWeb{asked: map[string]bool{}}
	server := httptest.NewServer(web)
	defer server.Close()
	dir := filepath.Join(t.TempDir(), "lib")
	args := []string{"crawl", "-d", dir, "--proxy", server.URL, "--progress", "none", "--contact", "https://kill.example/", "--delay", "5ms", "--index", "documents", "http://site.example/"}
	if out, err := program(args...).CombinedOutput(); err != nil {
		t.Fatalf("first crawl: %v\n%s", err, out)
	}
	recordEarlier(t, dir, 30*24*time.Hour)
	web.mu.Lock()
	web.isLater, web.asked = true, map[string]bool{}
	web.mu.Unlock()
	web.requests = requests{}
	const budget, kills, each = 30 * 12, 4, 30 // days × requests a day
	args = append(args, "--again", "--requests", "12")
	for range kills {
		killAfter(t, web.reached(each), args)
	}
	web.admitAll()
	if out, err := program(args...).CombinedOutput(); err != nil {
		t.Fatalf("last run: %v\n%s", err, out)
	}
	if len(web.asked) != budget {
		t.Errorf("%d URLs were requested, want %d", len(web.asked), budget)
	}
	if again := web.n - len(web.asked); again > kills*each {
		t.Errorf("%d requests were made again, more than the killed runs have made", again)
	}
}
