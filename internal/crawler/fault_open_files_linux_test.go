package crawler_test

import (
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"sluice/crawl"
	"sluice/library"
	"sluice/page"
)

// TestOpenFileLimitLosesNoURL takes all files from a crawl that
// opens a connection for each request. It pauses, and continues when it has files again.
func TestOpenFileLimitLosesNoURL(t *testing.T) {
	const n = 5
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	limit := func(files uint64) {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: files, Max: before.Max}); err != nil {
			t.Error(err)
		}
	}
	defer limit(before.Cur)
	all := many(n)
	port, asked := site(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		all["a.test"+r.URL.Path](w, r)
	})
	host := "a.test:" + port
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://" + host + "/"}, Network: crawl.Network{Resolve: []string{host + ":127.0.0.1"}}, Politeness: crawl.Politeness{Retries: -1},
		Hooks: crawl.Hooks{Page: func(f *library.Fetch, _ *page.Page) {
			if f.Depth == 0 { // nothing else is under way
				limit(3)
			}
		}},
	})
	waitUntil(t, "a pause", func() bool { return strings.HasPrefix(r.Stats().Paused, "local: out of files") })
	limit(before.Cur)
	o := r.wait()
	if o.State != crawl.Done || o.Stats.Pages != n+1 || o.Stats.Errors != 0 || len(o.history) != n+1 {
		t.Errorf("state %s, %d pages, %d errors, %d fetches; want done, %d, none, %[5]d", o.State, o.Stats.Pages, o.Stats.Errors, len(o.history), n+1)
	}
	for i := range n {
		if times := asked(fmt.Sprintf("a.test/p%d", i)); times != 1 {
			t.Errorf("/p%d was asked for %d times, want once", i, times)
		}
	}
}
