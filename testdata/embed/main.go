// Embed crawls a site into a library and uses what it found.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"slices"
	"strings"

	"sluice"
	"sluice/crawl"
	"sluice/document"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/focus"
	"sluice/library"
	"sluice/page"
	"sluice/search"
)

// publicationsFirst is a crawl strategy: breadth-first, but links to publications before all others.
type publicationsFirst struct{ focus.BreadthFirst }

func (s publicationsFirst) Place(v *focus.Visit, l *page.Link) focus.Placement {
	at := s.BreadthFirst.Place(v, l)
	if v != nil && strings.Contains(v.Page.Anchor(l), "publications") {
		at.Score += 100
	}
	return at
}

func main() {
	if document.Serve() { // PDF is read in a child process, which is this program
		return
	}
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) (err error) {
	web := serveWeb() // in place of the Web: a proxy for every host
	defer web.Close()
	dir, err := os.MkdirTemp("", "library-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	lib, err := sluice.Open(dir, sluice.Options{Accept: []genre.Genre{genre.Paper, genre.Thesis}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, lib.Close()) }()

	// Crawl, with a strategy, a judge and hooks of our own.
	var c *sluice.Crawl
	var fetched []string // documents
	c, err = lib.Crawl(ctx, crawl.Config{
		Seeds:      []string{"http://www.example.org/"},
		Limits:     crawl.Limits{Pages: 100},
		Politeness: crawl.Politeness{Delay: -1},
		Network:    crawl.Network{Proxy: web.URL},
		Strategy:   publicationsFirst{},
		Judge: func(v *focus.Visit) float64 {
			if v.Document || v.Page != nil && strings.Contains(v.Page.Title, "Publications") {
				return 1
			}
			return 0
		},
		Hooks: crawl.Hooks{
			Page: func(f *library.Fetch, p *page.Page) {
				if p.Title != "Home" {
					return
				}
				err := errors.Join( // steer the crawl while it runs
					c.SetSiteRules(ctx, "www.example.org", crawl.SiteRules{Avoid: []string{"/calendar/"}}),
					c.Add(ctx, "http://archive.example.net/"),
				)
				if err != nil {
					c.Stop(err.Error())
				}
			},
			Document: func(f *library.Fetch) { fetched = append(fetched, f.URL) },
		},
	})
	if err != nil {
		return err
	}
	result, err := c.Run(ctx)
	if err != nil {
		return err
	}
	slices.Sort(fetched)
	fmt.Printf("%s: %d pages, %d documents\n%s\n\n", result.State, result.Stats.Pages, len(fetched), strings.Join(fetched, "\n"))

	// Choose documents by a condition, in an order.
	for d, err := range lib.Documents(ctx, library.Query{Where: "state = accepted", Sort: "-year", Limit: 2}) {
		if err != nil {
			return err
		}
		fmt.Printf("%s, %s (%s), a %s\n", strings.Join(d.All("author"), ", "), d.Get("title"), d.Get("year"), d.Verdict.Genre)
	}

	// Search by words, and count the hits by year.
	found, err := lib.Search(ctx, search.Query{Text: "crawling", Filters: search.Filters{From: 2001}, Kind: search.Documents})
	if err != nil {
		return err
	}
	for _, hit := range found.Hits {
		fmt.Println("found", hit.Title)
	}
	for _, year := range found.Facets["year"] {
		fmt.Printf("%d of %s\n", year.N, year.Value)
	}

	// Read, judge and describe a single file, which may be any file.
	d, err := lib.Find(ctx, "http://www.example.org/papers/order.tex")
	if err != nil {
		return err
	}
	files, err := lib.Files(ctx, d.SHA256)
	if err != nil {
		return err
	}
	reader := document.NewReader(document.Options{})
	defer reader.Close()
	text, err := reader.Read(ctx, files.Document, document.Hint{})
	if err != nil {
		return err
	}
	verdict := genre.Default().Judge(text, genre.Clues{})
	description := describe.Describe(text, describe.Around{Genre: verdict.Genre})
	fmt.Printf("\n%s, %s: %s\n\n", description.Get("title"), verdict.Genre, verdict)

	// Overrule the judge, and export what is left.
	if err := lib.Judge(ctx, d.SHA256, "", library.Rejected); err != nil {
		return err
	}
	return lib.Export(ctx, os.Stdout, sluice.BibTeX, "year < 2005")
}
