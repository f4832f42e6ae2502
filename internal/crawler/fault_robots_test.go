package crawler_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
)

// pacing is a frontier that records which pauses hosts get.
type pacing struct {
	crawler.Frontier
	sleepless bool // hosts are never paused

	mu     sync.Mutex
	pauses map[string][]time.Duration // from now
	delays map[string]time.Duration
}

func newPacing() *pacing {
	return &pacing{
		Frontier: frontier.NewMemory(frontier.Options{Delay: time.Millisecond}),
		pauses:   map[string][]time.Duration{}, delays: map[string]time.Duration{},
	}
}

func (p *pacing) PauseHost(host string, until time.Time) {
	p.mu.Lock()
	p.pauses[host] = append(p.pauses[host], time.Until(until))
	p.mu.Unlock()
	if !p.sleepless {
		p.Frontier.PauseHost(host, until)
	}
}

func (p *pacing) SetDelay(host string, d time.Duration) {
	p.mu.Lock()
	p.delays[host] = d
	p.mu.Unlock()
	p.Frontier.SetDelay(host, d)
}

func TestRetryAfterOfYearsDelaysOneHostForAnHour(t *testing.T) {
	later := func(status int, after string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", after)
			w.WriteHeader(status)
		}
	}
	w := newWeb(t, pages{
		"years.test/": later(503, "315360000"), "date.test/": later(429, "Fri, 01 Jan 2100 00:00:00 GMT"),
		"minute.test/": later(429, "60"), "odd.test/": later(503, "soon"), "robots.test/robots.txt": later(503, "99999999999999999999"),
		"good.test/": html("Good", "/1"), "good.test/1": html("One", "/2"), "good.test/2": html("Two"),
	})
	p := newPacing()
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Frontier: p}
	for _, host := range []string{"years", "date", "minute", "odd", "robots", "good"} {
		cfg.Seeds = append(cfg.Seeds, "http://"+host+".test/")
	}
	r := begin(t, t.Context(), cfg, parts)
	waitUntil(t, "all pages of the good host", func() bool { return w.times("good.test/2") == 1 })
	waitUntil(t, "a pause of all five", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return len(p.pauses) == 5
	})
	r.Stop("all have been heard")
	r.wait()
	for host, want := range map[string]time.Duration{"years.test": time.Hour, "date.test": time.Hour, "robots.test": time.Hour, "minute.test": time.Minute} {
		if got := slices.Max(p.pauses[host]); got > want || got < want-10*time.Second {
			t.Errorf("%s pauses %v, want %v", host, got, want)
		}
	}
	if got := slices.Max(p.pauses["odd.test"]); got <= 0 || got > time.Minute {
		t.Errorf("odd.test pauses %v", got)
	}
}

func TestCrawlDelayIsBoundedAndNeverShortensOurs(t *testing.T) {
	p := newPacing()
	w := newWeb(t, pages{})
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: 20 * time.Millisecond}}
	parts := crawler.Parts{Frontier: p}
	delays := map[string]time.Duration{"86400": time.Minute, "99999999999999999999": time.Minute, "-5": 0, "NaN": 0, "0.001": 0, "0": 0, "1e9": 0, "0.05": 50 * time.Millisecond}
	hosts := map[string]time.Duration{}
	for line, want := range delays {
		host := fmt.Sprintf("h%d.test", len(hosts))
		hosts[host] = want
		w.pages[host+"/robots.txt"] = raw("text/plain", "User-agent: *\nCrawl-delay: "+line)
		w.pages[host+"/"] = html("A")
		cfg.Seeds = append(cfg.Seeds, "http://"+host+"/")
	}
	run(t, cfg, parts)
	for host, want := range hosts {
		if got := p.delays[host]; got != want {
			t.Errorf("%s: delay %v, want %v", host, got, want)
		}
	}
}

func TestEndlessRobotsFileIsReadUpToLimit(t *testing.T) {
	var sent atomic.Int64
	endless := func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "User-agent: *\nDisallow: /early\n")
		line := "# " + strings.Repeat("x", 1000) + "\n"
		for n := 0; r.Context().Err() == nil; n++ {
			if n == 600 {
				line = "Disallow: /late\n" + line
			}
			m, err := io.WriteString(w, line)
			if sent.Add(int64(m)); err != nil {
				return
			}
		}
	}
	w := newWeb(t, pages{"a.test/robots.txt": endless, "a.test/": html("A", "/early", "/late"), "a.test/late": html("Late")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/late")
	if o.refused["a.test: robots"] != 1 || sent.Load() > 10<<20 {
		t.Errorf("refused %v after %d bytes", o.refused, sent.Load())
	}
}

func TestRobotsFileOfTenMegabytesIsRead(t *testing.T) {
	body := "User-agent: *\nDisallow: /no\n" + strings.Repeat("Disallow: /folder-with-a-name/*/x\n", 10<<20/34)
	w := newWeb(t, pages{"a.test/robots.txt": raw("text/plain", body), "a.test/": html("A", "/no", "/yes"), "a.test/yes": html("Yes")})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/yes")
}

func TestUnusualRobotsFilesAreReadOrEmpty(t *testing.T) {
	utf16 := "\xff\xfe"
	for _, c := range "User-agent: *\nDisallow: /x\n" {
		utf16 += string([]byte{byte(c), 0})
	}
	for name, c := range map[string]struct {
		contentType, body string
		forbids           bool
	}{
		"a page":     {"text/html", "<!DOCTYPE html><html><p>User-agent: *<p>Disallow: /x</html>", false},
		"a picture":  {"image/png", "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", false},
		"nothing":    {"text/plain", "", false},
		"UTF-16":     {"text/plain", utf16, true},
		"a mark":     {"text/plain", "\ufeffUser-agent: *\nDisallow: /x", true},
		"NUL bytes":  {"text/plain", "\x00\x00User-agent: *\nDisallow: /x", false},
		"in a gzip":  {"text/plain", gzipped("User-agent: *\nDisallow: /x"), false},
		"no newline": {"text/plain", "User-agent: *\rDisallow: /x\r", true},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{"a.test/robots.txt": raw(c.contentType, c.body), "a.test/": html("A", "/x"), "a.test/x": html("X")})
			run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
			if asked := slices.Contains(w.requests(), "a.test/x"); asked == c.forbids {
				t.Errorf("asked for what may be forbidden: %v", asked)
			}
		})
	}
}

// TestRobotsStatusDecidesFetching goes to the end where nothing is forbidden; else until
// robots.txt was asked for, and again where an answer came.
func TestRobotsStatusDecidesFetching(t *testing.T) {
	hangUp := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	stopped := make(chan struct{})
	silence := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-stopped:
		case <-r.Context().Done():
		}
		hangUp(w, r)
	}
	for name, c := range map[string]struct {
		robots http.HandlerFunc
		asks   int // for robots.txt; 0: the pages are free
	}{
		"not found": {status(404), 0}, "gone": {status(410), 0}, "unauthorized": {status(401), 0}, "forbidden": {status(403), 0},
		"too many requests": {status(429), 2}, "a fault": {status(500), 2}, "unavailable": {status(503), 2},
		"a broken connection": {hangUp, 2}, "silence": {silence, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWeb(t, pages{"a.test/robots.txt": c.robots, "a.test/": html("A")})
			r := begin(t, t.Context(), crawl.Config{
				Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 30},
			})
			if c.asks == 0 {
				o := r.wait()
				wantRequests(t, w, "a.test/")
				if o.State != crawl.Done {
					t.Errorf("state %s", o.State)
				}
				return
			}
			waitUntil(t, "a request for robots.txt", func() bool { return w.times("a.test/robots.txt") >= c.asks })
			r.Stop("seen enough")
			if name == "silence" {
				close(stopped)
			}
			o := r.wait()
			wantRequests(t, w)
			if o.Stats.Queue != 1 {
				t.Errorf("%d wait, want the page", o.Stats.Queue)
			}
		})
	}
}

func TestPagesWaitForSlowRobotsFile(t *testing.T) {
	var answered atomic.Bool
	var early atomic.Int32
	w := newWeb(t, pages{
		"a.test/robots.txt": func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(200 * time.Millisecond) // the fault itself
			answered.Store(true)
			io.WriteString(w, "User-agent: *\nDisallow: /3\n")
		},
		"a.test/*": func(w http.ResponseWriter, r *http.Request) {
			if !answered.Load() {
				early.Add(1)
			}
		},
	})
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 8, Delay: -1}}
	for i := range 8 {
		cfg.Seeds = append(cfg.Seeds, fmt.Sprintf("http://a.test/%d", i))
	}
	run(t, cfg)
	if early.Load() > 0 || len(w.requests()) != 7 {
		t.Errorf("%d pages were asked for before robots.txt came; requests %v", early.Load(), w.requests())
	}
}

func TestRedirectedRobotsApplyToRequestedHostOnly(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": moved("http://b.test/rules.txt"), "b.test/rules.txt": raw("text/plain", "User-agent: *\nDisallow: /x"),
		"b.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /y"),
		"a.test/":           html("A", "/x", "/y"), "b.test/": html("B", "/x", "/y"),
		"a.test/y": html("Y"), "b.test/x": html("X"),
	})
	run(t, crawl.Config{Seeds: []string{"http://a.test/", "http://b.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1}})
	wantRequests(t, w, "a.test/", "a.test/y", "b.test/", "b.test/rules.txt", "b.test/x")
}

func TestSitemapBombsAreBounded(t *testing.T) {
	var chain atomic.Int32
	index := func(locs ...string) string {
		return "<sitemapindex><sitemap><loc>" + strings.Join(locs, "</loc></sitemap><sitemap><loc>") + "</loc></sitemap></sitemapindex>"
	}
	w := newWeb(t, pages{
		"a.test/robots.txt":  raw("text/plain", "Sitemap: /self.xml\nSitemap: /deep.xml\nSitemap: /bomb.xml.gz\nSitemap: /laughs.xml\n"),
		"a.test/":            html("A"),
		"a.test/self.xml":    raw("text/xml", index("http://a.test/self.xml", "http://a.test/self.xml?again")),
		"a.test/bomb.xml.gz": raw("application/gzip", gzipped("<urlset>")+strings.Repeat(gzipped(strings.Repeat(" ", 1<<20)), 60)),
		"a.test/laughs.xml": raw("text/xml", `<!DOCTYPE u [<!ENTITY f SYSTEM "http://a.test/secret"><!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;">]>`+
			`<urlset xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="http://a.test/secret"/><url><loc>http://a.test/&f;&b;</loc></url></urlset>`),
		"a.test/*": func(rw http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/deep") {
				n := chain.Add(1)
				raw("text/xml", index(fmt.Sprintf("http://a.test/deep%d.xml", n)))(rw, r)
				return
			}
			http.NotFound(rw, r)
		},
	})
	begun := time.Now()
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1}})
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if n := chain.Load(); n > 4 || o.refused["a.test: limit: sitemap depth"] == 0 {
		t.Errorf("%d indexes deep, refused %v", n, o.refused)
	}
	for _, r := range w.requests() {
		if strings.Contains(r, "secret") {
			t.Error("an external entity or an XInclude was asked for")
		}
	}
	wantCause(t, o, "http://a.test/bomb.xml.gz", "sitemap: sitemap too large")
}

func TestSitemapOfMillionsIsReadUpToLimit(t *testing.T) {
	longTest(t)
	endless := func(rw http.ResponseWriter, r *http.Request) {
		io.WriteString(rw, "<urlset>")
		for i := 0; r.Context().Err() == nil && i < 10_000_000; i++ {
			if _, err := fmt.Fprintf(rw, "<url><loc>http://a.test/u/%d</loc></url>", i); err != nil {
				return
			}
		}
	}
	w := newWeb(t, pages{"a.test/robots.txt": raw("text/plain", "Sitemap: /many.xml"), "a.test/": html("A"), "a.test/many.xml": endless})
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 2},
		Politeness: crawl.Politeness{PerHost: 2, Delay: -1},
	})
	if o.Stats.Queue > 50_001 || o.Stats.Queue < 49_000 {
		t.Errorf("%d URLs wait, want the 50,000 that one file may have", o.Stats.Queue)
	}
}

func TestManySitemapsAreBoundedAndFetchedOnce(t *testing.T) {
	longTest(t)
	round := "first"
	w := newWeb(t, pages{
		"a.test/robots.txt": raw("text/plain", "Sitemap: /index.xml"), "a.test/": html("A", "/page"), "a.test/page": html("Page"),
		"a.test/index.xml": func(rw http.ResponseWriter, r *http.Request) {
			io.WriteString(rw, "<sitemapindex>")
			for i := range 3000 {
				fmt.Fprintf(rw, "<sitemap><loc>http://a.test/%s-%d.xml</loc></sitemap>", round, i)
			}
			io.WriteString(rw, "</sitemapindex>")
		},
	})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1}}
	parts := crawler.Parts{Catalogue: newCatalogue(t)}
	o := run(t, cfg, parts)
	if asked := w.requests(); len(slices.Compact(slices.Clone(asked))) != len(asked) || len(asked) > 1003 || o.State != crawl.Done {
		t.Errorf("%d requests, state %s", len(asked), o.State)
	}
	if o.refused["a.test: limit: sitemaps"] != 2001 || o.rows["http://a.test/page"].Title != "Page" {
		t.Errorf("refused %v", o.refused)
	}
	w.asked, round, cfg.Again = nil, "second", true
	run(t, cfg, parts)
	for _, r := range w.requests() {
		if strings.HasPrefix(r, "a.test/first") {
			t.Fatalf("%s, which was gone, was asked for again", r)
		}
	}
}

func TestSitemapListsOnlyURLsInScope(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": raw("text/plain", "Sitemap: http://a.test/sm.xml\nSitemap: http://b.test/sm.xml"), "a.test/": html("A"),
		"a.test/sm.xml": raw("text/xml", "<urlset><url><loc>http://b.test/x</loc></url><url><loc>http://169.254.169.254/latest</loc></url>"+
			"<url><loc>file:///etc/passwd</loc></url><url><loc>http://a.test/own</loc></url></urlset>"),
		"a.test/own": html("Own"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/own", "a.test/sm.xml")
	if o.refused["b.test: scope"] != 2 || o.refused["169.254.169.254: scope"] != 1 {
		t.Errorf("refused %v", o.refused)
	}
}
