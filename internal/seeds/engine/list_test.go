package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/internal/seeds/answer"
	"sluice/search"
	"sluice/weburl"
)

func TestFilesOfURLs(t *testing.T) {
	for _, test := range []struct {
		name, text string
		pages      []string
		err        error
	}{
		{"lines", "\ufeff# sites\nhttp://s1.example/ # the first\n\n  s2.example\nhttp://[\n", []string{"s1 s2 (lines that are no URL: 1)"}, nil},
		{"sitemap", `<?xml version="1.0"?><urlset><url><loc>http://s1.example/</loc></url><url><loc>http://s2.example/`, []string{"s1 (unexpected EOF)"}, nil},
		{"result page", `<ol id=b_results><li class=b_ad><h2><a href="https://www.bing.com/aclk?x">ad</a></h2></li><li class=b_algo><h2><a href="http://s1.example/">x</a></h2></li></ol>`,
			[]string{"s1 (result page of bing)"}, nil},
		{"bookmarks", `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="http://s1.example/">x</A><DT><A HREF="http://s2.example/">y</A></DL>`,
			[]string{"s1 s2 (no result page that is known: all links count)"}, nil},
		{"empty", "", nil, ErrNoList},
		{"no URL", "# nothing\nhttp://[\n", nil, ErrNoList},
		{"page without links", "<p>text", nil, ErrNoList},
		{"too large", strings.Repeat("x", answer.MaxBytes+1), nil, ErrFileTooLarge},
	} {
		l, err := NewList("file "+test.name, strings.NewReader(test.text))
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %v, want %v", test.name, err, test.err)
			continue
		}
		if err != nil {
			continue
		}
		pages, err := ask(t, l, "whatever")
		if diff := cmp.Diff(test.pages, pages); diff != "" || err != nil {
			t.Errorf("%s: %v; -want +got\n%s", test.name, err, diff)
		}
	}
}

func TestSitemapsOfASite(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		switch r.URL.Path {
		case "/robots.txt":
			fmt.Fprintf(w, "User-agent: *\nDisallow: /secret\nSitemap: http://%s/index.xml\nSitemap: http://other.example/sitemap.xml\n", r.Host)
		case "/index.xml":
			fmt.Fprintf(w, "<sitemapindex><sitemap><loc>http://%[1]s/a.xml</loc></sitemap><sitemap><loc>http://other.example/b.xml</loc></sitemap><sitemap><loc>http://%[1]s/secret/c.xml</loc></sitemap></sitemapindex>", r.Host)
		case "/loop":
			fmt.Fprintf(w, "<sitemapindex><sitemap><loc>http://%[1]s/loop</loc></sitemap><sitemap><loc>http://%[1]s/a.xml</loc></sitemap><sitemap><loc>http://%[1]s/a.xml</loc></sitemap></sitemapindex>", r.Host)
		case "/broken":
			fmt.Fprintf(w, "<sitemapindex><sitemap><loc>http://%[1]s/none.xml</loc></sitemap><sitemap><loc>http://%[1]s/a.xml</loc></sitemap></sitemapindex>", r.Host)
		case "/faults":
			io.WriteString(w, "<sitemapindex>")
			for i := range 2 * maxFailures {
				fmt.Fprintf(w, "<sitemap><loc>http://%s/none-%d.xml</loc></sitemap>", r.Host, i)
			}
			io.WriteString(w, "</sitemapindex>")
		case "/www":
			io.WriteString(w, "<sitemapindex><sitemap><loc>http://other.example/b.xml</loc></sitemap><sitemap><loc>http://www.other.example/b.xml</loc></sitemap></sitemapindex>")
		case "/large":
			io.WriteString(w, "<urlset><url><loc>http://s1.example/</loc></url>"+strings.Repeat(" ", answer.MaxBytes)+"<url><loc>http://s2.example/</loc></url></urlset>")
		case "/a.xml":
			io.WriteString(w, "<urlset><url><loc>http://s1.example/</loc></url></urlset>")
		default:
			io.WriteString(w, "<p>no sitemap")
		}
	})
	for address, want := range map[string][]string{
		s.URL: {" (sitemaps on another host are not read: 1, such as one on other.example; sitemaps on another host are not read: 1, such as one on other.example)",
			"s1", " (" + s.URL + "/secret/c.xml: its robots.txt forbids"},
		s.URL + "/a.xml":  {"s1"},
		s.URL + "/loop":   {"", "s1"},
		s.URL + "/broken": {"", "s1 (" + s.URL + "/none.xml: not a sitemap"},
		s.URL + "/faults": {"", "none-0.xml: not a sitemap"},
		s.URL + "/www":    {" (sitemaps on another host are not read: 2, such as one on www.other.example)"},
		s.URL + "/large":  {"s1 (" + s.URL + "/large is larger than 4 MB: only its beginning is read)"},
		s.URL + "/none":   {"not a sitemap"},
		s.URL + "/secret": {"its robots.txt forbids"},
	} {
		e, err := NewSitemap(address, local.with(newFastClock()))
		if err != nil {
			t.Fatal(err)
		}
		defer e.Close()
		pages, err := ask(t, e, "")
		if err != nil {
			pages = append(pages, err.Error())
		}
		matches := len(pages) == len(want)
		for i := range want {
			matches = matches && strings.Contains(pages[i], want[i])
		}
		if !matches {
			t.Errorf("%s: %q, want %q", address, pages, want)
		}
	}
	// A site that has moved to another scheme, here another port, keeps its rules and sitemaps.
	old := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
		http.Redirect(w, r, s.URL+r.URL.Path, http.StatusMovedPermanently)
	})
	e, err := NewSitemap(old.URL, local.with(newFastClock()))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if pages, err := ask(t, e, ""); err != nil || len(pages) != 3 || !strings.HasPrefix(pages[1], "s1") {
		t.Errorf("a site that has moved: %q, %v", pages, err)
	}
	if _, err := NewSitemap("ftp://a.example/", Options{}); err == nil {
		t.Error("ftp is taken")
	}
}

// shelf finds 150 pages.
type shelf struct{ queries []search.Query }

func (s *shelf) Search(_ context.Context, q search.Query) (*search.Result, error) {
	s.queries = append(s.queries, q)
	r := &search.Result{}
	for i := q.Offset; i < min(150, q.Offset+q.Limit); i++ {
		r.Hits = append(r.Hits, search.Hit{URL: fmt.Sprintf("http://s%d.example/", i)})
	}
	return r, nil
}

func TestLibraryIsAnEngine(t *testing.T) {
	s := &shelf{}
	pages, err := ask(t, NewLibrary(s, true), "focused crawling")
	if err != nil || len(pages) != 2 || !strings.HasSuffix(pages[1], " s149") || s.queries[0].Text != "focused crawling" || s.queries[0].Sort != search.ByTopic {
		t.Errorf("%d pages, %v, %+v", len(pages), err, s.queries)
	}
	ask(t, NewLibrary(s, false), "x")
	if s.queries[2].Sort != search.ByRelevance {
		t.Errorf("without a topic: %+v", s.queries[2])
	}
}

func TestReferencesAreAnEngine(t *testing.T) {
	broken := errors.New("disk")
	e := NewReferences(func(context.Context) iter.Seq2[answer.Result, error] {
		return func(yield func(answer.Result, error) bool) {
			for i := range pageSize + 1 {
				if !yield(answer.Result{URL: fmt.Sprintf("http://s%d.example/", i)}, nil) {
					return
				}
			}
			yield(answer.Result{}, broken)
		}
	})
	if pages, err := ask(t, e, ""); len(pages) != 1 || !strings.HasSuffix(pages[0], " s999") || !errors.Is(err, broken) {
		t.Errorf("%d pages, %v", len(pages), err)
	}
}

// The places of a large library go to as many hosts as possible: those of http come before those of https.
func TestReferencesOfManyHosts(t *testing.T) {
	e := NewReferences(func(context.Context) iter.Seq2[answer.Result, error] {
		return func(yield func(answer.Result, error) bool) {
			for i := range maxReferences {
				if !yield(answer.Result{URL: fmt.Sprintf("http://many.example/%d", i)}, nil) {
					return
				}
			}
			for i := range 10 {
				for range 2 {
					if !yield(answer.Result{URL: fmt.Sprintf("https://s%d.example/", i)}, nil) {
						return
					}
				}
			}
		}
	})
	pages, err := ask(t, e, "")
	want := fmt.Sprintf(" https://s9 (links and references that are left out, of hosts with others: %d)", maxReferences/2+10)
	if last := pages[len(pages)-1]; err != nil || len(pages) != maxReferences/2/pageSize+1 || !strings.HasPrefix(last, "https://s0 https://s1") || !strings.HasSuffix(last, want) {
		t.Errorf("%d pages, the last %q, want the end %q; %v", len(pages), last, want, err)
	}
}

func TestFilesOfEngines(t *testing.T) {
	const good = "engines:\n  - name: campus\n    kind: html\n    url: http://search.example.edu/?q={phrase}&s={start}\n    layout: duckduckgo\n"
	if all, err := Parse([]byte(good)); err != nil || len(all) != 1 || all[0].Pages != 10 || all[0].Step != 10 {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := Parse([]byte("# nothing yet\n")); err != nil || len(all) != 0 {
		t.Errorf("an empty file: %+v, %v", all, err)
	}
	engine := func(lines string) string { return "engines:\n  - name: x\n" + strings.ReplaceAll(lines, ";", "\n") }
	const url = "    url: http://a.example/?q={phrase};"
	for text, want := range map[string]string{
		"engines: [":                   "",
		"engine:\n  - a\n":             "unknown field",
		"engines:\n  - [[[[[":          "",
		"\xff":                         "UTF-8",
		strings.Repeat("#", MaxFile+1): "larger than",
		"engines:" + strings.Repeat("\n  - {name: a, kind: html, results: a, url: 'http://a.example/?q={phrase}'}", maxEngines+1): "at most 100",
		good + good[len("engines:\n"):]:                                                          `engine "campus": another engine has this name`,
		strings.Replace(good, "campus", "brave", 1):                                              `engine "brave": another engine has this name`,
		strings.Replace(good, "campus", "A b", 1):                                                "name: must be small letters",
		strings.Replace(good, "duckduckgo", "x", 1):                                              `layout: "x" is not known`,
		engine("    kind: html;    results: a;    url: http://a.example/;"):                      "has no {phrase}",
		engine("    kind: html;    results: a;    url: http://a.example/?q={phrase}&p={side};"):  "unknown placeholder {side}",
		engine("    kind: html;    results: a;    url: http://{phrase}.example/;"):               "is no URL such as",
		engine("    kind: html;    results: a;    url: ftp://a.example/{phrase};"):               "is no URL such as",
		engine("    kind: html;    results: a;    url: http://u:p@a.example/{phrase};"):          "is no URL such as",
		engine("    kind: xml;" + url):                                                           "must be json or html",
		engine("    kind: json;    link: u;    layout: bing;" + url):                             "layout: is for kind html",
		engine("    kind: json;    link: u;    pages: -1;" + url):                                "pages: -1",
		engine("    kind: json;    link: u;    step: 99999;" + url):                              "step: 99999",
		engine("    kind: json;    link: u;    quota: -1;" + url):                                "quota: -1",
		engine("    kind: json;    link: u;    first: x;" + url):                                 `first: "x"`,
		engine("    kind: json;    link: u;    delay: soon;" + url):                              `delay: "soon"`,
		engine("    kind: json;    link: u;    delay: -1s;" + url):                               `delay: "-1s"`,
		engine("    kind: json;    link: u;    key-header: Accept;" + url):                       "key-header",
		engine("    kind: json;    link: u;    key-header: X-Key;    key-parameter: key;" + url): "exclude each other",
	} {
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: %v, want %q", text, err, want)
		}
	}
}

// No file of engines makes the parser panic, and what it takes can be asked.
func FuzzParse(f *testing.F) {
	f.Add([]byte("engines:\n  - name: a\n    kind: json\n    url: http://a.example/?q={phrase}&p={page}\n    link: url\n    first: 3\n"))
	f.Add([]byte("engines:\n  - {name: b, kind: searxng, url: 'http://b.example/'}\n"))
	f.Add([]byte("engines:\n  - {name: b, kind: searxng, url: 'http://b,example/'}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		all, err := Parse(text)
		if err != nil {
			return
		}
		choices, err := Choices(all, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range choices[len(choices)-len(all):] {
			if _, err := weburl.Parse(c.description.address("a b", position{number: 2, cursor: "x"})); err != nil {
				t.Errorf("%q: %v", c.description.URL, err)
			}
		}
	})
}

// No file makes the reader of lists panic, and what it takes are URLs.
func FuzzList(f *testing.F) {
	for _, text := range []string{"http://a.example/\n# x\n", "<urlset><url><loc>http://a.example/", "<a href=http://a.example/>", "<rss><channel><item><link>http://a.example/</link>",
		"<urlset><url><loc>http://a.ex\x10ample/</loc></url><url><loc>http://b.example/</loc></url>"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := NewList("x", strings.NewReader(text))
		if err != nil {
			return
		}
		for _, r := range l.results {
			if _, err := weburl.Parse(r.URL); err != nil {
				t.Errorf("%q: %v", r.URL, err)
			}
		}
	})
}
