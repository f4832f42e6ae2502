package lab_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/page"
	"sluice/weburl"
)

// sitesIn opens a web of files in memory.
func sitesIn(t testing.TB, files map[string]string) *lab.Web {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, body := range files {
		fsys[name] = &fstest.MapFile{Data: []byte("<!doctype html>" + body)}
	}
	web, err := lab.OpenSites("sites", fsys, lab.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

// modelLink is a link that waits in a model.
type modelLink struct {
	focus.WaitingLink
	arrival   int
	preferred bool
	score     float64 // with which it is served
}

// model is a strategy that rearranges what waits at random, and a second account of it: a slice, which it searches for each request.
type model struct {
	t        *testing.T
	random   *rand.Rand
	urls     []weburl.URL // all that were ever placed
	waiting  []*modelLink // in the order of arrival
	arrivals int
	served   map[focus.Lane]int64
	taken    *modelLink // by the last Choose
	requests int
}

var scores = []float64{0, 0.5, 0.5, 1, -1, math.Inf(1), math.Inf(-1), math.NaN()}

func (m *model) placement() focus.Placement {
	return focus.Placement{Lane: focus.Lane(m.random.IntN(3)), Score: scores[m.random.IntN(len(scores))]}
}

// number is the score that counts for one.
func number(score float64) float64 {
	if math.IsNaN(score) {
		return 0
	}
	return score
}

func (m *model) find(u weburl.URL) *modelLink {
	if i := slices.IndexFunc(m.waiting, func(l *modelLink) bool { return l.URL.Key() == u.Key() }); i >= 0 {
		return m.waiting[i]
	}
	return nil
}

func (m *model) add(u weburl.URL, at focus.Placement) {
	l := &modelLink{WaitingLink: focus.WaitingLink{URL: u}, arrival: m.arrivals}
	m.arrivals++
	m.waiting = append(m.waiting, l)
	m.put(l, at)
}

func (m *model) put(l *modelLink, at focus.Placement) {
	at.Score = number(at.Score)
	if at != l.Placement {
		l.Placement, l.score, l.preferred = at, at.Score, false
	}
}

// best returns the link of a lane that is served first: the first one of its host, whose first one is better than those of all others.
func (m *model) best(lane focus.Lane) *modelLink {
	better := func(a, b *modelLink) int { return cmp.Or(cmp.Compare(b.score, a.score), a.arrival-b.arrival) }
	first := map[string]*modelLink{}
	for _, l := range m.waiting {
		if l.Lane != lane {
			continue
		}
		f := first[l.URL.Host()]
		if f == nil || l.preferred && !f.preferred || l.preferred == f.preferred && better(l, f) < 0 {
			first[l.URL.Host()] = l
		}
	}
	return slices.MinFunc(slices.Collect(maps.Values(first)), better)
}

func (m *model) Place(_ *focus.Visit, l *page.Link) focus.Placement {
	at := m.placement()
	m.urls = append(m.urls, l.URL)
	m.add(l.URL, at)
	return at
}

func (m *model) Again(_ *focus.Visit, l *page.Link, was focus.Placement) focus.Placement {
	w := m.find(l.URL)
	if w == nil || w.Placement != was {
		m.t.Errorf("%s waits at %v, want %v", l.URL, was, w)
	}
	if m.random.IntN(2) == 0 {
		return was
	}
	at := m.placement()
	if number(at.Score) != was.Score || at.Lane != was.Lane {
		m.put(w, at)
	}
	return at
}

func (m *model) Choose(lanes []focus.LaneState, _ int) []focus.Share {
	want := map[focus.Lane]focus.LaneState{}
	for _, l := range m.waiting {
		s := want[l.Lane]
		want[l.Lane] = focus.LaneState{Lane: l.Lane, Waiting: s.Waiting + 1, Ready: 1, Best: m.best(l.Lane).score, Served: m.served[l.Lane]}
	}
	byNumber := slices.SortedFunc(maps.Values(want), func(a, b focus.LaneState) int { return cmp.Compare(a.Lane, b.Lane) })
	if !slices.Equal(lanes, byNumber) {
		m.t.Fatalf("after %d requests: lanes %+v, want %+v", m.requests, lanes, byNumber)
	}
	lane := lanes[m.random.IntN(len(lanes))].Lane
	m.served[lane]++
	m.taken = m.best(lane)
	m.waiting = slices.DeleteFunc(m.waiting, func(l *modelLink) bool { return l == m.taken })
	return []focus.Share{{Lane: lane, N: 1}}
}

func (m *model) Learn(v *focus.Visit) {
	if m.requests++; v.URL != m.taken.URL || v.Lane != m.taken.Lane || v.Score != m.taken.Placement.Score {
		m.t.Fatalf("request %d is for %s of lane %d with score %v, want %+v", m.requests, v.URL, v.Lane, v.Score, m.taken)
	}
}

func (m *model) url() weburl.URL { return m.urls[m.random.IntN(len(m.urls))] }

func (m *model) Tend(w focus.Waiting) {
	for range m.random.IntN(4) {
		switch u, at, n := m.url(), m.placement(), m.random.IntN(40); {
		case n < 10:
			w.Move(u, at)
			if l := m.find(u); l != nil {
				m.put(l, at)
			}
		case n < 30:
			m.prefer(w, at.Lane, u.Host(), m.random.IntN(8))
		case n < 32:
			m.split(w, at.Lane, focus.Lane(m.random.IntN(3)), m.random.Float64())
		case n < 33:
			w.Drop(at.Lane)
			m.waiting = slices.DeleteFunc(m.waiting, func(l *modelLink) bool { return l.Lane == at.Lane })
		case n < 36:
			m.revisit(w, u, at)
		default:
			m.read(w, at.Lane)
		}
	}
}

// prefer prefers up to n links, some of which do not wait, or wait in another lane or at another host.
func (m *model) prefer(w focus.Waiting, lane focus.Lane, host string, n int) {
	var links []focus.Preferred
	for range n {
		links = append(links, focus.Preferred{URL: m.url(), Score: m.placement().Score})
	}
	w.Prefer(lane, host, links)
	for _, l := range m.waiting {
		if l.Lane == lane && l.URL.Host() == host {
			l.score, l.preferred = l.Score, false
		}
	}
	for _, p := range links {
		if l := m.find(p.URL); l != nil && l.Lane == lane && p.URL.Host() == host && !l.preferred {
			l.preferred, l.score = true, number(p.Score)
		}
	}
}

func (m *model) split(w focus.Waiting, from, to focus.Lane, share float64) {
	w.Split(from, to, share)
	due := 0.0
	for _, l := range m.waiting {
		if l.Lane != from || from == to {
			continue
		}
		if due += share; due >= 1 {
			due--
			m.put(l, focus.Placement{Lane: to, Score: l.Placement.Score})
		}
	}
}

// revisit has a page requested again that was requested.
func (m *model) revisit(w focus.Waiting, u weburl.URL, at focus.Placement) {
	if u == m.taken.URL && m.find(u) == nil {
		w.Revisit(focus.WaitingLink{URL: u, Placement: at})
		m.add(u, at)
	}
}

// read reads a lane, a few links at a time.
func (m *model) read(w focus.Waiting, lane focus.Lane) {
	var got, want []focus.WaitingLink
	for cursor, count := "", 1+m.random.IntN(5); ; {
		links, next := w.Links(lane, cursor, count)
		got = append(got, links...)
		if cursor = next; cursor == "" {
			break
		}
	}
	for _, l := range m.waiting {
		if l.Lane == lane {
			want = append(want, l.WaitingLink)
		}
	}
	if !slices.EqualFunc(got, want, func(a, b focus.WaitingLink) bool { return a.URL == b.URL && a.Placement == b.Placement }) {
		m.t.Fatalf("after %d requests lane %d has %+v, want %+v", m.requests, lane, got, want)
	}
}

// TestLanesServeAsAModelSays: whatever a strategy rearranges, each request is the one that a search through all waiting links finds.
func TestLanesServeAsAModelSays(t *testing.T) {
	const hosts, pages = 4, 40
	random := rand.New(rand.NewPCG(1, 2))
	files := map[string]string{}
	for h := range hosts {
		for p := range pages {
			body := fmt.Sprintf("<title>page %d of %d</title>", p, h)
			for range 6 {
				body += fmt.Sprintf(" <a href=http://h%d.example/%d.html>x</a>", random.IntN(hosts), random.IntN(pages))
			}
			files[fmt.Sprintf("h%d.example/%d.html", h, p)] = body
		}
		files[fmt.Sprintf("h%d.example/index.html", h)] = fmt.Sprintf("<title>%d</title><a href=1.html>x</a> <a href=2.html>x</a>", h)
	}
	web := sitesIn(t, files)
	requests := 0
	for seed := range 60 {
		m := &model{t: t, random: rand.New(rand.NewPCG(uint64(seed), 3)), served: map[focus.Lane]int64{}}
		w, err := lab.Run(t.Context(), web, m, lab.Documents(web, nil), lab.Limits{Requests: 300})
		if err != nil {
			t.Fatal(err)
		}
		requests += len(w.Requests)
	}
	if requests < 60*50 {
		t.Errorf("the walks had %d requests: too few to say anything", requests)
	}
}

// preferring places each link with the score that its page has, and tends once, after the first page.
type preferring struct {
	focus.BreadthFirst
	scores map[string]float64
	script func(w focus.Waiting)
	visits []*focus.Visit
}

func (s *preferring) Place(v *focus.Visit, l *page.Link) focus.Placement {
	if v == nil {
		return focus.Placement{Score: 10}
	}
	return focus.Placement{Score: s.scores[nameOf(l.URL)]}
}

func (s *preferring) Learn(v *focus.Visit) { s.visits = append(s.visits, v) }

func (s *preferring) Tend(w focus.Waiting) {
	if s.script != nil {
		s.script(w)
		s.script = nil
	}
}

// nameOf returns the name of a page: "a1" is http://a.example/a1.html.
func nameOf(u weburl.URL) string { return strings.TrimSuffix(u.Path()[1:], ".html") }

// toPages returns links to pages by name and score, such as "a1:0.5".
func toPages(t *testing.T, list string) (links []focus.Preferred) {
	t.Helper()
	for _, l := range strings.Fields(list) {
		name, score, _ := strings.Cut(l, ":")
		u, err := weburl.Parse("http://" + name[:1] + ".example/" + name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		p := focus.Preferred{URL: u}
		if _, err := fmt.Sscan(score, &p.Score); err != nil {
			t.Fatal(err)
		}
		links = append(links, p)
	}
	return links
}

// TestPreferredLinksAreServedFirst: links wait at a.example with the scores 0.1 to 0.4, and at b.example with 0.25 and 0.35.
func TestPreferredLinksAreServedFirst(t *testing.T) {
	scores := map[string]float64{"a1": 0.1, "a2": 0.2, "a3": 0.3, "a4": 0.4, "b1": 0.25, "b2": 0.35}
	web := sitesIn(t, map[string]string{
		"a.example/index.html": "<a href=a1.html>x</a> <a href=a2.html>x</a> <a href=a3.html>x</a> <a href=a4.html>x</a> <a href=http://b.example/b1.html>x</a> <a href=http://b.example/b2.html>x</a>",
		"a.example/a1.html":    "1", "a.example/a2.html": "2", "a.example/a3.html": "3", "a.example/a4.html": "4", "b.example/b1.html": "5", "b.example/b2.html": "6",
	})
	home, err := weburl.Parse("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	web.SetSeeds([]weburl.URL{home})
	a := func(links string) func(focus.Waiting) {
		return func(w focus.Waiting) { w.Prefer(0, "a.example", toPages(t, links)) }
	}
	for name, test := range map[string]struct {
		script func(w focus.Waiting)
		want   string
	}{
		"nothing is preferred":          {a(""), "a4 b2 a3 b1 a2 a1"},
		"best first":                    {a("a1:0.8 a2:0.9"), "a2 a1 a4 b2 a3 b1"},
		"equal scores by arrival":       {a("a3:0.9 a1:0.9 a2:0.9"), "a1 a2 a3 a4 b2 b1"},
		"between links of another host": {a("a1:0.3"), "b2 a1 a4 a3 b1 a2"},
		"a low score holds up the host": {a("a1:0"), "b2 b1 a1 a4 a3 a2"},
		"as early as another host":      {a("a1:0.35"), "a1 a4 b2 a3 b1 a2"},
		"no number is 0":                {a("a1:NaN"), "b2 b1 a1 a4 a3 a2"},
		"passed over at another host":   {a("b1:0.9 a1:0.8"), "a1 a4 b2 a3 b1 a2"},
		"passed over without a link":    {a("a9:0.9"), "a4 b2 a3 b1 a2 a1"},
		"passed over in another lane":   {func(w focus.Waiting) { w.Prefer(1, "a.example", toPages(t, "a1:0.9")) }, "a4 b2 a3 b1 a2 a1"},
		"a host where nothing waits":    {func(w focus.Waiting) { w.Prefer(0, "c.example", toPages(t, "a1:0.9")) }, "a4 b2 a3 b1 a2 a1"},
		"twice: the first score counts": {a("a1:0.9 a2:0.8 a1:0.7"), "a1 a2 a4 b2 a3 b1"},
		"each host has its own":         {func(w focus.Waiting) { a("a1:0.8")(w); w.Prefer(0, "b.example", toPages(t, "b1:0.9")) }, "b1 a1 a4 b2 a3 a2"},
		"replaced by a later call":      {func(w focus.Waiting) { a("a1:0.9 a2:0.8")(w); a("a3:0.7")(w) }, "a3 a4 b2 b1 a2 a1"},
		"ended by a later call":         {func(w focus.Waiting) { a("a1:0.9")(w); a("")(w) }, "a4 b2 a3 b1 a2 a1"},
		"moved":                         {func(w focus.Waiting) { a("a1:0.9 a2:0.8")(w); moveTo(w, toPages(t, "a1:0.37")) }, "a2 a4 a1 b2 a3 b1"},
		"moved to where it was":         {func(w focus.Waiting) { a("a1:0.9 a2:0.8")(w); moveTo(w, toPages(t, "a1:0.1")) }, "a1 a2 a4 b2 a3 b1"},
		"split":                         {func(w focus.Waiting) { a("a1:0.9")(w); w.Split(0, 1, 1) }, "a4 b2 a3 b1 a2 a1"},
		"dropped":                       {func(w focus.Waiting) { a("a1:0.9")(w); w.Drop(0) }, ""},
	} {
		s := &preferring{scores: scores, script: test.script}
		walk(t, web, s, lab.Documents(web, nil))
		var got []string
		for _, v := range s.visits[1:] {
			got = append(got, nameOf(v.URL))
			if want := scores[nameOf(v.URL)]; v.Score != want && !strings.Contains(name, "moved") {
				t.Errorf("%s: %s is visited with score %v, want that of its placement, %v", name, v.URL, v.Score, want)
			}
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: requests %q, want %q", name, got, test.want)
		}
	}
}

// moveTo moves links within the first lane.
func moveTo(w focus.Waiting, links []focus.Preferred) {
	for _, l := range links {
		w.Move(l.URL, focus.Placement{Score: l.Score})
	}
}

// randomScores places links at random scores, and prefers links of the host that it has visited if it is asked to.
type randomScores struct {
	focus.BreadthFirst
	prefers int
	random  *rand.Rand
	byHost  map[string][]focus.Preferred
	visited string // host
}

func (s *randomScores) Place(_ *focus.Visit, l *page.Link) focus.Placement {
	at := focus.Placement{Score: s.random.Float64()}
	if host := l.URL.Host(); len(s.byHost[host]) < s.prefers {
		s.byHost[host] = append(s.byHost[host], focus.Preferred{URL: l.URL, Score: at.Score})
	}
	return at
}

func (s *randomScores) Learn(v *focus.Visit) { s.visited = v.URL.Host() }

func (s *randomScores) Tend(w focus.Waiting) {
	if s.prefers > 0 {
		w.Prefer(0, s.visited, s.byHost[s.visited])
	}
}

// BenchmarkLanes walks through webs of dead links, on which lanes take most of the time: with many hosts, and with many links of one.
func BenchmarkLanes(b *testing.B) {
	for _, web := range []struct{ hosts, links int }{{4000, 5}, {1, 26000}} {
		files := map[string]string{}
		var first strings.Builder
		for h := range web.hosts {
			home := &strings.Builder{}
			if h == 0 {
				home = &first
			}
			for l := range web.links {
				fmt.Fprintf(home, "<a href=/%d.html>x</a> ", l)
			}
			fmt.Fprintf(&first, "<a href=http://h%d.example/>x</a> ", h)
			files[fmt.Sprintf("h%d.example/index.html", h)] = home.String()
		}
		files["h0.example/index.html"] = first.String()
		for _, prefers := range []int{0, 16} {
			b.Run(fmt.Sprintf("hosts=%d/preferred=%d", web.hosts, prefers), func(b *testing.B) {
				w := sitesIn(b, files)
				walk := func() int {
					s := &randomScores{prefers: prefers, random: rand.New(rand.NewPCG(1, 2)), byHost: map[string][]focus.Preferred{}}
					walk, err := lab.Run(b.Context(), w, s, lab.Documents(w, nil), lab.Limits{})
					if err != nil {
						b.Fatal(err)
					}
					return len(walk.Requests)
				}
				walk() // the web keeps the answers, which take longer to make than a walk
				requests := 0
				for b.Loop() {
					requests += walk()
				}
				b.ReportMetric(float64(requests)/b.Elapsed().Seconds(), "requests/s")
			})
		}
	}
}
