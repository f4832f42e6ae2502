package answer

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/weburl"
)

// mustParse returns a URL.
func mustParse(t testing.TB, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// portal is a result page in which every organic result is confirmed by a second link, as AltaVista's were.
const portal = `<html><body><h4>Partner offers</h4>
<a class=hit href="http://degrees.sale.example/">Degrees by mail</a> <i>degrees.sale.example</i><br>
<a class=hit href="http://www.shop.example/?from=portal">Cheap computers</a> <i>shop.example</i><hr>
<a class=hit href="http://www.cs.north.example/">Computing at North</a> <a class=same href="http://cs.north.example">Further pages of cs.north.example</a><br>
<a class=hit href="http://cs.south.example/home.html">Computing at South</a> <a class=same href="http://cs.south.example">Further pages of cs.south.example</a><br>
<a class=hit href="http://www-cs.west.example/">West</a> <a class=same href="http://www-cs.west.example">Further pages of www-cs.west.example</a><br>
<a href="/help">Help</a> <a class=on href="?from=10">On</a> <a href="javascript:go()">x</a></body></html>`

// shelf is a result page whose results are elements of a class.
const shelf = `<html><head><base href="http://find.example/a/"></head><body>
<ul><li class="offer"><a href="http://sale.example/">Buy theses</a></li>
<li class=found><h3>Lists of <a href="http://x.example/lists">papers</a></h3><a href="http://x.example/saved">saved</a></li>
<li class=found><a class=ad href="http://paid.example/">Paid</a></li>
<li class=found><a href="../moved?to=http://y.example/">Y</a></li>
<li class=found><a href="http://x.example/lists#top">again</a></li>
<li class=found>no link</li></ul>
<form class=more action=/search><input type=hidden name=q value="a b"><input type=hidden name=s value=30><input type=submit></form></body></html>`

func TestResultsAreWhereTheDescriptionSays(t *testing.T) {
	from := "http://search.example/find?q=computing"
	for _, test := range []struct {
		name string
		Description
		body            string
		urls, sponsored []string
		next            string
		more            bool
		collected       int
	}{
		{"confirmed by a second link", Description{Format: HTML, Confirm: "a.same", Next: "a.on"}, portal,
			[]string{"http://www.cs.north.example/", "http://cs.south.example/home.html", "http://www-cs.west.example/"}, nil, "http://search.example/find?from=10", true, 10},
		{"elements", Description{Format: HTML, Results: "li.found", Link: "h3 a, a", Sponsored: ".offer, .ad", Next: "form.more"}, shelf,
			[]string{"http://x.example/lists", "http://find.example/moved?to=http://y.example/"}, []string{"http://sale.example/", "http://paid.example/"}, "http://find.example/search?q=a+b&s=30", true, 6},
		{"links", Description{Format: HTML, Results: "h3 > a"}, shelf, []string{"http://x.example/lists"}, nil, "", false, 6},
		{"empty body", Description{Format: HTML, Results: "a"}, "", nil, nil, "", false, 0},
		{"nothing", Description{Format: HTML, Results: "li.found", Next: ".next"}, "<p>No hits", nil, nil, "", false, 0},
		{"list in an object", Description{Format: JSON, Results: "web.results", Link: "url", Title: "name", Next: "more", Sponsored: "ad"},
			`{"more": true, "web": {"results": [{"url": "http://a.example/", "name": "A  b"}, {"url": "http://s.example/", "ad": 1}, {"url": "ftp://c.example/"}, {"url": 7}, 8, {"url": "http://a.example"}]}}`,
			[]string{"http://a.example/"}, []string{"http://s.example/"}, "", true, 6},
		{"cursor", Description{Format: JSON, Results: "hits", Link: "links.0.href", Next: "meta.next"},
			`{"meta": {"next": "c2"}, "hits": [{"links": [{"href": "https://b.example/x"}]}]}`, []string{"https://b.example/x"}, nil, "c2", true, 1},
		{"root is the list", Description{Format: JSON, Link: "u"}, "\ufeff" + `[{"u": "http://a.example/"}]`, []string{"http://a.example/"}, nil, "", false, 1},
		{"last page", Description{Format: JSON, Results: "r", Link: "u", Next: "next"}, `{"r": [], "next": ""}`, nil, nil, "", false, 0},
		{"list is left out when it is empty", Description{Format: JSON, Results: "r.list", Link: "u"}, `{"r": {}}`, nil, nil, "", false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := New(test.Description)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Read([]byte(test.body), "text/html; charset=utf-8", mustParse(t, from))
			if err != nil {
				t.Fatal(err)
			}
			var urls []string
			for _, result := range p.Results {
				urls = append(urls, result.URL)
			}
			if diff := cmp.Diff(test.urls, urls); diff != "" {
				t.Errorf("results: -want +got\n%s", diff)
			}
			if diff := cmp.Diff(test.sponsored, p.Sponsored); diff != "" {
				t.Errorf("sponsored: -want +got\n%s", diff)
			}
			if p.Next != test.next || p.More != test.more || p.Collected != test.collected {
				t.Errorf("next %q, more %v, collected %d; want %q, %v, %d", p.Next, p.More, p.Collected, test.next, test.more, test.collected)
			}
		})
	}
}

// What is slow is given up between two elements, with an error.
func TestSlowSelectorsEnd(t *testing.T) {
	r, err := newHTML(Description{Results: "li.found", Link: "a", Sponsored: ".offer", Next: "form.more"})
	if err != nil {
		t.Fatal(err)
	}
	root, err := parse([]byte(shelf), "")
	if err != nil {
		t.Fatal(err)
	}
	if p := r.readTree(root, "http://find.example/", time.Now()); len(p.Results) > 0 || p.Next != "" {
		t.Errorf("%+v is read after the end of the time", p)
	}
}

// The publication's seed finder collected 1,035 links from AltaVista and kept 840: 195 were sponsored or redundant (section 5.1).
func TestTwoPassesKeepConfirmedLinksOnly(t *testing.T) {
	var page strings.Builder
	for i := range 195 {
		if i%2 == 0 {
			fmt.Fprintf(&page, `<a class=hit href="http://ad%d.example/">Offer</a>|`, i)
		} else {
			fmt.Fprintf(&page, `<a class=hit href="http://cs.u%d.example/">Department again</a>|`, i)
		}
	}
	for i := range 840 {
		fmt.Fprintf(&page, `<a class=hit href="http://www.cs.u%[1]d.example/">Department</a> <a class=same href="http://cs.u%[1]d.example">Further pages</a>|`, i)
	}
	r, err := New(Description{Format: HTML, Confirm: "a.same"})
	if err != nil {
		t.Fatal(err)
	}
	sites := map[string]bool{}
	for i := 0; i < 3; i++ { // a list is bounded: the page is read in parts, as result pages come
		parts := strings.SplitAfter(page.String(), "|")
		n := (len(parts) + 2) / 3
		p, err := r.Read([]byte(strings.Join(parts[i*n:min((i+1)*n, len(parts))], "")), "", mustParse(t, "http://portal.example/"))
		if err != nil {
			t.Fatal(err)
		}
		for _, result := range p.Results {
			u := mustParse(t, result.URL)
			sites[bareHost(u)] = true
			if strings.HasPrefix(u.Host(), "ad") {
				t.Errorf("kept %s, which is not confirmed", u)
			}
		}
	}
	if len(sites) != 840 {
		t.Errorf("%d sites, want 840", len(sites))
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	api, err := New(Description{Format: JSON, Results: "results", Link: "url"})
	if err != nil {
		t.Fatal(err)
	}
	page, err := New(Description{Format: HTML, Results: "a"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		*Reader
		body string
		want error
	}{
		{"HTML for JSON", api, " \n<!doctype html><title>Sign in</title>", ErrHTML},
		{"cut off", api, `{"results": [{"url": "http://a`, ErrJSON},
		{"empty", api, "", ErrJSON},
		{"too deep", api, strings.Repeat("[", 100_000), ErrJSON},
		{"a text", api, `"results"`, ErrLayout},
		{"results are no list", api, `{"results": "none"}`, ErrLayout},
		{"too large", api, "[" + strings.Repeat(" ", MaxBytes) + "]", ErrTooLarge},
		{"page too large", page, strings.Repeat("x", MaxBytes+1), ErrTooLarge},
	} {
		if _, err := test.Read([]byte(test.body), "", mustParse(t, "http://a.example/")); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if _, err := page.Read([]byte(strings.Repeat("<p>", 50_000)), "", mustParse(t, "http://a.example/")); err == nil {
		t.Error("a page of 50,000 elements is read")
	}
	if _, err := page.Read([]byte(strings.Repeat("<div>", 5000)), "", mustParse(t, "http://a.example/")); err == nil {
		t.Log("a tree of 5,000 levels is read") // the parser may bound it by itself
	}
}

func TestWrongDescriptions(t *testing.T) {
	for _, test := range []struct {
		Description
		want string
	}{
		{Description{}, "must be json or html"},
		{Description{Format: JSON}, "link: is missing"},
		{Description{Format: JSON, Link: "a..b"}, "empty name"},
		{Description{Format: JSON, Link: "a", Confirm: "b"}, "confirm"},
		{Description{Format: JSON, Link: strings.Repeat("a.", 30) + "a"}, "more than 20"},
		{Description{Format: HTML}, "results: is missing"},
		{Description{Format: HTML, Results: "li[", Next: "::x"}, `results: "li["`},
		{Description{Format: HTML, Results: "li", Next: "a:::x"}, `next: "a:::x"`},
		{Description{Format: HTML, Results: strings.Repeat(":not(", 200)}, "longer than"},
		{Description{Format: HTML, Results: "a", Next: "a:has(b), a:HAS(i), a:has(u)"}, "next: more than 2 times :has"},
		{Description{Format: HTML, Results: "li:not(:has(a:not(:has(b))))"}, "results: :has within :has"},
	} {
		if _, err := New(test.Description); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, want %s", test.Description, err, test.want)
		}
	}
}

func TestRedirectsOfEnginesAreRead(t *testing.T) {
	google, err := url.Parse("https://www.google.com/search?q=x")
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"/url?q=http://a.example/x%3Fy&sa=U":                                              "http://a.example/x?y",
		"http://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F&rut=0":                  "https://a.example/",
		"https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cDovL2EuZXhhbXBsZS8&ntb=1":              "http://a.example/",
		"https://r.search.yahoo.com/_ylt=A;_ylu=B/RV=2/RU=http%3a%2f%2fa.example%2f/RK=2": "http://a.example/",
		"/url?q=javascript:alert(1)":                                                      "https://www.google.com/url?q=javascript:alert(1)",
		"https://www.bing.com/ck/a?u=a1!!!":                                               "https://www.bing.com/ck/a?u=a1!!!",
		"https://a.example/url?q=http://other.example/":                                   "https://a.example/url?q=http://other.example/",
		"mailto:x@y.example":                                                              "",
		"#top":                                                                            "",
	} {
		if got := resolve(google, in); got != want {
			t.Errorf("%s leads to %q, want %q", in, got, want)
		}
	}
}

// A saved page is recognized by its marks, and its links are relative to the engine.
func TestSavedPagesAreRecognized(t *testing.T) {
	name, p, err := Recognize([]byte(`<ol id=b_results><li class=b_ad><h2><a href="https://www.bing.com/aclick?x=1">Offer</a></h2></li>
		<li class=b_algo><h2><a href="http://a.example/">A</a></h2></li><li class=b_pag><a class=sb_pagN href="/search?q=x&first=11">on</a></li></ol>`), "", weburl.URL{})
	if err != nil || name != "bing" || len(p.Results) != 1 || p.Results[0].URL != "http://a.example/" || len(p.Sponsored) != 1 || p.Next != "https://www.bing.com/search?q=x&first=11" {
		t.Errorf("%q, %+v, %v", name, p, err)
	}
	if name, p, err := Recognize([]byte("<title>Links</title><a href=http://a.example/>A</a>"), "", weburl.URL{}); name != "" || p != nil || err != nil {
		t.Errorf("a page of links is taken for %q, %+v, %v", name, p, err)
	}
	if !IsEngine(mustParse(t, "http://www.baidu.com/link?url=abc")) || IsEngine(mustParse(t, "http://www.example.org/")) {
		t.Error("pages of engines are not told from others")
	}
}

func TestMessagesOfEngines(t *testing.T) {
	for body, want := range map[string]string{
		`{"error": {"code": 429, "message": "Quota  exceeded"}}`:        "Quota exceeded",
		`{"error": {"detail": "slow down"}}`:                            "slow down",
		`{"error": "no key", "message": "send one"}`:                    "send one",
		`{"error": "no key"}`:                                           "no key",
		`{"errors": [{"message": "` + strings.Repeat("é", 300) + `"}]}`: strings.Repeat("é", 300),
		`<h1>Error</h1>`: "",
		`[]`:             "",
	} {
		if got := Message([]byte(body)); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

// No answer makes a reader panic, and what it returns is bounded and consists of URLs of the Web.
func FuzzRead(f *testing.F) {
	f.Add([]byte(portal))
	f.Add([]byte(shelf))
	f.Add([]byte(`{"web": {"results": [{"url": "http://a.example/", "title": "A"}]}, "next": "x"}`))
	f.Add([]byte(`<base href="//x"><div id=rso><h3 class=r><a href="/url?q=http://a.example/">A</a></h3></div>`))
	f.Add([]byte(`<ol id=b_results><li class=b_algo><h2><a href="https://www.bing.com/ck/a?u=a1aHR0cDovLw">`))
	var readers []*Reader
	for _, d := range []Description{
		{Format: HTML, Confirm: "a.same", Next: "a.on"}, {Format: HTML, Results: "li.found", Link: "a", Sponsored: ".ad", Next: "form"},
		{Format: JSON, Results: "web.results", Link: "url", Title: "title", Next: "next"},
	} {
		r, err := New(d)
		if err != nil {
			f.Fatal(err)
		}
		readers = append(readers, r)
	}
	from := mustParse(f, "http://search.example/")
	f.Fuzz(func(t *testing.T, body []byte) {
		var pages []*Page
		for _, r := range readers {
			if p, err := r.Read(body, "", from); err == nil {
				pages = append(pages, p)
			}
		}
		if _, p, err := Recognize(body, "", weburl.URL{}); err == nil && p != nil {
			pages = append(pages, p)
		}
		Message(body)
		for _, p := range pages {
			if len(p.Results) > MaxResults || len(p.Results) > p.Collected {
				t.Fatalf("%d results of %d links", len(p.Results), p.Collected)
			}
			for i, r := range p.Results {
				if _, err := weburl.Parse(r.URL); err != nil || len(r.Title) > maxTitle || slices.ContainsFunc(p.Results[:i], func(o Result) bool { return o.URL == r.URL }) {
					t.Fatalf("result %+v: %v", r, err)
				}
			}
		}
	})
}
