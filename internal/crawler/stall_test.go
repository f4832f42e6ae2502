package crawler_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
)

func TestStalledRequestIsReportedAndCounted(t *testing.T) {
	defer crawler.HurryWatchdog(2*time.Millisecond, 200*time.Millisecond)() // a hundred looks: a machine with other work reads no page in ten
	answer := make(chan struct{})
	w := newWeb(t, pages{"a.test/": func(w http.ResponseWriter, r *http.Request) { <-answer; html("A")(w, r) }})
	r := begin(t, t.Context(), crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{IgnoreRobots: true}})
	waitUntil(t, "a stall", func() bool { return strings.HasPrefix(r.Stats().Stalled, "http://a.test/: ") })
	if n := r.Metrics().Stalls; n != 1 {
		t.Errorf("%d stalls are counted; want 1", n)
	}
	close(answer)
	if o := r.wait(); o.State != crawl.Done || o.Stats.Pages != 1 || o.Stats.Errors != 0 {
		t.Errorf("%+v", o.Result)
	}
}
