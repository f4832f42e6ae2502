package crawler_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
)

func newCatalogue(t *testing.T) *catalogue.Catalogue {
	t.Helper()
	c, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestSlowBodyDoesNotDelayTimeLimit(t *testing.T) {
	t.Parallel() // it waits
	drip := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		for r.Context().Err() == nil {
			io.WriteString(w, "x")
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	}
	w := newWeb(t, pages{"a.test/": drip})
	begun := time.Now()
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Time: 200 * time.Millisecond}})
	if took := time.Since(begun); o.State != crawl.Limited || took > 20*time.Second {
		t.Errorf("state %s after %v", o.State, took)
	}
	if o.Stats.Pages != 0 {
		t.Error("a body that was broken off by the stop counts as fetched")
	}
}

func TestRedirectToPrivateAddressIsRefused(t *testing.T) {
	var secrets atomic.Int32
	var port string
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			html("A", "/literal", "/name", "/number")(w, r)
		case "/literal":
			moved("http://127.0.0.1:"+port+"/secret")(w, r)
		case "/name":
			moved("http://localhost:"+port+"/secret")(w, r)
		case "/number":
			moved("http://0x7f.1:"+port+"/secret")(w, r)
		case "/secret":
			secrets.Add(1)
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	_, port, _ = net.SplitHostPort(site.Listener.Addr().String())
	host := "public.test:" + port
	o := run(t, crawl.Config{
		Seeds: []string{"http://" + host + "/"}, Network: crawl.Network{Resolve: []string{host + ":127.0.0.1"}},
		Scope: crawl.Scope{Kind: crawl.ScopeAny},
	})
	if secrets.Load() > 0 {
		t.Error("the private address was asked")
	}
	if o.State != crawl.Done || o.Stats.Pages != 1 || o.Stats.URLs() != 4 {
		t.Errorf("state %s, %d pages, %d URLs; want done, 1 and 4", o.State, o.Stats.Pages, o.Stats.URLs())
	}
	wantCause(t, o, "http://"+host+"/literal", "redirect: guard: loopback")
	if n := o.refused["localhost:"+port+": guard: local name"]; n != 1 {
		t.Errorf("refused %v", o.refused)
	}
}

func TestSessionsInPathsAreBounded(t *testing.T) {
	session := func() string {
		const digits = "abcdefghijklmnopqrstuvwxyz012345"
		b := make([]byte, 24)
		for i := range b {
			b[i] = digits[rand.IntN(len(digits))]
		}
		return string(b)
	}
	w := newWeb(t, pages{})
	for _, p := range []string{"/", "/a", "/b"} {
		w.pages["a.test"+p] = func(rw http.ResponseWriter, r *http.Request) {
			s := session()
			html("at "+r.URL.Path+s, "/a;jsessionid="+s, "/b?PHPSESSID="+s, "/(S("+s+"))/a")(rw, r)
		}
	}
	w.pages["a.test/*"] = w.pages["a.test/"]
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 200}})
	if n := len(w.requests()); o.State != crawl.Done || n > 30 {
		t.Errorf("state %s after %d requests for 3 pages", o.State, n)
	}
}

func TestHostThatAlwaysRespondsIsCapped(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"the same page": html("Welcome", "more/", "x/page.html", "../up"),
		"ever new ones": func(w http.ResponseWriter, r *http.Request) {
			html("You asked for "+r.URL.Path, "more/", "page.html/")(w, r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{"a.test/*": answer, "a.test/robots.txt": status(404)})
			o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 500}})
			if o.State != crawl.Done {
				t.Errorf("state %s after %d requests", o.State, len(w.requests()))
			}
		})
	}
}

func TestMaxPagesIsExactWithManyWorkers(t *testing.T) {
	w := newWeb(t, pages{"a.test/*": func(w http.ResponseWriter, r *http.Request) {
		refs := make([]string, 40)
		for i := range refs {
			refs[i] = fmt.Sprintf("/%x", rand.Uint32())
		}
		html(r.URL.Path, refs...)(w, r)
	}, "a.test/robots.txt": status(404)})
	for _, most := range []int64{1, 57, 250} {
		w.asked = nil
		o := run(t, crawl.Config{
			Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: most},
			Politeness: crawl.Politeness{PerHost: 32, Delay: -1},
		})
		if got := int64(len(w.requests())); got != most || o.Stats.Pages != most || o.State != crawl.Limited {
			t.Errorf("max-pages %d: %d requests, %d pages, state %s", most, got, o.Stats.Pages, o.State)
		}
	}
}

func TestSitemapsAreReadAgainWithCachedRobots(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": raw("text/plain", "Sitemap: http://a.test/sm.xml"),
		"a.test/sm.xml":     raw("text/xml", `<urlset><url><loc>http://a.test/hidden</loc></url></urlset>`),
		"a.test/":           html("A", "/sm.xml"), // which shall not make a page of it
		"a.test/hidden":     html("Hidden"),
	})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	run(t, cfg, parts)
	wantRequests(t, w, "a.test/", "a.test/hidden", "a.test/sm.xml")
	w.asked = nil
	run(t, cfg, parts) // with a frontier that knows nothing
	wantRequests(t, w, "a.test/", "a.test/hidden", "a.test/sm.xml")
	if slices.Contains(w.asked, "a.test/robots.txt") {
		t.Error("robots.txt was asked for again within a day")
	}
}

// tunnels is a proxy whose first tunnels fail; plain requests go to plain, tunnels to secure.
func tunnels(t *testing.T, failing int32, plain http.HandlerFunc, secure *httptest.Server) *httptest.Server {
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodConnect {
			plain(w, r)
			return
		}
		if asked.Add(1) <= failing {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		there, err := net.Dial("tcp", secure.Listener.Addr().String())
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		here, _, _ := w.(http.Hijacker).Hijack()
		io.WriteString(here, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { io.Copy(there, here); there.Close() }()
		go func() { io.Copy(here, there); here.Close() }()
	}))
	t.Cleanup(proxy.Close)
	return proxy
}

func TestFaultOfHTTPSCausesNoRedirectLoop(t *testing.T) {
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		html(r.URL.Path, "/", "/x", "/y")(w, r)
	}))
	t.Cleanup(secure.Close)
	proxy := tunnels(t, 1, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		moved("https://a.test"+r.URL.Path)(w, r)
	}, secure)
	o := run(t, crawl.Config{Seeds: []string{"https://a.test/"}, Network: crawl.Network{Proxy: proxy.URL, Insecure: true}})
	for _, u := range []string{"https://a.test/", "https://a.test/x", "https://a.test/y"} {
		if r := o.rows[u]; r.Outcome != library.Fetched || r.Status != 200 {
			t.Errorf("%s: outcome %d, status %d, cause %q, via %v", u, r.Outcome, r.Status, r.Cause, r.Via)
		}
	}
}

func TestSiteMovedToHTTPSHasOneRowPerURL(t *testing.T) {
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		html(r.URL.Path, "http://a.test/", "http://a.test/x")(w, r)
	}))
	t.Cleanup(secure.Close)
	proxy := tunnels(t, 0, func(w http.ResponseWriter, r *http.Request) { moved("https://a.test"+r.URL.Path)(w, r) }, secure)
	cat := newCatalogue(t)
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: proxy.URL, Insecure: true}}
	parts := crawler.Parts{Catalogue: cat, Archive: archive.NewMemory()}
	for _, again := range []bool{false, true} {
		cfg.Again = again
		o := run(t, cfg, parts)
		r, err := cat.Report(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r.Totals.Pages != 2 || o.Stats.Pages != 2 || o.State != crawl.Done {
			t.Errorf("again %v: %d rows, %d pages counted, state %s; want 2, 2 and done", again, r.Totals.Pages, o.Stats.Pages, o.State)
		}
	}
}

func TestLostBodyIsFetchedAgain(t *testing.T) {
	tagged := func(answer http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"1"`)
			if r.Header.Get("If-None-Match") != "" {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			answer(w, r)
		}
	}
	w := newWeb(t, pages{
		"a.test/": tagged(html("A", "/x", "/paper.pdf")), "a.test/x": html("X"), "a.test/paper.pdf": tagged(raw("application/pdf", pdf)),
	})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: newCatalogue(t)}
	run(t, cfg, parts)
	w.asked = nil
	cfg.Again = true // and another archive, which holds nothing
	parts.Archive = archive.NewMemory()
	o := run(t, cfg, parts)
	wantRequests(t, w, "a.test/", "a.test/x", "a.test/paper.pdf")
	for _, u := range []string{"http://a.test/", "http://a.test/paper.pdf"} {
		r := o.rows[u]
		if rec, err := parts.Archive.Read(t.Context(), archive.Location{File: r.File, Offset: r.Offset, Length: r.Length}); r.NotModified || err != nil || rec.Type != "response" {
			t.Errorf("%s: row %+v, %v", u, r, err)
		}
	}
}

func TestRobotsRedirectToDeadHostKeepsOwnHost(t *testing.T) {
	var tries atomic.Int32
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/robots.txt" {
			html("A")(w, r)
		} else if tries.Add(1) == 1 {
			moved("http://no-such-host.invalid/robots.txt")(w, r)
		} else {
			http.NotFound(w, r)
		}
	}))
	defer site.Close()
	_, port, _ := net.SplitHostPort(site.Listener.Addr().String())
	host := "a.test:" + port
	o := run(t, crawl.Config{Seeds: []string{"http://" + host + "/"}, Network: crawl.Network{Resolve: []string{host + ":127.0.0.1"}}})
	if r := o.rows["http://"+host+"/"]; r.Title != "A" {
		t.Errorf("row %+v, history %d", r, len(o.history))
	}
}

func TestLinkFoundBeforeSeedMovedIsNotLost(t *testing.T) {
	rec := &recorder{Catalogue: newCatalogue(t), refused: map[string]int64{}}
	w := newWeb(t, pages{
		"other.test/": html("Other", "http://www.example.test/only-here"),
		"example.test/": func(w http.ResponseWriter, r *http.Request) {
			if !comes(func() bool { return rec.refusals("www.example.test: scope") > 0 }) {
				t.Error("the link of the other page was not refused")
			}
			moved("http://www.example.test/")(w, r)
		},
		"www.example.test/":          html("Home", "/only-here"),
		"www.example.test/only-here": html("Only here"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://other.test/", "http://example.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Catalogue: rec})
	wantRequests(t, w, "example.test/", "other.test/", "www.example.test/", "www.example.test/only-here")
	if o.refused["www.example.test: scope"] != 1 {
		t.Errorf("refused %v", o.refused)
	}
}

func TestNoindexInTheHeaderIsTrueOfDocumentsToo(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/p.pdf"), "a.test/p.pdf": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Robots-Tag", "noindex")
		raw("application/pdf", pdf)(w, r)
	}})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantCause(t, o, "http://a.test/p.pdf", "noindex")
}

// counting is a strategy with a state of its own and no lock, for the race detector.
type counting struct {
	focus.BreadthFirst
	calls int
}

func (s *counting) Place(v *focus.Visit, l *page.Link) focus.Placement {
	s.calls++
	return s.BreadthFirst.Place(v, l)
}

func (s *counting) Choose(lanes []focus.LaneState, n int) []focus.Share {
	s.calls++
	return s.BreadthFirst.Choose(lanes, n)
}

func (s *counting) Learn(*focus.Visit) { s.calls++ }

func TestAStrategyIsCalledOneCallAtATime(t *testing.T) {
	w := newWeb(t, pages{})
	for i := range 100 {
		w.pages[fmt.Sprintf("a.test/%d", i)] = html(fmt.Sprint(i), fmt.Sprintf("/%d", 2*i+1), fmt.Sprintf("/%d", 2*i+2))
	}
	s := &counting{}
	run(t, crawl.Config{Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s, Politeness: crawl.Politeness{PerHost: 16, Delay: -1}})
	if s.calls < 300 {
		t.Errorf("%d calls", s.calls)
	}
}

func TestEqualBodiesInDifferentEncodingsAreNotPointers(t *testing.T) {
	t.Parallel() // it waits
	body := strings.Repeat("the same words, ", 100)
	w := newWeb(t, pages{
		"a.test/": html("A", "/1-coded", "/2-plain", "/3-plain"),
		"a.test/1-coded": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/plain")
			w.Header().Set("Content-Encoding", "gzip")
			io.WriteString(w, gzipped(body))
		},
		"a.test/2-plain": raw("text/plain", body),
		"a.test/3-plain": raw("text/plain", body),
	})
	arc := archive.NewMemory()
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Politeness: crawl.Politeness{Workers: 1, Delay: 700 * time.Millisecond},
	}, crawler.Parts{Archive: arc})
	for u, r := range o.rows {
		rec, err := arc.Read(t.Context(), archive.Location{File: r.File, Offset: r.Offset, Length: r.Length})
		if err != nil {
			t.Fatalf("%s: %v", u, err)
		}
		if rec.Type != "response" && strings.HasSuffix(u, "2-plain") {
			t.Errorf("%s: a %s record, though the original came in another encoding", u, rec.Type)
		}
		rec.Close()
	}
	if o.rows["http://a.test/2-plain"].SHA256 != o.rows["http://a.test/1-coded"].SHA256 {
		t.Error("content hashes differ")
	}
}

func TestNextCrawlFollowsSameCopies(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/1/", "/2/", "/3/", "/4/", "/5/")})
	for i := 1; i <= 5; i++ {
		w.pages[fmt.Sprintf("a.test/%d/", i)] = html("Mirror", "more")
		w.pages[fmt.Sprintf("a.test/%d/more", i)] = html(fmt.Sprint("more ", i))
	}
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1}}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	run(t, cfg, parts)
	first := w.requests()
	w.asked = nil
	cfg.Again = true
	run(t, cfg, parts)
	wantRequests(t, w, first...)
}

// failing is a catalogue that takes no more after some groups.
type failing struct {
	crawler.Catalogue
	left atomic.Int32
}

func (f *failing) Commit(ctx context.Context, g *catalogue.Group) error {
	if f.left.Add(-1) < 0 {
		return errFull
	}
	return f.Catalogue.Commit(ctx, g)
}

func TestFailingCommitterEndsCrawlWithoutLeaks(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	w := newWeb(t, pages{"a.test/*": func(w http.ResponseWriter, r *http.Request) {
		refs := make([]string, 20)
		for i := range refs {
			refs[i] = fmt.Sprintf("/%x", rand.Uint32())
		}
		html(r.URL.Path, refs...)(w, r)
	}})
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	f := &failing{Catalogue: cat}
	f.left.Store(5)
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Politeness: crawl.Politeness{Delay: -1, PerHost: 64, IgnoreRobots: true},
	}, crawler.Parts{Catalogue: f})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if _, err := c.Run(ctx); !errors.Is(err, errFull) {
		t.Errorf("Run = %v", err)
	}
	if ctx.Err() != nil {
		t.Error("the crawl did not end by itself")
	}
	w.Close()
	cat.Close()
}

func TestUnreadableResponsesDoNotGiveUpHost(t *testing.T) {
	refs := []string{"/good"}
	w := newWeb(t, pages{"a.test/good": html("Good")})
	for i := range 15 {
		p := fmt.Sprintf("/bad%02d", i)
		refs = append([]string{p}, refs...)
		w.pages["a.test"+p] = func(w http.ResponseWriter, r *http.Request) {
			w.Header()["Location"] = []string{"/x", "/y"}
			w.WriteHeader(302)
		}
	}
	w.pages["a.test/"] = html("A", refs...)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Workers: 1}})
	wantCause(t, o, "http://a.test/bad03", "malformed answer: two locations")
	wantCause(t, o, "http://a.test/good", "")
}

// clocked records when requests to a host begin and end.
type clocked struct {
	mu    sync.Mutex
	now   int
	most  int
	ended time.Time
	least time.Duration
}

func (c *clocked) wrap(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		c.now++
		c.most = max(c.most, c.now)
		if !c.ended.IsZero() && c.now == 1 {
			c.least = min(c.least, time.Since(c.ended))
		}
		c.mu.Unlock()
		var b bytes.Buffer
		rec := httptest.NewRecorder()
		rec.Body = &b
		h(rec, r)
		time.Sleep(3 * time.Millisecond)
		c.mu.Lock()
		c.now, c.ended = c.now-1, time.Now()
		c.mu.Unlock()
		for k, v := range rec.Header() {
			w.Header()[k] = v
		}
		w.WriteHeader(rec.Code)
		w.Write(b.Bytes())
	}
}

func TestRedirectsAndRetriesWaitForHostDelay(t *testing.T) {
	const delay = 30 * time.Millisecond
	clock := &clocked{least: time.Hour}
	var tries atomic.Int32
	all := pages{
		"a.test/":             html("A", "/old", "/flaky", "/loop", "/d/", "/d/index.html", "/b/index.html", "http://a.test:80/p", "https://a.test/q"),
		"a.test/old":          moved("/new"),
		"a.test/new":          html("New"),
		"a.test/loop":         moved("/loop"),
		"a.test/d/":           html("D"),
		"a.test/d/index.html": html("D"),
		"a.test/b/":           html("B"),
		"a.test/p":            html("P"),
		"a.test/q":            html("Q"),
		"a.test/flaky": func(w http.ResponseWriter, r *http.Request) {
			if tries.Add(1) < 3 {
				w.Header().Set("Retry-After", "0")
				w.WriteHeader(503)
				return
			}
			html("Flaky")(w, r)
		},
	}
	for name, h := range all {
		all[name] = clock.wrap(h)
	}
	w := newWeb(t, all)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: delay}})
	if clock.most > 1 || clock.least < delay-5*time.Millisecond {
		t.Errorf("%d requests at once, %v between two; want 1 and %v", clock.most, clock.least, delay)
	}
	if o.rows["http://a.test/flaky"].Title != "Flaky" || o.rows["http://a.test/q"].Title != "Q" {
		t.Errorf("rows %v", o.rows)
	}
}

func TestStopLeavesNoLease(t *testing.T) {
	t.Parallel() // it waits
	first := make(chan struct{}, 100)
	var again atomic.Bool
	w := newWeb(t, pages{"a.test/robots.txt": status(404), "a.test/*": func(w http.ResponseWriter, r *http.Request) {
		first <- struct{}{}
		if !again.Load() {
			<-r.Context().Done()
		}
		html(r.URL.Path)(w, r)
	}})
	f := frontier.NewMemory(frontier.Options{PerHost: 8})
	cfg := crawl.Config{Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 8, Delay: -1, Workers: 4}}
	parts := crawler.Parts{Frontier: f}
	for i := range 20 {
		cfg.Seeds = append(cfg.Seeds, fmt.Sprintf("http://a.test/%d", i))
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-first; cancel() }()
	runUntil(t, ctx, cfg, parts)
	if c := f.Counts(); c.Leased != 0 || c.Waiting != 20 {
		t.Errorf("after the stop %d are leased and %d wait, want none and 20", c.Leased, c.Waiting)
	}
	again.Store(true)
	if o := run(t, cfg, parts); o.State != crawl.Done || o.Stats.Pages != 20 {
		t.Errorf("state %s, %d pages", o.State, o.Stats.Pages)
	}
}

func TestCrawlStoppedBeforeStartDoesNotStart(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A")})
	c, err := crawler.New(crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	c.Stop("early")
	if r, err := c.Run(t.Context()); err != nil || r.State != crawl.Stopped || r.Reason != "early" || len(w.asked) > 0 {
		t.Errorf("Run = %+v, %v; asked %v", r, err, w.asked)
	}
}

func TestFaultDoesNotShortenRequestedDelay(t *testing.T) {
	var busy, early atomic.Int64
	var once sync.Once
	slow, isCutAsked := make(chan struct{}), make(chan struct{})
	w := newWeb(t, pages{
		"a.test/": html("A", "/cut", "/busy"),
		"a.test/busy": func(w http.ResponseWriter, r *http.Request) {
			<-isCutAsked
			if busy.CompareAndSwap(0, time.Now().UnixNano()) {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(503)
			}
		},
		"a.test/cut": func(w http.ResponseWriter, r *http.Request) {
			once.Do(func() { close(isCutAsked) })
			<-slow
			w.Header()["Location"] = []string{"/x", "/y"}
			w.WriteHeader(302)
		},
		"a.test/later": func(w http.ResponseWriter, r *http.Request) {
			if time.Duration(time.Now().UnixNano()-busy.Load()) < 900*time.Millisecond {
				early.Add(1)
			}
		},
	})
	r := begin(t, t.Context(), crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 2}})
	waitUntil(t, "the delay of the host", func() bool { return r.Metrics().HostPauses > 0 })
	if err := r.Add(t.Context(), "http://a.test/later"); err != nil { // not before: it might be on its way when the delay begins
		t.Fatal(err)
	}
	close(slow)
	r.wait()
	if early.Load() > 0 || w.times("a.test/later") != 1 {
		t.Errorf("%d requests were sent to the host during its delay, %d in all; want one, after it", early.Load(), w.times("a.test/later"))
	}
}

func TestProxyThatWantsCredentialsLosesNoURL(t *testing.T) {
	var asked atomic.Int32
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	defer proxy.Close()
	r := begin(t, t.Context(), crawl.Config{Seeds: []string{"http://a.test/", "https://b.test/"}, Network: crawl.Network{Proxy: proxy.URL}})
	waitUntil(t, "a pause", func() bool { return strings.HasPrefix(r.Stats().Paused, "proxy: authentication") })
	r.Stop("seen enough")
	o := r.wait()
	if o.Stats.Queue != 2 || len(o.history) > 0 || asked.Load() > 2 {
		t.Errorf("%d wait, %d rows, %d requests; want 2, none and one or two", o.Stats.Queue, len(o.history), asked.Load())
	}
}

func TestLargeAndMislabelledPagesAreReadWhole(t *testing.T) {
	filler := strings.Repeat("<p>words and words</p>\n", 150_000) // 3 MB: not kept in memory
	w := newWeb(t, pages{
		"a.test/":  raw("text/html", filler+"<a href=/x>x</a>"),
		"a.test/x": raw("text/html", gzipped("<!DOCTYPE html><html><title>X</title><a href=/y>y</a></html>")),
		"a.test/y": raw("application/octet-stream", pdf+strings.Repeat("%", 300_000)),
	})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Storage: crawl.Storage{TempDir: t.TempDir()}})
	wantRequests(t, w, "a.test/", "a.test/x", "a.test/y")
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/y"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{PageSize: 100_000}})
	if r := o.rows["http://a.test/y"]; !r.Document || r.Truncated != "" {
		t.Errorf("a document above max-page-size: %+v", r)
	}
}

func TestSitemapMayMoveWithinHost(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt":     raw("text/plain", "Sitemap: /sitemap.xml"),
		"a.test/sitemap.xml":    moved("/maps/index.xml"),
		"a.test/maps/index.xml": raw("text/xml", `<urlset><url><loc>http://a.test/dir/hidden</loc></url></urlset>`),
		"a.test/dir/":           html("Dir"), "a.test/dir/hidden": html("Hidden"),
	})
	run(t, crawl.Config{Seeds: []string{"http://a.test/dir/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Kind: crawl.ScopePrefix}})
	wantRequests(t, w, "a.test/dir/", "a.test/dir/hidden", "a.test/maps/index.xml", "a.test/sitemap.xml")
}

func TestStopAtAnyMomentLosesNothing(t *testing.T) {
	all := tree(241)
	all["a.test/robots.txt"] = raw("text/plain", "Sitemap: http://a.test/sm.xml")
	all["a.test/sm.xml"] = raw("text/xml", `<urlset><url><loc>http://a.test/hidden</loc></url></urlset>`)
	all["a.test/hidden"] = html("Hidden")
	w := newWeb(t, all)
	dir, cat, arc := t.TempDir(), newCatalogue(t), archive.NewMemory()
	for i := range 12 {
		f, err := frontier.Open(t.Context(), dir, frontier.Options{PerHost: 8})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(60))*time.Millisecond)
		if i == 11 {
			ctx = t.Context()
		}
		o := runUntil(t, ctx, crawl.Config{
			Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL},
			Politeness: crawl.Politeness{Delay: -1, PerHost: 8}, Scope: crawl.Scope{Rules: []string{"-same-answer"}},
		}, crawler.Parts{Frontier: f, Catalogue: cat, Archive: arc})
		cancel()
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if i == 11 && o.State != crawl.Done {
			t.Errorf("state %s", o.State)
		}
	}
	seen := w.requests()
	if distinct := len(slices.Compact(seen)); distinct != 243 {
		t.Errorf("%d URLs were asked for, want 243", distinct)
	}
}

func TestSilentProxyEndsCrawlWithMessage(t *testing.T) {
	defer crawler.ShortenPause(100 * time.Millisecond)()
	l, err := net.Listen("tcp", ownLoopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	dead := l.Addr().String()
	l.Close()
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: "http://me:secret@" + dead},
		Politeness: crawl.Politeness{Delay: time.Millisecond},
	}, crawler.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Run(t.Context())
	if want := "no host could be reached since the start: proxy: connect: " + dead + ": connect: refused"; err == nil || err.Error() != want {
		t.Errorf("Run = %v, want %s", err, want)
	}
	if fetch.AsError(err).Cause != fetch.ProxyConnect { // by which the command line knows what helps
		t.Errorf("Run = %#v, want an error with the cause", err)
	}
}
