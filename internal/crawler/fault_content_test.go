package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
	"sluice/page"
)

func TestOfferedMirrorsAreIgnored(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/robots.txt": status(404),
		"a.test/": func(rw http.ResponseWriter, r *http.Request) {
			rw.Header().Add("Link", `<http://mirror.test/>; rel=duplicate; pri=1`)
			rw.Header().Add("Link", `<http://a.test/list.meta4>; rel=describedby; type="application/metalink4+xml"`)
			rw.Header().Set("Alt-Svc", `h2="other.test:443"; ma=86400`)
			rw.Header().Set("Content-Location", "http://mirror.test/x")
			rw.Header().Set("Refresh", "0; url=http://mirror.test/y")
			html("A", "/big")(rw, r)
		},
		"a.test/big": func(rw http.ResponseWriter, r *http.Request) {
			raw("application/metalink4+xml", `<metalink xmlns="urn:ietf:params:xml:ns:metalink"><file name="x"><url>http://mirror.test/z</url></file></metalink>`)(rw, r)
		},
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Kind: crawl.ScopeAny}})
	wantRequests(t, w, "a.test/", "a.test/big")
	if len(o.rows) != 2 {
		t.Errorf("%d rows", len(o.rows))
	}
}

func TestContentDecidesFormat(t *testing.T) {
	picture := "\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR<a href=/never>x</a>"
	w := newWeb(t, pages{
		"a.test/":          html("A", "/as-page", "/paper.pdf", "/picture", "/zip"),
		"a.test/as-page":   raw("text/html; charset=utf-8", pdf),
		"a.test/paper.pdf": raw("application/pdf", "<!DOCTYPE html><title>Moved</title><a href=/from-pdf>x</a>"+strings.Repeat(" ", 9000)),
		"a.test/picture":   raw("text/html", picture),
		"a.test/zip":       raw("text/html", "PK\x03\x04\x14\x00\x00\x00\x08\x00<a href=/never>x</a>"),
		"a.test/from-pdf":  html("From PDF"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	wantRequests(t, w, "a.test/", "a.test/as-page", "a.test/paper.pdf", "a.test/picture", "a.test/zip", "a.test/from-pdf")
	for path, want := range map[string]struct {
		typ      string
		document bool
	}{"/as-page": {"pdf", true}, "/paper.pdf": {"html", false}, "/picture": {"image", false}, "/zip": {"archive", false}} {
		if r := o.rows["http://a.test"+path]; r.Type != want.typ || r.Document != want.document {
			t.Errorf("%s: %s, document %v; want %s, %v", path, r.Type, r.Document, want.typ, want.document)
		}
	}
}

func TestPageBehindManyRedirectsIsFetchedOnce(t *testing.T) {
	w := newWeb(t, pages{"a.test/target": html("Target"), "a.test/hop": moved("/target")})
	refs := []string{"/target", "/hop"}
	for i := range 50 {
		p := fmt.Sprintf("/r/%d", i)
		refs = append(refs, p)
		w.pages["a.test"+p] = moved([]string{"/target", "/hop", "//a.test/target#x", "http://a.test:80/target"}[i%4])
	}
	w.pages["a.test/"] = html("A", refs...)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{PerHost: 4}})
	times := map[string]int{}
	for _, r := range w.requests() {
		times[r]++
	}
	for r, n := range times {
		if n > 1 {
			t.Errorf("%s was asked for %d times", r, n)
		}
	}
	if len(times) != 53 || o.State != crawl.Done {
		t.Errorf("%d requests, state %s", len(times), o.State)
	}
}

func TestHostileReferencesAreNormalizedOrRefused(t *testing.T) {
	refs := []string{
		"/" + strings.Repeat("x", 100_000), "/nul\x00byte", "/new\nline\r\nX-Injected: 1", "/utf8\xff\xfe\x80", "https:////x", "http:///", "http://", "//", "https://",
		"/tab\there", "/\x1b[31mred", "/\u202egnp.exe", "http://a.test\x00.b.test/", "http://a.test:99999/", "http://xn--a.test/", "http://" + strings.Repeat("a", 1001) + ".test/",
		"http://раураl.test/", "http://[::1", "http://a.test\\@b.test/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "%00", "/%0d%0aSet-Cookie:x", "/good",
	}
	var b strings.Builder
	for _, r := range refs {
		fmt.Fprintf(&b, "<a href=\"%s\">x</a>\n", r)
	}
	w := newWeb(t, pages{"a.test/": raw("text/html", b.String()), "a.test/good": html("Good")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	if o.rows["http://a.test/good"].Title != "Good" {
		t.Error("the good link was lost")
	}
	check := func(where, s string) {
		t.Helper()
		for i := range len(s) {
			if s[i] <= ' ' || s[i] >= 0x7f {
				t.Errorf("%s: %.80q", where, s)
				return
			}
		}
		if len(s) > 20_000 {
			t.Errorf("%s: %d bytes", where, len(s))
		}
	}
	for u, r := range o.rows {
		check("row", u)
		check("parent", r.Parent)
	}
	for _, r := range w.requests() {
		check("request", r)
	}
	for cause := range o.refused {
		host, _, _ := strings.Cut(cause, ": ")
		check("refused host", host)
	}
}

func TestTenMegabytesOfNestedTagsAreRead(t *testing.T) {
	deep := "<title>Deep</title><a href=/first>x</a>" + strings.Repeat("<div>", 2<<20-100) + "<a href=/last>x</a>"
	open := "<title>Open</title><a href=/before>x</a><a href=\"" + strings.Repeat("y", 9<<20)
	w := newWeb(t, pages{
		"a.test/": html("A", "/deep", "/open", "/other"), "a.test/deep": raw("text/html", deep), "a.test/open": raw("text/html", open),
		"a.test/first": html("First"), "a.test/last": html("Last"), "a.test/before": html("Before"), "a.test/other": html("Other"),
	})
	begun := time.Now()
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{PageSize: 20 << 20},
		Storage: crawl.Storage{TempDir: t.TempDir()},
	})
	wantRequests(t, w, "a.test/", "a.test/deep", "a.test/open", "a.test/other", "a.test/first", "a.test/last", "a.test/before")
	if o.rows["http://a.test/deep"].Title != "Deep" || time.Since(begun) > 20*time.Second {
		t.Errorf("%+v after %v", o.rows["http://a.test/deep"], time.Since(begun))
	}
}

// vast is a frontier that calls during while it takes a group of very many links, and counts them.
type vast struct {
	crawler.Frontier
	during func()
	links  int
}

func (f *vast) Commit(ctx context.Context, g *frontier.Group) error {
	if len(g.Add) > page.MaxLinks/2 {
		f.links += len(g.Add)
		f.during()
	}
	return f.Frontier.Commit(ctx, g)
}

func TestPageOfManyLinksDoesNotDelayOthers(t *testing.T) {
	var links strings.Builder
	for i := range page.MaxLinks + 20_000 {
		fmt.Fprintf(&links, "<a href=/p%d>", i)
	}
	w := newWeb(t, pages{"a.test/": raw("text/html", links.String()), "b.test/robots.txt": status(404), "b.test/*": html("B")})
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Rules: []string{"-same-answer"}}}
	for i := range 3000 { // more than are asked for while the page is read
		cfg.Seeds = append(cfg.Seeds, fmt.Sprintf("http://b.test/%d", i))
	}
	enough := make(chan struct{})
	f := &vast{Frontier: frontier.NewMemory(frontier.Options{Delay: 50 * time.Millisecond})}
	f.during = func() {
		before := len(w.requests())
		if !comes(func() bool { return len(w.requests()) > before+1 }) { // one may have been on its way
			t.Error("the other host was not asked while the links were taken")
		}
		close(enough)
	}
	r := begin(t, t.Context(), cfg, crawler.Parts{Frontier: f})
	select {
	case <-enough:
	case <-r.ended:
	}
	r.Stop("seen enough")
	o := r.wait()
	if row := o.rows["http://a.test/"]; row.Links != page.MaxLinks || f.links != page.MaxLinks || o.Stats.Queue < page.MaxLinks-100 {
		t.Errorf("%d links in the row, %d in the group, %d wait; want %d", row.Links, f.links, o.Stats.Queue, page.MaxLinks)
	}
}

func TestTerminalSequencesInTextAreKept(t *testing.T) {
	title := "Paper \x1b]0;owned\x07\x1b[2J\u202etxt.exe\x00\x9b"
	w := newWeb(t, pages{"a.test/": raw("text/html; charset=utf-8", "<title>"+title+"</title><a href=/x>\x1b[31m</a>"), "a.test/x": html("X")})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	r := o.rows["http://a.test/"]
	if r.Outcome != library.Fetched || !strings.HasPrefix(r.Title, "Paper ") || strings.ContainsRune(r.Title, 0) {
		t.Errorf("%+v", r)
	}
	wantRequests(t, w, "a.test/", "a.test/x")
}

func TestNULBytesLoseNoLinks(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":  raw("text/html", "<!DOCTYPE html>\x00<title>N\x00ul</title>\x00\x00<p>\x00<a href=/x>\x00x</a>"+strings.Repeat("\x00", 5000)+"<a href=/y>y</a>"),
		"a.test/x": raw("text/html", "\x00\x00\x00<html><title>X</title><a href=/z>z</a>"),
		"a.test/y": html("Y"), "a.test/z": html("Z"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	for _, path := range []string{"/", "/x", "/y"} {
		if r := o.rows["http://a.test"+path]; r.Status != 200 || strings.ContainsRune(r.Title, 0) {
			t.Errorf("%s: %+v", path, r)
		}
	}
	wantRequests(t, w, "a.test/", "a.test/x", "a.test/y", "a.test/z")
}
