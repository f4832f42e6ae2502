package crawl_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/library"
)

// web is a small Web of virtual hosts behind an HTTP proxy on loopback. Keys are
// host and path; it counts what it was asked for.
type web struct {
	*httptest.Server
	pages map[string]http.HandlerFunc
	// wildcard answers for the hosts of which pages has nothing; nil: 404.
	wildcard http.HandlerFunc

	mu    sync.Mutex
	asked []string // "host/path" in the order of the requests
}

func newWeb(t *testing.T, pages map[string]http.HandlerFunc) *web {
	w := &web{pages: pages}
	w.Server = httptest.NewServer(w)
	t.Cleanup(w.Close)
	return w
}

func (w *web) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		http.Error(rw, "no tunnel", http.StatusBadGateway)
		return
	}
	name := r.URL.Host + r.URL.RequestURI()
	w.mu.Lock()
	w.asked = append(w.asked, name)
	w.mu.Unlock()
	handler := w.pages[name]
	if handler == nil {
		handler = w.pages[r.URL.Host+r.URL.Path]
	}
	if handler == nil {
		handler = w.pages[r.URL.Host+"/*"]
	}
	if handler == nil {
		handler = w.wildcard
	}
	if handler == nil {
		http.NotFound(rw, r)
		return
	}
	handler(rw, r)
}

// requests gives what was asked for but for robots.txt, sorted.
func (w *web) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(w.asked), func(s string) bool { return strings.HasSuffix(s, "/robots.txt") })
	slices.Sort(list)
	return list
}

func (w *web) inOrder() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.asked), func(s string) bool { return strings.HasSuffix(s, "/robots.txt") })
}

// html answers with a page that links to refs.
func html(title string, refs ...string) http.HandlerFunc {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>%s</title></head><body><h1>%s</h1><ul>\n", title, title)
	for _, r := range refs {
		fmt.Fprintf(&b, "<li><a href=%q>to %s</a>\n", r, r)
	}
	b.WriteString("</ul></body></html>")
	return raw("text/html; charset=utf-8", b.String())
}

func raw(contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", contentType)
		io.WriteString(w, body)
	}
}

func moved(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusMovedPermanently)
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
}

func gzipped(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

const pdf = "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n"

// outcome is a crawl that is over, with all that its catalogue got.
type outcome struct {
	crawl.Result
	rows    map[string]library.Fetch // last row by URL
	history []library.Fetch
	refused map[string]int64 // by "site: cause"
	crawl   *crawl.Crawl
}

// recorder is a catalogue that also remembers every row.
type recorder struct {
	crawl.Catalogue
	mu      sync.Mutex
	rows    []library.Fetch
	refused map[string]int64
}

func (r *recorder) Commit(g *library.Group) error {
	r.mu.Lock()
	r.rows = append(r.rows, g.Fetches...)
	for _, c := range g.Refused {
		r.refused[c.Site+": "+c.Cause] += c.N
	}
	r.mu.Unlock()
	return r.Catalogue.Commit(g)
}

// run crawls with short delays, within half a minute.
func run(t *testing.T, cfg crawl.Config) *outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	return runUntil(t, ctx, cfg)
}

func runUntil(t *testing.T, ctx context.Context, cfg crawl.Config) *outcome {
	t.Helper()
	if cfg.Delay == 0 {
		cfg.Delay = time.Millisecond
	}
	rec := &recorder{Catalogue: cfg.Catalogue, refused: map[string]int64{}}
	if rec.Catalogue == nil {
		memory, err := library.NewMemory()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { memory.Close() })
		rec.Catalogue = memory
	}
	cfg.Catalogue = rec
	cfg.Log = slog.New(slog.NewTextHandler(testLog{t}, nil))
	c, err := crawl.New(cfg)
	if err != nil {
		t.Fatalf("crawl.New: %v", err)
	}
	result, err := c.Run(ctx)
	if err != nil {
		t.Fatalf("Run: %v", err)
	}
	o := &outcome{Result: result, rows: map[string]library.Fetch{}, history: rec.rows, refused: rec.refused, crawl: c}
	for _, r := range rec.rows {
		o.rows[r.URL] = r
	}
	return o
}

type testLog struct{ t *testing.T }

func (l testLog) Write(p []byte) (int, error) {
	l.t.Log(strings.TrimSpace(string(p)))
	return len(p), nil
}

func wantRequests(t *testing.T, w *web, want ...string) {
	t.Helper()
	slices.Sort(want)
	if got := w.requests(); !slices.Equal(got, want) {
		t.Errorf("requests:\n got %s\nwant %s", strings.Join(got, " "), strings.Join(want, " "))
	}
}

func wantCause(t *testing.T, o *outcome, url, cause string) {
	t.Helper()
	row, ok := o.rows[url]
	if !ok {
		t.Errorf("%s: no row", url)
	} else if row.Cause != cause {
		t.Errorf("%s: cause %q, want %q", url, row.Cause, cause)
	}
}
