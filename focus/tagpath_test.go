package focus_test

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
)

// memory is a strategy's state.
type memory map[string][]byte

func (m memory) Get(key string) []byte        { return m[key] }
func (m memory) Put(key string, value []byte) { m[key] = value }

// template is a page with a menu and a list of papers.
func template(t *testing.T) *page.Page {
	return parse(t, `<body><div id=menu class=wide><ul><li><a href=/menu/1>1</a></ul></div>
		<main><section class=papers><ol><li><p><em><a class=paper href=/papers/1>2</a></em></ol></section></main>`)
}

// learned returns a strategy that has learned that papers bring documents and the menu does not, and the lanes of both.
func learned(t *testing.T, s focus.Strategy) (menu, papers focus.Lane) {
	t.Helper()
	p := template(t)
	home := &focus.Visit{URL: mustParse(t, "http://a.example/"), Status: 200, Page: p}
	s.Place(nil, &page.Link{URL: home.URL, Kind: page.KindSeed})
	s.Learn(home)
	menu, papers = s.Place(home, &p.Links[0]).Lane, s.Place(home, &p.Links[1]).Lane
	for i := range 100 {
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/menu/%d", i)), Status: 200, Page: p, Lane: menu})
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/papers/%d", i)), Status: 200, Page: p, Lane: papers, Documents: 7})
	}
	return menu, papers
}

func TestTagPathBanditServesTheBestArmFirst(t *testing.T) {
	s := named(t, "tag-path-bandit", 0)
	menu, papers := learned(t, s)
	if menu == papers {
		t.Fatal("the menu and the papers share an arm")
	}
	both := []focus.LaneState{{Lane: menu, Ready: 1, Served: 100}, {Lane: papers, Ready: 1, Served: 100}}
	for _, tt := range []struct {
		name  string
		lanes []focus.LaneState
		want  focus.Lane
	}{
		{"the arm that brought more", both, papers},
		{"the only arm that is awake", both[:1], menu},
		{"an arm that was never pulled", append(slices.Clone(both), focus.LaneState{Lane: 40, Ready: 1}), 40},
		{"likely documents", append([]focus.LaneState{{Lane: 0, Ready: 1}}, both...), 0},
		{"a lane of another strategy last", append(slices.Clone(both), focus.LaneState{Lane: 1 << 20, Ready: 1}), papers},
	} {
		if got := s.Choose(tt.lanes, 1)[0]; got.Lane != tt.want || got.N != 1 {
			t.Errorf("%s: got %d of lane %d, want 1 of lane %d", tt.name, got.N, got.Lane, tt.want)
		}
	}
}

func TestTagPathBanditSharesManyRequests(t *testing.T) {
	s := named(t, "tag-path-bandit", 0)
	menu, papers := learned(t, s)
	shares := s.Choose([]focus.LaneState{{Lane: menu, Ready: 50, Served: 100}, {Lane: papers, Ready: 20, Served: 100}, {Lane: 40, Ready: 30}}, 60)
	given := map[focus.Lane]int{}
	for _, share := range shares[:3] {
		given[share.Lane] = share.N
	}
	if given[papers] != 20 || given[40] != 30 || given[menu] != 10 {
		t.Errorf("shares %v: want 20 of the papers, 30 of the new arm and 10 of the menu", shares)
	}
	served := map[focus.Lane]bool{}
	for _, share := range shares[3:] {
		served[share.Lane] = share.N == 60
	}
	if len(served) != 3 {
		t.Errorf("shares %v do not end with each lane", shares)
	}
}

func TestTagPathBanditTakesDocumentsFirst(t *testing.T) {
	s := named(t, "tag-path-bandit", 0)
	for i := range 100 {
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/bitstream/%d/x", i)), Status: 200, Type: "pdf", Document: true})
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/item/%d/", i)), Status: 200, Page: template(t), Lane: 1})
	}
	p := parse(t, `<a href=/bitstream/555/x>x</a><a href=/item/555/>y</a>`)
	v := &focus.Visit{Status: 200, Page: p, Lane: 1}
	if got := s.Place(v, &p.Links[0]).Lane; got != 0 {
		t.Errorf("what looks like a document waits in lane %d, want 0", got)
	}
	if got := s.Place(v, &p.Links[1]).Lane; got == 0 {
		t.Error("what looks like a page waits among the documents")
	}
}

// TestTagPathBanditResumes: a strategy with the state of another goes on as that would.
func TestTagPathBanditResumes(t *testing.T) {
	state := memory{}
	first := restored(t, "tag-path-bandit", state)
	menu, papers := learned(t, first)
	first.(focus.Tender).Tend(nil)
	for key, value := range state {
		if len(value) > 64<<10 {
			t.Errorf("%s has %d bytes", key, len(value))
		}
	}
	again := restored(t, "tag-path-bandit", maps.Clone(state))
	p := template(t)
	v := &focus.Visit{Status: 200, Page: p}
	if m, q := again.Place(v, &p.Links[0]).Lane, again.Place(v, &p.Links[1]).Lane; m != menu || q != papers {
		t.Errorf("menu and papers wait in lanes %d and %d, before in %d and %d", m, q, menu, papers)
	}
	if got := again.Choose([]focus.LaneState{{Lane: menu, Ready: 1}, {Lane: papers, Ready: 1}}, 1)[0].Lane; got != papers {
		t.Errorf("lane %d first, want %d", got, papers)
	}
}

// restored returns a new strategy that has restored a state.
func restored(t *testing.T, name string, state memory) focus.Strategy {
	t.Helper()
	s := named(t, name, 0)
	s.(focus.Restorer).Restore(state)
	return s
}

func TestDamagedStateIsIgnored(t *testing.T) {
	for _, e := range focus.Strategies() {
		s := named(t, e.Name, 0)
		if _, ok := s.(focus.Restorer); !ok {
			continue
		}
		state := memory{}
		s.(focus.Restorer).Restore(state)
		learned(t, s)
		if tender, ok := s.(focus.Tender); ok {
			tender.Tend(noWaiting{})
		}
		if len(state) == 0 {
			t.Errorf("%s keeps nothing", e.Name)
		}
		for _, damage := range []func([]byte) []byte{
			func(b []byte) []byte { return b[:len(b)/2] },
			func(b []byte) []byte { return append(slices.Clone(b), 1, 2, 3) },
			func(b []byte) []byte { return slices.Repeat([]byte{0xff}, len(b)) },
			func([]byte) []byte { return []byte{0} },
			func(b []byte) []byte { return make([]byte, len(b)) },
		} {
			bad := memory{}
			for key, value := range state {
				bad[key] = damage(value)
			}
			again := restored(t, e.Name, bad)
			if order := walk(t, again); len(strings.Fields(order)) != len(site) {
				t.Errorf("%s with damaged state: visited %s", e.Name, order)
			}
		}
	}
}

// version is the version in a key of the state.
var version = regexp.MustCompile(`/[0-9]+`)

// TestStateOfAnotherVersionIsIgnored: a strategy whose form of state has changed begins to learn, and leaves what it cannot read.
func TestStateOfAnotherVersionIsIgnored(t *testing.T) {
	for _, e := range focus.Strategies() {
		s, state := named(t, e.Name, 0), memory{}
		r, ok := s.(focus.Restorer)
		if !ok {
			continue
		}
		r.Restore(state)
		learned(t, s)
		s.(focus.Tender).Tend(noWaiting{})
		later := memory{}
		for key, value := range state {
			at := version.FindStringIndex(key)
			if at == nil {
				t.Fatalf("%s: the key %s has no version", e.Name, key)
			}
			later[key[:at[0]]+"/99"+key[at[1]:]] = value
		}
		fresh := named(t, e.Name, 0)
		fresh.(focus.Restorer).Restore(memory{})
		if got, want := walk(t, restored(t, e.Name, later)), walk(t, fresh); got != want {
			t.Errorf("%s:\n got %s\nwant %s, as without a state", e.Name, got, want)
		}
	}
}

// noWaiting is a view of nothing.
type noWaiting struct{ focus.Waiting }

func (noWaiting) Links(focus.Lane, string, int) ([]focus.WaitingLink, string) { return nil, "" }
func (noWaiting) Move(weburl.URL, focus.Placement)                            {}
func (noWaiting) Prefer(focus.Lane, string, []focus.Preferred)                {}
func (noWaiting) Split(focus.Lane, focus.Lane, float64)                       {}
func (noWaiting) Drop(focus.Lane)                                             {}
func (noWaiting) Revisit(focus.WaitingLink)                                   {}

// TestHostileSitesDoNotConfuseStrategies: no site makes a strategy use ever more lanes or state, or give a score that is no number.
func TestHostileSitesDoNotConfuseStrategies(t *testing.T) {
	for _, e := range focus.Strategies() {
		s, state := named(t, e.Name, 0), memory{}
		if r, ok := s.(focus.Restorer); ok {
			r.Restore(state)
		}
		lanes := map[focus.Lane]bool{}
		for i := range 3000 {
			p := parse(t, fmt.Sprintf(`<div class="c%d"><x%d id="i%d"><a class="z%d" href="/%d/p%d">w%d</a></div>`, i, i, i, i, i%100, i, i))
			v := &focus.Visit{URL: mustParse(t, fmt.Sprintf("http://h%d.example/", i)), Status: 200, Page: p, Lane: focus.Lane(i), Documents: math.MaxInt,
				Relevance: math.NaN(), Score: math.Inf(1), Worth: math.Inf(-1), Depth: math.MaxInt / 2}
			s.Learn(v)
			at := s.Place(v, &p.Links[0])
			if math.IsNaN(at.Score) {
				t.Fatalf("%s: the score of link %d is no number", e.Name, i)
			}
			lanes[at.Lane] = true
			for _, l := range []focus.LaneState{{Lane: at.Lane, Ready: 1, Best: at.Score}, {Lane: focus.Lane(i), Ready: 1}} {
				if shares := s.Choose([]focus.LaneState{l}, 2); len(shares) == 0 || shares[0].Lane != l.Lane || shares[0].N < 1 {
					t.Fatalf("%s: shares %v of one lane", e.Name, shares)
				}
			}
			if tender, ok := s.(focus.Tender); ok {
				tender.Tend(noWaiting{})
			}
		}
		if len(lanes) > 64 {
			t.Errorf("%s: %d lanes, more than a crawl shows at a time", e.Name, len(lanes))
		}
		bytes := 0
		for _, value := range state {
			bytes += len(value)
		}
		if len(state) > 1000 || bytes > 4<<20 {
			t.Errorf("%s: state of %d keys and %d bytes", e.Name, len(state), bytes)
		}
	}
}
