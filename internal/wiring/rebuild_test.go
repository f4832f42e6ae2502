package wiring_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/library"
)

// manifold serves a small web in which there is something of everything that a catalogue knows.
type manifold struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[string]int
}

func newManifold(t *testing.T) *manifold {
	m := &manifold{asked: map[string]int{}}
	m.Server = httptest.NewServer(m)
	t.Cleanup(m.Close)
	return m
}

func (m *manifold) config() crawl.Config {
	return crawl.Config{
		Strategy: focus.BreadthFirst{}, // what is a copy, a parent or a depth depends on the order
		Seeds:    []string{"http://many.example/", "http://moved.example/"}, Network: crawl.Network{
			Proxy:     m.URL,
			UserAgent: "Test/1",
		}, Politeness: crawl.Politeness{
			Delay:   time.Millisecond,
			Retries: 1,
		},
		Limits: crawl.Limits{PageSize: 8000},
	}
}

// count returns how often a URL has been asked for, this time included.
func (m *manifold) count(url string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked[url]++
	return m.asked[url]
}

const manifoldRobots = "User-agent: *\nDisallow: /private\nCrawl-delay: 0.002\nSitemap: http://many.example/map.xml\n"

func (m *manifold) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	url := r.Host + r.URL.Path
	n := m.count(url)
	page := func(body string) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, body)
	}
	switch url {
	case "many.example/robots.txt":
		io.WriteString(w, manifoldRobots)
	case "other.example/robots.txt":
		http.Redirect(w, r, "/rules.txt", http.StatusFound)
	case "other.example/rules.txt":
		io.WriteString(w, "User-agent: *\nDisallow: /private.pdf\n")
	case "many.example/map.xml":
		w.Header().Set("Content-Type", "application/xml")
		io.WriteString(w, `<urlset><url><loc>http://many.example/mapped</loc></url><url><loc>http://many.example/private/map</loc></url></urlset>`)
	case "many.example/":
		page(`<html lang=en><title>Many</title><a href=coded>1</a><a href=moved>2</a><a href=chain1>3</a><a href=loop>4</a>
			<a href=gone>5</a><a href=broken>6</a><a href=flaky>7</a><a href=large>8</a><a href=paper.pdf>9</a>
			<a href=copy1>a</a><a href=copy2>b</a><a href=copy3>c</a><a href=copy4>d</a><a href=private/x>e</a>
			<a href=folder/index.html>f</a><a href=folder/>g</a><a href=sound.mp3>h</a><a href="http://other.example/their.pdf">i</a>
			<a href="http://other.example/private.pdf">j</a><a href="http://other.example/page">k</a><a rel=nofollow href=nofollow>l</a>
			<a href=changes>m</a><a href=stays>n</a><a href=deep/1>o</a>`)
	case "many.example/coded":
		w.Header().Set("Content-Encoding", "gzip")
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		io.WriteString(z, `<title>Coded</title><a href=/fromcoded>1</a>`)
		z.Close()
		page(b.String())
	case "many.example/moved", "many.example/chain2":
		http.Redirect(w, r, "/target", http.StatusMovedPermanently)
	case "many.example/chain1":
		http.Redirect(w, r, "/chain2", http.StatusFound)
	case "many.example/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "moved.example/":
		http.Redirect(w, r, "http://www.moved.example/", http.StatusFound)
	case "www.moved.example/":
		page(`<title>Moved</title><a href=/inside>1</a>`)
	case "many.example/broken":
		w.WriteHeader(http.StatusInternalServerError)
	case "many.example/flaky":
		if n == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		page(`<title>Flaky</title><a href=/fromflaky>1</a>`)
	case "many.example/large":
		page(`<title>Large</title><a href=/fromlarge>1</a>` + strings.Repeat("large ", 3000))
	case "many.example/paper.pdf", "other.example/their.pdf", "other.example/private.pdf":
		w.Header().Set("ETag", `"pdf"`)
		if r.Header.Get("If-None-Match") == `"pdf"` { // else it is declined by its header, which is not archived
			w.WriteHeader(http.StatusNotModified)
			return
		}
		io.WriteString(w, "%PDF-1.4\n% "+url+strings.Repeat(" ", 9000)+"\ntrailer\n<<>>\n%%EOF\n")
	case "many.example/copy1", "many.example/copy2", "many.example/copy3", "many.example/copy4":
		page(`<title>Copy</title>All the same. <a href=mirrored/>1</a>`)
	case "many.example/folder/", "many.example/folder/index.html":
		page(`<title>Folder</title>One and the same. <a href=index.html>1</a> <a href=/second/index.html>2</a>`)
	case "many.example/changes":
		page(fmt.Sprintf(`<title>Changes</title>Time %d. <a href=/fromchanges%[1]d>1</a>`, n))
	case "many.example/stays":
		w.Header().Set("ETag", `"stays"`)
		if r.Header.Get("If-None-Match") == `"stays"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		page(`<title>Stays</title><a href=/fromstays>1</a>`)
	case "many.example/gone":
		http.NotFound(w, r)
	default:
		if strings.HasPrefix(url, "many.example/deep/") && len(r.URL.Path) < 20 {
			page(`<title>Deep</title><a href="` + strings.TrimPrefix(r.URL.Path, "/deep/") + `1">on</a>` + r.URL.Path)
			return
		}
		page(`<title>` + url + `</title>This is ` + url)
	}
}

// shownTime is a time as the catalogue shows it; the archive keeps the milliseconds of it.
var shownTime = regexp.MustCompile(`("?20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?Z`)

func toMilliseconds(line string) string {
	return shownTime.ReplaceAllStringFunc(line, func(s string) string {
		m := shownTime.FindStringSubmatch(s)
		return m[1] + ("." + strings.TrimPrefix(m[2], ".") + "000")[:4] + "Z"
	})
}

// factsOf returns all facts of a library, one per line, except those that a rebuild says it cannot recover.
func factsOf(t *testing.T, dir string, crawls int) []string {
	t.Helper()
	lib := open(t, dir)
	defer lib.Close()
	cat, err := lib.Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	add := func(kind string, v any) {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, toMilliseconds(kind+" "+string(text)))
	}
	for _, what := range []string{"urls", "sites", "links"} {
		list, err := cat.List(t.Context(), what, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for record, err := range list.All() {
			if err != nil {
				t.Fatal(err)
			}
			fields := map[string]any{}
			for i, column := range list.Columns {
				if column != "first_seen" && column != "refused" { // when a link's group was written; each crawl counts from zero
					fields[column] = record[i]
				}
			}
			add(what, fields)
			if what != "urls" {
				continue
			}
			story, _, err := cat.Show(t.Context(), fields["url"].(string))
			if err != nil {
				t.Fatal(err)
			}
			story.Last.Took = story.Last.Took.Truncate(time.Millisecond)
			for i := range story.Fetches {
				story.Fetches[i].Took = story.Fetches[i].Took.Truncate(time.Millisecond)
				story.Fetches[i].At = story.Fetches[i].At.Truncate(time.Millisecond)
			}
			add("story", story)
			body, err := lib.Body(t.Context(), fields["url"].(string))
			if err == nil {
				b, err := io.ReadAll(body)
				body.Close()
				add("body", fmt.Sprint(fields["url"], len(b), err))
			}
		}
	}
	for capture, err := range cat.Captures.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		add("capture", capture)
	}
	report, err := cat.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	report.Totals.Refused, report.Refused = 0, slices.DeleteFunc(report.Refused, func(catalogue.Refused) bool { return crawls > 1 })
	report.Crawls, report.Rates.Active, report.Rates.URLsPerSecond, report.Rates.BytesPerSecond = nil, 0, 0, 0
	add("report", report)
	slices.Sort(lines)
	return lines
}

func compareFacts(t *testing.T, before, after []string) {
	t.Helper()
	for _, line := range before {
		if !slices.Contains(after, line) {
			t.Errorf("lost:\n%.600s", line)
		}
	}
	for _, line := range after {
		if !slices.Contains(before, line) {
			t.Errorf("new:\n%.600s", line)
		}
	}
}

// rebuild rebuilds the stores, however much is lost.
func rebuild(t *testing.T, dir string, cfg crawl.Config) wiring.Rebuilt {
	t.Helper()
	r, err := open(t, dir).Rebuild(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	r.Force = true
	result, err := r.Run(t.Context(), func([]string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func remove(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRebuiltLibraryHasTheSameRecords(t *testing.T) {
	web, dir := newManifold(t), t.TempDir()
	cfg := web.config()
	crawlWhole(t, dir, cfg)
	for crawls := 1; crawls <= 2; crawls++ {
		if crawls == 2 {
			repeat := cfg
			repeat.Again = true
			crawlWhole(t, dir, repeat)
		}
		before := factsOf(t, dir, crawls)
		if len(before) < 100 {
			t.Fatalf("only %d facts", len(before))
		}
		remove(t, filepath.Join(dir, "catalog.db"), filepath.Join(dir, "catalog.db-wal"), filepath.Join(dir, "catalog.db-shm"), filepath.Join(dir, "frontier"))
		without := cfg
		without.Seeds = nil // the archive has them
		if result := rebuild(t, dir, without); result.State != "done" || result.Damaged != 0 || len(result.Seeds) != 2 {
			t.Errorf("after crawl %d: rebuilt %+v", crawls, result)
		}
		compareFacts(t, before, factsOf(t, dir, crawls))
	}
}

// TestRetriesWaitAfterARebuild stops a repeated crawl after a page has failed that an earlier crawl got.
func TestRetriesWaitAfterARebuild(t *testing.T) {
	var fails atomic.Bool
	var failed atomic.Pointer[func()]
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/robots.txt":
			http.NotFound(w, r)
		case r.URL.Path == "/x" && fails.Load():
			w.WriteHeader(http.StatusServiceUnavailable)
			(*failed.Load())()
		default:
			w.Header().Set("Content-Type", "text/html")
			io.WriteString(w, `<title>page</title><a href="/x">x</a>`+r.URL.Path)
		}
	}))
	t.Cleanup(web.Close)
	dir := t.TempDir()
	cfg := crawl.Config{
		Seeds: []string{"http://one.example/"}, Network: crawl.Network{Proxy: web.URL, UserAgent: "Test/1"},
		Politeness: crawl.Politeness{Delay: time.Millisecond, Retries: 3},
	}
	crawlWhole(t, dir, cfg)
	repeat := cfg
	repeat.Again = true
	c, err := open(t, dir).Crawl(t.Context(), repeat)
	if err != nil {
		t.Fatal(err)
	}
	stop := func() { c.Stop("the page has failed") }
	failed.Store(&stop)
	fails.Store(true)
	if result, err := c.Run(t.Context()); err != nil || result.State != crawl.Stopped {
		t.Fatalf("Run() = %+v, %v", result, err)
	}
	if row := rowOf(t, dir, "http://one.example/x"); row.Outcome != library.Retried {
		t.Fatalf("the page that failed has outcome %d", row.Outcome)
	}
	if result := rebuild(t, dir, cfg); result.State != "stopped" || result.Stats.Queue != 1 {
		t.Errorf("rebuilt %+v; want that one URL waits", result)
	}
	fails.Store(false)
	crawlWhole(t, dir, cfg)
	if row := rowOf(t, dir, "http://one.example/x"); row.Outcome != library.Fetched || row.Status != 200 {
		t.Errorf("in the end the page has outcome %d, status %d", row.Outcome, row.Status)
	}
}
