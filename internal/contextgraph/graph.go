package contextgraph

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"sluice/page"
	"sluice/weburl"
)

// Limits of a graph.
const (
	maxPages = 1_000_000
	maxLinks = 20_000_000
	maxHops  = 10 // redirects that are followed from one URL
)

// graph is the pages of a recording and the links between them.
type graph struct {
	web     Web
	o       Options
	numbers map[weburl.Key]int32 // of URLs that were found
	urls    []weburl.URL         // by number
	back    [][]int32            // by number, the pages that link to it
	links   int
	targets []int32

	pages     int
	frequency map[string]int // pages with a term, of the first ones
}

// read visits all pages breadth-first.
func (g *graph) read(ctx context.Context) error {
	for _, u := range g.o.Seeds {
		g.number(u)
	}
	for at := 0; at < len(g.urls); at++ {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		p, err := g.page(ctx, g.urls[at])
		if err != nil {
			return err
		}
		if p != nil {
			g.visit(int32(at), p)
		}
	}
	return nil
}

// page returns the page at a URL; nil if none was recorded there.
func (g *graph) page(ctx context.Context, u weburl.URL) (*page.Page, error) {
	for range maxHops {
		a, err := g.web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		if a.Location.IsZero() {
			return a.Page, nil
		}
		u = a.Location
	}
	return nil, nil
}

// visit enters a page and its links.
func (g *graph) visit(at int32, p *page.Page) {
	if g.pages++; g.pages <= sampled {
		g.countTerms(p)
	}
	if g.o.OnPage != nil {
		g.o.OnPage()
	}
	isTarget := g.o.Targets[g.urls[at].Key()]
	for i := range p.Links {
		u := p.Links[i].URL
		if desired, isDocument := g.o.Documents[u.Key()]; isDocument {
			isTarget = isTarget || desired
			continue
		}
		if weburl.DocumentEnding(u) || weburl.NeverPage(u) {
			continue
		}
		if n := g.number(u); n >= 0 && n != at && g.links < maxLinks {
			g.links++
			g.back[n] = append(g.back[n], at)
		}
	}
	if isTarget || g.o.Relevant != nil && g.o.Relevant(p) {
		g.targets = append(g.targets, at)
	}
}

// number returns the number of a URL, a new one if there is room; else -1.
func (g *graph) number(u weburl.URL) int32 {
	key := u.Key()
	n, known := g.numbers[key]
	if known {
		return n
	}
	if len(g.urls) == maxPages {
		return -1
	}
	n = int32(len(g.urls))
	g.numbers[key], g.urls, g.back = n, append(g.urls, u.Clone()), append(g.back, nil)
	return n
}

// layers returns the pages by their distance from the nearest target, as far as layers have enough of them.
func (g *graph) layers() (all [][]int32) {
	seen := map[int32]bool{}
	layer := g.targets
	for _, n := range layer {
		seen[n] = true
	}
	for len(layer) >= layerLeast && len(all) < maxLayers {
		all = append(all, layer)
		var next []int32
		for _, n := range layer {
			for _, from := range g.back[n] {
				if !seen[from] {
					seen[from] = true
					next = append(next, from)
				}
			}
		}
		layer = next
	}
	return all
}

// heaviest returns the n terms of most weight.
func heaviest(weights map[string]float64, n int) []string {
	terms := slices.SortedFunc(maps.Keys(weights), func(a, b string) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), cmp.Compare(a, b))
	})
	return terms[:min(len(terms), n)]
}
