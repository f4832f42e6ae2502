package crawler_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/crawler"
	"sluice/page"
)

// fan is a site with pages of three levels, ten below each.
func fan() pages {
	all := pages{}
	var below []string
	for i := range 10 {
		below = append(below, fmt.Sprintf("/%d", i))
		var deeper []string
		for j := range 10 {
			deeper = append(deeper, fmt.Sprintf("/%d/%d", i, j))
			all[fmt.Sprintf("a.test/%d/%d", i, j)] = html("Page")
		}
		all[fmt.Sprintf("a.test/%d", i)] = html("Folder", deeper...)
	}
	all["a.test/"] = html("Home", below...)
	return all
}

// inOrder is the web's pages in the order in which a strategy learned from them.
type inOrder struct {
	focus.Strategy
	paths []string
}

func (s *inOrder) Learn(v *focus.Visit) {
	s.paths = append(s.paths, v.URL.Path())
	s.Strategy.Learn(v)
}

// backwards has scores with which breadth-first has nothing in common: deep pages, and late ones, first.
type backwards struct {
	focus.BreadthFirst
	placed float64
}

func (s *backwards) Place(_ *focus.Visit, l *page.Link) focus.Placement {
	s.placed++
	return focus.Placement{Lane: focus.Lane(len(l.URL.Path()) % 3), Score: 100 + s.placed}
}

// nonsense has scores that are no numbers, and never the same lane twice.
type nonsense struct {
	focus.BreadthFirst
	placed focus.Lane
}

func (s *nonsense) Place(*focus.Visit, *page.Link) focus.Placement {
	s.placed++
	return focus.Placement{Lane: s.placed % 7, Score: math.NaN()}
}

// TestChangedStrategyPlacesWhatWaitsAnew: what breadth-first continues, it visits in its own order.
func TestChangedStrategyPlacesWhatWaitsAnew(t *testing.T) {
	for name, f := range frontiers(t) {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, fan())
			cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Politeness: crawl.Politeness{Workers: 1, Delay: -1}, Network: crawl.Network{Proxy: w.URL}}
			parts := crawler.Parts{Frontier: f()}
			for _, first := range []focus.Strategy{&backwards{}, &nonsense{}} {
				cfg.Limits.Pages += 4
				cfg.Strategy = first
				run(t, cfg, parts)
			}
			cfg.Limits.Pages = 0
			s := &inOrder{Strategy: focus.BreadthFirst{}}
			cfg.Strategy = s
			run(t, cfg, parts)
			depths := make([]int, len(s.paths))
			for i, p := range s.paths {
				depths[i] = strings.Count(p, "/")
			}
			if !slices.IsSorted(depths) || len(depths) < 90 {
				t.Errorf("visits %q, want those near the seed first", s.paths)
			}
			if got := len(slices.Compact(w.requests())); got != 111 {
				t.Errorf("%d pages were requested, want all 111", got)
			}
		})
	}
}
