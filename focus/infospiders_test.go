package focus_test

import (
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
)

// tended records what a strategy does to waiting links.
type tended struct {
	focus.Waiting
	splits [][2]focus.Lane
	drops  []focus.Lane
	empty  map[focus.Lane]bool // no link waits there
}

func (w *tended) Links(lane focus.Lane, _ string, n int) ([]focus.WaitingLink, string) {
	if w.empty[lane] {
		return nil, ""
	}
	return make([]focus.WaitingLink, n), ""
}

func (w *tended) Split(from, to focus.Lane, share float64) {
	if share == 0.5 {
		w.splits = append(w.splits, [2]focus.Lane{from, to})
	}
}

func (w *tended) Drop(lane focus.Lane) { w.drops = append(w.drops, lane) }

// colony is a strategy with agents, and what was done to their links.
type colony struct {
	*testing.T
	*focus.InfoSpiders
	tended
}

// newColony returns one whose topic is papers. An agent begins with the energy 1, and dies at 0; a request costs 0.025.
func newColony(t *testing.T, seeds int) *colony {
	t.Helper()
	c := &colony{T: t, InfoSpiders: named(t, "infospiders", 1).(*focus.InfoSpiders)}
	c.Restore(memory{})
	for i := range seeds {
		c.Place(nil, &page.Link{URL: mustParse(t, fmt.Sprintf("http://a.example/seed%d", i)), Kind: page.KindSeed})
	}
	return c
}

// visit visits a page in a lane, places its links and tends. The similarity of html to the topic is what it brings.
func (c *colony) visit(lane focus.Lane, html string) *focus.Visit {
	c.Helper()
	v := &focus.Visit{URL: mustParse(c.T, "http://a.example/x"), Status: 200, Page: parse(c.T, html), Lane: lane, Score: 1, Depth: 1}
	c.Learn(v)
	for i := range v.Page.Links {
		c.Place(v, &v.Page.Links[i])
	}
	c.Tend(&c.tended)
	return v
}

const (
	relevant   = `papers <a href=/1>the</a> <a href=/2>the</a>` // of stop words beside the keyword: the cosine is 1
	irrelevant = `cats <a href=/1>the</a> <a href=/2>the</a>`
)

// TestAgentBeginsAtEachSeed: up to the sixty of the source, ten answers of a search engine and fifty pages of the database.
func TestAgentBeginsAtEachSeed(t *testing.T) {
	c := newColony(t, 0)
	lanes := map[focus.Lane]int{}
	for i := range 100 {
		lanes[c.Place(nil, &page.Link{URL: mustParse(t, fmt.Sprintf("http://a.example/%d", i))}).Lane]++
	}
	if len(lanes) != 60 || lanes[0] > 0 {
		t.Fatalf("seeds wait in %d lanes (%v), want 60", len(lanes), lanes)
	}
	for lane, n := range lanes {
		if n < 1 || n > 2 {
			t.Errorf("lane %d has %d of 100 seeds", lane, n)
		}
	}
}

// TestAgentWithoutEnergyDies: its energy of 1 lasts for 40 requests that bring nothing. Its links are dropped two groups later, when those
// of its last page can be.
func TestAgentWithoutEnergyDies(t *testing.T) {
	c := newColony(t, 2)
	for range 39 {
		c.visit(128, irrelevant)
	}
	c.visit(129, irrelevant)
	c.visit(129, irrelevant)
	if len(c.drops) > 0 {
		t.Fatalf("lanes %v are dropped after 39 requests", c.drops)
	}
	c.Learn(&focus.Visit{URL: mustParse(t, "http://a.example/dead"), Status: 404, Lane: 128}) // costs as much as a page
	c.Tend(&c.tended)
	c.visit(129, irrelevant)
	if !slices.Equal(c.drops, []focus.Lane{128}) || len(c.splits) > 0 {
		t.Errorf("dropped %v, split %v, want the links of lane 1 dropped", c.drops, c.splits)
	}
}

// TestAgentReproducesAtTheta: 1 + 2 · 0.975 is at least 2, and then each of the two has a half of it, so that either lives for 59 more
// requests that bring nothing.
func TestAgentReproducesAtTheta(t *testing.T) {
	for _, who := range []string{"parent", "offspring"} {
		c := newColony(t, 2)
		c.visit(128, relevant)
		c.visit(129, irrelevant)
		c.visit(129, irrelevant)
		if len(c.splits) > 0 {
			t.Fatalf("split %v after one relevant page", c.splits)
		}
		c.visit(128, relevant)
		c.visit(129, irrelevant)
		if len(c.splits) != 1 || c.splits[0][0] != 128 {
			t.Fatalf("split %v after two relevant pages, want half of lane 1", c.splits)
		}
		lane := focus.Lane(128)
		if who == "offspring" {
			lane = c.splits[0][1]
		}
		for range 58 {
			c.visit(lane, irrelevant)
		}
		c.visit(129, irrelevant)
		c.visit(129, irrelevant)
		if len(c.drops) > 0 {
			t.Fatalf("%s: dropped %v after 58 requests", who, c.drops)
		}
		c.visit(lane, irrelevant)
		c.visit(129, irrelevant)
		if !slices.Equal(c.drops, []focus.Lane{lane}) {
			t.Errorf("%s: dropped %v after 59 requests, want lane %d", who, c.drops, lane)
		}
	}
}

// TestCrawlEndsWithTheLastAgent: its links are dropped, and so is what pages lead to that were under way when it died, also after a restart.
func TestCrawlEndsWithTheLastAgent(t *testing.T) {
	state := memory{}
	c := newColony(t, 0)
	c.Restore(state)
	c.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/seed"), Kind: page.KindSeed})
	for range 41 {
		c.visit(128, irrelevant)
	}
	if c.Population() != 0 || !slices.Equal(c.drops, []focus.Lane{128}) {
		t.Fatalf("%d agents live, dropped %v; want none, and its lane", c.Population(), c.drops)
	}
	again := &colony{T: t, InfoSpiders: restored(t, "infospiders", state).(*focus.InfoSpiders)}
	for _, c := range []*colony{c, again} {
		c.drops = nil
		v := c.visit(128, relevant)
		if at := c.Place(v, &v.Page.Links[0]); at.Lane != 128 {
			t.Errorf("placed %v, want where it is dropped", at)
		}
		if c.Tend(&c.tended); c.Population() != 0 || !slices.Equal(c.drops, []focus.Lane{128}) {
			t.Errorf("%d agents live, dropped %v; want none, and its lane again", c.Population(), c.drops)
		}
	}
	if at := c.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/added")}); c.Population() != 1 || at.Lane == 0 {
		t.Errorf("a seed that is added waits at %v with %d agents, want a new agent", at, c.Population())
	}
}

func TestAgentWithoutLinksEnds(t *testing.T) {
	c := newColony(t, 2)
	c.empty = map[focus.Lane]bool{128: true}
	c.visit(128, `papers`)
	if c.Population() != 1 || len(c.drops) > 0 {
		t.Errorf("%d agents live, dropped %v, want one, and nothing dropped", c.Population(), c.drops)
	}
}

func TestPopulationIsBounded(t *testing.T) {
	c := newColony(t, 32)
	state := memory{}
	c.Restore(state)
	for i := range 3000 {
		c.visit(focus.Lane(128+i%32), relevant)
	}
	lanes := map[focus.Lane]bool{}
	for _, s := range c.splits {
		lanes[s[1]] = true
	}
	if len(c.splits) != 95 || len(lanes) != 95 || len(c.drops) > 0 {
		t.Errorf("%d offspring in %d lanes, %d dropped, want 95", len(c.splits), len(lanes), len(c.drops))
	}
}

func TestAgentsTakeTurns(t *testing.T) {
	c := newColony(t, 3)
	lanes := []focus.LaneState{{Lane: 128, Ready: 9}, {Lane: 129, Ready: 9}, {Lane: 130, Ready: 9}, {Lane: 136, Ready: 9}}
	var order []focus.Lane
	for range 6 {
		order = append(order, c.Choose(lanes, 1)[0].Lane)
	}
	if want := []focus.Lane{128, 129, 130, 128, 129, 130}; !slices.Equal(order, want) {
		t.Errorf("lanes %v are served, want %v", order, want)
	}
	given := map[focus.Lane]int{}
	shares := c.Choose(lanes, 8)
	for _, s := range shares[:4] {
		given[s.Lane] = s.N
	}
	if given[128] != 2 || given[129] != 2 || given[130] != 2 || len(shares) != 8 {
		t.Errorf("shares %v of 8 requests, want 2 of each agent, and each lane at the end", shares)
	}
}

// TestSelectorPrefersSimilarPages: of a link on a page with similarity 1 and one with 0 the first is chosen with the probability
// e^(β/2) ÷ (1 + e^(β/2)), 82 %, since the net has no say where no keyword is near.
func TestSelectorPrefersSimilarPages(t *testing.T) {
	far := strings.Repeat(`<a href=/z>the</a> `, 8)
	first := 0
	const n = 2000
	for i := range n {
		s := named(t, "infospiders", uint64(i)).(*focus.InfoSpiders)
		s.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/")})
		score := func(html, path string) float64 {
			v := &focus.Visit{URL: mustParse(t, "http://a.example/x"), Status: 200, Lane: 128, Score: 1, Page: parse(t, html+far+`<a href=`+path+`>the</a>`)}
			s.Learn(v)
			at := s.Place(v, &v.Page.Links[len(v.Page.Links)-1])
			if at.Lane != 128 {
				t.Fatalf("lane %d, want 1", at.Lane)
			}
			return at.Score
		}
		if score("papers ", "/good") > score("cats ", "/bad") {
			first++
		}
	}
	if share := float64(first) / n; math.Abs(share-0.82) > 0.03 {
		t.Errorf("the link of the similar page is first in %.3f, want 0.82", share)
	}
}

func TestAgentMayTakeTheLinksOfItsPageFirst(t *testing.T) {
	c := newColony(t, 1)
	c.FromPage = true
	older := 0.0
	for range 30 {
		v := c.visit(128, irrelevant)
		a, b := c.Place(v, &v.Page.Links[0]).Score, c.Place(v, &v.Page.Links[1]).Score
		if min(a, b) <= older {
			t.Fatalf("scores %v and %v are not above %v of an older page", a, b, older)
		}
		older = max(a, b)
	}
}

// TestOffspringAddsTheMostFrequentTerm: as the keywords are kept.
func TestOffspringAddsTheMostFrequentTerm(t *testing.T) {
	c := newColony(t, 1)
	state := memory{}
	c.Restore(state)
	for range 4 {
		c.visit(128, `papers papers papers papers papers harbour harbour cats 2024 2024 2024 <a href=/1>the</a>`)
	}
	has := func(lane focus.Lane, stem string) bool {
		return bytes.Contains(state[fmt.Sprintf("infospiders/2/agent/%d", lane-127)], []byte(stem))
	}
	if len(c.splits) == 0 {
		t.Fatal("no offspring")
	}
	if child := c.splits[0][1]; !has(child, "harbour") || has(128, "harbour") || !has(child, "paper") || has(child, "cat") || has(child, "2024") {
		t.Errorf("keywords %q of the parent and %q of the offspring, which alone is to have harbour", state["infospiders/2/agent/1"], state[fmt.Sprintf("infospiders/2/agent/%d", child-127)])
	}
}

// TestJudgeSaysWhatPagesBring: with a judge a relevant page is worth 1, so that an agent begins with 4 and a request costs 0.1.
func TestJudgeSaysWhatPagesBring(t *testing.T) {
	c := &colony{T: t, InfoSpiders: named(t, "infospiders-db", 1).(*focus.InfoSpiders)}
	state := memory{}
	c.Restore(state)
	c.Judge = func(p *page.Page) float64 { return float64(strings.Count(string(p.Text), "cats")) }
	for _, path := range []string{"/1", "/2"} {
		c.Place(nil, &page.Link{URL: mustParse(t, "http://a.example"+path)})
	}
	for range 4 {
		c.visit(128, irrelevant) // of the topic, but not to the judge
	}
	c.visit(129, relevant)
	c.visit(129, relevant)
	if len(c.splits) > 0 {
		t.Errorf("split %v after 4 + 4 · 0.9", c.splits)
	}
	c.visit(128, irrelevant)
	c.visit(129, relevant)
	c.visit(129, relevant)
	if len(c.splits) != 1 || c.splits[0][0] != 128 {
		t.Errorf("split %v after 4 + 5 · 0.9, want half of lane 1", c.splits)
	}
	if got := c.Community(); len(got) != 5 || got[0] != "http://a.example/x" {
		t.Errorf("community %v, want the five pages that the judge likes", got)
	}
	if again := restored(t, "infospiders-db", maps.Clone(state)).(*focus.InfoSpiders); !slices.Equal(again.Community(), c.Community()) {
		t.Errorf("community %v after a restart", again.Community())
	}
	for range 300 {
		c.visit(128, irrelevant)
	}
	if got := c.Community(); len(got) != 256 {
		t.Errorf("community of %d, want 256", len(got))
	}
}

// TestInfoSpidersResume: agents live on with the energy that they had, offspring gets its links, and links of the dead are dropped.
func TestInfoSpidersResume(t *testing.T) {
	state := memory{}
	c := newColony(t, 2)
	c.Restore(state)
	c.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/third")}) // so that lanes are kept
	c.visit(128, relevant)
	c.visit(128, relevant) // the offspring waits for its links
	for range 40 {
		c.Learn(&focus.Visit{URL: mustParse(t, "http://a.example/dead"), Status: 404, Lane: 129})
	}
	c.Tend(&c.tended)
	if len(c.drops) > 0 {
		t.Fatalf("dropped %v too soon", c.drops)
	}
	again := &colony{T: t, InfoSpiders: restored(t, "infospiders", maps.Clone(state)).(*focus.InfoSpiders)}
	again.Tend(&again.tended)
	again.Tend(&again.tended)
	if len(c.splits)+len(again.splits) != 1 || !slices.Equal(again.drops, []focus.Lane{129}) {
		t.Errorf("split %v before and %v after the restart, dropped %v; want one offspring, and lane 2", c.splits, again.splits, again.drops)
	}
}

// TestLinksOfAnotherStrategyStartAgents: what waits in any lane is served, whatever its score.
func TestLinksOfAnotherStrategyStartAgents(t *testing.T) {
	for _, from := range []focus.Lane{0, 1, 63, 64, 127, 255, 1 << 16} {
		for _, score := range []float64{-3, 0, 1.5, math.Inf(1), math.NaN()} {
			s := named(t, "infospiders", 0)
			if got := s.Choose([]focus.LaneState{{Lane: from, Ready: 1, Best: score}}, 1); len(got) == 0 || got[0].Lane != from || got[0].N < 1 {
				t.Fatalf("lane %d is not served: %v", from, got)
			}
			v := &focus.Visit{URL: mustParse(t, "http://a.example/x"), Status: 200, Lane: from, Score: score, Page: parse(t, relevant)}
			s.Learn(v)
			if at := s.Place(v, &v.Page.Links[0]); at.Lane < 128 || at.Lane > 254 || math.IsNaN(at.Score) {
				t.Errorf("from lane %d with score %v: placed %v, want the lane of a new agent", from, score, at)
			}
		}
	}
}

// TestLinksOfAnotherStrategyAreNotDropped: nor do agents begin in its lanes, with room for a new agent or without.
func TestLinksOfAnotherStrategyAreNotDropped(t *testing.T) {
	for _, seeds := range []int{0, 1, 60} {
		c := newColony(t, seeds)
		for range 60 {
			for _, lane := range []focus.Lane{0, 1, 2, 40, 63, 64, 1 << 16} {
				v := c.visit(lane, irrelevant)
				c.Learn(&focus.Visit{URL: v.URL, Status: 404, Lane: lane})
				if at := c.Place(v, &v.Page.Links[0]); at.Lane != 0 && at.Lane < 128 {
					t.Fatalf("%d seeds: from lane %d: placed in lane %d, which is another strategy's", seeds, lane, at.Lane)
				}
			}
		}
		for _, lane := range c.drops {
			if lane < 128 || lane > 254 {
				t.Errorf("%d seeds: dropped lane %d of another strategy", seeds, lane)
			}
		}
	}
}

// TestAgentWhoseLinksWereNoPagesEnds: documents, redirects to what is known and links that are refused leave a lane, too.
func TestAgentWhoseLinksWereNoPagesEnds(t *testing.T) {
	u := mustParse(t, "http://a.example/x")
	for name, leave := range map[string]func(c *colony){
		"document": func(c *colony) { c.Learn(&focus.Visit{URL: u, Status: 200, Document: true, Lane: 128}) },
		"redirect": func(c *colony) { c.Learn(&focus.Visit{URL: u, Status: 301, Lane: 128}) },
		"refused": func(c *colony) {
			for range 256 {
				c.Tend(&c.tended)
			}
		},
	} {
		c := newColony(t, 2)
		c.empty = map[focus.Lane]bool{128: true}
		leave(c)
		c.Tend(&c.tended)
		if c.Population() != 1 || len(c.drops) > 0 {
			t.Errorf("%s: %d agents live, dropped %v, want the other agent alone, and nothing dropped", name, c.Population(), c.drops)
		}
	}
}

// TestRedirectStaysWithItsAgent: its target takes its place.
func TestRedirectStaysWithItsAgent(t *testing.T) {
	c := newColony(t, 2)
	c.empty = map[focus.Lane]bool{128: true} // the target is not durable yet
	v := &focus.Visit{URL: mustParse(t, "http://a.example/x"), Status: 301, Lane: 128, Score: 1.5}
	c.Learn(v)
	if at := c.Place(v, &page.Link{URL: mustParse(t, "http://a.example/y"), Kind: page.KindRedirect}); at != (focus.Placement{Lane: 128, Score: 1.5}) {
		t.Errorf("placed %v, want where the redirect waited", at)
	}
	if c.Tend(&c.tended); c.Population() != 2 {
		t.Errorf("%d agents live, want 2", c.Population())
	}
}
