package crawler_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
	"sluice/library"
	"sluice/page"
)

// siteFolder is a folder of sites in memory.
type siteFolder map[string]string

// Open implements [fs.FS].
func (s siteFolder) Open(name string) (fs.File, error) {
	if body, ok := s[name]; ok {
		return fstest.MapFS{name: &fstest.MapFile{Data: []byte(body)}}.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir implements [fs.ReadDirFS].
func (s siteFolder) ReadDir(string) ([]fs.DirEntry, error) {
	hosts := fstest.MapFS{}
	for name := range s {
		host, _, _ := strings.Cut(name, "/")
		hosts[host] = &fstest.MapFile{Mode: fs.ModeDir}
	}
	return hosts.ReadDir(".")
}

// generatedSites returns a web of hosts with as many pages each. Every page links to ten others, to one on another host, and to one
// that robots.txt closes.
func generatedSites(hosts, pages int) siteFolder {
	s := siteFolder{}
	address := func(h, p int) string {
		if p == 0 {
			return fmt.Sprintf("http://h%d.example/", h)
		}
		return fmt.Sprintf("http://h%d.example/d%d/p%d.html", h, p%7, p)
	}
	for h := range hosts {
		for p := range pages {
			var b strings.Builder
			fmt.Fprintf(&b, "<title>Page %d of host %d</title><p>What page %[1]d of host %d says.", p, h)
			for i := range 10 {
				fmt.Fprintf(&b, "\n<a href=%q>Page %d</a>", address(h, (p*7+i*13+1)%pages), i)
			}
			fmt.Fprintf(&b, "\n<a href=%q>On</a> <a href=%q>Elsewhere</a> <a href=/private/x>Closed</a>", address(h, (p+1)%pages), address((h*3+p)%hosts, p))
			name := strings.TrimPrefix(address(h, p), "http://")
			if p == 0 {
				name = path.Join(name, "index.html")
			}
			s[name] = b.String()
		}
		s[fmt.Sprintf("h%d.example/robots.txt", h)] = "User-agent: *\nDisallow: /private/\n"
	}
	return s
}

// observedWeb records what a crawl requests of a recorded web.
type observedWeb struct {
	*recordedweb.Web
	mu       sync.Mutex
	requests []string             // with their times
	ended    map[string]time.Time // of each host, the last request
	underWay map[string]int
	faults   []string
	delay    time.Duration // that is to be kept; 0: not checked
	obeys    bool          // robots.txt
}

func (w *observedWeb) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	w.begin(r)
	resp, err := w.Web.Do(ctx, r)
	w.end(r)
	return resp, err
}

func (w *observedWeb) begin(r *fetch.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, host := w.Clock().Now(), r.URL.Host()
	w.requests = append(w.requests, fmt.Sprint(now.Format(time.RFC3339Nano), " ", r.URL))
	if w.underWay[host]++; w.delay > 0 && w.underWay[host] > 1 {
		w.faults = append(w.faults, fmt.Sprintf("%s: %d requests to the host at a time", r.URL, w.underWay[host]))
	}
	if last, ok := w.ended[host]; ok && now.Sub(last) < w.delay {
		w.faults = append(w.faults, fmt.Sprintf("%s: %v after the request before", r.URL, now.Sub(last)))
	}
	if w.obeys && strings.HasPrefix(r.URL.Path(), "/private/") {
		w.faults = append(w.faults, fmt.Sprintf("%s: closed by robots.txt", r.URL))
	}
}

func (w *observedWeb) end(r *fetch.Request) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.underWay[r.URL.Host()]--
	if r.URL.Path() != "/robots.txt" { // the page follows it at once
		w.ended[r.URL.Host()] = w.Clock().Now()
	}
}

// simulated is what came of a crawl in virtual time.
type simulated struct {
	requests []string
	result   crawl.Result
	report   string // of the catalogue, as JSON
	took     time.Duration
}

// simulate crawls a web in virtual time, into a catalogue in memory.
func simulate(t *testing.T, web *recordedweb.Web, cfg crawl.Config, steer func(c *crawler.Crawl, cfg *crawl.Config), given ...crawler.Parts) simulated {
	t.Helper()
	var parts crawler.Parts
	if len(given) > 0 {
		parts = given[0]
	}
	defer web.Close()
	seen := &observedWeb{Web: web, ended: map[string]time.Time{}, underWay: map[string]int{}, obeys: !cfg.Politeness.IgnoreRobots}
	if seen.delay = time.Second; cfg.Politeness.PerHost > 1 {
		seen.delay = 0
	}
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	parts.Exchange, parts.Catalogue = seen, cat
	var c *crawler.Crawl
	if steer != nil {
		cfg.Hooks.Page = func(f *library.Fetch, p *page.Page) { steer(c, &cfg) }
	}
	if c, err = crawler.New(cfg, parts); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	s := simulated{}
	if s.result, err = c.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.took, s.requests = time.Since(began), seen.requests
	for _, fault := range seen.faults {
		t.Error(fault)
	}
	report, err := cat.Report(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.MarshalIndent(report, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	s.report = string(encoded)
	return s
}

func sitesWeb(t *testing.T, folder fs.FS, seed uint64) *recordedweb.Web {
	t.Helper()
	web, err := recordedweb.Sites(folder, recordedweb.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return web
}

// wantSame compares two crawls that should have been the same.
func wantSame(t *testing.T, name string, a, b simulated) {
	t.Helper()
	for i := range max(len(a.requests), len(b.requests)) {
		if i >= len(a.requests) || i >= len(b.requests) || a.requests[i] != b.requests[i] {
			t.Errorf("%s: %d and %d requests; request %d differs:\n%s\n%s", name, len(a.requests), len(b.requests), i,
				strings.Join(a.requests[i:min(i+3, len(a.requests))], ", "), strings.Join(b.requests[i:min(i+3, len(b.requests))], ", "))
			return
		}
	}
	if !reflect.DeepEqual(a.result, b.result) {
		t.Errorf("%s: results differ:\n%+v\n%+v", name, a.result, b.result)
	}
	if a.report != b.report {
		t.Errorf("%s: reports differ:\n%s\n%s", name, a.report, b.report)
	}
}

// urls returns the URLs of requests but for probes, whose names are random, sorted.
func (s simulated) urls() []string {
	list := make([]string, len(s.requests))
	for i, r := range s.requests {
		_, list[i], _ = strings.Cut(r, " ")
	}
	list = slices.DeleteFunc(list, probeURL.MatchString)
	slices.Sort(list)
	return list
}

// TestSimulatedCrawlIsPoliteAndRepeatable crawls 10,000 pages with delays of a second.
func TestSimulatedCrawlIsPoliteAndRepeatable(t *testing.T) {
	hosts, pages := 100, 100
	if testing.Short() {
		hosts, pages = 20, 50
	}
	folder := generatedSites(hosts, pages)
	cfg := crawl.Config{Seeds: []string{"http://h0.example/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}}
	first := simulate(t, sitesWeb(t, folder, 1), cfg, nil)
	t.Logf("%d requests, %v of virtual time, in %v", len(first.requests), first.result.Stats.Elapsed, first.took)
	stats := first.result.Stats
	if want := int64(hosts * pages); first.result.State != crawl.Done || stats.Pages != want || stats.Errors != 0 {
		t.Errorf("%s with %d pages, %d errors; want done with %d, 0", first.result.State, stats.Pages, stats.Errors, want)
	}
	// The last host is found within a few pages. Then each takes the delay and a latency of 50 to 150 ms for every page.
	least, most := time.Duration(pages-1)*time.Second, time.Duration(pages+20)*1150*time.Millisecond
	if stats.Elapsed < least || stats.Elapsed > most || stats.Totals.Active != stats.Elapsed {
		t.Errorf("elapsed %v, active %v; want %v to %v", stats.Elapsed, stats.Totals.Active, least, most)
	}
	wantSame(t, "same seed", first, simulate(t, sitesWeb(t, folder, 1), cfg, nil))
	other := simulate(t, sitesWeb(t, folder, 2), cfg, nil)
	if slices.Equal(first.requests, other.requests) {
		t.Error("another seed gives the same order")
	}
	if !slices.Equal(first.urls(), other.urls()) {
		t.Error("another seed gives other URLs")
	}
}

// TestSimulatedCrawlsAreRepeatable runs crawls of many kinds twice. In short runs each runs once: with the race detector the second
// would do the same again.
func TestSimulatedCrawlsAreRepeatable(t *testing.T) {
	folder := generatedSites(12, 25)
	folder["h3.example/robots.txt"] = "User-agent: *\nDisallow: /private/\nCrawl-delay: 3\nSitemap: http://h3.example/map.xml\n"
	folder["h3.example/map.xml"] = "<urlset><url><loc>http://h3.example/mapped</loc></url></urlset>"
	folder["h3.example/mapped.html"] = `<a href="http://nobody.example/">Nobody</a><a href=/d1>a folder</a><a href=/paper.pdf>Paper</a>`
	folder["h3.example/paper.pdf"] = "%PDF-1.4\n" + strings.Repeat(" ", 9000) + "\n%%EOF\n"
	visited := 0
	for name, tt := range map[string]struct {
		cfg   crawl.Config
		steer func(c *crawler.Crawl, cfg *crawl.Config)
	}{
		"defaults":           {},
		"many per host":      {cfg: crawl.Config{Politeness: crawl.Politeness{PerHost: 3, PerAddress: 3}}},
		"few workers":        {cfg: crawl.Config{Politeness: crawl.Politeness{Workers: 3}}},
		"limit of pages":     {cfg: crawl.Config{Limits: crawl.Limits{Pages: 100}}},
		"limit of time":      {cfg: crawl.Config{Limits: crawl.Limits{Time: 10 * time.Second}}},
		"depth-first":        {cfg: crawl.Config{Strategy: focus.DepthFirst{}, Politeness: crawl.Politeness{Workers: 1}}},
		"random":             {cfg: crawl.Config{Strategy: focus.Random{Seed: 5}}},
		"backlink":           {cfg: crawl.Config{Strategy: focus.Backlink{}}},
		"idle hours":         {cfg: crawl.Config{Politeness: crawl.Politeness{Idle: "00:00-06:00"}}},
		"stopped by a hook":  {steer: func(c *crawler.Crawl, _ *crawl.Config) { stopAfter(c, &visited, 60) }},
		"retries":            {cfg: crawl.Config{Seeds: []string{"http://h0.example/", "http://nobody.example/"}}},
		"without robots.txt": {cfg: crawl.Config{Politeness: crawl.Politeness{IgnoreRobots: true}}},
	} {
		if tt.cfg.Seeds == nil {
			tt.cfg.Seeds = []string{"http://h0.example/"}
		}
		tt.cfg.Scope.Kind = crawl.ScopeAny
		visited = 0
		first := simulate(t, sitesWeb(t, folder, 7), tt.cfg, tt.steer)
		if !testing.Short() {
			visited = 0
			wantSame(t, name, first, simulate(t, sitesWeb(t, folder, 7), tt.cfg, tt.steer))
		}
		if len(first.requests) < 50 {
			t.Errorf("%s: only %d requests", name, len(first.requests))
		}
	}
}

func stopAfter(c *crawler.Crawl, visited *int, pages int) {
	if *visited++; *visited == pages {
		c.Stop("enough")
	}
}

// TestArchiveReplacesTheWeb crawls a web into an archive, and then the archive.
func TestArchiveReplacesTheWeb(t *testing.T) {
	folder := generatedSites(5, 10)
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := crawl.Config{Seeds: []string{"http://h0.example/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}}
	first := simulate(t, sitesWeb(t, folder, 1), cfg, nil, crawler.Parts{Archive: a})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	web, err := recordedweb.Archive(t.Context(), dir, recordedweb.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	again := simulate(t, web, cfg, nil)
	if !slices.Equal(first.requests, again.requests) || again.result.Stats.Pages != 50 {
		t.Errorf("%d requests to the sites, %d to their archive, %d pages", len(first.requests), len(again.requests), again.result.Stats.Pages)
	}
}

// TestSimulatedCrawlOfAFolder reads the sites from a disk.
func TestSimulatedCrawlOfAFolder(t *testing.T) {
	dir := t.TempDir()
	folder := generatedSites(3, 5)
	for _, name := range slices.Sorted(maps.Keys(folder)) {
		file := path.Join(dir, name)
		if err := os.MkdirAll(path.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(folder[name]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cfg := crawl.Config{Seeds: sitesWeb(t, folder, 1).Seeds()}
	inMemory, onDisk := simulate(t, sitesWeb(t, folder, 1), cfg, nil), simulate(t, sitesWeb(t, os.DirFS(dir), 1), cfg, nil)
	if !slices.Equal(inMemory.requests, onDisk.requests) || onDisk.result.Stats.Pages != 15 {
		t.Errorf("%d requests to the folder in memory, %d to that on disk, %d pages", len(inMemory.requests), len(onDisk.requests), onDisk.result.Stats.Pages)
	}
}
