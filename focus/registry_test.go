package focus_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// site is a small web site: the HTML of each path.
var site = map[string]string{
	"/":       `<a href=/z>Z</a> <a href=/misc>Misc</a> <a href=/people>People</a> <a href=/papers>Papers</a>`,
	"/z":      `<a href=/popular>Popular</a>`,
	"/misc":   `<a href=/popular>Popular</a> <a href=/rare>Rare</a>`,
	"/people": "", "/papers": `<a href=/one>One</a>`, "/one": "", "/popular": "", "/rare": "",
}

// waiting is a link that waits in a walk.
type waiting struct {
	focus.Placement
	path, parent string
	depth        int
}

// queue is what waits in a walk, in the order of arrival.
type queue struct {
	t         *testing.T
	links     []waiting
	preferred map[string]float64 // score by path
}

var _ focus.Waiting = (*queue)(nil)

func (q *queue) at(path string) int {
	return slices.IndexFunc(q.links, func(w waiting) bool { return w.path == path })
}

// Links implements [focus.Waiting]. The cursor is the path of the last link.
func (q *queue) Links(lane focus.Lane, cursor string, n int) (links []focus.WaitingLink, next string) {
	i := 0
	if cursor != "" {
		i = q.at(cursor) + 1
	}
	for ; i < len(q.links); i++ {
		w := q.links[i]
		if w.Lane != lane {
			continue
		}
		if len(links) == n {
			return links, next
		}
		links = append(links, focus.WaitingLink{URL: mustParse(q.t, "http://a.example"+w.path), Parent: "http://a.example" + w.parent, Depth: w.depth, Placement: w.Placement})
		next = w.path
	}
	return links, ""
}

func (q *queue) Move(u weburl.URL, to focus.Placement) {
	if i := q.at(u.Path()); i >= 0 {
		q.links[i].Placement = to
		delete(q.preferred, u.Path())
	}
}

// Prefer implements [focus.Waiting] for the one host of the walk.
func (q *queue) Prefer(lane focus.Lane, _ string, links []focus.Preferred) {
	maps.DeleteFunc(q.preferred, func(path string, _ float64) bool { return q.links[q.at(path)].Lane == lane })
	for _, l := range links {
		_, twice := q.preferred[l.URL.Path()] // then the first counts
		if i := q.at(l.URL.Path()); i >= 0 && q.links[i].Lane == lane && !twice {
			q.preferred[l.URL.Path()] = l.Score
		}
	}
}

func (q *queue) Split(from, to focus.Lane, share float64) {
	due := 0.0
	for i := range q.links {
		if q.links[i].Lane != from {
			continue
		}
		if due += share; due >= 1 {
			due--
			q.links[i].Lane = to
			delete(q.preferred, q.links[i].path)
		}
	}
}

func (q *queue) Revisit(l focus.WaitingLink) {
	q.links = append(q.links, waiting{Placement: l.Placement, path: l.URL.Path(), depth: l.Depth})
}

func (q *queue) Drop(lane focus.Lane) {
	maps.DeleteFunc(q.preferred, func(path string, _ float64) bool { return q.links[q.at(path)].Lane == lane })
	q.links = slices.DeleteFunc(q.links, func(w waiting) bool { return w.Lane == lane })
}

// score returns the score with which a link is served, and whether it is preferred.
func (q *queue) score(w waiting) (score float64, preferred bool) {
	if score, preferred = q.preferred[w.path]; preferred {
		return score, true
	}
	return w.Score, false
}

// before reports whether a link is served before another of its lane that arrived earlier.
func (q *queue) before(a, b waiting) bool {
	x, preferred := q.score(a)
	y, other := q.score(b)
	if preferred != other {
		return preferred
	}
	return cmp.Compare(x, y) > 0
}

// take removes the link that a strategy wants.
func (q *queue) take(s focus.Strategy) waiting {
	best := map[focus.Lane]int{} // by lane, the index of its best link
	waiting := map[focus.Lane]int64{}
	for i, w := range q.links {
		if b, ok := best[w.Lane]; !ok || q.before(w, q.links[b]) {
			best[w.Lane] = i
		}
		waiting[w.Lane]++
	}
	var states []focus.LaneState
	for _, lane := range slices.Sorted(maps.Keys(best)) {
		score, _ := q.score(q.links[best[lane]])
		states = append(states, focus.LaneState{Lane: lane, Ready: 1, Best: score, Waiting: waiting[lane]})
	}
	i := best[s.Choose(states, 1)[0].Lane]
	at := q.links[i]
	q.links = slices.Delete(q.links, i, i+1)
	delete(q.preferred, at.path)
	return at
}

// walk visits the site as a crawl with one worker does, and returns the paths in their order.
func walk(t *testing.T, s focus.Strategy) string {
	t.Helper()
	return walkOf(t, site, s, nil)
}

// walkOf visits a site that is given by the HTML of each path, whose pages a topic judges if there is one.
func walkOf(t *testing.T, site map[string]string, s focus.Strategy, judge *topic.Topic) string {
	t.Helper()
	var order []string
	q := &queue{t: t, preferred: map[string]float64{}, links: []waiting{{path: "/", Placement: s.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/"), Kind: page.KindSeed})}}}
	known := map[string]bool{"/": true}
	for len(q.links) > 0 {
		at := q.take(s)
		order = append(order, at.path)
		p := parse(t, site[at.path])
		v := &focus.Visit{URL: mustParse(t, "http://a.example"+at.path), Status: 200, Page: p, Depth: at.depth, Lane: at.Lane, Score: at.Score}
		if judge != nil {
			v.Relevance = judge.Relevance(topic.Page(p, nil)...)
		}
		s.Learn(v)
		for i := range p.Links {
			l := &p.Links[i]
			path := l.URL.Path()
			if !known[path] {
				known[path] = true
				q.links = append(q.links, waiting{s.Place(v, l), path, at.path, at.depth + 1})
				continue
			}
			if k, ok := s.(focus.Keeper); ok {
				k.FoundAgain(v, l)
			}
			if j := q.at(path); j >= 0 {
				if a, ok := s.(focus.Againer); ok {
					q.links[j].Placement = a.Again(v, l, q.links[j].Placement)
				}
			}
		}
		if tender, ok := s.(focus.Tender); ok {
			tender.Tend(q)
		}
	}
	return strings.Join(order, " ")
}

func mustParse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// named returns a strategy. One with a topic gets one of papers.
func named(t testing.TB, name string, seed uint64) focus.Strategy {
	t.Helper()
	s, err := focus.Named(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	if topical, ok := s.(focus.Topical); ok {
		if err := topical.SetTopic(about(t, "papers")); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestStrategiesVisitInTheirOrder(t *testing.T) {
	for name, want := range map[string]string{
		"breadth-first":   "/ /z /misc /people /papers /popular /rare /one",
		"depth-first":     "/ /z /popular /misc /rare /people /papers /one",
		"backlink":        "/ /z /misc /popular /people /papers /rare /one",
		"anchor-priority": "/ /papers /people /one /z /misc /popular /rare",
	} {
		if got := walk(t, named(t, name, 0)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
	if got, want := walk(t, named(t, "", 0)), walk(t, named(t, focus.Default, 0)); got != want {
		t.Errorf("no name:\n got %s\nwant %s", got, want)
	}
}

func TestRandomOrderDependsOnTheSeedAlone(t *testing.T) {
	one := walk(t, named(t, "random", 1))
	if again := walk(t, named(t, "random", 1)); again != one {
		t.Errorf("seed 1 twice:\n%s\n%s", one, again)
	}
	orders := map[string]bool{}
	for seed := range uint64(20) {
		orders[walk(t, named(t, "random", seed))] = true
	}
	if len(orders) < 10 {
		t.Errorf("20 seeds gave %d orders, want at least 10", len(orders))
	}
}

func TestNamesOfStrategiesAreStable(t *testing.T) {
	var names []string
	for _, e := range focus.Strategies() {
		names = append(names, e.Name)
		if e.Summary == "" || strings.Contains(e.Summary, "\n") {
			t.Errorf("%s: summary %q is not one line", e.Name, e.Summary)
		}
	}
	want := "adaptive breadth-first depth-first random backlink pagerank anchor-priority tag-path-bandit tree-frontier best-first best-n-first fish-search shark-search focused-soft focused-hard infospiders infospiders-db context-graph evolved"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("names %s, want %s", got, want)
	}
}

func TestUnknownStrategyListsAllNames(t *testing.T) {
	_, err := focus.Named("Breadth-First", 0)
	if err == nil {
		t.Fatal("no error")
	}
	for _, e := range focus.Strategies() {
		if !strings.Contains(err.Error(), e.Name) {
			t.Errorf("%v: does not name %s", err, e.Name)
		}
	}
}
