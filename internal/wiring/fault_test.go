package wiring_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// rationed serves a home page and n pages that it links to, for a token each. A request without a token waits.
type rationed struct {
	*httptest.Server
	n      int
	tokens chan struct{}

	mu       sync.Mutex
	answered map[string]int // how often, by path
}

func newRationed(t *testing.T, n int) *rationed {
	s := &rationed{n: n, tokens: make(chan struct{}, n+1), answered: map[string]int{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *rationed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/robots.txt" {
		http.NotFound(w, r)
		return
	}
	select {
	case <-s.tokens:
	case <-r.Context().Done():
		return
	}
	s.mu.Lock()
	s.answered[r.URL.Path]++
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprintf(w, "<title>Page %s</title>", r.URL.Path)
	if r.URL.Path == "/" {
		for i := range s.n {
			fmt.Fprintf(w, `<a href="/p%d">page</a> `, i)
		}
	}
}

func (s *rationed) grant(tokens int) {
	for range tokens {
		s.tokens <- struct{}{}
	}
}

// counts returns what has been answered so far.
func (s *rationed) counts() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.answered)
}

// moment is a library as it lies on disk when all of its writes are done, and what had been answered until then.
type moment struct {
	dir      string
	serial   int64 // of the last group
	answered map[string]int
}

// stands waits until a crawl that gets no more answers has written all that it got, and copies the library.
func stands(t *testing.T, site *rationed, live *wiring.Library, pages int) moment {
	t.Helper()
	end := time.Now().Add(5 * time.Minute)
	wait := func(what string, holds func() bool) {
		for !holds() {
			if time.Now().After(end) {
				t.Fatalf("waited in vain for %s", what)
			}
			time.Sleep(5 * time.Millisecond)
		}
	}
	wait("answers", func() bool { return len(site.counts()) == pages })
	m := moment{t.TempDir(), 0, site.counts()}
	for path := range m.answered { // the frontier is the last to know
		wait(path+" in the frontier", func() bool {
			known, err := monitor.Known(t.Context(), live, "http://a.example"+path)
			return err == nil && known.State == frontier.Done
		})
	}
	copyFolder(t, m.dir, live.Dir())
	catalogue, err := live.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m.serial, err = catalogue.LastSerial(t.Context()); err != nil {
		t.Fatal(err)
	}
	return m
}

// tails are what a power loss leaves of bytes that were appended to a file and not yet synced.
var tails = map[string]func([]byte) []byte{
	"torn":           func(b []byte) []byte { return b[:len(b)/2] },
	"zeros":          func(b []byte) []byte { return make([]byte, len(b)) },
	"torn and zeros": func(b []byte) []byte { return append(b[:len(b)/2:len(b)/2], make([]byte, len(b)/2)...) },
}

// TestPowerLossCostsOnlyUnsyncedGroups takes a library as it lies on disk before and after the last group of a
// crawl, and of each of the three writes of that group what a power loss can leave: half of it, zeros, files of length
// zero. The next crawl says that the last one was cut off, asks for what came after the group before, for nothing
// else, and comes to the same end.
func TestPowerLossCostsOnlyUnsyncedGroups(t *testing.T) {
	const n, most, group = 1000, 800, 8
	site := newRationed(t, n)
	cfg := crawl.Config{
		Seeds: []string{"http://a.example/"}, Network: crawl.Network{Proxy: site.URL}, Politeness: crawl.Politeness{Delay: -1, PerHost: group}, Scope: crawl.Scope{Rules: []string{"-same-answer"}},
	}
	live := open(t, t.TempDir())
	c, err := live.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { _, err := c.Run(t.Context()); ended <- err }()
	site.grant(most)
	before, after := moment{}, stands(t, site, live, most)
	if after.serial < 4 {
		t.Errorf("%d groups for %d pages", after.serial, most)
	}
	for pages := most + group; pages < n && after.serial != before.serial+1; pages += group { // until they are one group
		site.grant(group)
		before, after = after, stands(t, site, live, pages)
	}
	close(site.tokens) // from now on all are answered
	c.Stop("by the test")
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if after.serial != before.serial+1 {
		t.Fatalf("no two moments with one group between them, but with groups %d and %d", before.serial, after.serial)
	}

	for _, cut := range []struct {
		whole []string // what has reached the disk of the group
		off   string
	}{
		{nil, "archive/*"}, {[]string{"archive/*"}, "catalog.db-wal"}, {[]string{"archive/*", "catalog.db-wal"}, "frontier/*.log"},
	} {
		for name, tail := range tails {
			if testing.Short() && name != "torn and zeros" {
				continue
			}
			t.Run(cut.off+" "+name, func(t *testing.T) {
				dir := t.TempDir()
				copyFolder(t, dir, before.dir)
				for _, files := range cut.whole {
					grow(t, dir, after.dir, files, func(b []byte) []byte { return b })
				}
				grow(t, dir, after.dir, cut.off, tail)
				for _, empty := range []string{"archive/sluice-20991231235959-00002.warc.gz", "archive/.encode-7.tmp"} {
					if err := os.WriteFile(filepath.Join(dir, empty), nil, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				if log := resume(t, site, dir, cfg, before.answered); !strings.Contains(log, "the last run was interrupted") {
					t.Errorf("the log does not say that the run was interrupted: %s", log)
				}
			})
		}
	}
	for _, files := range []string{"catalog.db-wal", "frontier/*.log"} { // a disk that has lied about what is synced
		if testing.Short() {
			continue
		}
		t.Run(files+" empty", func(t *testing.T) {
			dir := t.TempDir()
			copyFolder(t, dir, after.dir)
			if err := os.Truncate(last(t, dir, files), 0); err != nil {
				t.Fatal(err)
			}
			if _, err := open(t, dir).Crawl(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "`sluice rebuild -d "+dir+"`") {
				t.Fatalf("Crawl() = %v; want that it says how to rebuild the store", err)
			}
			rebuild(t, dir, cfg)
			resume(t, site, dir, cfg, after.answered)
		})
	}
}

// grow appends to the last of the files that a pattern finds what it has more in another folder, as a power loss has left that.
func grow(t *testing.T, dir, longer, pattern string, left func([]byte) []byte) {
	t.Helper()
	file := last(t, dir, pattern)
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	is, err := os.ReadFile(last(t, longer, pattern))
	if err != nil || len(is) <= len(was) || !bytes.HasPrefix(is, was) {
		t.Fatalf("%s has not grown by a group: from %d bytes to %d (%v)", file, len(was), len(is), err)
	}
	if err := os.WriteFile(file, append(was, left(is[len(was):])...), 0o644); err != nil {
		t.Fatal(err)
	}
}

// last returns the last of the files in a folder that a pattern finds.
func last(t *testing.T, dir, pattern string) string {
	t.Helper()
	files := matches(t, filepath.Join(dir, pattern))
	return files[len(files)-1]
}

// resume continues an interrupted crawl, and returns its log. It must request all that had no response before, once,
// and for nothing else.
func resume(t *testing.T, site *rationed, dir string, cfg crawl.Config, answered map[string]int) string {
	t.Helper()
	var log bytes.Buffer
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	earlier := site.counts()
	crawlWhole(t, dir, cfg)
	for path, count := range site.counts() {
		want := 1
		if answered[path] > 0 {
			want = 0
		}
		if got := count - earlier[path]; got != want {
			t.Errorf("%s was asked for %d times; want %d", path, got, want)
		}
	}
	if got := countPages(t, dir); got != site.n+1 {
		t.Errorf("%d pages, want %d", got, site.n+1)
	}
	whole := open(t, dir)
	for i := 0; i < site.n; i += 5 {
		if body, err := whole.Body(t.Context(), fmt.Sprintf("http://a.example/p%d", i)); err != nil {
			t.Errorf("body of p%d: %v", i, err)
		} else {
			body.Close()
		}
	}
	return log.String()
}

// copyFolder copies files as they are now.
func copyFolder(t *testing.T, to, from string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(from, path)
		switch {
		case d.IsDir():
			return os.MkdirAll(filepath.Join(to, rel), 0o755)
		case d.Type().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(to, rel), b, 0o644)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func countPages(t *testing.T, dir string) (n int) {
	t.Helper()
	catalogue, err := open(t, dir).Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	list, err := catalogue.List(t.Context(), "pages", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	for _, err := range list.All() {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// TestCrawlKilledBeforeSeedsStartsWithThem: a crawl is recorded before its seeds wait.
func TestCrawlKilledBeforeSeedsStartsWithThem(t *testing.T) {
	dir, cfg := t.TempDir(), config(alwaysTheSame(t))
	c, err := open(t, dir).Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil { // it never ran
		t.Fatal(err)
	}
	crawlWhole(t, dir, cfg)
	if n := countPages(t, dir); n != 3 {
		t.Errorf("%d pages, want 3", n)
	}
}
