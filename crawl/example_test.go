package crawl_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"sluice"
	"sluice/crawl"
	"sluice/focus"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// A crawl in memory, with limits and hooks. The site is served by a server that plays the
// proxy for every host.
func Example() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/":
			fmt.Fprint(w, `<title>Group</title><a href="/papers">papers</a> <a href="/login">log in</a>`)
		case "/papers":
			fmt.Fprint(w, `<title>Papers</title><a href="/crawling.pdf">On crawling</a>`)
		case "/crawling.pdf":
			w.Header().Set("Content-Type", "application/pdf")
			io.WriteString(w, "%PDF-1.4\n%"+strings.Repeat(" ", 9000)+"\n%%EOF\n")
		default:
			http.NotFound(w, r)
		}
	}))
	defer site.Close()

	c, err := sluice.NewCrawl(crawl.Config{
		Seeds:      []string{"http://group.example.org/"},
		Limits:     crawl.Limits{Pages: 1000, Time: time.Hour},
		Politeness: crawl.Politeness{Delay: -1},
		Network:    crawl.Network{Proxy: site.URL},
		Hooks: crawl.Hooks{
			Link: func(from weburl.URL, l *page.Link) bool {
				return !strings.HasPrefix(l.URL.Path(), "/login")
			},
			Page: func(f *library.Fetch, p *page.Page) {
				fmt.Printf("page %s: %s, %d links\n", f.URL, p.Title, len(p.Links))
			},
			Document: func(f *library.Fetch) {
				fmt.Printf("document %s: %s\n", f.URL, f.Type)
			},
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.State, result.Stats.Pages, result.Stats.Documents)
	// Output:
	// page http://group.example.org/: Group, 2 links
	// page http://group.example.org/papers: Papers, 1 links
	// document http://group.example.org/crawling.pdf: pdf
	// done 2 1
}

// shortPaths is a strategy: links with short paths are fetched first.
type shortPaths struct{}

func (shortPaths) Place(v *focus.Visit, l *page.Link) focus.Placement {
	return focus.Placement{Score: -float64(len(l.URL.Path()))}
}

func (shortPaths) Choose(lanes []focus.LaneState, n int) []focus.Share {
	return []focus.Share{{Lane: lanes[0].Lane, N: n}}
}

func (shortPaths) Learn(v *focus.Visit) {}

// A crawl with a strategy and a judge of its own, which ends at its limit.
func ExampleConfig() {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/robots.txt", "/sitemap.xml":
			http.NotFound(w, r)
		case "/":
			fmt.Fprint(w, `<title>Home</title><a href="/a-long-name">long</a> <a href="/short">short</a> <a href="/s">shortest</a>`)
		default:
			fmt.Fprintf(w, "<title>%s</title>", r.URL.Path)
		}
	}))
	defer site.Close()

	c, err := sluice.NewCrawl(crawl.Config{
		Seeds:      []string{"http://www.example.org/"},
		Limits:     crawl.Limits{Pages: 2},
		Politeness: crawl.Politeness{Delay: -1},
		Network:    crawl.Network{Proxy: site.URL},
		Hooks:      crawl.Hooks{Page: func(f *library.Fetch, p *page.Page) { fmt.Println(p.Title) }},
		Strategy:   shortPaths{},
		Judge: func(v *focus.Visit) float64 {
			if v.Page != nil && len(v.Page.Links) > 0 {
				return 1
			}
			return 0
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	result, err := c.Run(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.State, result.Limit)
	// Output:
	// Home
	// /s
	// limit max-pages
}
