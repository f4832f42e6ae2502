package focus_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
)

// extremes are numbers that a saved score, or a page made to mislead, may have.
var extremes = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1 << 52, -1, 0, 1}

// TestExtremeNumbers: whatever a visit says of itself, and wherever a link waited, no strategy fails, gives a score that is no number, or declines what
// can be served.
func TestExtremeNumbers(t *testing.T) {
	p := parse(t, `Papers. <a href=/a/1.html>papers</a> <a href=http://b.example/>x</a>`)
	for _, e := range focus.Strategies() {
		s := named(t, e.Name, 0)
		n := 0
		for _, x := range extremes {
			for _, whole := range []int{math.MaxInt, math.MinInt, -1, 0} {
				n++
				v := &focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/%d", n)), Status: 200, Page: p, Relevance: x, Score: x, Worth: x,
					Documents: whole, Depth: whole, Lane: focus.Lane(uint32(whole))}
				s.Learn(v)
				for i := range p.Links {
					at := s.Place(v, &p.Links[i])
					if math.IsNaN(at.Score) {
						t.Fatalf("%s: %v and %d: placed %v", e.Name, x, whole, at)
					}
					if k, ok := s.(focus.Keeper); ok {
						k.FoundAgain(v, &p.Links[i])
					}
					if a, ok := s.(focus.Againer); ok {
						a.Again(v, &p.Links[i], focus.Placement{Lane: at.Lane, Score: x})
						a.Again(v, &p.Links[i], focus.Placement{Lane: math.MaxUint32, Score: x})
					}
				}
				redirect := &page.Link{URL: p.Links[0].URL, Kind: page.KindRedirect}
				s.Learn(&focus.Visit{URL: v.URL, Status: 301, Score: x, Lane: v.Lane})
				s.Place(&focus.Visit{URL: v.URL, Status: 301, Score: x, Lane: v.Lane}, redirect)
				s.Learn(&focus.Visit{URL: v.URL, Status: whole, Score: x, Depth: whole})
				lanes := []focus.LaneState{{Lane: focus.Lane(uint32(whole)), Waiting: math.MaxInt64, Ready: math.MaxInt32, Best: x, Served: math.MaxInt64}}
				if shares := s.Choose(lanes, 1); !slices.ContainsFunc(shares, func(of focus.Share) bool { return of.Lane == lanes[0].Lane && of.N > 0 }) {
					t.Fatalf("%s: %v and %d: shares %v of the only lane", e.Name, x, whole, shares)
				}
				if tender, ok := s.(focus.Tender); ok {
					tender.Tend(noWaiting{})
				}
			}
		}
	}
}

// TestPageWithAsManyLinksAsItMayHave: each strategy places all of them, in lanes that a crawl shows at a time, and keeps bounded state.
func TestPageWithAsManyLinksAsItMayHave(t *testing.T) {
	var b strings.Builder
	for i := range page.MaxLinks + 10 {
		fmt.Fprintf(&b, "<a href=/%d.html>papers</a>", i)
	}
	p := parse(t, b.String())
	for _, e := range focus.Strategies() {
		s, state := named(t, e.Name, 0), memory{}
		if r, ok := s.(focus.Restorer); ok {
			r.Restore(state)
		}
		s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
		v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Relevance: 1, Documents: page.MaxLinks}
		s.Learn(v)
		lanes := map[focus.Lane]bool{}
		for i := range p.Links {
			lanes[s.Place(v, &p.Links[i]).Lane] = true
		}
		if tender, ok := s.(focus.Tender); ok {
			tender.Tend(noWaiting{})
		}
		bytes := 0
		for _, value := range state {
			bytes += len(value)
		}
		if len(lanes) > 64 || bytes > 4<<20 {
			t.Errorf("%s: %d lanes, state of %d bytes", e.Name, len(lanes), bytes)
		}
	}
}

// TestBanditForgetsAPageThatMisled: one with very many links to what looks like documents does not hold its arm when nothing more comes of it.
func TestBanditForgetsAPageThatMisled(t *testing.T) {
	s := named(t, "tag-path-bandit", 0)
	trap, fair := parse(t, `<div class=trap><a href=/trap/x>x</a></div>`), parse(t, `<ul class=fair><li><a href=/fair/x>x</a></ul>`)
	lane := func(p *page.Page) focus.Lane {
		return s.Place(&focus.Visit{URL: p.URL, Status: 200, Page: p}, &p.Links[0]).Lane
	}
	a, b := lane(trap), lane(fair)
	visit := func(lane focus.Lane, documents int) {
		s.Learn(&focus.Visit{URL: trap.URL, Status: 200, Page: parse(t, "x"), Lane: lane, Documents: documents})
	}
	visit(a, page.MaxLinks)
	for range 150 {
		visit(a, 0)
		visit(b, 1)
	}
	lanes := []focus.LaneState{{Lane: a, Waiting: 9, Ready: 1}, {Lane: b, Waiting: 9, Ready: 1}}
	if got := s.Choose(lanes, 1); a == b || got[0].Lane != b {
		t.Errorf("serves lane %d of %d, which misled, and %d", got[0].Lane, a, b)
	}
}
