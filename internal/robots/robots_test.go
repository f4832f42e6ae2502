package robots_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"pgregory.net/rapid"

	"sluice/internal/robots"
)

func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		what, robots, path string
		want               bool
	}{
		{"no rules", "", "/x", true},
		{"a rule for everyone", "User-agent: *\nDisallow: /x", "/x/y", false},
		{"a rule for another", "User-agent: other\nDisallow: /", "/x", true},
		{"its own group goes before everyone's", "User-agent: *\nDisallow: /\nUser-agent: Sluice\nDisallow: /a", "/x", true},
		{"a name with its version", "User-agent: sluice/2.0\nDisallow: /", "/x", false},
		{"no part of a name", "User-agent: slu\nDisallow: /", "/x", true},
		{"no longer name", "User-agent: sluice-news\nDisallow: /", "/x", true},
		{"groups of one name are one", "User-agent: sluice\nDisallow: /a\n\nUser-agent: b\nDisallow: /\n\nUser-agent: SLUICE\nDisallow: /x", "/x", false},
		{"several names have one group", "User-agent: a\n\nUser-agent: sluice\nUser-agent: b\nDisallow: /x", "/x", false},
		{"other lines do not end a group", "User-agent: sluice\nFoo: bar\nSitemap: /s\nUser-agent: b\nDisallow: /x", "/x", false},
		{"its own empty group allows all", "User-agent: *\nDisallow: /\n\nUser-agent: sluice\nDisallow:", "/x", true},
		{"rules before any group do not count", "Disallow: /\nUser-agent: *\nDisallow: /y", "/x", true},
		{"most octets win", "User-agent: *\nDisallow: /a\nAllow: /a/b", "/a/b/c", true},
		{"most octets win in any order", "User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", true},
		{"Allow wins a tie", "User-agent: *\nDisallow: /a\nAllow: /a", "/a", true},
		{"a star", "User-agent: *\nDisallow: /*/b", "/a/a/b/c", false},
		{"a star matches nothing too", "User-agent: *\nDisallow: /a*b", "/ab", false},
		{"an end", "User-agent: *\nDisallow: /*.gif$", "/a.gif", false},
		{"more after the end", "User-agent: *\nDisallow: /*.gif$", "/a.gif?x", true},
		{"an end after repeats", "User-agent: *\nDisallow: /*ab$", "/ab/ab", false},
		{"an end only", "User-agent: *\nDisallow: /$", "/", false},
		{"a piece is not used twice", "User-agent: *\nDisallow: /*aba*ba$", "/ababa", false},
		{"a piece is not used again for the end", "User-agent: *\nDisallow: /*abc*c$", "/abc", true},
		{"escapes are compared decoded", "User-agent: *\nDisallow: /%7Ejoe/", "/~joe/x", false},
		{"escapes are compared in either case", "User-agent: *\nDisallow: /a%3cd", "/a%3Cd", false},
		{"an encoded slash is no slash", "User-agent: *\nDisallow: /a%2fb", "/a/b", true},
		{"letters outside of ASCII", "User-agent: *\nDisallow: /grün", "/gr%C3%BCn", false},
		{"an encoded star matches a star", "User-agent: *\nDisallow: /a%2Ab", "/a*b", false},
		{"an encoded star matches only a star", "User-agent: *\nDisallow: /a%2Ab", "/axb", true},
		{"a dollar within", "User-agent: *\nDisallow: /a$b", "/a$b/c", false},
		{"an address in the query", "User-agent: *\nDisallow: /go?u=http://b.example/", "/go?u=http%3A%2F%2Fb.example%2F", false},
		{"an encoded slash in the query", "User-agent: *\nDisallow: /*%2F", "/go?u=a%2Fb", false},
		{"the query counts", "User-agent: *\nDisallow: /*?", "/a?b", false},
		{"the fragment does not", "User-agent: *\nDisallow: /*x", "/a#x", true},
		{"robots.txt itself", "User-agent: *\nDisallow: /", "/robots.txt", true},
		{"a comment", "User-agent: *\nDisallow: /x # not /\n", "/x", false},
		{"carriage returns alone", "User-agent: *\rDisallow: /x\r", "/x", false},
		{"a byte order mark", "\ufeffUser-agent: *\nDisallow: /x", "/x", false},
		{"half of one", "\xef\xbbUser-agent: *\nDisallow: /x", "/x", false},
		{"a misspelt field", "Useragent: *\nDissallow: /x", "/x", false},
		{"a forgotten colon", "User-agent *\nDisallow /x", "/x", false},
		{"a page is no robots.txt", "<html>\nUser-agent: *\nDisallow: /x", "/x", true},
		{"a picture has no rules", "\x89PNG\r\n\x1a\n\x00\x00\nUser-agent: *\nDisallow: /x", "/x", true},
		{"a whole URL", "User-agent: *\nDisallow: /x", "https://h.example/x", false},
		{"a path with two slashes", "User-agent: *\nDisallow: //x", "//x/y", false},
	} {
		got, line := robots.Parse([]byte(c.robots), "sluice/1.0 (+https://sluice.example)").Allowed(c.path)
		if got != c.want {
			t.Errorf("%s: %s in %q: %v by %q", c.what, c.path, c.robots, got, line)
		}
	}
}

func TestAllowedReturnsDecidingLine(t *testing.T) {
	r := robots.Parse([]byte("# hello\n\nUser-agent: *\n  Disallow: /private/  # keep out\r\nAllow: /private/open\n"), "sluice")
	for path, want := range map[string]string{
		"/private/a":    "Disallow: /private/ (line 4)",
		"/private/open": "Allow: /private/open (line 5)",
		"/else":         "",
	} {
		if _, line := r.Allowed(path); line != want {
			t.Errorf("%s: %q, want %q", path, line, want)
		}
	}
}

func TestUTF16IsRead(t *testing.T) {
	text := utf16.Encode([]rune("\ufeffUser-agent: *\r\nDisallow: /x\r\n"))
	var little, big []byte
	for _, u := range text {
		little = append(little, byte(u), byte(u>>8))
		big = append(big, byte(u>>8), byte(u))
	}
	for _, body := range [][]byte{little, big} {
		if ok, _ := robots.Parse(body, "sluice").Allowed("/x"); ok {
			t.Errorf("%q: allowed", body)
		}
	}
}

func TestOnly500KiBAreRead(t *testing.T) {
	start := "User-agent: *\nDisallow: /a\n"
	fill := func(n int) string { return "#" + strings.Repeat("x", n-2) + "\n" }
	cut := start + fill(robots.MaxSize-len(start)-len("Disallow: /b")) + "Disallow: /bc\nDisallow: /d\n"
	whole := start + fill(robots.MaxSize-len(start)-len("Disallow: /bc")) + "Disallow: /bc\nDisallow: /d\n"
	for _, c := range []struct {
		what, body string
		bc         bool
	}{{"cut", cut, true}, {"whole", whole, false}} {
		r := robots.Parse([]byte(c.body), "sluice")
		a, _ := r.Allowed("/a")
		bc, _ := r.Allowed("/bc")
		d, _ := r.Allowed("/d")
		if a || bc != c.bc || !d {
			t.Errorf("%s: /a %v /bc %v /d %v", c.what, a, bc, d)
		}
	}
	endless := robots.Parse(bytes.Repeat([]byte("x"), 10<<20), "sluice")
	if ok, _ := endless.Allowed("/a"); !ok {
		t.Error("one endless line forbids")
	}
}

func TestFixedRules(t *testing.T) {
	if ok, _ := robots.AllowAll.Allowed("/x"); !ok {
		t.Error("AllowAll forbids")
	}
	if ok, line := robots.DisallowAll.Allowed("/x"); ok || line == "" {
		t.Error("DisallowAll allows, or does not say why not")
	}
	var none *robots.Rules
	if ok, _ := none.Allowed("/x"); !ok {
		t.Error("nil Rules forbid")
	}
}

func TestCrawlDelay(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  time.Duration
		ok    bool
	}{
		{"Crawl-delay: 2", 2 * time.Second, true},
		{"Crawl-delay: 0.5", 500 * time.Millisecond, true},
		{"Crawl-delay: 10#", 10 * time.Second, true},
		{"crawl-delay: 3 seconds", 3 * time.Second, true},
		{"Crawl-delay: 86400", 24 * time.Hour, true},
		{"Crawl-delay: 0", 0, true},
		{"Crawl-delay: 99999999999999999999999999", 365 * 24 * time.Hour, true},
		{"Crawl-delay: -1", 0, false},
		{"Crawl-delay: NaN", 0, false},
		{"Crawl-delay: Inf", 0, false},
		{"Crawl-delay: 1e9", 0, false},
		{"Crawl-delay: soon", 0, false},
		{"Crawl-delay:", 0, false},
		{"Crawl-delay: .", 0, false},
		{"Crawl-delay: 1\nCrawl-delay: 4\nCrawl-delay: 2", 4 * time.Second, true},
		{"Request-rate: 1/10s", 10 * time.Second, true},
		{"Request-rate: 4/1m 0900-1700", 15 * time.Second, true},
		{"Request-rate: 0/1", 0, false},
		{"Request-rate: 1/99999999999999999", 0, false},
		{"Request-rate: 1", 0, false},
		{"Request-rate: 1/1m\nCrawl-delay: 5", 5 * time.Second, true},
		{"Crawl-delay: 7\nUser-agent: other\nCrawl-delay: 9", 7 * time.Second, true},
	} {
		got, ok := robots.Parse([]byte("User-agent: sluice\n"+c.lines), "sluice").CrawlDelay()
		if got != c.want || ok != c.ok {
			t.Errorf("%q: %v %v, want %v %v", c.lines, got, ok, c.want, c.ok)
		}
	}
}

func TestSitemaps(t *testing.T) {
	body := "Sitemap: /a.xml\nUser-agent: x\nsitemap: https://other.example/b.xml\nSitemap: /a.xml\nSitemap: ftp://h/c\nSitemap:\n"
	got := robots.Parse([]byte(body), "sluice").Sitemaps("https://www.example.org/robots.txt")
	if want := "[https://www.example.org/a.xml https://other.example/b.xml]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func TestSitemapsAreBounded(t *testing.T) {
	var body []byte
	for i := range 20_000 {
		body = fmt.Appendf(body, "Sitemap: /%d\n", i)
	}
	if n := len(robots.Parse(body, "sluice").Sitemaps("https://www.example.org/robots.txt")); n != 1000 {
		t.Errorf("%d sitemaps", n)
	}
}

func TestDirectives(t *testing.T) {
	for _, c := range []struct {
		values            []string
		noindex, nofollow bool
	}{
		{nil, false, false},
		{[]string{"noindex"}, true, false},
		{[]string{" NoIndex , NOFOLLOW "}, true, true},
		{[]string{"none"}, true, true},
		{[]string{"all"}, false, false},
		{[]string{"noindex", "nofollow"}, true, true},
		{[]string{"otherbot: noindex, nofollow"}, false, false},
		{[]string{"sluice: nofollow"}, false, true},
		{[]string{"Sluice: nofollow, noindex"}, true, true},
		{[]string{"otherbot: noindex, sluice: nofollow"}, false, true},
		{[]string{"otherbot: noindex", "nofollow"}, false, true},
		{[]string{"bot2: noindex, nofollow"}, false, false},
		{[]string{"robots: noindex"}, true, false},
		{[]string{"unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, nofollow"}, false, true},
		{[]string{"max-snippet: 20, noindex"}, true, false},
		{[]string{"noarchive, nosnippet, index, follow"}, false, false},
	} {
		if got := robots.Directives(c.values, "sluice/1.0"); got.NoIndex != c.noindex || got.NoFollow != c.nofollow {
			t.Errorf("%q: %+v", c.values, got)
		}
	}
}

// TestPatternsMatch holds the matcher against a plain one that tries everything.
func TestPatternsMatch(t *testing.T) {
	var try func(pattern, path string) bool
	try = func(pattern, path string) bool {
		switch {
		case pattern == "":
			return true
		case pattern == "$":
			return path == ""
		case pattern[0] == '*':
			return try(pattern[1:], path) || path != "" && try(pattern, path[1:])
		}
		return path != "" && pattern[0] == path[0] && try(pattern[1:], path[1:])
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := "/" + rapid.StringMatching(`[ab*]{0,10}\$?`).Draw(t, "pattern")
		path := "/" + rapid.StringMatching(`[ab]{0,14}`).Draw(t, "path")
		got, _ := robots.Parse([]byte("User-agent: *\nDisallow: "+pattern), "sluice").Allowed(path)
		if want := !try(pattern, path); got != want {
			t.Fatalf("%s against %s: %v, want %v", path, pattern, got, want)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("User-agent: *\nDisallow: /*a*b$\nCrawl-delay: 1\nSitemap: /x\nRequest-rate: 1/2m"), "sluice", "/a?b=%3A")
	f.Add([]byte("\xff\xfeU\x00"), "*", "http://x")
	f.Add([]byte("<html>User-agent: *<br>"), "", "")
	f.Fuzz(func(t *testing.T, body []byte, agent, url string) {
		for _, p := range []robots.Profile{robots.RFC9309, robots.Google, robots.CrawlerCommons, robots.CrawlerCommonsExact, robots.Protego} {
			r := p.Parse(body, agent)
			if ok, line := r.Allowed(url); !ok && line == "" {
				t.Fatal("forbidden by nothing")
			}
			if d, _ := r.CrawlDelay(); d < 0 {
				t.Fatal(d)
			}
			r.Sitemaps("http://www.example.org/robots.txt")
		}
		robots.Directives([]string{string(body)}, agent)
	})
}

func BenchmarkParse(b *testing.B) {
	body := []byte("User-agent: *\n")
	for i := range 1000 {
		body = fmt.Appendf(body, "Disallow: /folder-%d/*/page$\n", i)
	}
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		robots.Parse(body, "sluice")
	}
}

func BenchmarkAllowed(b *testing.B) {
	short := "User-agent: *\nDisallow: /private/\nDisallow: /cgi-bin/\nAllow: /private/open\n"
	var long strings.Builder
	long.WriteString("User-agent: *\n")
	for i := range 1000 {
		fmt.Fprintf(&long, "Disallow: /folder-%d/\n", i)
	}
	stars := "User-agent: *\nDisallow: /" + strings.Repeat("*a", 2000) + "*b\n"
	for _, c := range []struct{ name, robots, path string }{
		{"3 rules", short, "/people/joe/papers/index.html"},
		{"1000 rules", long.String(), "/people/joe/papers/index.html"},
		{"2000 stars", stars, "/" + strings.Repeat("a", 3000)},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := robots.Parse([]byte(c.robots), "sluice")
			b.ReportAllocs()
			for b.Loop() {
				r.Allowed(c.path)
			}
		})
	}
}
