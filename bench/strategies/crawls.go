//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/weburl"
)

// shortCrawl is how many responses end the short crawls.
const shortCrawl = 500

// shortWebs are the webs with several thousand requests, on which short crawls are compared.
var shortWebs = []string{webboxtest.Sites, "code.dccouncil.gov", "uima.apache.org", "webkb-cornell", "webkb-misc", "webkb-washington"}

// crawledStrategies are those that are compared by crawls.
var crawledStrategies = []string{lab.BreadthFirst, focus.Default}

// crawlsText is what stands before the tables of crawls.
const crawlsText = `## Crawls

What becomes of the walks in crawls: with one request at a time and no delay, through a proxy that serves the webs; with as many as the program makes by
default (%d), of which each host gets one, without a delay; and as a user gets it who says nothing, with a second between two requests to a host, by
the engine in virtual time (*polite*). Hosts side by side change the order in which pages come. Without a delay a strategy also chooses before it knows
the last half second of pages, which are recorded together: many of them then, and few with a delay. With a limit of pages adaptive also keeps the
requests that are left for the best links over all hosts, so the gain of short polite crawls is not that of the order alone.

`

// defaultWorkers is the number of requests at a time of a crawl that names none.
const defaultWorkers = 256

// crawls compares crawls of the default strategy with breadth-first.
func (o *options) crawls(ctx context.Context, out io.Writer, webs []webboxtest.Web) error {
	dir, err := os.MkdirTemp("", "crawls-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := buildCrawler(ctx, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, crawlsText, defaultWorkers)
	short := lab.Table{
		Title: fmt.Sprintf("The first %d responses", shortCrawl), About: fmt.Sprintf("`sluice crawl --max-pages %d`, in which documents count as responses, too: how many documents were fetched, and how many were known.", shortCrawl),
		Head: []string{"web", "crawl", "fetched, breadth-first", "adaptive", "gain", "known, breadth-first", "adaptive", "gain"},
	}
	whole := lab.Table{
		Title: "Whole crawls", About: "Requests until 80 and 90 % of the documents were known that breadth-first comes to know with one worker, by walks in the lab and by crawls, and the hours that a polite crawl takes.",
		Head: []string{"web", "strategy", "80 %, lab", "one worker", "no delay", "polite", "90 %, lab", "one worker", "no delay", "polite", "requests", "polite h"},
	}
	for _, w := range webs {
		if err := c.compare(ctx, w, &short, &whole); err != nil {
			return err
		}
	}
	writeTable(out, short)
	writeTable(out, whole)
	return nil
}

// compare adds the rows of a web.
func (c *boxCrawler) compare(ctx context.Context, w webboxtest.Web, short, whole *lab.Table) (err error) {
	web, documents, err := openWeb(ctx, w)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, web.Close()) }()
	targets := lab.Documents(web, documents)
	if slices.Contains(shortWebs, w.Name) {
		for _, polite := range []bool{false, true} {
			row, err := c.shortRow(ctx, w, web, documents, targets, polite)
			if err != nil {
				return err
			}
			short.Rows = append(short.Rows, row)
		}
	}
	all := 0
	for _, strategy := range crawledStrategies {
		s, err := focus.Named(strategy, 1)
		if err != nil {
			return err
		}
		walk, err := lab.Run(ctx, web, s, targets, lab.Limits{})
		if err != nil {
			return err
		}
		walks := []*lab.Walk{walk}
		for _, n := range []int{1, 0} {
			got, err := c.crawl(ctx, w, course{strategy: strategy, workers: n})
			if err != nil {
				return err
			}
			crawled, err := lab.Score(ctx, web, got.requests, targets)
			if err != nil {
				return err
			}
			walks = append(walks, crawled)
			fmt.Fprintf(os.Stderr, "%s: crawl %s with %s: %d requests, %d documents\n", w.Name, strategy, named(n), len(crawled.Known), crawled.Targets())
		}
		requests, took, err := politely(ctx, w, documents, course{strategy: strategy})
		if err != nil {
			return err
		}
		polite, err := lab.Score(ctx, web, requests, targets)
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s: polite crawl %s: %d requests, %d documents\n", w.Name, strategy, len(polite.Known), polite.Targets())
		walks = append(walks, polite)
		if strategy == lab.BreadthFirst {
			all = walks[1].Targets()
		}
		row := []string{w.Name, strategy}
		for _, share := range []float64{0.8, 0.9} {
			for _, of := range walks {
				row = append(row, until(of, share, all))
			}
		}
		whole.Rows = append(whole.Rows, append(row, fmt.Sprint(len(walks[1].Known)), fmt.Sprintf("%.1f", took.Hours())))
	}
	return nil
}

// named returns the name of a number of workers.
func named(workers int) string {
	if workers == 0 {
		return fmt.Sprintf("%d workers", defaultWorkers)
	}
	return fmt.Sprintf("%d worker", workers)
}

// until returns the requests until a share of the targets was known, or a dash.
func until(w *lab.Walk, share float64, all int) string {
	n, ok := w.Until(share, all)
	if !ok {
		return "–"
	}
	return fmt.Sprint(n)
}

// shortRow compares short crawls, with one worker or politely.
func (c *boxCrawler) shortRow(ctx context.Context, w webboxtest.Web, web *lab.Web, documents map[weburl.Key]bool, targets lab.Targets, polite bool) ([]string, error) {
	row := []string{w.Name, "one worker"}
	if polite {
		row[1] = "polite"
	}
	var fetched, known []int
	for _, strategy := range crawledStrategies {
		by := course{strategy: strategy, workers: 1, most: shortCrawl}
		var requests []weburl.URL
		if polite {
			var err error
			if requests, _, err = politely(ctx, w, documents, by); err != nil {
				return nil, err
			}
		} else {
			got, err := c.crawl(ctx, w, by)
			if err != nil {
				return nil, err
			}
			requests = got.requests
		}
		n, err := documentsOf(ctx, requests, targets)
		if err != nil {
			return nil, err
		}
		walk, err := lab.Score(ctx, web, requests, targets)
		if err != nil {
			return nil, err
		}
		fetched, known = append(fetched, n), append(known, walk.Targets())
	}
	for _, counts := range [][]int{fetched, known} {
		row = append(row, fmt.Sprint(counts[0]), fmt.Sprint(counts[1]), fmt.Sprintf("%.1f×", float64(counts[1])/float64(max(1, counts[0]))))
	}
	return row, nil
}

// documentsOf returns how many of the requests of a crawl were for documents, each counted once.
func documentsOf(ctx context.Context, requests []weburl.URL, targets lab.Targets) (n int, err error) {
	seen := map[weburl.Key]bool{}
	for _, u := range requests {
		if seen[u.Key()] {
			continue
		}
		seen[u.Key()] = true
		is, err := targets.Linked(ctx, u)
		if err != nil {
			return n, err
		}
		if is {
			n++
		}
	}
	return n, nil
}
