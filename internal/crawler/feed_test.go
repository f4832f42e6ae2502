package crawler_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/crawler"
)

// withFeeds returns a page that announces feeds.
func withFeeds(text string, feeds ...string) string {
	for _, f := range feeds {
		text = fmt.Sprintf(`<link rel="alternate" type="%s" href="%s">`, "application/RSS+xml; charset=utf-8", f) + text
	}
	return text
}

const feedOfA = `<rss version="2.0"><channel><link>http://a.test/</link><item><link>http://a.test/post</link><pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate></item>
	<item><link>http://a.test/old</link><pubDate>Fri, 01 Mar 2024 10:00:00 GMT</pubDate></item></channel></rss>`

// TestFeedsOfPagesAreRead: what a feed lists is found as from a sitemap, and what it announces is requested again. A feed of another site, one in an unknown form,
// and one of a crawl that reads no sitemaps are passed over.
func TestFeedsOfPagesAreRead(t *testing.T) {
	for _, test := range []struct {
		name  string
		scope crawl.Scope
		want  []string
	}{
		{"sitemaps are read", crawl.Scope{}, []string{"a.test/", "a.test/feed", "a.test/atom.xml", "a.test/post", "a.test/old"}},
		{"no sitemaps", crawl.Scope{NoSitemaps: true}, []string{"a.test/", "a.test/feed", "a.test/atom.xml"}},
	} {
		w := newWeb(t, pages{
			"a.test/":         raw("text/html", withFeeds(`<link rel=alternate type=application/atom+xml href=/atom.xml><title>Home</title>`, "/feed", "http://other.test/feed")),
			"a.test/feed":     raw("application/rss+xml", feedOfA),
			"a.test/atom.xml": raw("application/atom+xml", `<feed xmlns="http://www.w3.org/2005/Atom"></feed>`),
			"a.test/post":     html("Post"), "a.test/old": html("Old"),
			"other.test/feed": raw("application/rss+xml", feedOfA),
		})
		r := revisits{has: []string{"http://a.test/", "http://a.test/old"}}
		o := run(t, crawl.Config{Seeds: []string{"a.test"}, Again: true, Requests: 10, Scope: test.scope, Network: crawl.Network{Proxy: w.URL}}, crawler.Parts{Revisits: r})
		wantRequests(t, w, test.want...)
		if kind := o.rows["http://a.test/feed"].Kind; !test.scope.NoSitemaps && kind != "sitemap" {
			t.Errorf("%s: the feed is recorded as %q", test.name, kind)
		}
	}
}

// TestFeedsOfSingleCommentsAreBounded: a program that announces a feed on each page gets ten requests for them.
func TestFeedsOfSingleCommentsAreBounded(t *testing.T) {
	web := pages{}
	var all []string
	for i := range 40 {
		path := fmt.Sprintf("/post%d", i)
		all = append(all, path)
		web["a.test"+path] = raw("text/html", withFeeds(fmt.Sprintf("<title>Post %d</title>", i), path+"/feed"))
		web["a.test"+path+"/feed"] = raw("application/rss+xml", feedOfA)
	}
	web["a.test/"] = html("Home", all...)
	w := newWeb(t, web)
	o := run(t, crawl.Config{Seeds: []string{"a.test"}, Network: crawl.Network{Proxy: w.URL}})
	feeds := 0
	for _, url := range w.requests() {
		if strings.HasSuffix(url, "/feed") {
			feeds++
		}
	}
	if feeds != 10 || o.refused["a.test: limit: feeds"] != 30 {
		t.Errorf("%d feeds were requested, want 10; refused %v", feeds, o.refused)
	}
}
