package focus_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"sluice/focus"
	"sluice/page"
)

// popular lets a strategy visit twelve pages that each link to a popular page and to one of their own, and returns these links as they
// wait.
func popular(t *testing.T, s focus.Strategy) *lane {
	t.Helper()
	w := &lane{moved: map[focus.Lane]int{}}
	for i := range 12 {
		p := parse(t, fmt.Sprintf(`<a href=/own%d>x</a> <a href=/popular>x</a>`, i))
		v := &focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/%d", i)), Status: 200, Page: p}
		s.Learn(v)
		for j := range p.Links[:2-min(i, 1)] {
			w.links = append(w.links, focus.WaitingLink{URL: p.Links[j].URL, Placement: s.Place(v, &p.Links[j])})
		}
	}
	return w
}

// TestPageRankOfWhatWaits: with b, the rank of a page without links to it, an own page has b + 0.85 b / 2, the popular one
// b + 12 * 0.85 b / 2.
func TestPageRankOfWhatWaits(t *testing.T) {
	s := named(t, "pagerank", 0)
	w := popular(t, s)
	if own, popular := w.links[0].Score, w.links[1].Score; own != popular {
		t.Errorf("before the ranks are known: %v and %v", own, popular)
	}
	s.(focus.Tender).Tend(w)
	own, popular := w.links[0].Score, w.links[1].Score
	if want := (1 + 12*0.425) / 1.425; math.Abs(popular/own-want) > 1e-4 {
		t.Errorf("the popular page has %.4f, %.4f times the rank of the others, want %.4f", popular, popular/own, want)
	}
	// A page that is found later gets its rank at once.
	p := parse(t, `<a href=/popular>x</a>`)
	if got := s.Place(&focus.Visit{URL: p.URL, Page: p}, &p.Links[0]); got.Score != popular {
		t.Errorf("score %v, want %v", got.Score, popular)
	}
}

func TestPageRankWaitsUntilPagesHaveGrown(t *testing.T) {
	s := named(t, "pagerank", 0)
	w := popular(t, s)
	tend := s.(focus.Tender).Tend
	tend(w)
	w.moved = map[focus.Lane]int{}
	for i := range 9 {
		p := parse(t, `<a href=/other>x</a>`)
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/more%d", i)), Status: 200, Page: p})
		tend(w)
	}
	if len(w.moved) > 0 {
		t.Errorf("links are moved after nine pages: %v", w.moved)
	}
}

func TestPageRankResumes(t *testing.T) {
	state := memory{}
	s := restored(t, "pagerank", state)
	w := popular(t, s)
	s.(focus.Tender).Tend(w)
	again := restored(t, "pagerank", maps.Clone(state))
	late := &lane{links: []focus.WaitingLink{{URL: w.links[1].URL}}, moved: map[focus.Lane]int{}}
	again.(focus.Tender).Tend(late)
	if late.links[0].Score != w.links[1].Score {
		t.Errorf("after a restart the popular page has %v, before %v", late.links[0].Score, w.links[1].Score)
	}
}

func TestSeedsComeBeforeAllRanks(t *testing.T) {
	s := named(t, "pagerank", 0)
	w := popular(t, s)
	s.(focus.Tender).Tend(w)
	if seed := s.Place(nil, &page.Link{URL: mustParse(t, "http://b.example/"), Kind: page.KindSeed}); seed.Score <= w.links[1].Score {
		t.Errorf("seed %v, popular page %v", seed.Score, w.links[1].Score)
	}
}
