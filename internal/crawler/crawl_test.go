package crawler_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

type pages = map[string]http.HandlerFunc

func TestEveryReachablePageIsFetchedOnce(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":          html("A", "/one", "two#x", "/one?utm_source=mail", "http://a.test/one", "http://b.test/", "img.gif", "paper.pdf"),
		"a.test/one":       html("One", "/", "/two", "/three"),
		"a.test/two":       html("Two", "/one"),
		"a.test/three":     html("Three", "/missing"),
		"a.test/paper.pdf": raw("application/pdf", pdf),
		"b.test/":          html("B"),
	})
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/missing", "a.test/one", "a.test/paper.pdf", "a.test/three", "a.test/two")
	if o.State != crawl.Done {
		t.Errorf("state %q (%s), want done", o.State, o.Reason)
	}
	if got := o.Stats; got.Pages != 4 || got.Documents != 1 || got.Errors != 1 {
		t.Errorf("pages %d, documents %d, errors %d; want 4, 1, 1", got.Pages, got.Documents, got.Errors)
	}
	wantCause(t, o, "http://a.test/missing", "status 404")
	row := o.rows["http://a.test/three"]
	if row.Title != "Three" || row.Parent != "http://a.test/one" || row.Depth != 2 || row.Type != "html" || row.SHA256 == "" || row.File == "" {
		t.Errorf("row of /three: %+v", row)
	}
	if o.refused["b.test: scope"] != 1 || o.refused["a.test: never a page"] != 1 {
		t.Errorf("refused %v", o.refused)
	}
}

func TestRobotsAreFetchedFirstAndObeyed(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /private/\nCrawl-delay: 0.01\n"),
		"a.test/":           html("A", "/private/x", "/open"),
		"a.test/open":       html("Open"),
		"a.test/private/x":  html("Secret"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/open")
	if w.asked[0] != "a.test/robots.txt" {
		t.Errorf("first request %s, want robots.txt", w.asked[0])
	}
	if o.refused["a.test: robots"] != 1 {
		t.Errorf("refused %v, want one by robots", o.refused)
	}
	v, err := o.crawl.Explain(t.Context(), "http://a.test/private/y")
	if err != nil || v.Fetch || v.Rule != "robots" || !strings.Contains(v.Detail, "Disallow: /private/") {
		t.Errorf("Explain = %+v, %v", v, err)
	}
}

func TestNothingIsFetchedWhileRobotsFail(t *testing.T) {
	var calls atomic.Int32
	w := newWeb(t, pages{
		"a.test/robots.txt": func(w http.ResponseWriter, r *http.Request) {
			if calls.Add(1) <= 2 {
				w.WriteHeader(503)
			}
		},
		"a.test/":           html("A"),
		"b.test/robots.txt": status(500),
		"b.test/":           html("B"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/", "http://b.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 2}})
	wantRequests(t, w, "a.test/")
	wantCause(t, o, "http://b.test/", "robots: status 500")
}

func TestIgnoringRobotsFetchesNone(t *testing.T) {
	w := newWeb(t, pages{"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /"), "a.test/": html("A")})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{IgnoreRobots: true}})
	if !slices.Equal(w.asked, []string{"a.test/"}) {
		t.Errorf("asked %v", w.asked)
	}
}

func TestNofollowAndNoindexAreObeyed(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":  raw("text/html", `<a rel="nofollow" href=/x>x</a><a href=/y>y</a><a href=/z>z</a><a href=/w>w</a>`),
		"a.test/y": raw("text/html", `<meta name=robots content="noindex, nofollow"><title>Y</title><a href=/hidden>h</a>`),
		"a.test/z": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("X-Robots-Tag", "nofollow")
			html("Z", "/hidden")(w, r)
		},
		"a.test/w": html("W", "/x"),
		"a.test/x": html("X"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/w", "a.test/x", "a.test/y", "a.test/z")
	wantCause(t, o, "http://a.test/y", "noindex")
	if o.refused["a.test: nofollow"] == 0 {
		t.Errorf("refused %v", o.refused)
	}
}

func TestRedirectsPassRulesAtEachHop(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":           html("A", "/old", "/out", "/inside", "/self", "/ping", "/gone", "/chain0", "/ftp"),
		"a.test/old":        moved("/new"),
		"a.test/new":        html("New"),
		"a.test/out":        moved("http://elsewhere.test/"),
		"a.test/inside":     moved("http://127.0.0.1:9/secret"),
		"a.test/self":       moved("/self"),
		"a.test/ping":       moved("/pong"),
		"a.test/pong":       moved("/ping"),
		"a.test/gone":       moved(""),
		"a.test/ftp":        moved("ftp://a.test/x"),
		"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /secret"),
	})
	for i := range 20 {
		w.pages[fmt.Sprintf("a.test/chain%d", i)] = moved(fmt.Sprintf("/chain%d", i+1))
	}
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Scope: crawl.Scope{Kind: crawl.ScopeAny, Ignore: []string{"elsewhere.test"}},
	})
	wantCause(t, o, "http://a.test/old", "")
	wantCause(t, o, "http://a.test/out", "redirect: ignored")
	wantCause(t, o, "http://a.test/inside", "redirect: guard: loopback")
	wantCause(t, o, "http://a.test/self", "redirect loop")
	wantCause(t, o, "http://a.test/pong", "redirect loop")
	wantCause(t, o, "http://a.test/gone", "redirect without target")
	wantCause(t, o, "http://a.test/ftp", "redirect: ftp")
	wantCause(t, o, "http://a.test/chain10", "redirect limit")
	if row := o.rows["http://a.test/new"]; row.Depth != 1 || !slices.Equal(row.Via, []string{"http://a.test/old"}) {
		t.Errorf("row of the target: depth %d, via %v", row.Depth, row.Via)
	}
	if _, asked := o.rows["http://a.test/chain11"]; asked {
		t.Error("the eleventh hop was followed")
	}
}

func TestSeedMovedWithinDomainMovesScope(t *testing.T) {
	w := newWeb(t, pages{
		"example.test/":      moved("http://www.example.test/"),
		"www.example.test/":  html("Home", "/a"),
		"www.example.test/a": html("A"),
	})
	run(t, crawl.Config{Seeds: []string{"http://example.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "example.test/", "www.example.test/", "www.example.test/a")
}

func TestScopes(t *testing.T) {
	all := pages{
		"www.a.test/dir/":  html("Home", "/dir/x", "/other", "http://lib.a.test/", "http://b.test/", "http://c.test/"),
		"www.a.test/dir/x": html("X"),
		"www.a.test/other": html("Other"),
		"lib.a.test/":      html("Library"),
		"b.test/":          html("B"),
		"c.test/":          html("C"),
	}
	for _, tt := range []struct {
		scope crawl.ScopeKind
		allow []string
		want  string
	}{
		{crawl.ScopeHost, nil, "www.a.test/dir/ www.a.test/dir/x www.a.test/other"},
		{crawl.ScopePrefix, nil, "www.a.test/dir/ www.a.test/dir/x"},
		{crawl.ScopeDomain, nil, "lib.a.test/ www.a.test/dir/ www.a.test/dir/x www.a.test/other"},
		{crawl.ScopeList, []string{"b.test"}, "b.test/ www.a.test/dir/ www.a.test/dir/x www.a.test/other"},
		{crawl.ScopeHost, []string{"b.test"}, "www.a.test/dir/ www.a.test/dir/x www.a.test/other"},
		{crawl.ScopeAny, nil, "b.test/ c.test/ lib.a.test/ www.a.test/dir/ www.a.test/dir/x www.a.test/other"},
	} {
		t.Run(string(tt.scope), func(t *testing.T) {
			w := newWeb(t, all)
			run(t, crawl.Config{
				Seeds: []string{"http://www.a.test/dir/"}, Network: crawl.Network{Proxy: w.URL},
				Scope: crawl.Scope{Kind: tt.scope, Allow: tt.allow},
			})
			wantRequests(t, w, strings.Fields(tt.want)...)
		})
	}
}

func TestPatternsAllowAndIgnore(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":      html("A", "/x.gif", "/y.jpg", "/z.html", "/no/1", "/w.zip"),
		"a.test/x.gif": raw("image/gif", "GIF89a"), "a.test/z.html": html("Z"), "a.test/w.zip": raw("application/zip", "PK"),
	})
	run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Scope: crawl.Scope{Allow: []string{".gif", ".zip"}, Ignore: []string{`/\/no\//`, ".zip"}},
	})
	wantRequests(t, w, "a.test/", "a.test/x.gif", "a.test/z.html")
}

func TestOnlyDocumentsAreFetchedFromForeignHosts(t *testing.T) {
	all := pages{
		"a.test/":           html("A", "http://f.test/p.pdf", "http://f.test/fake.pdf", "http://f.test/page", "http://g.test/p.ps.gz", "http://f.test/moved.pdf", "http://f.test/gone.pdf"),
		"f.test/p.pdf":      raw("application/pdf", pdf),
		"f.test/fake.pdf":   html("Log in", "/login", "/p2.pdf"),
		"f.test/moved.pdf":  moved("/files/1"),
		"f.test/files/1":    raw("application/pdf", pdf+"1"),
		"f.test/gone.pdf":   moved("/"),
		"g.test/p.ps.gz":    raw("application/x-gzip", gzipped("%!PS-Adobe-2.0\n")),
		"g.test/robots.txt": raw("text/plain", "User-agent: *\nAllow: /\n"),
	}
	w := newWeb(t, all)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "f.test/fake.pdf", "f.test/files/1", "f.test/gone.pdf", "f.test/moved.pdf", "f.test/p.pdf", "g.test/p.ps.gz")
	if !o.rows["http://f.test/p.pdf"].Document || !o.rows["http://f.test/files/1"].Document || !o.rows["http://g.test/p.ps.gz"].Document || o.rows["http://f.test/fake.pdf"].Document {
		t.Error("documents are recognized by content")
	}
	w = newWeb(t, all)
	o = run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{NoForeign: true}})
	wantRequests(t, w, "a.test/")
	if o.refused["f.test: foreign document"] != 4 {
		t.Errorf("refused %v", o.refused)
	}
}

func TestTemporaryFaultsAreRetried(t *testing.T) {
	var tries atomic.Int32
	w := newWeb(t, pages{
		"a.test/": html("A", "/flaky", "/busy", "/dead"),
		"a.test/flaky": func(w http.ResponseWriter, r *http.Request) {
			if tries.Add(1) < 3 {
				w.WriteHeader(500)
				return
			}
			html("Flaky")(w, r)
		},
		"a.test/busy": func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
		},
		"a.test/dead": status(410),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 2}})
	if row := o.rows["http://a.test/flaky"]; row.Title != "Flaky" || row.Attempt != 2 {
		t.Errorf("flaky: %+v", row)
	}
	wantCause(t, o, "http://a.test/busy", "status 503")
	count := map[string]int{}
	for _, r := range w.requests() {
		count[r]++
	}
	if count["a.test/busy"] != 3 || count["a.test/dead"] != 1 {
		t.Errorf("requests %v: want busy 3 times, dead once", count)
	}
	if o.Stats.Errors != 2 {
		t.Errorf("errors %d, want 2", o.Stats.Errors)
	}
}

// attempts counts the visits that a strategy learns from, by URL and status.
type attempts struct {
	focus.BreadthFirst
	seen map[string]int
}

func (a *attempts) Learn(v *focus.Visit) { a.seen[fmt.Sprint(v.URL, " ", v.Status)]++ }

// TestStrategyLearnsFromFinishedVisitsOnly: an attempt that will be repeated is none.
func TestStrategyLearnsFromFinishedVisitsOnly(t *testing.T) {
	var tries atomic.Int32
	w := newWeb(t, pages{
		"a.test/": html("A", "/flaky"),
		"a.test/flaky": func(w http.ResponseWriter, r *http.Request) {
			if tries.Add(1) < 3 {
				w.WriteHeader(500)
				return
			}
			html("Flaky")(w, r)
		},
	})
	s := &attempts{seen: map[string]int{}}
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 2}, Strategy: s})
	if s.seen["http://a.test/flaky 200"] != 1 || s.seen["http://a.test/flaky 500"] != 0 {
		t.Errorf("learned from %v, want one visit of /flaky", s.seen)
	}
}

func TestUnknownMalformedAndUnreachableSeedsAreResults(t *testing.T) {
	l, err := net.Listen("tcp", ownLoopback+":0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close()
	down := "down.test:" + port
	o := run(t, crawl.Config{
		Seeds:   []string{"http://" + down + "/", "http://no-such-host.invalid/", "http://[bad", "http://127.0.0.1/"},
		Network: crawl.Network{Resolve: []string{down + ":" + ownLoopback}}, Politeness: crawl.Politeness{Retries: 1},
	})
	if o.State != crawl.Failed || len(o.FailedSeeds) != 3 {
		t.Errorf("state %s, seeds %+v; want failed, and each seed but the one that is no URL", o.State, o.FailedSeeds)
	}
	row := o.rows["http://"+down+"/"]
	if !strings.HasPrefix(string(row.Cause), "connect: ") && !strings.HasPrefix(string(row.Cause), "tls: ") || row.Outcome != library.Failed {
		t.Errorf("unreachable: %+v", row)
	}
	if row := o.rows["http://no-such-host.invalid/"]; !strings.HasPrefix(string(row.Cause), "dns: ") {
		t.Errorf("unknown: %+v", row)
	}
	_, err = crawler.New(crawl.Config{Seeds: []string{"http://[bad"}}, crawler.Parts{})
	if err == nil {
		c, _ := crawler.New(crawl.Config{Seeds: []string{"http://[bad"}}, crawler.Parts{})
		_, err = c.Run(t.Context())
	}
	if err == nil || !strings.Contains(err.Error(), "http://[bad") {
		t.Errorf("no usable seed: %v", err)
	}
}

func TestGuardRefusesPrivateAddressesAfterLookup(t *testing.T) {
	o := run(t, crawl.Config{Seeds: []string{"http://localhost/", "http://2130706433/"}})
	for _, seed := range []string{"localhost: guard: local name", "127.0.0.1: guard: loopback"} {
		if o.refused[seed] != 1 {
			t.Errorf("refused %v, want %s", o.refused, seed)
		}
	}
}

func TestOtherSchemeIsTriedIfFirstFails(t *testing.T) {
	w := newWeb(t, pages{ // the proxy opens no tunnel, so https fails
		"a.test/":  html("A", "https://a.test/x", "https://a.test/y"),
		"a.test/x": html("X"),
		"a.test/y": html("Y"),
	})
	o := run(t, crawl.Config{Seeds: []string{"https://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/x", "a.test/y")
	if o.Stats.Errors != 0 {
		t.Errorf("errors %d, want none", o.Stats.Errors)
	}
}

func TestLimits(t *testing.T) {
	chain := pages{}
	for i := range 30 {
		chain[fmt.Sprintf("a.test/%d", i)] = html(fmt.Sprint(i), fmt.Sprintf("/%d", i+1), fmt.Sprintf("/leaf%d", i))
		chain[fmt.Sprintf("a.test/leaf%d", i)] = html(fmt.Sprint("leaf ", i))
	}
	t.Run("pages", func(t *testing.T) {
		w := newWeb(t, chain)
		o := run(t, crawl.Config{
			Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 7},
			Politeness: crawl.Politeness{PerHost: 4},
		})
		if len(w.requests()) != 7 || o.State != crawl.Limited || o.Limit != crawl.LimitPages || o.Reason != "max-pages 7" {
			t.Errorf("%d requests, state %s, limit %s, reason %s", len(w.requests()), o.State, o.Limit, o.Reason)
		}
	})
	t.Run("depth", func(t *testing.T) {
		w := newWeb(t, chain)
		o := run(t, crawl.Config{Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Depth: 2}})
		wantRequests(t, w, "a.test/0", "a.test/1", "a.test/2", "a.test/leaf0", "a.test/leaf1")
		if o.State != crawl.Done || o.Limit != "" || o.refused["a.test: limit: depth"] != 2 {
			t.Errorf("state %s, limit %q, refused %v", o.State, o.Limit, o.refused)
		}
	})
	t.Run("level", func(t *testing.T) {
		w := newWeb(t, pages{"a.test/": html("A", "/1/x", "/1/2/x"), "a.test/1/x": html("X")})
		run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Level: 1}})
		wantRequests(t, w, "a.test/", "a.test/1/x")
	})
	t.Run("bytes", func(t *testing.T) {
		w := newWeb(t, chain)
		o := run(t, crawl.Config{Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Bytes: 2000}})
		if o.State != crawl.Limited || o.Limit != crawl.LimitBytes || o.Reason != "max-bytes 2000" {
			t.Errorf("state %s, limit %s, reason %s", o.State, o.Limit, o.Reason)
		}
	})
	t.Run("time", func(t *testing.T) {
		w := newWeb(t, pages{"a.test/*": func(w http.ResponseWriter, r *http.Request) { html("page", r.URL.Path+"x")(w, r) }})
		o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Time: 300 * time.Millisecond}})
		if o.State != crawl.Limited || o.Limit != crawl.LimitTime || o.Reason != "max-time 300ms" {
			t.Errorf("state %s, limit %s, reason %s", o.State, o.Limit, o.Reason)
		}
	})
}

func TestEndlessBodiesAreCutAndKept(t *testing.T) {
	endless := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, "<title>Endless</title><a href=/next>next</a>")
		for range 100_000 {
			if _, err := io.WriteString(w, strings.Repeat("all work and no play ", 50)); err != nil {
				return
			}
		}
	}
	w := newWeb(t, pages{"a.test/": endless, "a.test/next": html("Next")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{PageSize: 100_000}})
	wantRequests(t, w, "a.test/", "a.test/next")
	row := o.rows["http://a.test/"]
	if row.Truncated != "length" || row.Title != "Endless" || row.Size > 100_000 {
		t.Errorf("row: truncated %q, title %q, size %d", row.Truncated, row.Title, row.Size)
	}
}

func TestPageOfManyLinksIsReadWhole(t *testing.T) {
	refs := make([]string, 20_000)
	for i := range refs {
		refs[i] = fmt.Sprintf("/p%d", i)
	}
	w := newWeb(t, pages{"a.test/": html("Many", refs...)})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 3}})
	if q := o.Stats.Queue; q != 20_000-2 {
		t.Errorf("%d links wait, want %d", q, 20_000-2)
	}
}

func TestEndlessLinksAreBounded(t *testing.T) {
	calendar := func(w http.ResponseWriter, r *http.Request) {
		var y, m int
		fmt.Sscanf(r.URL.Query().Get("month"), "%d-%d", &y, &m)
		if m++; m > 12 {
			y, m = y+1, 1
		}
		html(fmt.Sprintf("%d-%02d", y, m), fmt.Sprintf("/cal?month=%d-%02d", y, m), "/cal?month=1900-01")(w, r)
	}
	w := newWeb(t, pages{"a.test/": html("A", "/cal?month=2020-01"), "a.test/cal": calendar})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 3000}})
	if o.State != crawl.Done {
		t.Errorf("state %s after %d pages: the calendar did not end", o.State, o.Stats.Pages)
	}
}

func TestLinksOfThirdCopyAreNotFollowed(t *testing.T) {
	same := html("Mirror", "more")
	w := newWeb(t, pages{"a.test/": html("A", "/1/", "/2/", "/3/", "/4/", "/5/")})
	for i := 1; i <= 5; i++ {
		w.pages[fmt.Sprintf("a.test/%d/", i)] = same
		w.pages[fmt.Sprintf("a.test/%d/more", i)] = html(fmt.Sprint("more ", i))
	}
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	copies, followed := 0, 0
	for u, r := range o.rows {
		if r.CopyOf != "" {
			copies++
		}
		if strings.HasSuffix(u, "/more") {
			followed++
		}
	}
	if copies != 4 || followed != 3 {
		t.Errorf("%d copies, links of %d followed; want 4 copies, links of the original and two copies", copies, followed)
	}
}

func TestDefaultPagesAreFoldedIfBothFormsAreEqual(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":             html("Home", "/index.html", "/d/"),
		"a.test/index.html":   html("Home", "/index.html", "/d/"),
		"a.test/d/":           html("D", "/e/"),
		"a.test/e/":           html("E", "/d/index.html", "/f/index.html"),
		"a.test/f/":           html("F"),
		"a.test/d/index.html": html("D", "/e/"),
		"a.test/f/index.html": html("F"),
	})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/index.html", "a.test/d/", "a.test/e/", "a.test/f/")
}

func TestSitemapsOfRobotsAreRead(t *testing.T) {
	all := pages{
		"a.test/robots.txt": raw("text/plain", "Sitemap: http://a.test/sm.xml\nSitemap: http://b.test/sm.xml"),
		"a.test/sm.xml":     raw("text/xml", `<sitemapindex><sitemap><loc>http://a.test/sm2.xml.gz</loc></sitemap></sitemapindex>`),
		"a.test/sm2.xml.gz": raw("application/gzip", gzipped(`<urlset><url><loc>http://a.test/hidden</loc></url><url><loc>http://b.test/x</loc></url></urlset>`)),
		"a.test/":           html("A"),
		"a.test/hidden":     html("Hidden"),
	}
	w := newWeb(t, all)
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/hidden", "a.test/sm.xml", "a.test/sm2.xml.gz")
	w = newWeb(t, all)
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{NoSitemaps: true}})
	wantRequests(t, w, "a.test/")
}

func TestWrongCharsetsLoseNoLinks(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":  raw("text/html; charset=utf-8", "<title>Caf\xe9</title><a href=/x>\xfc</a>"),
		"a.test/x": raw("text/html; charset=no-such", "<title>X</title><a href=/y>y</a>"),
		"a.test/y": raw("text/html; charset=utf-16", "<title>Y</title>"),
	})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/x", "a.test/y")
}

func TestStoppedCrawlContinues(t *testing.T) {
	w := newWeb(t, tree(121))
	f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cfg := crawl.Config{Seeds: []string{"http://a.test/0"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Frontier: f, Catalogue: cat, Archive: archive.NewMemory()}
	first := cfg
	first.Hooks.Page = func(fetch *library.Fetch, _ *page.Page) {
		if fetch.URL == "http://a.test/10" {
			cancel()
		}
	}
	o := runUntil(t, ctx, first, parts)
	if o.State != crawl.Stopped {
		t.Fatalf("state %s, want stopped", o.State)
	}
	o2 := run(t, cfg, parts)
	if o2.State != crawl.Done {
		t.Errorf("state %s", o2.State)
	}
	seen := map[string]int{}
	for _, r := range w.requests() {
		seen[r]++
	}
	for u, n := range seen {
		if n > 2 || n > 1 && !strings.HasPrefix(u, "a.test/") {
			t.Errorf("%s asked for %d times", u, n)
		}
	}
	if all := len(slices.Collect(maps.Keys(seen))); all != 121 {
		t.Errorf("%d URLs in all, want 121", all)
	}
}

func TestCrawlingAgainAsksOnlyForWhatChanged(t *testing.T) {
	version := "1"
	tagged := func(title string, refs ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			tag := `"` + title + `"`
			if title == "News" {
				tag = `"news` + version + `"`
			}
			w.Header().Set("ETag", tag)
			if r.Header.Get("If-None-Match") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
			html(title+tag, refs...)(w, r)
		}
	}
	w := newWeb(t, pages{"a.test/": tagged("Home", "/news", "/old"), "a.test/news": tagged("News"), "a.test/old": tagged("Old", "/deep"), "a.test/deep": tagged("Deep")})
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	arc := archive.NewMemory()
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: cat, Archive: arc}
	run(t, cfg, parts)
	version = "2"
	cfg.Again = true
	o := run(t, cfg, parts)
	if n := len(w.requests()); n != 8 {
		t.Errorf("%d requests over both crawls, want 8", n)
	}
	for _, u := range []string{"http://a.test/", "http://a.test/old", "http://a.test/deep"} {
		if r := o.rows[u]; !r.NotModified || r.Title == "" || r.SHA256 == "" {
			t.Errorf("%s: %+v, want not modified with the old metadata", u, r)
		}
	}
	if r := o.rows["http://a.test/news"]; r.NotModified || r.Status != 200 {
		t.Errorf("news: %+v, want a new body", r)
	}
}

// TestStrategiesOrderTheVisits crawls in virtual time: each page is read before the delay for the next one has passed.
func TestStrategiesOrderTheVisits(t *testing.T) {
	all := siteFolder{
		"a.test/index.html":  htmlText("Home", "/z", "/misc", "/people", "/papers"),
		"a.test/z.html":      htmlText("Z", "/popular"),
		"a.test/misc.html":   htmlText("Misc", "/popular", "/rare"),
		"a.test/people.html": htmlText("People"), "a.test/papers.html": htmlText("Papers", "/paper1"), "a.test/paper1.html": htmlText("Paper"),
		"a.test/popular.html": htmlText("Popular"), "a.test/rare.html": htmlText("Rare"),
	}
	order := func(s focus.Strategy) string {
		done := simulate(t, sitesWeb(t, all, 1), crawl.Config{Seeds: []string{"http://a.test/"}, Strategy: s, Politeness: crawl.Politeness{Workers: 1}}, nil)
		var paths []string
		for _, r := range done.requests {
			if _, path, _ := strings.Cut(r, "http://a.test"); !isAside(path) {
				paths = append(paths, path)
			}
		}
		return strings.Join(paths, " ")
	}
	if got, want := order(focus.BreadthFirst{}), "/ /z /misc /people /papers /popular /rare /paper1"; got != want {
		t.Errorf("breadth-first:\n got %s\nwant %s", got, want)
	}
	if got := order(&focus.Priority{}); !strings.HasPrefix(got, "/ /papers /paper1 ") {
		t.Errorf("priority: %s, want papers before all else", got)
	}
	got := order(focus.Backlink{})
	if strings.Index(got, "/popular") > strings.Index(got, "/rare") {
		t.Errorf("backlink: %s, want the page with two links before the one with one", got)
	}
}

func TestHooksSeeAndRefuse(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/x", "/secret", "/p.pdf"), "a.test/x": html("X"), "a.test/p.pdf": raw("application/pdf", pdf)})
	var titles, documents []string
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Hooks: crawl.Hooks{
			Link:     func(_ weburl.URL, l *page.Link) bool { return l.URL.Path() != "/secret" },
			Page:     func(f *library.Fetch, p *page.Page) { titles = append(titles, p.Title) },
			Document: func(f *library.Fetch) { documents = append(documents, f.URL) },
		},
	})
	wantRequests(t, w, "a.test/", "a.test/p.pdf", "a.test/x")
	slices.Sort(titles)
	if !slices.Equal(titles, []string{"A", "X"}) || len(documents) != 1 || o.refused["a.test: hook"] != 1 {
		t.Errorf("titles %v, documents %v, refused %v", titles, documents, o.refused)
	}
}

// TestFetchHookSeesEveryRecordedURL: pages, documents, redirects, failures, retries and what robots.txt refuses, but no link that a rule refuses at once.
func TestFetchHookSeesEveryRecordedURL(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": html("A", "/x", "/private", "/p.pdf", "/gone", "/moved", "/picture.gif"), "a.test/x": html("X"), "a.test/p.pdf": raw("application/pdf", pdf),
		"a.test/robots.txt": raw("text/plain", "User-agent: *\nDisallow: /private\n"), "a.test/moved": moved("/x"),
	})
	var got []string
	run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Hooks: crawl.Hooks{Fetch: func(f *library.Fetch) {
			if f.At.IsZero() {
				t.Errorf("%s has no time", f.URL)
			}
			got = append(got, fmt.Sprint(strings.TrimPrefix(f.URL, "http://a.test"), " ", f.Outcome, " ", f.Status, " ", f.Cause))
		}},
	})
	slices.Sort(got)
	want := []string{"/ fetched 200 ", "/gone failed 404 status 404", "/moved redirect 301 ", "/p.pdf fetched 200 ", "/private refused 0 robots", "/x fetched 200 "}
	if !slices.Equal(got, want) {
		t.Errorf("the hook saw %q, want %q", got, want)
	}
}

func TestConfigNamesEveryBadField(t *testing.T) {
	_, err := crawler.New(crawl.Config{
		Scope: crawl.Scope{Kind: "galaxy"}, Limits: crawl.Limits{Pages: -1},
		Politeness: crawl.Politeness{Idle: "noon", Workers: -2}, Network: crawl.Network{Headers: []string{"nonsense"}},
	}, crawler.Parts{})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{"scope", "max-pages", "idle", "header", "workers"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error does not name %s: %v", want, err)
		}
	}
}

func TestFullDiskStopsCrawlWithMessage(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A")})
	c, err := crawler.New(crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
	}, crawler.Parts{Archive: fullDisk{archive.NewMemory()}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Run(t.Context()); err == nil || !errors.Is(err, errFull) {
		t.Errorf("Run = %v, want the archive's error", err)
	}
}

var errFull = errors.New("no space left on device")

type fullDisk struct{ crawler.Archive }

func (fullDisk) Append(context.Context, ...*archive.Encoded) ([]archive.Location, error) {
	return nil, errFull
}

func TestSeedRefusedAsLinkIsFetched(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "http://b.test/"), "b.test/": html("B")})
	f := frontier.NewMemory(frontier.Options{Delay: time.Millisecond, PerHost: 1})
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Frontier: f})
	wantRequests(t, w, "a.test/")
	run(t, crawl.Config{Seeds: []string{"http://a.test/", "http://b.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Frontier: f})
	wantRequests(t, w, "a.test/", "b.test/")
}

func TestHostsOfOneAddressShareItsLimit(t *testing.T) {
	var now, most atomic.Int32
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := now.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		time.Sleep(5 * time.Millisecond)
		html(r.Host, "/a", "/b")(w, r)
		now.Add(-1)
	}))
	defer site.Close()
	_, port, _ := net.SplitHostPort(site.Listener.Addr().String())
	cfg := crawl.Config{Politeness: crawl.Politeness{PerHost: 2, PerAddress: 3, Delay: -1}, Network: crawl.Network{AllowPrivate: true}}
	for i := range 12 {
		host := fmt.Sprintf("h%d.test:%s", i, port)
		cfg.Seeds = append(cfg.Seeds, "http://"+host+"/")
		cfg.Network.Resolve = append(cfg.Network.Resolve, host+":127.0.0.1")
	}
	o := run(t, cfg)
	if o.Stats.Pages != 36 || o.Stats.Errors != 0 {
		t.Errorf("%d pages, %d errors; want 36 and none", o.Stats.Pages, o.Stats.Errors)
	}
	if most.Load() > 3 {
		t.Errorf("%d requests at once to the address, allowed are 3", most.Load())
	}
}

func TestHostThatRespondsAtOtherSchemeIsNotGivenUp(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A")}) // no tunnel: every https link fails first
	var refs []string
	for i := range 60 {
		refs = append(refs, fmt.Sprintf("https://a.test/%d", i))
		w.pages[fmt.Sprintf("a.test/%d", i)] = html(fmt.Sprint(i))
	}
	w.pages["a.test/"] = html("A", refs...)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 8}})
	if o.Stats.Pages != 61 || o.Stats.Errors != 0 {
		t.Errorf("%d pages, %d errors; want 61 and none (refused %v)", o.Stats.Pages, o.Stats.Errors, o.refused)
	}
}

func TestUnchangedPageIsCountedAlsoAfterARetry(t *testing.T) {
	var tries atomic.Int32
	w := newWeb(t, pages{"a.test/": html("Home", "/flaky"), "a.test/flaky": func(w http.ResponseWriter, r *http.Request) {
		if tries.Add(1) == 2 {
			w.WriteHeader(500)
			return
		}
		html("Flaky")(w, r)
	}})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Retries: 1}}
	parts := crawler.Parts{Catalogue: newCatalogue(t), Archive: archive.NewMemory()}
	run(t, cfg, parts)
	cfg.Again = true
	if o := run(t, cfg, parts); o.Stats.Unchanged != 2 || tries.Load() != 3 {
		t.Errorf("%d pages unchanged after %d requests for one of them; want 2, 3", o.Stats.Unchanged, tries.Load())
	}
}

func TestCrawlingAgainVisitsFoldedSeeds(t *testing.T) {
	home := html("Home", "/", "/index.html", "/x")
	w := newWeb(t, pages{"a.test/": home, "a.test/index.html": home, "a.test/x": html("X")})
	cat, err := catalogue.NewMemory()
	if err != nil {
		t.Fatal(err)
	}
	defer cat.Close()
	cfg := crawl.Config{Seeds: []string{"http://a.test/index.html"}, Network: crawl.Network{Proxy: w.URL}}
	parts := crawler.Parts{Catalogue: cat, Archive: archive.NewMemory()}
	run(t, cfg, parts)
	wantRequests(t, w, "a.test/", "a.test/index.html", "a.test/x")
	cfg.Again = true
	run(t, cfg, parts)
	wantRequests(t, w, "a.test/", "a.test/", "a.test/index.html", "a.test/x", "a.test/x")
}

func TestRobotsOfManyHostsAreKeptApart(t *testing.T) {
	w := newWeb(t, pages{})
	var seeds []string
	for i := range 40 {
		host := fmt.Sprintf("h%02d.test", i)
		seeds = append(seeds, "http://"+host+"/")
		w.pages[host+"/robots.txt"] = raw("text/plain", fmt.Sprintf("User-agent: *\nDisallow: /no%02d\n# %s", i, strings.Repeat("x", i)))
		var refs []string
		for j := range 40 {
			refs = append(refs, fmt.Sprintf("/no%02d", j))
		}
		w.pages[host+"/"] = html(host, refs...)
	}
	o := run(t, crawl.Config{Seeds: seeds, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 2}})
	for i := range 40 {
		host := fmt.Sprintf("h%02d.test", i)
		if _, asked := o.rows[fmt.Sprintf("http://%s/no%02d", host, i)]; asked || o.refused[host+": robots"] != 1 {
			t.Errorf("%s: asked for the disallowed page %v, %d refused", host, asked, o.refused[host+": robots"])
		}
	}
}
