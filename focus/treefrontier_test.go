package focus_test

import (
	"fmt"
	"maps"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
)

// visited lets a strategy visit pages of two directories, of which one has links to documents, until it has learned which.
func visited(t *testing.T, s focus.Strategy) {
	t.Helper()
	home := &focus.Visit{URL: mustParse(t, "http://a.example/"), Status: 200, Score: s.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/"), Kind: page.KindSeed}).Score}
	for i := range 200 {
		p := parse(t, fmt.Sprintf(`<a href=/papers/%d>a</a><a href=/misc/%d>b</a>`, i, i))
		home.Page = p
		s.Learn(home)
		for j, documents := range []int{5, 0} {
			at := s.Place(home, &p.Links[j])
			s.Learn(&focus.Visit{URL: p.Links[j].URL, Status: 200, Page: p, Lane: at.Lane, Score: at.Score, Depth: 1, Documents: documents})
		}
	}
	s.(focus.Tender).Tend(noWaiting{})
}

// first returns which of two links that wait in their lanes is served first in most of n choices: 0 or 1.
func first(t *testing.T, s focus.Strategy, html string, n int) int {
	t.Helper()
	p := parse(t, html)
	v := &focus.Visit{URL: mustParse(t, "http://a.example/"), Status: 200, Page: p}
	a, b := s.Place(v, &p.Links[0]), s.Place(v, &p.Links[1])
	if a.Lane == b.Lane {
		t.Fatalf("both links wait in lane %d", a.Lane)
	}
	count := 0
	for range n {
		if s.Choose([]focus.LaneState{{Lane: a.Lane, Ready: 1, Best: a.Score}, {Lane: b.Lane, Ready: 1, Best: b.Score}}, 1)[0].Lane == b.Lane {
			count++
		}
	}
	if count > n/2 {
		return 1
	}
	return 0
}

const bothDirectories = `<a href=/misc/999>b</a><a href=/papers/999>a</a>`

func TestTreeFrontierServesTheBestLeafFirst(t *testing.T) {
	s := named(t, "tree-frontier", 0)
	visited(t, s)
	if first(t, s, bothDirectories, 100) != 1 {
		t.Error("the directory without documents is served first")
	}
}

func TestTreeFrontierResumes(t *testing.T) {
	state := memory{}
	visited(t, restored(t, "tree-frontier", state))
	for key, value := range state {
		if len(value) > 8<<10 {
			t.Errorf("%s has %d bytes", key, len(value))
		}
	}
	if first(t, restored(t, "tree-frontier", maps.Clone(state)), bothDirectories, 100) != 1 {
		t.Error("after a restart the directory without documents is served first")
	}
}

// lane is a view of the links of one lane; it notes what is moved.
type lane struct {
	noWaiting
	links []focus.WaitingLink
	moved map[focus.Lane]int
}

func (w *lane) Links(l focus.Lane, cursor string, n int) ([]focus.WaitingLink, string) {
	if cursor != "" {
		return nil, ""
	}
	var found []focus.WaitingLink
	for _, x := range w.links {
		if x.Lane == l {
			found = append(found, x)
		}
	}
	return found[:min(n, len(found))], ""
}

// TestTreeFrontierMovesLinksOfASplitLeaf: links that waited before the tree knew a difference are moved.
func TestTreeFrontierMovesLinksOfASplitLeaf(t *testing.T) {
	s := named(t, "tree-frontier", 0)
	w := &lane{moved: map[focus.Lane]int{}}
	p := parse(t, `<a class=x href=/papers/>Publications</a><a href=/misc/>b</a>`)
	v := &focus.Visit{URL: mustParse(t, "http://a.example/"), Status: 200, Page: p}
	for i := range p.Links {
		w.links = append(w.links, focus.WaitingLink{URL: p.Links[i].URL, Placement: s.Place(v, &p.Links[i])})
	}
	if w.links[0].Lane != w.links[1].Lane {
		t.Fatal("a tree that has learned nothing has two leaves")
	}
	for i := range 40 {
		for j := range p.Links {
			s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/%d", i)), Status: 200, Score: w.links[j].Score, Documents: 9 * (1 - j)})
		}
		s.(focus.Tender).Tend(w)
	}
	if w.links[0].Lane == w.links[1].Lane {
		t.Errorf("both links still wait in lane %d", w.links[0].Lane)
	}
}

// Move implements [focus.Waiting].
func (w *lane) Move(u weburl.URL, to focus.Placement) {
	w.moved[to.Lane]++
	for i := range w.links {
		if w.links[i].URL == u {
			w.links[i].Placement = to
		}
	}
}
