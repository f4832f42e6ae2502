package crawler_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/crawler"
	"sluice/library"
)

// ticket demands a cookie: without it, the handler sends the visitor to a URL that takes its return address.
func ticket(name, to string, inside http.HandlerFunc) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		if c, err := r.Cookie(name); err == nil && c.Value == "1" {
			inside(rw, r)
			return
		}
		moved(to+"?return="+url.QueryEscape(r.URL.String()))(rw, r)
	}
}

// issue sets cookies and sends the visitor back.
func issue(cookies ...*http.Cookie) http.HandlerFunc {
	return func(rw http.ResponseWriter, r *http.Request) {
		for _, c := range cookies {
			if had, err := r.Cookie(c.Name); err != nil || had.Value != c.Value {
				http.SetCookie(rw, c)
			}
		}
		moved(r.URL.Query().Get("return"))(rw, r)
	}
}

// TestCookieThatRedirectsDemandLeadsToThePage has pages that send a visitor without a cookie elsewhere to get it, and back.
func TestCookieThatRedirectsDemandLeadsToThePage(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/":     html("A", "/one", "/two", "/three", "/fine", "http://www.dom.test/page", "http://www.dom.test/next"),
		"a.test/one":  ticket("seen", "/check", html("One")),
		"a.test/two":  ticket("seen", "/check", html("Two")),
		"a.test/fine": html("Fine"),
		// A page is requested again once: three, which wants two cookies of two stations, ends as a loop.
		"a.test/three": ticket("first", "/first", ticket("second", "/second", html("Three"))),
		"a.test/check": issue(&http.Cookie{Name: "seen", Value: "1", Path: "/"}),
		"a.test/first": issue(&http.Cookie{Name: "first", Value: "1", Path: "/"}),
		"a.test/second": func(rw http.ResponseWriter, r *http.Request) {
			http.SetCookie(rw, &http.Cookie{Name: "second", Value: "1", Path: "/"})
			moved("/back?"+r.URL.RawQuery)(rw, r)
		},
		"a.test/back": func(rw http.ResponseWriter, r *http.Request) { moved(r.URL.Query().Get("return"))(rw, r) },
		// Another host of the domain issues the cookie.
		"www.dom.test/page":   ticket("member", "http://login.dom.test/", html("Page")),
		"www.dom.test/next":   ticket("member", "http://login.dom.test/", html("Next")),
		"login.dom.test/":     issue(&http.Cookie{Name: "member", Value: "1", Path: "/", Domain: "dom.test"}),
		"other.dom.test/free": html("Free"),
	})
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{Proxy: w.URL}}
	o := run(t, cfg, crawler.Parts{Archive: a}) // the zero value keeps cookies
	for at, title := range map[string]string{
		"http://a.test/one": "One", "http://a.test/two": "Two", "http://a.test/fine": "Fine", "http://www.dom.test/page": "Page", "http://www.dom.test/next": "Next",
	} {
		if row := o.rows[at]; row.Title != title {
			t.Errorf("%s: %+v, want the page %s", at, row, title)
		}
	}
	for _, row := range o.history {
		if isLoop := row.Outcome == library.Failed && row.Cause == "redirect loop"; isLoop != strings.Contains(row.URL, "/back?") {
			t.Errorf("%s ends with %v %q", row.URL, row.Outcome, row.Cause)
		}
	}
	for _, page := range []string{"a.test/one", "a.test/three"} {
		if n := w.times(page); n > 2 {
			t.Errorf("%s was requested %d times, want twice at most", page, n)
		}
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if text := archived(t, dir); strings.Contains(text, "\r\nCookie: seen=1") || !strings.Contains(text, "\r\nCookie: [redacted]\r\n") || !strings.Contains(text, "Set-Cookie: seen=1") {
		t.Error("the archive has cookies of requests, or lacks those that were set")
	}

	cfg.Network.Cookies = crawl.CookiesNone
	wantCause(t, run(t, cfg), "http://a.test/one", "")
	if row := run(t, cfg).rows["http://a.test/one"]; row.Title != "" {
		t.Errorf("without cookies: %+v", row)
	}
}

// TestCookiesOfAHostAreForgottenAfterTheCrawl crawls twice.
func TestCookiesOfAHostAreForgottenAfterTheCrawl(t *testing.T) {
	var got []string
	w := newWeb(t, pages{"a.test/": func(rw http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Cookie"))
		http.SetCookie(rw, &http.Cookie{Name: "k", Value: "v", MaxAge: 3600})
		html("A")(rw, r)
	}})
	file := filepath.Join(t.TempDir(), "cookies.txt")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, n := range []crawl.Network{{Cookies: crawl.CookiesHost}, {Cookies: crawl.CookiesHost}, {Cookies: crawl.CookiesJar, CookieJar: file}, {CookieJar: file}, {Cookies: crawl.CookiesNone, CookieJar: file}} {
		n.Proxy = w.URL
		run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: n})
	}
	if want := "||" + "|k=v|"; strings.Join(got, "|") != want {
		t.Errorf("cookies sent: %q, want %q", strings.Join(got, "|"), want)
	}
}

func TestModesOfCookiesAreChecked(t *testing.T) {
	for _, n := range []crawl.Network{{Cookies: crawl.CookiesJar}, {Cookies: "some"}} {
		if _, err := crawler.New(crawl.Config{Seeds: []string{"http://a.test/"}, Network: n}, crawler.Parts{}); err == nil {
			t.Errorf("%+v is accepted", n)
		}
	}
}
