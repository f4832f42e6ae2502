package crawler_test

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
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/library"
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

// times counts the requests for "host/path".
func (w *web) times(name string) (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, asked := range w.asked {
		if asked == name {
			n++
		}
	}
	return n
}

// isAside reports whether a request is for robots.txt or a probe, which no link leads to.
func isAside(s string) bool { return strings.HasSuffix(s, "/robots.txt") || probeURL.MatchString(s) }

// requests returns what was asked for but for robots.txt and probes, sorted.
func (w *web) requests() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := slices.DeleteFunc(slices.Clone(w.asked), isAside)
	slices.Sort(list)
	return list
}

func (w *web) inOrder() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(w.asked), isAside)
}

// longTest leaves a test out of the short runs: make check, and that with the race detector, where it would take many times as long, and what it runs at
// the same time others run, too.
func longTest(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short run")
	}
}

// fewer is a smaller number in the short runs: with the race detector each takes long.
func fewer(all, few int) int {
	if testing.Short() {
		return few
	}
	return all
}

// html answers with a page that links to refs.
func html(title string, refs ...string) http.HandlerFunc {
	return raw("text/html; charset=utf-8", htmlText(title, refs...))
}

// htmlText returns a page that links to refs.
func htmlText(title string, refs ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<!DOCTYPE html><html><head><title>%s</title></head><body><h1>%s</h1><ul>\n", title, title)
	for _, r := range refs {
		fmt.Fprintf(&b, "<li><a href=%q>to %s</a>\n", r, r)
	}
	b.WriteString("</ul></body></html>")
	return b.String()
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

// many returns a home page that links to n others, and those.
func many(n int) pages {
	all := pages{}
	refs := make([]string, n)
	for i := range refs {
		refs[i] = fmt.Sprintf("/p%d", i)
		all["a.test"+refs[i]] = html(refs[i])
	}
	all["a.test/"] = html("Home", refs...)
	return all
}

// tree returns n pages of which each links to two more: a crawl learns of them level by level.
func tree(n int) pages {
	all := pages{}
	for i := range n {
		var refs []string
		for child := 2*i + 1; child <= min(2*i+2, n-1); child++ {
			refs = append(refs, fmt.Sprintf("/%d", child))
		}
		all[fmt.Sprintf("a.test/%d", i)] = html(fmt.Sprint("Page ", i), refs...)
	}
	return all
}

// pdf is a document of a size that is worth fetching.
var pdf = "%PDF-1.4\n1 0 obj<<>>endobj\n%" + strings.Repeat(" ", 9000) + "\ntrailer<<>>\n%%EOF\n"

// outcome is a crawl that is over, with all that its catalogue got.
type outcome struct {
	crawl.Result
	rows    map[string]catalogue.Fetch // last row by URL
	history []catalogue.Fetch
	refused map[string]int64 // by "site: cause"
	crawl   *crawler.Crawl
}

// recorder is a catalogue that also remembers every row.
type recorder struct {
	crawler.Catalogue
	mu      sync.Mutex
	rows    []catalogue.Fetch
	refused map[string]int64
}

func (r *recorder) Commit(ctx context.Context, g *catalogue.Group) error {
	r.mu.Lock()
	r.rows = append(r.rows, g.Fetches...)
	for _, s := range g.Soft404s {
		for i := range r.rows {
			if row := &r.rows[i]; row.URL == s.URL && row.Outcome == s.Was {
				row.Outcome, row.Cause, row.Intake = library.Failed, catalogue.CauseSoft404, 0
			}
		}
	}
	for _, c := range g.Refused {
		r.refused[c.Site+": "+c.Cause] += c.N
	}
	r.mu.Unlock()
	return r.Catalogue.Commit(ctx, g)
}

// refusals returns how many URLs were refused for a site and a cause.
func (r *recorder) refusals(siteAndCause string) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refused[siteAndCause]
}

// run crawls to the end.
func run(t *testing.T, cfg crawl.Config, parts ...crawler.Parts) *outcome {
	t.Helper()
	return begin(t, t.Context(), cfg, parts...).wait()
}

func runUntil(t *testing.T, ctx context.Context, cfg crawl.Config, parts ...crawler.Parts) *outcome {
	t.Helper()
	return begin(t, ctx, cfg, parts...).wait()
}

// running is a crawl under way.
type running struct {
	*crawler.Crawl
	t      *testing.T
	rec    *recorder
	cancel context.CancelFunc
	ended  chan struct{}
	result crawl.Result
	err    error
}

// begin starts a crawl with short delays, which ends with ctx, with the test, or after five minutes. It has one set of parts at most.
func begin(t *testing.T, ctx context.Context, cfg crawl.Config, given ...crawler.Parts) *running {
	t.Helper()
	var parts crawler.Parts
	if len(given) > 0 {
		parts = given[0]
	}
	if cfg.Politeness.Delay == 0 {
		cfg.Politeness.Delay = time.Millisecond
	}
	if parts.Catalogue == nil {
		parts.Catalogue = newCatalogue(t)
	}
	r := &running{t: t, rec: &recorder{Catalogue: parts.Catalogue, refused: map[string]int64{}}, ended: make(chan struct{})}
	parts.Catalogue = r.rec
	cfg.Log = slog.New(slog.NewTextHandler(testLog{t}, nil))
	var err error
	if r.Crawl, err = crawler.New(cfg, parts); err != nil {
		t.Fatalf("crawler.New: %v", err)
	}
	ctx, r.cancel = context.WithTimeout(ctx, 5*time.Minute)
	go func() {
		defer close(r.ended)
		r.result, r.err = r.Run(ctx)
	}()
	t.Cleanup(func() {
		r.cancel()
		<-r.ended
	})
	return r
}

// wait waits for the end of the crawl.
func (r *running) wait() *outcome {
	r.t.Helper()
	<-r.ended
	r.cancel()
	if r.err != nil {
		r.t.Fatalf("Run: %v", r.err)
	}
	o := &outcome{Result: r.result, rows: map[string]catalogue.Fetch{}, history: r.rec.rows, refused: r.rec.refused, crawl: r.Crawl}
	for _, row := range r.rec.rows {
		o.rows[row.URL] = row
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
	} else if string(row.Cause) != cause {
		t.Errorf("%s: cause %q, want %q", url, row.Cause, cause)
	}
}
