package focus_test

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
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
	path  string
	depth int
}

// walk visits the site as a crawl with one worker does, and returns the paths in their order.
func walk(t *testing.T, s focus.Strategy) string {
	t.Helper()
	var order []string
	queue := []waiting{{path: "/", Placement: s.Place(nil, &parse(t, `<a href=/>seed</a>`).Links[0])}}
	known := map[string]bool{"/": true}
	for len(queue) > 0 {
		lanes := map[focus.Lane]bool{}
		for _, w := range queue {
			lanes[w.Lane] = true
		}
		var states []focus.LaneState
		for _, lane := range slices.Sorted(maps.Keys(lanes)) {
			states = append(states, focus.LaneState{Lane: lane})
		}
		lane := s.Choose(states, 1)[0].Lane
		best := -1
		for i, w := range queue {
			if w.Lane == lane && (best < 0 || cmp.Compare(w.Score, queue[best].Score) > 0) {
				best = i
			}
		}
		at := queue[best]
		queue = slices.Delete(queue, best, best+1)
		order = append(order, at.path)
		p := parse(t, site[at.path])
		v := &focus.Visit{URL: mustParse(t, "http://a.example"+at.path), Page: p, Depth: at.depth, Lane: at.Lane, Score: at.Score}
		s.Learn(v)
		for i := range p.Links {
			l := &p.Links[i]
			path := l.URL.Path()
			if !known[path] {
				known[path] = true
				queue = append(queue, waiting{s.Place(v, l), path, at.depth + 1})
				continue
			}
			a, ok := s.(focus.Againer)
			if j := slices.IndexFunc(queue, func(w waiting) bool { return w.path == path }); ok && j >= 0 {
				queue[j].Placement = a.Again(v, l, queue[j].Placement)
			}
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

func named(t *testing.T, name string, seed uint64) focus.Strategy {
	t.Helper()
	s, err := focus.Named(name, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStrategiesVisitInTheirOrder(t *testing.T) {
	for name, want := range map[string]string{
		"":                "/ /z /misc /people /papers /popular /rare /one",
		"breadth-first":   "/ /z /misc /people /papers /popular /rare /one",
		"depth-first":     "/ /z /popular /misc /rare /people /papers /one",
		"backlink":        "/ /z /misc /popular /people /papers /rare /one",
		"anchor-priority": "/ /papers /z /misc /people /one /popular /rare",
	} {
		if got := walk(t, named(t, name, 0)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
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
	want := "breadth-first depth-first random backlink anchor-priority tag-path-bandit tree-frontier"
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
