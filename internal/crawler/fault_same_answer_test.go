package crawler_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/library"
)

// chance returns a word that hardly comes twice.
func chance() string {
	b := make([]byte, 10)
	for i := range b {
		b[i] = 'a' + byte(rand.IntN(26))
	}
	return string(b)
}

// article answers with a page of so many words of its own, among the words that all pages of a site have.
func article(words string, refs ...string) http.HandlerFunc {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html><title>Site</title><p>Home News People Research Library Contact Imprint Search Help")
	b.WriteString("<p>" + words + "<ul>")
	for _, r := range refs {
		fmt.Fprintf(&b, "<li><a href=%q>on</a>", r)
	}
	return raw("text/html; charset=utf-8", b.String())
}

func capped(o *outcome, site string) int64 { return o.refused[site+": trap: same answer"] }

func TestHostThatFindsEveryURLIsCapped(t *testing.T) {
	sorry := func(w http.ResponseWriter, r *http.Request) {
		refs := []string{"/report.pdf"}
		for range 4 {
			refs = append(refs, "/"+chance())
		}
		article("Sorry, we have no page "+r.URL.Path+" at "+fmt.Sprint(rand.IntN(60))+" o'clock, try again", refs...)(w, r)
	}
	w := newWeb(t, pages{"a.test/robots.txt": status(404), "a.test/*": sorry, "a.test/report.pdf": raw("application/pdf", pdf)})
	dir := t.TempDir()
	open := func() *frontier.Frontier {
		f, err := frontier.Open(t.Context(), dir, frontier.Options{Delay: 2 * time.Millisecond, PerHost: 1}) // the delay keeps requests from being ahead of reading
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := open()
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 3000},
		Politeness: crawl.Politeness{Delay: -1},
	}, crawler.Parts{Frontier: f})
	if o.State != crawl.Done || capped(o, "a.test") == 0 {
		t.Errorf("state %s after %d requests, %d refused", o.State, len(w.requests()), capped(o, "a.test"))
	}
	if n := len(w.requests()); n > 1000 {
		t.Errorf("%d requests", n)
	}
	if !o.rows["http://a.test/report.pdf"].Document {
		t.Error("the document was not fetched")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open()
	defer f.Close()
	w.asked = nil
	o = run(t, crawl.Config{
		Seeds: []string{"http://a.test/new"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 3000},
		Politeness: crawl.Politeness{Delay: -1},
	}, crawler.Parts{Frontier: f})
	if n := len(w.requests()); n > 1 || capped(o, "a.test") == 0 {
		t.Errorf("%d requests after a restart, %d refused; want the seed alone", n, capped(o, "a.test"))
	}
}

func TestSameAnswerRuleCanBeDisabled(t *testing.T) {
	w := newWeb(t, pages{"a.test/robots.txt": status(404), "a.test/*": func(w http.ResponseWriter, r *http.Request) {
		article("Sorry, we have no page "+r.URL.Path, "/"+chance(), "/"+chance())(w, r)
	}})
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL},
		Limits: crawl.Limits{Pages: int64(fewer(1500, 500))}, Politeness: crawl.Politeness{Delay: -1},
		Scope: crawl.Scope{Rules: []string{"-same-answer"}},
	})
	if o.State != crawl.Limited || capped(o, "a.test") != 0 {
		t.Errorf("state %s, %d refused", o.State, capped(o, "a.test"))
	}
}

func TestLargeSiteOfSimilarPagesIsCrawledWhole(t *testing.T) {
	items := fewer(1200, 400)
	var refs []string
	w := newWeb(t, pages{})
	for i := range items {
		p := fmt.Sprintf("/item/%d", i)
		refs = append(refs, p)
		w.pages["a.test"+p] = article(fmt.Sprintf("Record %d of the catalogue", i), fmt.Sprintf("/file/%d", i))
		w.pages[fmt.Sprintf("a.test/file/%d", i)] = article(fmt.Sprintf("File %d", i), "/")
	}
	w.pages["a.test/"] = article("All records", refs...)
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1, PerHost: 8}})
	got := 0
	for _, r := range o.rows {
		if r.Status == 200 {
			got++
		}
	}
	if asked := len(w.requests()); got != 2*items+1 || asked > got+8 || capped(o, "a.test") != 0 {
		t.Errorf("%d pages of %d, %d requests, %d refused", got, 2*items+1, asked, capped(o, "a.test"))
	}
}

func TestPageUnderThousandsOfURLsIsBounded(t *testing.T) {
	story := func(w http.ResponseWriter, r *http.Request) {
		article("The one story, told at length, with all that belongs to it", "/story/7-"+chance(), "/story/7-"+chance()+"/", "/story/7-"+chance()+"-"+chance())(w, r)
	}
	w := newWeb(t, pages{"a.test/robots.txt": status(404)})
	refs := []string{"/story/7-first"}
	for i := range 30 {
		p := fmt.Sprintf("/page/%d", i)
		refs = append(refs, p)
		w.pages["a.test"+p] = article(strings.Repeat(chance()+" ", 20), fmt.Sprintf("/page/%d/more", i))
		w.pages["a.test"+p+"/more"] = article(strings.Repeat(chance()+" ", 20))
	}
	w.pages["a.test/"] = article("Welcome", refs...)
	stories := func(rw http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/story/7-") {
			http.NotFound(rw, r)
			return
		}
		story(rw, r)
	}
	w.pages["a.test/*"] = stories
	o := run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 5000},
		Politeness: crawl.Politeness{Delay: -1},
	})
	own := 0
	for u, r := range o.rows {
		if strings.HasPrefix(u, "http://a.test/page/") && r.Status == 200 {
			own++
		}
	}
	if o.State != crawl.Done || own != 60 || capped(o, "a.test") == 0 {
		t.Errorf("state %s after %d requests, %d of the 60 pages of its own, %d refused", o.State, len(w.requests()), own, capped(o, "a.test"))
	}
}

func TestLoginWallIsFetchedOnceAndCapped(t *testing.T) {
	const behind = 2000
	var refs []string
	for i := range behind {
		refs = append(refs, fmt.Sprintf("/members/%d?view=full", i))
	}
	for name, wall := range map[string]func(r *http.Request) string{
		"with the way back": func(r *http.Request) string { return "/login?lang=en&next=" + url.QueryEscape(r.URL.RequestURI()) },
		"plain":             func(*http.Request) string { return "/enter" },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{
				"a.test/robots.txt": status(404), "a.test/": article("Welcome", refs...),
				"a.test/login": article("Please log in"), "a.test/enter": article("Please log in"),
				"a.test/*": func(rw http.ResponseWriter, r *http.Request) { moved(wall(r))(rw, r) },
			})
			o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1}})
			logins := 0
			for _, r := range w.requests() {
				if strings.HasPrefix(r, "a.test/login") || r == "a.test/enter" {
					logins++
				}
			}
			if asked := len(w.requests()); logins != 1 || asked > behind/2 || capped(o, "a.test") == 0 || o.State != crawl.Done {
				t.Errorf("%d requests, %d for the login; %d refused, state %s", asked, logins, capped(o, "a.test"), o.State)
			}
		})
	}
}

func TestRedirectsToDistinctPagesAreFollowed(t *testing.T) {
	const items = 600
	var refs []string
	for i := range items {
		refs = append(refs, fmt.Sprintf("/doi/%d", i))
	}
	w := newWeb(t, pages{
		"a.test/robots.txt": status(404), "a.test/": article("All", refs...),
		"a.test/view": func(w http.ResponseWriter, r *http.Request) {
			article(strings.Repeat(r.URL.Query().Get("path")+" "+chance()+" ", 10))(w, r)
		},
		"a.test/*": func(rw http.ResponseWriter, r *http.Request) {
			var n int
			if _, err := fmt.Sscanf(r.URL.Path, "/doi/%d", &n); err != nil || n >= items {
				http.NotFound(rw, r)
				return
			}
			moved("/view?path="+url.QueryEscape(r.URL.Path))(rw, r)
		},
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Politeness: crawl.Politeness{Delay: -1}})
	views := 0
	for u, r := range o.rows {
		if strings.HasPrefix(u, "http://a.test/view?") && r.Status == 200 {
			views++
		}
	}
	if views != items || capped(o, "a.test") != 0 {
		t.Errorf("%d of %d items, %d refused", views, items, capped(o, "a.test"))
	}
}

func TestQuerySpacesStayBoundedOverRestarts(t *testing.T) {
	list := func(from, to int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			for i := from; i < to; i++ {
				fmt.Fprintf(w, "<a href='/list?entry=%d'>on</a>", i)
			}
		}
	}
	w := newWeb(t, pages{"a.test/robots.txt": status(404), "a.test/1": list(0, 4000), "a.test/2": list(4000, 8000)})
	dir := t.TempDir()
	for _, c := range []struct {
		seed             string
		waiting, refused int64
	}{{"/1", 4000, 0}, {"/2", 5000 - 1, 3000}} { // one of those that wait is visited before the second seed or after it
		f, err := frontier.Open(t.Context(), dir, frontier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := run(t, crawl.Config{
			Seeds: []string{"http://a.test" + c.seed}, Network: crawl.Network{Proxy: w.URL}, Limits: crawl.Limits{Pages: 1},
		}, crawler.Parts{Frontier: f})
		if got := o.refused["a.test: trap: query space"]; got != c.refused || o.Stats.Queue < c.waiting || o.Stats.Queue > 5000 {
			t.Errorf("after %s %d wait, %d are refused; want %d and %d", c.seed, o.Stats.Queue, got, c.waiting, c.refused)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// farm answers for all hosts below farm.test, each page linking to ever new hosts.
func farm(text func(host string) string) (all pages, wildcard http.HandlerFunc) {
	return pages{}, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			w.WriteHeader(404)
			return
		}
		var refs []string
		for range 4 {
			refs = append(refs, "http://"+chance()+".farm.test/")
		}
		article(text(r.Host), refs...)(w, r)
	}
}

func TestHostsOfDomainAreBounded(t *testing.T) {
	all, wildcard := farm(func(string) string { return strings.Repeat(chance()+" ", 30) })
	w := newWeb(t, all)
	w.wildcard = wildcard
	dir := t.TempDir()
	hosts := map[string]bool{}
	for _, seed := range []string{"http://www.farm.test/", "http://other.farm.test/"} { // a restart in between
		f, err := frontier.Open(t.Context(), dir, frontier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		o := run(t, crawl.Config{
			Seeds: []string{seed}, Network: crawl.Network{Proxy: w.URL}, Scope: crawl.Scope{Kind: crawl.ScopeDomain},
			Limits: crawl.Limits{Hosts: 40, Pages: 500},
		}, crawler.Parts{Frontier: f})
		if o.State != crawl.Done {
			t.Errorf("state %s", o.State)
		}
		var refused int64
		for cause, n := range o.refused {
			if strings.HasSuffix(cause, ": limit: hosts of a domain") {
				refused += n
			}
		}
		if refused == 0 {
			t.Error("no host was refused")
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range w.requests() {
		host, _, _ := strings.Cut(r, "/")
		hosts[host] = true
	}
	if len(hosts) != 42 {
		t.Errorf("%d hosts were asked, want those of the seeds and 40", len(hosts))
	}
}

func TestHostFarmWithOnePageIsCapped(t *testing.T) {
	all, wildcard := farm(func(host string) string { return "Buy the domain " + host + " now, it is for sale" })
	w := newWeb(t, all)
	w.wildcard = wildcard
	o := run(t, crawl.Config{
		Seeds: []string{"http://www.farm.test/"}, Network: crawl.Network{Proxy: w.URL},
		Scope: crawl.Scope{Kind: crawl.ScopeDomain}, Limits: crawl.Limits{Pages: 5000},
	})
	var refused int64
	for cause, n := range o.refused {
		if strings.HasSuffix(cause, ": trap: same answer") {
			refused += n
		}
	}
	if asked := len(w.requests()); o.State != crawl.Done || refused == 0 {
		t.Errorf("state %s after %d requests, %d refused", o.State, asked, refused)
	}
}

func TestRedirectsThatKeepSettingCookiesEnd(t *testing.T) {
	set := func(rw http.ResponseWriter) {
		http.SetCookie(rw, &http.Cookie{Name: "turn", Value: chance(), Path: "/"})
	}
	w := newWeb(t, pages{
		"a.test/robots.txt": status(404),
		"a.test/":           html("A", "/gate", "/door?n=0", "/fine"),
		"a.test/gate":       func(rw http.ResponseWriter, r *http.Request) { set(rw); moved("/gate")(rw, r) },
		"a.test/door": func(rw http.ResponseWriter, r *http.Request) {
			set(rw)
			moved("/door?n="+chance())(rw, r)
		},
		"a.test/fine": html("Fine"),
	})
	o := run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}})
	if asked := len(w.requests()); o.State != crawl.Done || asked > 20 {
		t.Errorf("state %s after %d requests", o.State, asked)
	}
	wantCause(t, o, "http://a.test/gate", "redirect loop")
	limit := false
	for u, r := range o.rows {
		limit = limit || strings.HasPrefix(u, "http://a.test/door") && r.Cause == "redirect limit" && r.Outcome == library.Failed
	}
	if !limit || o.rows["http://a.test/fine"].Title != "Fine" {
		t.Errorf("redirect limit %v, rows %d", limit, len(o.rows))
	}
}

func TestCookiesAndSecretsStayWithTheirHosts(t *testing.T) {
	seen := map[string]http.Header{}
	note := func(next http.HandlerFunc) http.HandlerFunc {
		return func(rw http.ResponseWriter, r *http.Request) {
			seen[r.URL.Host+r.URL.Path] = r.Header.Clone()
			next(rw, r)
		}
	}
	w := newWeb(t, pages{
		"a.test/robots.txt": status(404), "b.test/robots.txt": status(404),
		"a.test/": note(func(rw http.ResponseWriter, r *http.Request) {
			http.SetCookie(rw, &http.Cookie{Name: "id", Value: "7", Path: "/"})
			http.SetCookie(rw, &http.Cookie{Name: "wide", Value: "8", Path: "/", Domain: "test"})
			html("A", "/away", "/stay")(rw, r)
		}),
		"a.test/away": note(moved("http://b.test/there")),
		"a.test/stay": note(html("Stay")),
		"b.test/there": note(func(rw http.ResponseWriter, r *http.Request) {
			io.WriteString(rw, "hello")
		}),
	})
	run(t, crawl.Config{
		Seeds: []string{"http://a.test/"}, Scope: crawl.Scope{Kind: crawl.ScopeAny}, Network: crawl.Network{
			Proxy:   w.URL,
			Headers: []string{"Authorization: Bearer x", "Cookie: mine=1"},
		}, Politeness: crawl.Politeness{PerHost: 1},
	})
	if h := seen["a.test/stay"]; h == nil || !strings.Contains(h.Get("Cookie"), "id=7") || h.Get("Authorization") == "" {
		t.Errorf("to its own host: %v", h)
	}
	if h := seen["b.test/there"]; h == nil || h.Get("Cookie") != "" || h.Get("Authorization") != "" {
		t.Errorf("to another host: %v", h)
	}
}
