package focus_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
)

// parseAt parses a page of a URL.
func parseAt(t *testing.T, u, html string) *page.Page {
	t.Helper()
	var parser page.Parser
	return parser.Parse([]byte(html), page.Source{URL: mustParse(t, u), ContentType: "text/html"})
}

// crawled lets a strategy visit a page after a seed, and answers its links as answer says: with documents, or not at all if less than 0.
func crawled(t *testing.T, s focus.Strategy, u, html string, answer func(l *page.Link) (documents int)) {
	t.Helper()
	p := parseAt(t, u, html)
	at := s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p, Lane: at.Lane, Score: at.Score}
	s.Learn(home)
	type found struct {
		l  *page.Link
		at focus.Placement
	}
	var links []found
	for i := range p.Links {
		links = append(links, found{&p.Links[i], s.Place(home, &p.Links[i])})
	}
	s.(focus.Tender).Tend(noWaiting{})
	for _, f := range links {
		v := &focus.Visit{URL: f.l.URL, Status: 404, Lane: f.at.Lane, Score: f.at.Score, Depth: 1}
		if n := answer(f.l); n >= 0 {
			v.Status, v.Documents, v.Page = 200, n, parseAt(t, f.l.URL.String(), "<p>text")
		}
		s.Learn(v)
		s.(focus.Tender).Tend(noWaiting{})
	}
}

// listOf returns links to numbered pages of directories, in turn.
func listOf(n int, directories ...string) string {
	var b strings.Builder
	for i := range n {
		for _, d := range directories {
			fmt.Fprintf(&b, "<a href=%s/%d.html>%d</a> ", d, i, i)
		}
	}
	return b.String()
}

// ahead reports whether a strategy wants the first link of a page rather than the second.
func ahead(t *testing.T, s focus.Strategy, u, html string) bool {
	t.Helper()
	p := parseAt(t, u, html)
	v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Depth: 1}
	s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	s.Learn(v)
	a, b := s.Place(v, &p.Links[0]), s.Place(v, &p.Links[1])
	if a.Lane != b.Lane {
		t.Fatalf("the links wait in lanes %d and %d", a.Lane, b.Lane)
	}
	return a.Score > b.Score
}

func TestAdaptiveLearnsWhatLinksAreWorth(t *testing.T) {
	for _, tt := range []struct {
		name, site string // two directories
		answer     func(l *page.Link) int
		good, bad  string
	}{
		{name: "documents in one directory", site: listOf(60, "wine", "beer"), answer: func(l *page.Link) int {
			if strings.Contains(l.URL.Path(), "wine") {
				return 4
			}
			return 0
		}, good: "wine", bad: "beer"},
		{name: "dead links in one directory", site: listOf(60, "wine", "beer"), answer: func(l *page.Link) int {
			if strings.Contains(l.URL.Path(), "beer") {
				return -1
			}
			return 1
		}, good: "wine", bad: "beer"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := named(t, "adaptive", 0)
			crawled(t, s, "http://a.example/", tt.site, tt.answer)
			both := fmt.Sprintf("<a href=/%s/999.html>x</a> <a href=/%s/999.html>x</a>", tt.good, tt.bad)
			if !ahead(t, s, "http://a.example/more.html", both) {
				t.Errorf("%s does not come before %s", tt.good, tt.bad)
			}
			if !ahead(t, s, "http://b.example/", both) {
				t.Errorf("%s does not come before %s on another site", tt.good, tt.bad)
			}
		})
	}
}

// TestAdaptiveFollowsThePageBeforeThePage: a page without documents whose links lead to some is worth something.
func TestAdaptiveFollowsThePageBeforeThePage(t *testing.T) {
	s := named(t, "adaptive", 0)
	crawled(t, s, "http://a.example/", listOf(60, "wine", "beer"), func(l *page.Link) int {
		if strings.Contains(l.URL.Path(), "wine") {
			return 4
		}
		return 0
	})
	for i := range 40 {
		for _, kind := range []string{"red", "blue"} {
			u := fmt.Sprintf("http://a.example/%s/%d.html", kind, i)
			list := map[string]string{"red": "wine", "blue": "beer"}[kind]
			p := parseAt(t, u, strings.ReplaceAll(listOf(5, "/"+list+"/"+fmt.Sprint(1000+i)), "//", "/"))
			at := s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindA})
			v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Lane: at.Lane, Score: at.Score}
			s.Learn(v)
			var placed []focus.Placement
			for j := range p.Links {
				placed = append(placed, s.Place(v, &p.Links[j]))
			}
			s.(focus.Tender).Tend(noWaiting{})
			for j := range p.Links {
				l := &focus.Visit{URL: p.Links[j].URL, Status: 200, Page: parseAt(t, p.Links[j].URL.String(), "<p>text"), Depth: 1, Lane: placed[j].Lane, Score: placed[j].Score}
				if list == "wine" {
					l.Documents = 4
				}
				s.Learn(l)
				s.(focus.Tender).Tend(noWaiting{})
			}
		}
	}
	if !ahead(t, s, "http://a.example/more.html", "<a href=/red/x.html>x</a> <a href=/blue/x.html>x</a>") {
		t.Error("pages whose links lead to documents do not come first")
	}
}

// TestAdaptiveKeepsWhatItLearned: what one crawl learned serves the next one of the library, on other sites too.
func TestAdaptiveKeepsWhatItLearned(t *testing.T) {
	state := memory{}
	s := restored(t, "adaptive", state)
	answer := func(l *page.Link) int {
		if strings.Contains(l.URL.Path(), "wine") {
			return 4
		}
		return -1
	}
	for i := range 12 {
		crawled(t, s, fmt.Sprintf("http://h%d.example/", i), listOf(50, "wine", "beer"), answer)
	}
	for key, value := range state {
		if len(value) > 64<<10 {
			t.Errorf("%s has %d bytes", key, len(value))
		}
	}
	again := restored(t, "adaptive", maps.Clone(state))
	if !ahead(t, again, "http://other.example/", "<a href=/wine/9.html>x</a> <a href=/beer/9.html>x</a>") {
		t.Error("what was learned is forgotten")
	}
}

// lanesOfLinks is a view of links that wait.
type lanesOfLinks map[string]focus.WaitingLink

func (q lanesOfLinks) Links(lane focus.Lane, cursor string, n int) (links []focus.WaitingLink, next string) {
	for _, u := range slices.Sorted(maps.Keys(q)) {
		if l := q[u]; l.Lane == lane && u > cursor {
			if len(links) == n {
				return links, next
			}
			links, next = append(links, l), u
		}
	}
	return links, ""
}

func (q lanesOfLinks) Move(u weburl.URL, to focus.Placement) {
	if l, ok := q[u.String()]; ok {
		l.Placement = to
		q[u.String()] = l
	}
}

func (lanesOfLinks) Prefer(focus.Lane, string, []focus.Preferred) {}
func (lanesOfLinks) Split(focus.Lane, focus.Lane, float64)        {}
func (lanesOfLinks) Drop(focus.Lane)                              {}

// servedLinks is a view of links of which one at a time is served, as by a frontier.
type servedLinks struct {
	lanesOfLinks
	preferred map[string][]focus.Preferred // by host
	moves     int
}

// place places the links of a page.
func (w *servedLinks) place(s focus.Strategy, v *focus.Visit) {
	if w.preferred == nil {
		w.lanesOfLinks, w.preferred = lanesOfLinks{}, map[string][]focus.Preferred{}
	}
	for i := range v.Page.Links {
		u := v.Page.Links[i].URL
		w.lanesOfLinks[u.String()] = focus.WaitingLink{URL: u, Parent: v.URL.String(), Depth: 1, Placement: s.Place(v, &v.Page.Links[i])}
	}
}

func (w *servedLinks) Move(u weburl.URL, to focus.Placement) {
	w.moves++
	w.lanesOfLinks.Move(u, to)
}

func (w *servedLinks) Prefer(_ focus.Lane, host string, links []focus.Preferred) {
	w.preferred[host] = links
}

// next returns the link of a host that is served next.
func (w *servedLinks) next(host string) (best focus.WaitingLink) {
	for _, p := range w.preferred[host] { // best first
		if l, waits := w.lanesOfLinks[p.URL.String()]; waits {
			return l
		}
	}
	for _, l := range w.lanesOfLinks {
		if l.URL.Host() == host && (best.URL.IsZero() || l.Score > best.Score) {
			best = l
		}
	}
	return best
}

// dead serves a link that leads to no page.
func (w *servedLinks) dead(s focus.Strategy, l focus.WaitingLink) {
	delete(w.lanesOfLinks, l.URL.String())
	s.Learn(&focus.Visit{URL: l.URL, Status: 404, Lane: l.Lane, Score: l.Score, Depth: 1})
	s.(focus.Tender).Tend(w)
}

// TestAdaptiveTakesOverWhatWaits: links that another strategy placed are placed anew, and none is lost.
func TestAdaptiveTakesOverWhatWaits(t *testing.T) {
	for _, lanes := range []int{1, 3, 40} {
		q := lanesOfLinks{}
		for i := range 200 {
			u := mustParse(t, fmt.Sprintf("http://a.example/%d/papers.html", i))
			q[u.String()] = focus.WaitingLink{URL: u, Parent: "http://a.example/", Depth: 1, Placement: focus.Placement{Lane: focus.Lane(i % lanes), Score: float64(i)}}
		}
		s := restored(t, "adaptive", memory{})
		for range 70 {
			var states []focus.LaneState
			waiting := map[focus.Lane]bool{}
			for _, l := range q {
				waiting[l.Lane] = true
			}
			for _, lane := range slices.Sorted(maps.Keys(waiting)) {
				states = append(states, focus.LaneState{Lane: lane, Ready: 1})
			}
			if shares := s.Choose(states, 1); len(shares) != len(states) {
				t.Fatalf("%d shares of %d lanes", len(shares), len(states))
			}
			s.(focus.Tender).Tend(q)
		}
		at := map[focus.Lane]int{}
		for _, l := range q {
			at[l.Lane]++
		}
		if len(q) != 200 || len(at) != 1 {
			t.Errorf("from %d lanes: %d links wait, in lanes %v", lanes, len(q), at)
		}
	}
}

// TestAdaptiveBoundsWhatAPageDoes: a page made to mislead, with all words that lead to documents and as many links as a page may have,
// gets no more than other sites lose, and costs bounded memory.
func TestAdaptiveBoundsWhatAPageDoes(t *testing.T) {
	s := named(t, "adaptive", 0)
	var b strings.Builder
	for i := range page.MaxLinks + 10 {
		fmt.Fprintf(&b, "<a href=/papers/publications/%d.html>papers publications lectures notes proceedings</a>", i)
	}
	p := parseAt(t, "http://trap.example/", b.String())
	s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Documents: math.MaxInt, Relevance: 1}
	s.Learn(v)
	for i := range p.Links {
		if at := s.Place(v, &p.Links[i]); math.IsNaN(at.Score) || math.Abs(at.Score) > 64 {
			t.Fatalf("link %d has score %v", i, at.Score)
		}
	}
	s.(focus.Tender).Tend(noWaiting{})
	// The links lead nowhere; after some of them those of another site come first.
	for i := range 60 {
		u := mustParse(t, fmt.Sprintf("http://trap.example/papers/publications/%d.html", i))
		s.Learn(&focus.Visit{URL: u, Status: 200, Page: parseAt(t, u.String(), "<p>nothing"), Lane: 64})
		s.(focus.Tender).Tend(noWaiting{})
	}
	both := "<a href=http://a.example/papers/1.html>papers</a> <a href=/papers/publications/99999.html>papers publications lectures notes proceedings</a>"
	if !ahead(t, s, "http://trap.example/more.html", both) {
		t.Error("the links of the page that misleads still come first")
	}
}

// TestAdaptiveLearnsBesideMoreLinksThanItKeeps: a page with very many promising links does not keep it from learning about others.
func TestAdaptiveLearnsBesideMoreLinksThanItKeeps(t *testing.T) {
	s := named(t, "adaptive", 0)
	var b strings.Builder
	for i := range 40_000 {
		fmt.Fprintf(&b, "<a href=/papers/%d.html>papers</a>", i)
	}
	p := parseAt(t, "http://trap.example/", b.String())
	s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Documents: 10}
	s.Learn(v)
	for i := range p.Links {
		s.Place(v, &p.Links[i])
	}
	s.(focus.Tender).Tend(noWaiting{})
	crawled(t, s, "http://a.example/", listOf(200, "wine", "beer"), func(l *page.Link) int {
		if strings.Contains(l.URL.Path(), "wine") {
			return 4
		}
		return -1
	})
	if !ahead(t, s, "http://a.example/more.html", "<a href=/wine/999.html>x</a> <a href=/beer/999.html>x</a>") {
		t.Error("wine does not come before beer")
	}
}

// TestAdaptiveLearnsFromRedirects: links that lead to what is known are worth nothing.
func TestAdaptiveLearnsFromRedirects(t *testing.T) {
	s := named(t, "adaptive", 0)
	p := parseAt(t, "http://a.example/", listOf(80, "item", "login"))
	s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p}
	s.Learn(home)
	var at []focus.Placement
	for i := range p.Links {
		at = append(at, s.Place(home, &p.Links[i]))
	}
	s.(focus.Tender).Tend(noWaiting{})
	for i := range p.Links {
		u := p.Links[i].URL
		v := &focus.Visit{URL: u, Status: 302, Lane: at[i].Lane, Score: at[i].Score, Depth: 1}
		if strings.Contains(u.Path(), "item") {
			v.Status, v.Documents, v.Page = 200, 1, parseAt(t, u.String(), "<p>text")
		}
		s.Learn(v) // the target of the others was requested before
		s.(focus.Tender).Tend(noWaiting{})
	}
	if !ahead(t, s, "http://a.example/more.html", "<a href=/item/999.html>x</a> <a href=/login/999.html>x</a>") {
		t.Error("links that are redirected to a known page do not come last")
	}
}

// TestAdaptiveKeepsWhatAShortCrawlLearned: what 600 visits in groups of 200 taught is kept.
func TestAdaptiveKeepsWhatAShortCrawlLearned(t *testing.T) {
	state := memory{}
	s := restored(t, "adaptive", state)
	p := parseAt(t, "http://a.example/", listOf(300, "wine", "beer"))
	s.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p}
	s.Learn(home)
	var at []focus.Placement
	for i := range p.Links {
		at = append(at, s.Place(home, &p.Links[i]))
	}
	for i := range p.Links {
		u := p.Links[i].URL
		v := &focus.Visit{URL: u, Status: 404, Lane: at[i].Lane, Score: at[i].Score, Depth: 1}
		if strings.Contains(u.Path(), "wine") {
			v.Status, v.Documents, v.Page = 200, 4, parseAt(t, u.String(), "<p>text")
		}
		s.Learn(v)
		if i%200 == 199 {
			s.(focus.Tender).Tend(noWaiting{})
		}
	}
	if !ahead(t, restored(t, "adaptive", maps.Clone(state)), "http://other.example/", "<a href=/wine/9.html>x</a> <a href=/beer/9.html>x</a>") {
		t.Error("what was learned is forgotten")
	}
}

// TestAdaptiveServesEqualLinksInTheOrderOfArrival: also when all of them are worth less than before.
func TestAdaptiveServesEqualLinksInTheOrderOfArrival(t *testing.T) {
	s := restored(t, "adaptive", memory{})
	p := parseAt(t, "http://a.example/", listOf(40, "wine"))
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p}
	s.Learn(home)
	var w servedLinks
	w.place(s, home)
	s.(focus.Tender).Tend(&w)
	for i := range 8 {
		l := w.next("a.example")
		if want := p.Links[i].URL; l.URL != want {
			t.Fatalf("%s is served, %s arrived earlier", l.URL, want)
		}
		w.dead(s, l)
	}
	preferred := w.preferred["a.example"]
	if last := preferred[len(preferred)-1]; last.Score > w.lanesOfLinks[last.URL.String()].Score-1 {
		t.Errorf("preferred are %v, want links that are worth far less than before: eight alike were dead", preferred)
	}
}

// TestAdaptiveKeepsTheBestLinkWhileDocumentsAreRequested: documents come before all links, so the best link waits without a fault of its own.
func TestAdaptiveKeepsTheBestLinkWhileDocumentsAreRequested(t *testing.T) {
	s := restored(t, "adaptive", memory{})
	p := parseAt(t, "http://a.example/", listOf(8, "wine")+"<a href=beer/0.html>0</a>")
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p, Documents: 100}
	s.Learn(home)
	var w servedLinks
	w.place(s, home)
	s.(focus.Tender).Tend(&w)
	for i := range 100 {
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://a.example/%d.pdf", i)), Status: 200, Document: true, Worth: 1})
		s.(focus.Tender).Tend(&w)
	}
	best, other := p.Links[0].URL, p.Links[8].URL
	if got := w.next("a.example").URL; got != best {
		t.Fatalf("%s is served first, want %s", got, best)
	}
	for i := 1; i < 8; i++ {
		w.dead(s, w.lanesOfLinks[p.Links[i].URL.String()])
	}
	if got := w.next("a.example").URL; got != other {
		t.Errorf("%s is served after all links of its directory were dead, want %s: it is estimated no more", got, other)
	}
}

// TestAdaptiveMovesFewLinks: to move a link costs a crawl more than many estimates, so only now and then one is moved that waits with a score that is far off. Those
// that are worth most come first all the same, of each host.
func TestAdaptiveMovesFewLinks(t *testing.T) {
	s := restored(t, "adaptive", memory{})
	var w servedLinks
	worth := map[string]int{"wine": 3, "beer": -1, "milk": 0, "salt": -1, "corn": 1, "rice": -1}
	hosts := []string{"a.example", "b.example"}
	for _, host := range hosts {
		p := parseAt(t, "http://"+host+"/", listOf(100, "wine", "beer", "milk", "salt", "corn", "rice"))
		home := &focus.Visit{URL: p.URL, Status: 200, Page: p}
		s.Learn(home)
		w.place(s, home)
	}
	requests, good := 0, map[string]int{} // requests for the best directory, by host
	for range 200 {
		for _, host := range hosts { // in turn, as by politeness
			requests++
			best := w.next(host)
			directory := strings.Split(best.URL.Path(), "/")[1]
			if directory == "wine" {
				good[host]++
			}
			n := worth[directory]
			if n < 0 {
				w.dead(s, best)
				continue
			}
			delete(w.lanesOfLinks, best.URL.String())
			s.Learn(&focus.Visit{URL: best.URL, Status: 200, Lane: best.Lane, Score: best.Score, Depth: 1, Documents: n, Page: parseAt(t, best.URL.String(), "<p>text")})
			s.(focus.Tender).Tend(&w)
		}
	}
	if w.moves < requests/80 || w.moves > requests/8 {
		t.Errorf("%d moves after %d requests, want some, and at most one of eight", w.moves, requests)
	}
	for _, host := range hosts {
		if good[host] < 95 {
			t.Errorf("%s: %d of the 100 best links are among the first 200 requests, want at least 95", host, good[host])
		}
	}
}
