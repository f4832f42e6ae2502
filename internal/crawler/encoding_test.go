package crawler_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
)

// mislabelled answers with bytes that the encoding named cannot be undone of.
func mislabelled(status int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		io.WriteString(w, undecodable)
	}
}

const undecodable = "\x1f\x8b\xff\x00\x01\x02\x03\xfe\xfd"

func TestUndecodableBodyIsKeptAndCounted(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/broken", "/gone"), "a.test/broken": mislabelled(200), "a.test/gone": mislabelled(404)})
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Archive: a}
	o := run(t, cfg, parts)
	wantCause(t, o, "http://a.test/broken", "encoding: gzip")
	wantCause(t, o, "http://a.test/gone", "status 404")
	row := o.rows["http://a.test/broken"]
	if row.Status != 200 || row.Outcome != library.Failed || o.Stats.Errors != 2 {
		t.Errorf("status %d, outcome %v, %d errors in all", row.Status, row.Outcome, o.Stats.Errors)
	}
	rec, err := a.Read(t.Context(), archive.Location{File: row.File, Offset: row.Offset, Length: row.Length})
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(rec.Body)
	if err != nil || rec.Status != 200 || string(body) != undecodable {
		t.Errorf("the archive has status %d and %q, %v", rec.Status, body, err)
	}
	rec.Close()
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	parts.Frontier = frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	if result, _ := replayed(t, dir, cfg); result.Damaged != 0 || result.Stats.Errors != 2 {
		t.Errorf("a replay finds %d damaged, %d errors", result.Damaged, result.Stats.Errors)
	}
}

func TestRedirectWithUnreadableBodyIsFollowed(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": html("A", "/undecodable", "/cut"), "a.test/1": html("One"), "a.test/2": html("Two"),
		"a.test/undecodable": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Location", "/1")
			mislabelled(302)(w, r)
		},
		"a.test/cut": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Length", "5000")
			moved("/2")(w, r)
			io.WriteString(w, "It is")
			http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		},
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/1", "a.test/2", "a.test/cut", "a.test/undecodable")
	for from, to := range map[string]string{"http://a.test/undecodable": "http://a.test/1", "http://a.test/cut": "http://a.test/2"} {
		if row := o.rows[from]; row.Outcome != library.Redirected || row.Location != to || row.Cause != "" {
			t.Errorf("%+v", row)
		}
	}
}

func TestUndecodableRobotsFileIsAnError(t *testing.T) {
	w := newWeb(t, pages{"a.test/robots.txt": mislabelled(200), "a.test/": html("A")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: -1}})
	wantRequests(t, w)
	if row := o.rows["http://a.test/"]; !strings.HasPrefix(string(row.Cause), "robots: encoding: gzip") {
		t.Errorf("cause %q", row.Cause)
	}
}
