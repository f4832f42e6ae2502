package crawler_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/internal/fetch"
	"sluice/internal/recordedweb"
)

// papersAmongOthers returns a web of one host with papers and of twenty hosts with many pages and no papers, and its seeds.
func papersAmongOthers(papers int) (sites siteFolder, seeds []string) {
	sites, seeds = siteFolder{}, []string{"http://papers.test/"}
	var links strings.Builder
	for i := range papers {
		fmt.Fprintf(&links, "<a href=/papers/p%d.pdf>Paper %[1]d</a> ", i)
		sites[fmt.Sprintf("papers.test/papers/p%d.pdf", i)] = fmt.Sprintf("%%PDF-1.4\n%% %d\n%s", i, strings.Repeat("% text\n", 2000))
	}
	sites["papers.test/index.html"] = "<title>Papers</title>" + links.String()
	for h := range 20 {
		links.Reset()
		for i := range 30 {
			fmt.Fprintf(&links, "<a href=/news/n%d.html>News %[1]d</a> ", i)
			sites[fmt.Sprintf("other%d.test/news/n%d.html", h, i)] = fmt.Sprintf("<title>News %d of %d</title>", i, h)
		}
		sites[fmt.Sprintf("other%d.test/index.html", h)] = fmt.Sprintf("<title>Host %d</title>%s", h, links.String())
		seeds = append(seeds, fmt.Sprintf("http://other%d.test/", h))
	}
	return sites, seeds
}

// ofPapers counts the requests for papers.
func ofPapers(requests []string) (n int) {
	for _, r := range requests {
		if strings.HasSuffix(r, ".pdf") {
			n++
		}
	}
	return n
}

func TestBudgetGoesToTheBestLinksOverAllHosts(t *testing.T) {
	const papers = 30
	sites, seeds := papersAmongOthers(papers)
	crawlOf := func(s focus.Strategy, pages int64) simulated {
		t.Helper()
		return simulate(t, sitesWeb(t, sites, 1), crawl.Config{Seeds: seeds, Strategy: s, Limits: crawl.Limits{Pages: pages}}, nil)
	}
	if got := crawlOf(&focus.Adaptive{}, 100); ofPapers(got.requests) != papers || got.result.Limit != crawl.LimitPages {
		t.Errorf("100 pages: %d papers were requested, and the crawl ended with %+v; want all %d, and the limit", ofPapers(got.requests), got.result, papers)
	}
	for name, s := range map[string]func() focus.Strategy{
		"adaptive":      func() focus.Strategy { return &focus.Adaptive{} },
		"breadth-first": func() focus.Strategy { return focus.BreadthFirst{} },
	} {
		without, large := crawlOf(s(), 0), crawlOf(s(), 10_000)
		wantSame(t, name+" with no budget, and with a large one", without, large)
		if name == "breadth-first" {
			short := crawlOf(s(), 60)
			for i, r := range short.requests {
				if r != without.requests[i] {
					t.Errorf("breadth-first with a budget: request %d is %s, without it %s", i, r, without.requests[i])
					break
				}
			}
		}
	}
}

// failingWeb is a recorded web of which one host sends nothing but its home page.
type failingWeb struct{ *recordedweb.Web }

func (w failingWeb) Do(ctx context.Context, r *fetch.Request) (*fetch.Response, error) {
	resp, err := w.Web.Do(ctx, r)
	if err == nil && r.URL.Host() == "papers.test" && r.URL.Path() != "/" {
		resp.Status = http.StatusServiceUnavailable
		resp.Header.Set("Retry-After", "3600")
	}
	return resp, err
}

func TestBudgetIsNotKeptForHostThatFails(t *testing.T) {
	sites, seeds := papersAmongOthers(100)
	recorded := sitesWeb(t, sites, 1)
	defer recorded.Close()
	began := recorded.Clock().Now()
	o := run(t, crawl.Config{Seeds: seeds, Politeness: crawl.Politeness{Delay: time.Second}, Limits: crawl.Limits{Pages: 60}}, crawler.Parts{Exchange: failingWeb{recorded}})
	if took := recorded.Clock().Now().Sub(began); o.Limit != crawl.LimitPages || took > time.Minute {
		t.Errorf("the crawl ended with %s %s after %v; want the limit of pages within a minute: the other hosts have enough", o.State, o.Limit, took)
	}
}

// TestBudgetOfBytesIsUsedUp: a request is left as long as a byte is, though a usual answer has more.
func TestBudgetOfBytesIsUsedUp(t *testing.T) {
	sites, links := siteFolder{}, ""
	for i := range 60 {
		links += fmt.Sprintf("<a href=/p%d.html>Page %[1]d</a> ", i)
		sites[fmt.Sprintf("pages.test/p%d.html", i)] = fmt.Sprintf("<title>Page %d</title>%s", i, strings.Repeat("text ", 400))
	}
	sites["pages.test/index.html"] = "<title>Pages</title>" + links
	for _, limit := range []int64{60_000, 60_700, 61_400} {
		got := simulate(t, sitesWeb(t, sites, 1), crawl.Config{Seeds: []string{"http://pages.test/"}, Strategy: &focus.Adaptive{}, Limits: crawl.Limits{Bytes: limit}}, nil)
		if got.result.Limit != crawl.LimitBytes || len(got.requests) >= 60 {
			t.Errorf("%d bytes: the crawl ended with %+v after %d requests; want the limit", limit, got.result, len(got.requests))
		}
	}
}

func TestBudgetOfBytesAfterErrorsAlone(t *testing.T) {
	web := sitesWeb(t, siteFolder{"pages.test/index.html": "<title>Pages</title>"}, 1)
	cfg := crawl.Config{Seeds: []string{"http://pages.test/"}, Strategy: &focus.Adaptive{}, Limits: crawl.Limits{Bytes: 60_000}}
	got := simulate(t, web, cfg, nil, crawler.Parts{Before: crawl.Totals{Errors: 100}})
	if got.result.State != crawl.Done || len(got.requests) == 0 {
		t.Errorf("the crawl ended with %+v, want the seed requested", got.result)
	}
}
