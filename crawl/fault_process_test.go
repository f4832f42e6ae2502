package crawl_test

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/frontier"
	"sluice/internal/library"
)

// many gives a home page that links to n others, and those.
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

// stores are those of a library in a folder, which a test can break.
type stores struct {
	frontier  *frontier.Frontier
	catalogue *library.Catalogue
	archive   *archive.Archive
}

func openStores(t *testing.T, dir string) *stores {
	t.Helper()
	s := &stores{}
	var err error
	if s.catalogue, err = library.Open(filepath.Join(dir, "catalog.db"), library.Options{}); err != nil {
		t.Fatal(err)
	}
	mark, err := s.catalogue.LastMark()
	if err != nil {
		t.Fatal(err)
	}
	if s.archive, err = archive.Open(filepath.Join(dir, "archive"), archive.Options{}, archive.Position{File: mark.File, Offset: mark.Offset}); err != nil {
		t.Fatal(err)
	}
	if s.frontier, err = frontier.Open(filepath.Join(dir, "frontier"), frontier.Options{PerHost: 8}); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stores) close(t *testing.T) {
	t.Helper()
	if err := errors.Join(s.frontier.Shutdown(), s.archive.Close(), s.catalogue.Close()); err != nil {
		t.Error(err)
	}
}

var errCut = errors.New("cut off")

// cutFrontier and cutCatalogue take some groups, and then no more.
type cutFrontier struct {
	crawl.Frontier
	left int
}

func (f *cutFrontier) Commit(g *frontier.Group) error {
	if f.left--; f.left < 0 {
		return errCut
	}
	return f.Frontier.Commit(g)
}

type cutCatalogue struct {
	crawl.Catalogue
	left int
}

func (c *cutCatalogue) Commit(g *library.Group) error {
	if c.left--; c.left < 0 {
		return errCut
	}
	return c.Catalogue.Commit(g)
}

// TestAGroupThatIsHalfWrittenIsDoneAgain ends a crawl between the three writes of
// a group, at every one of its first groups, and goes on. The group before stands,
// and the one that was cut is made whole.
func TestAGroupThatIsHalfWrittenIsDoneAgain(t *testing.T) {
	const n = 60
	for _, at := range []string{"frontier", "catalogue"} {
		for groups := range 2 {
			t.Run(fmt.Sprint(at, " after ", groups), func(t *testing.T) {
				w := newWeb(t, many(n))
				dir := t.TempDir()
				cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: w.URL, Delay: -1, PerHost: 8, IgnoreRobots: true}
				s := openStores(t, dir)
				cfg.Frontier, cfg.Catalogue, cfg.Archive = s.frontier, s.catalogue, s.archive
				if at == "frontier" {
					cfg.Frontier = &cutFrontier{s.frontier, groups}
				} else {
					cfg.Catalogue = &cutCatalogue{s.catalogue, groups}
				}
				c, err := crawl.New(cfg)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := c.Run(t.Context()); !errors.Is(err, errCut) {
					t.Fatalf("Run = %v, want the cut", err)
				}
				s.close(t)
				first := len(w.requests())

				s = openStores(t, dir)
				defer s.close(t)
				cfg.Frontier, cfg.Catalogue, cfg.Archive = s.frontier, s.catalogue, s.archive
				o := run(t, cfg)
				r, err := s.catalogue.Report()
				if err != nil || o.State != crawl.Done || r.Totals.Pages != n+1 {
					t.Errorf("state %s, %d pages of %d; %v", o.State, r.Totals.Pages, n+1, err)
				}
				if all := len(w.requests()); all > n+1+first {
					t.Errorf("%d requests, %d of them before the cut: more than %d pages need", all, first, n+1)
				}
				checkRecords(t, s, n+1)
			})
		}
	}
}

// checkRecords reads every answer that the catalogue knows of out of the archive.
func checkRecords(t *testing.T, s *stores, want int) {
	t.Helper()
	list, err := s.catalogue.List("pages", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	n := 0
	for row, err := range list.All() {
		if err != nil {
			t.Fatal(err)
		}
		url := fmt.Sprint(row[0])
		v, ok, err := s.catalogue.Validator(url)
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", url, ok, err)
			continue
		}
		rec, err := s.archive.Read(archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		if rec.URL != url {
			t.Errorf("%s: the archive has %s there", url, rec.URL)
		}
		rec.Close()
		n++
	}
	if n != want {
		t.Errorf("%d answers in the archive, want %d", n, want)
	}
}

func TestACrawlWhoseStartIsASitemapGoesOn(t *testing.T) {
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
	for _, most := range []int64{1, 15, 0} {
		s := openStores(t, dir)
		o := run(t, crawl.Config{
			Seeds: []string{"http://a.test/sitemap.xml"}, Proxy: w.URL, MaxPages: most, Before: crawl.Totals{},
			Frontier: s.frontier, Catalogue: s.catalogue, Archive: s.archive,
		})
		if most > 0 && o.State != crawl.Limited || most == 0 && o.State != crawl.Done {
			t.Errorf("max-pages %d: state %s", most, o.State)
		}
		s.close(t)
	}
	if n := len(w.requests()); n != 41 {
		t.Errorf("%d requests, want the sitemap and its 40 pages once each", n)
	}
}

// stuck is a catalogue that does not come back from a write until it is let go.
type stuck struct {
	crawl.Catalogue
	after   int
	began   chan struct{}
	release chan struct{}
}

func (s *stuck) Commit(g *library.Group) error {
	if s.after--; s.after == 0 {
		close(s.began)
		<-s.release
	}
	return s.Catalogue.Commit(g)
}

// TestFetchingWaitsForACatalogueThatIsStuck: what is fetched meanwhile is bounded,
// and all goes on when it comes back.
func TestFetchingWaitsForACatalogueThatIsStuck(t *testing.T) {
	const n = 4000
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
	ended := make(chan *outcome, 1)
	go func() {
		ended <- run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: w.URL, Delay: -1, PerHost: 32, Workers: 32, IgnoreRobots: true, Catalogue: s, Rules: []string{"-same-answer"}})
	}()
	if got := <-during; got > n/2 {
		t.Errorf("%d of %d pages were fetched while the catalogue was stuck", got, n)
	}
	if o := <-ended; o.State != crawl.Done || o.Stats.Pages != n+1 {
		t.Errorf("state %s, %d pages", o.State, o.Stats.Pages)
	}
}

// hanging is an archive over some pages of which the reader hangs, or panics.
type hanging struct {
	crawl.Archive
	release chan struct{}
	left    atomic.Int32
}

func (h *hanging) Encode(x *archive.Exchange) (*archive.Encoded, error) {
	switch {
	case strings.Contains(x.URL, "hang"):
		h.left.Add(1)
		<-h.release
		h.left.Add(-1)
	case strings.Contains(x.URL, "panic"):
		panic("a bug")
	}
	return h.Archive.Encode(x)
}

func TestAReaderThatHangsCostsOnePage(t *testing.T) {
	defer crawl.ShortenStall(time.Second)()
	all := pages{"a.test/": html("A", "/hang1", "/1", "/2", "/hang2", "/3", "/hang3", "/4", "/5")}
	for _, p := range []string{"1", "2", "3", "4", "5", "hang1", "hang2", "hang3"} {
		all["a.test/"+p] = html(p)
	}
	h := &hanging{Archive: archive.NewMemory(), release: make(chan struct{})}
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: newWeb(t, all).URL, Archive: h, PerHost: 4})
	if o.State != crawl.Done || o.Stats.Pages != 9 || o.Stats.Errors != 3 {
		t.Errorf("state %s, %d pages, %d errors; want done, 9 and 3", o.State, o.Stats.Pages, o.Stats.Errors)
	}
	for _, p := range []string{"hang1", "hang2", "hang3"} {
		wantCause(t, o, "http://a.test/"+p, "hung: reading")
	}
	close(h.release) // those that hung come back, when all is over
	waitUntil(t, "the end of those that hung", func() bool { return h.left.Load() == 0 })
}

func TestAPanicCostsOnePage(t *testing.T) {
	w := newWeb(t, pages{"a.test/": html("A", "/panic", "/x"), "a.test/panic": html("P", "/lost"), "a.test/x": html("X", "/y"), "a.test/y": html("Y")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: w.URL, Archive: &hanging{Archive: archive.NewMemory()}})
	wantRequests(t, w, "a.test/", "a.test/panic", "a.test/x", "a.test/y")
	wantCause(t, o, "http://a.test/panic", "panic: a bug")
	if o.State != crawl.Done || o.Stats.Errors != 1 {
		t.Errorf("state %s, %d errors", o.State, o.Stats.Errors)
	}
}

// counted is a frontier that counts how often it is asked for links.
type counted struct {
	crawl.Frontier
	asked atomic.Int32
}

func (f *counted) Next(n int, choose func([]frontier.LaneState) []frontier.Share) ([]frontier.Lease, error) {
	f.asked.Add(1)
	return f.Frontier.Next(n, choose)
}

// TestWaitingIsNoBusyLoop waits once for an answer while nothing else waits, and
// once for a host's clock while nothing is under way.
func TestWaitingIsNoBusyLoop(t *testing.T) {
	answer := make(chan struct{})
	w := newWeb(t, pages{
		"a.test/": html("A", "/slow"), "a.test/slow": func(w http.ResponseWriter, r *http.Request) { <-answer; html("Slow", "/1", "/2")(w, r) },
		"a.test/1": html("1"), "a.test/2": html("2"),
	})
	f := &counted{Frontier: frontier.NewMemory(frontier.Options{Delay: 700 * time.Millisecond})}
	c, err := crawl.New(crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: w.URL, Delay: 700 * time.Millisecond, Frontier: f, IgnoreRobots: true})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan crawl.Result, 1)
	go func() {
		r, err := c.Run(t.Context())
		if err != nil {
			t.Error(err)
		}
		ended <- r
	}()
	waitUntil(t, "the slow answer", func() bool { return len(w.requests()) == 2 })
	before := f.asked.Load()
	time.Sleep(1200 * time.Millisecond)
	if n := f.asked.Load() - before; n > 10 {
		t.Errorf("while one request was under way the frontier was asked %d times for links", n)
	}
	if s := c.Stats(); s.Inflight != 1 || s.Queue != 0 || s.Active != 1 {
		t.Errorf("meanwhile %+v; want one request under way and nothing waiting", s)
	}
	close(answer)
	waitUntil(t, "a host that rests", func() bool { s := c.Stats(); return s.Queue > 0 && s.Inflight == 0 })
	if r := <-ended; r.State != crawl.Done || r.Stats.Pages != 4 {
		t.Errorf("%+v", r)
	}
	if n := f.asked.Load() - before; n > 60 {
		t.Errorf("the frontier was asked %d times for three links", n)
	}
}

// TestRobotsFromTheFutureAreAskedForAnew has a catalogue that was written by a clock a year ahead.
func TestRobotsFromTheFutureAreAskedForAnew(t *testing.T) {
	catalogue := newCatalogue(t)
	ahead := library.Robots{Origin: "http://a.test", At: time.Now().AddDate(1, 0, 0), Status: 200, Body: []byte("User-agent: *\nDisallow: /")}
	if err := catalogue.Commit(&library.Group{Serial: 1, Robots: []library.Robots{ahead}}); err != nil {
		t.Fatal(err)
	}
	w := newWeb(t, pages{"a.test/": html("A"), "a.test/robots.txt": raw("text/plain", "")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Proxy: w.URL, Catalogue: catalogue})
	if r := o.rows["http://a.test/"]; r.Title != "A" || w.asked[0] != "a.test/robots.txt" {
		t.Errorf("asked %v, row %+v", w.asked, r)
	}
}
