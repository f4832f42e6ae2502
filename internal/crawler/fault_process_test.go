package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
)

func TestCrawlFromSitemapContinues(t *testing.T) {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	all := pages{}
	for i := range 40 {
		fmt.Fprintf(&b, "<url><loc>http://a.test/p%d</loc></url>", i)
		all[fmt.Sprintf("a.test/p%d", i)] = html(fmt.Sprint(i))
	}
	b.WriteString("</urlset>")
	all["a.test/sitemap.xml"] = raw("application/xml", b.String())
	w := newWeb(t, all)
	dir := t.TempDir()
	cfg := crawl.Config{Seeds: []string{"http://a.test/sitemap.xml"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: time.Millisecond}}
	for _, run := range []struct {
		most int64
		want crawl.State
	}{{1, crawl.Limited}, {15, crawl.Limited}, {0, crawl.Done}} {
		cfg.Limits.Pages = run.most
		if _, result := resume(t, dir, cfg); result.State != run.want {
			t.Errorf("max-pages %d: state %s, want %s", run.most, result.State, run.want)
		}
	}
	if n := len(w.requests()); n != 41 {
		t.Errorf("%d requests, want the sitemap and its 40 pages once each", n)
	}
}

// stuck is a catalogue whose writes block until it is released.
type stuck struct {
	crawler.Catalogue
	after   int
	began   chan struct{}
	release chan struct{}
}

func (s *stuck) Commit(ctx context.Context, g *catalogue.Group) error {
	if s.after--; s.after == 0 {
		close(s.began)
		<-s.release
	}
	return s.Catalogue.Commit(ctx, g)
}

// TestFetchingWaitsForStuckCatalogue: what is fetched meanwhile is bounded,
// and all continues when it comes back.
func TestFetchingWaitsForStuckCatalogue(t *testing.T) {
	const n = 2000
	w := newWeb(t, many(n))
	s := &stuck{Catalogue: newCatalogue(t), after: 3, began: make(chan struct{}), release: make(chan struct{})}
	during := make(chan int)
	go func() {
		defer close(s.release)
		<-s.began
		last := -1
		for range 100 { // until nothing more is asked for
			now := len(w.requests())
			if now == last {
				break
			}
			last = now
			time.Sleep(300 * time.Millisecond)
		}
		during <- last
	}()
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Politeness: crawl.Politeness{Delay: -1, PerHost: 32, Workers: 32, IgnoreRobots: true},
		Scope:      crawl.Scope{Rules: []string{"-same-answer"}},
	}, crawler.Parts{Catalogue: s})
	if got := <-during; got > n/2 {
		t.Errorf("%d of %d pages were fetched while the catalogue was stuck", got, n)
	}
	if o := r.wait(); o.State != crawl.Done || o.Stats.Pages != n+1 {
		t.Errorf("state %s, %d pages", o.State, o.Stats.Pages)
	}
}

// hanging is an archive over some pages of which the reader hangs, or panics.
type hanging struct {
	crawler.Archive
	release chan struct{}
	left    atomic.Int32
}

func (h *hanging) Encode(ctx context.Context, x *archive.Exchange) (*archive.Encoded, error) {
	switch {
	case strings.Contains(x.URL, "hang"):
		h.left.Add(1)
		<-h.release
		h.left.Add(-1)
	case strings.Contains(x.URL, "panic"):
		panic("a bug")
	}
	return h.Archive.Encode(ctx, x)
}

func TestHangingReaderFailsOnePageOnly(t *testing.T) {
	defer crawler.HurryWatchdog(100*time.Millisecond, time.Second)() // ten looks: the clock of a machine with other work jumps
	all := pages{"a.test/": html("A", "/hang1", "/1", "/2", "/hang2", "/3", "/hang3", "/4", "/5")}
	for _, p := range []string{"1", "2", "3", "4", "5", "hang1", "hang2", "hang3"} {
		all["a.test/"+p] = html(p)
	}
	h := &hanging{Archive: archive.NewMemory(), release: make(chan struct{})}
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: newWeb(t, all).URL},
		Politeness: crawl.Politeness{PerHost: 4},
	}, crawler.Parts{Archive: h})
	if o.State != crawl.Done || o.Stats.Pages != 6 || o.Stats.Errors != 3 {
		t.Errorf("state %s, %d pages, %d errors; want done, 6 and 3", o.State, o.Stats.Pages, o.Stats.Errors)
	}
	for _, p := range []string{"hang1", "hang2", "hang3"} {
		wantCause(t, o, "http://a.test/"+p, "hung: reading")
	}
	close(h.release) // those that hung come back, when all is over
	waitUntil(t, "the end of those that hung", func() bool { return h.left.Load() == 0 })
}

func TestPanicFailsOnePageOnly(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/panic", "/x"), "a.test/panic": html("P", "/lost"), "a.test/x": html("X", "/y"), "a.test/y": html("Y")})
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
	}, crawler.Parts{Archive: &hanging{Archive: archive.NewMemory()}})
	wantRequests(t, w, "a.test/", "a.test/panic", "a.test/x", "a.test/y")
	wantCause(t, o, "http://a.test/panic", "panic: a bug")
	if o.State != crawl.Done || o.Stats.Errors != 1 {
		t.Errorf("state %s, %d errors", o.State, o.Stats.Errors)
	}
}

// counted is a frontier that counts how often it is asked for links.
type counted struct {
	crawler.Frontier
	asked atomic.Int32
}

func (f *counted) Next(ctx context.Context, n int, choose func([]frontier.LaneState) []frontier.Share) ([]frontier.Lease, error) {
	f.asked.Add(1)
	return f.Frontier.Next(ctx, n, choose)
}

// TestWaitingDoesNotSpin waits once for an answer while nothing else waits, and
// once for a host's clock while nothing is under way.
func TestWaitingDoesNotSpin(t *testing.T) {
	t.Parallel() // it waits
	answer := make(chan struct{})
	w := newWeb(t, pages{
		"a.test/": html("A", "/slow"), "a.test/slow": func(w http.ResponseWriter, r *http.Request) { <-answer; html("Slow", "/1", "/2")(w, r) },
		"a.test/1": html("1"), "a.test/2": html("2"),
	})
	f := &counted{Frontier: frontier.NewMemory(frontier.Options{Delay: 700 * time.Millisecond})}
	r := begin(t, t.Context(), crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Politeness: crawl.Politeness{Delay: 700 * time.Millisecond, IgnoreRobots: true},
	}, crawler.Parts{Frontier: f})
	waitUntil(t, "the slow answer", func() bool { return len(w.requests()) == 2 })
	before := f.asked.Load()
	time.Sleep(1200 * time.Millisecond)
	if n := f.asked.Load() - before; n > 10 {
		t.Errorf("while one request was under way the frontier was asked %d times for links", n)
	}
	if s := r.Stats(); s.Inflight != 1 || s.Queue != 0 || s.ActiveHosts != 1 {
		t.Errorf("meanwhile %+v; want one request under way and nothing waiting", s)
	}
	close(answer)
	waitUntil(t, "a paused host", func() bool { s := r.Stats(); return s.Queue > 0 && s.Inflight == 0 && !s.Until.IsZero() })
	if o := r.wait(); o.State != crawl.Done || o.Stats.Pages != 4 {
		t.Errorf("%+v", o.Result)
	}
	if n := f.asked.Load() - before; n > 60 {
		t.Errorf("the frontier was asked %d times for three links", n)
	}
}

// TestRobotsFromTheFutureAreFetchedAgain has a catalogue that was written by a clock a year ahead.
func TestRobotsFromTheFutureAreFetchedAgain(t *testing.T) {
	cat := newCatalogue(t)
	ahead := catalogue.Robots{Origin: "http://a.test", At: time.Now().AddDate(1, 0, 0), Status: 200, Body: []byte("User-agent: *\nDisallow: /")}
	if err := cat.Commit(t.Context(), &catalogue.Group{Serial: 1, Robots: []catalogue.Robots{ahead}}); err != nil {
		t.Fatal(err)
	}
	w := newWeb(t, pages{"a.test/": html("A"), "a.test/robots.txt": raw("text/plain", "")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Catalogue: cat})
	if r := o.rows["http://a.test/"]; r.Title != "A" || w.asked[0] != "a.test/robots.txt" {
		t.Errorf("asked %v, row %+v", w.asked, r)
	}
}
