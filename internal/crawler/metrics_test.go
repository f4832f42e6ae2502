package crawler_test

import (
	"maps"
	"net/http"
	"slices"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
)

func sum[K comparable](m map[K]int64) (n int64) {
	for _, v := range m {
		n += v
	}
	return n
}

func TestMetricsAgreeWithResult(t *testing.T) {
	failures := 1
	w := newWeb(t, map[string]http.HandlerFunc{
		"a.example/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /private\n"),
		"a.example/":           html("home", "/one", "/two", "/private", "/gone", "/moved", "/busy", "/paper.pdf", "/sound.mp3"),
		"a.example/one":        html("one"),
		"a.example/two":        html("two", "/one"),
		"a.example/moved":      moved("/one"),
		"a.example/paper.pdf":  raw("application/pdf", pdf),
		"a.example/busy": func(rw http.ResponseWriter, r *http.Request) {
			if failures--; failures >= 0 {
				status(http.StatusInternalServerError)(rw, r)
				return
			}
			html("busy")(rw, r)
		},
	})
	before := crawl.Totals{Pages: 1000, Documents: 100, Errors: 10, Refused: 10, Bytes: 1e9}
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.example/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1, Retries: 1}, Scope: crawl.Scope{NoSitemaps: true},
	}, crawler.Parts{Before: before})
	if err != nil {
		t.Fatal(err)
	}
	result, err := c.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m := c.Metrics()
	if m.Totals.Pages != result.Stats.Pages || m.Run.Pages != result.Stats.Pages-1000 || m.Run.Documents != 1 || m.Run.Bytes != result.Stats.Bytes-1e9 {
		t.Errorf("totals %+v, of this run %+v; the result's are %+v", m.Totals, m.Run, result.Stats.Totals)
	}
	if got := sum(m.Errors); got != m.Run.Errors || m.Errors["status 404"] != 1 {
		t.Errorf("errors by cause %v; want %d in all, one of them status 404", m.Errors, m.Run.Errors)
	}
	if got := sum(m.Refused); got != m.Run.Refused || m.Refused["robots"] != 1 {
		t.Errorf("refused links by cause %v; want %d in all, one of them by robots", m.Refused, m.Run.Refused)
	}
	if want := (map[int]int64{200: 5, 301: 1, 404: 1, 500: 1}); !maps.Equal(m.Status, want) {
		t.Errorf("fetches by status %v; want %v", m.Status, want)
	}
	if m.Retries["status 500"] != 1 || m.Robots != 1 || m.Leased != 0 || m.Queue != 0 {
		t.Errorf("retries %v, robots.txt %d, leased %d, waiting %d; want 1, 1, 0, 0", m.Retries, m.Robots, m.Leased, m.Queue)
	}
	for _, name := range []string{"answer", "body", "queued", "read", "encode"} {
		if h := m.Stages[name]; int64(h.Count) != sum(m.Status) || h.Sum <= 0 {
			t.Errorf("stage %s: %d times, %v s; want %d times", name, h.Count, h.Sum, sum(m.Status))
		}
	}
	if m.Groups.Count == 0 || int64(m.Groups.Sum) != sum(m.Status) {
		t.Errorf("%d groups with %v fetches; want %d", m.Groups.Count, m.Groups.Sum, sum(m.Status))
	}
	for _, name := range []string{"archive", "catalogue", "frontier"} {
		if h := m.Stores[name]; h.Count < m.Groups.Count {
			t.Errorf("store %s was written %d times; want at least %d", name, h.Count, m.Groups.Count)
		}
	}
}

func TestAHistogramsBucketsGrow(t *testing.T) {
	w := newWeb(t, map[string]http.HandlerFunc{"a.example/": html("home", "/1", "/2", "/3"), "a.example/*": html("other")})
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.example/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1},
	}, crawler.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, h := range c.Metrics().Stages {
		below := uint64(0)
		for _, bound := range slices.Sorted(maps.Keys(h.Buckets)) {
			if h.Buckets[bound] < below || h.Buckets[bound] > h.Count {
				t.Errorf("stage %s: %d at most %v s, after %d; %d in all", name, h.Buckets[bound], bound, below, h.Count)
			}
			below = h.Buckets[bound]
		}
	}
}
