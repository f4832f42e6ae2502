package crawler_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"

	"sluice/crawl"
	"sluice/internal/crawler"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// A crawl in memory, with hooks. The site is served by a server that plays the
// proxy for every host.
func ExampleCrawl_Run() {
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

	c, err := crawler.New(crawl.Config{
		Seeds:      []string{"http://group.example.org/"},
		Network:    crawl.Network{Proxy: site.URL},
		Politeness: crawl.Politeness{Delay: -1},
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
	}, crawler.Parts{})
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
