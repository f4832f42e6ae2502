package crawler_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/clock"
	"sluice/internal/crawler"
	"sluice/internal/frontier"
	"sluice/internal/recordedweb"
	"sluice/page"
	"sluice/weburl"
)

// tender looks at what waits, and remembers how many pages it has seen.
type tender struct {
	focus.BreadthFirst
	state   focus.State
	seen    int
	tended  int
	waiting []string
}

var (
	_ focus.Tender   = (*tender)(nil)
	_ focus.Restorer = (*tender)(nil)
)

func (s *tender) Learn(*focus.Visit) {
	s.seen++
	s.state.Put("seen", []byte(strconv.Itoa(s.seen)))
}

func (s *tender) Restore(state focus.State) {
	s.state = state
	s.seen, _ = strconv.Atoi(string(state.Get("seen")))
}

func (s *tender) Tend(w focus.Waiting) {
	s.tended++
	links, _ := w.Links(0, "", 100)
	for _, l := range links {
		s.waiting = append(s.waiting, l.URL.String())
		w.Move(l.URL, focus.Placement{Lane: 3, Score: l.Score})
	}
}

// TestStrategyTendsWaitingLinksAndKeepsState crawls in virtual time, lest the second seed be requested before the first is tended.
func TestStrategyTendsWaitingLinksAndKeepsState(t *testing.T) {
	folder := siteFolder{"a.test/index.html": htmlText("Home", "/a1", "/a2"), "a.test/a1.html": htmlText("A1")}
	virtual := clock.NewVirtual(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC))
	f := frontier.NewMemory(frontier.Options{Delay: time.Second, PerHost: 1, Now: virtual.Now})
	var asked []string
	crawlOn := func(s focus.Strategy, seeds ...string) {
		web, err := recordedweb.Sites(folder, recordedweb.Options{Seed: 1, Clock: virtual})
		if err != nil {
			t.Fatal(err)
		}
		done := simulate(t, web, crawl.Config{Seeds: seeds, Strategy: s}, nil, crawler.Parts{Frontier: f})
		asked = append(asked, slices.DeleteFunc(done.urls(), isAside)...)
	}
	seeds := []string{"http://a.test/", "http://a.test/late"}
	first := &tender{}
	crawlOn(first, seeds...)
	if first.tended == 0 || len(first.waiting) == 0 || first.waiting[0] != "http://a.test/late" {
		t.Errorf("tended %d times, saw %v waiting; want the second seed first", first.tended, first.waiting)
	}
	if want := []string{"http://a.test/", "http://a.test/a1", "http://a.test/a2", "http://a.test/late"}; !slices.Equal(asked, want) {
		t.Errorf("asked for %v, want %v", asked, want)
	}
	again := &tender{}
	crawlOn(again, append(seeds, "http://a.test/new")...)
	if again.seen != len(asked) || len(asked) != 5 {
		t.Errorf("the strategy remembers %d pages over both runs, %v were asked for", again.seen, asked)
	}
}

// frontiers returns what opens an empty frontier, of each kind.
func frontiers(t *testing.T) map[string]func() crawler.Frontier {
	return map[string]func() crawler.Frontier{
		"memory": func() crawler.Frontier { return frontier.NewMemory(frontier.Options{PerHost: 1}) },
		"disk": func() crawler.Frontier {
			f, err := frontier.Open(t.Context(), t.TempDir(), frontier.Options{PerHost: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { f.Close() })
			return f
		},
	}
}

// returner has a page requested again, once.
type returner struct {
	focus.BreadthFirst
	page   string
	pages  int
	learns []string
}

func (s *returner) Learn(v *focus.Visit) {
	s.pages++
	s.learns = append(s.learns, v.URL.String())
}

func (s *returner) Tend(w focus.Waiting) {
	if s.pages != 2 {
		return
	}
	for _, u := range []string{s.page, "http://a.test/never-found"} {
		u, _ := weburl.Parse(u)
		w.Revisit(focus.WaitingLink{URL: u, Depth: 0, Placement: focus.Placement{Score: 1}})
	}
}

// TestStrategyHasAPageRequestedAgain: what was added to it since is found, and a URL that was never visited is left alone.
func TestStrategyHasAPageRequestedAgain(t *testing.T) {
	for name, f := range frontiers(t) {
		t.Run(name, func(t *testing.T) {
			requests := 0
			w := newWeb(t, pages{"a.test/1": html("1", "/3"), "a.test/2": html("2"), "a.test/3": html("3"), "a.test/new": html("New")})
			w.pages["a.test/"] = func(rw http.ResponseWriter, r *http.Request) {
				if requests++; requests == 1 {
					html("Hub", "/1", "/2")(rw, r)
					return
				}
				html("Hub", "/1", "/2", "/new")(rw, r)
			}
			s := &returner{page: "http://a.test/"}
			run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Politeness: crawl.Politeness{Workers: 1, Delay: -1}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{Frontier: f()})
			wantRequests(t, w, "a.test/", "a.test/", "a.test/1", "a.test/2", "a.test/3", "a.test/new")
			if want := "http://a.test/"; len(s.learns) != 6 || s.learns[2] != want {
				t.Errorf("learned from %q, want from the hub again after two pages", s.learns)
			}
		})
	}
}

// preferrer prefers the last of the links of a page.
type preferrer struct {
	focus.BreadthFirst
	learns []string
}

func (s *preferrer) Learn(v *focus.Visit) { s.learns = append(s.learns, v.URL.Path()) }

func (s *preferrer) Tend(w focus.Waiting) {
	if len(s.learns) != 2 {
		return
	}
	links, _ := w.Links(0, "", 100)
	last := slices.MaxFunc(links, func(a, b focus.WaitingLink) int { return strings.Compare(a.URL.String(), b.URL.String()) })
	w.Prefer(0, last.URL.Host(), []focus.Preferred{{URL: last.URL, Score: 1}})
}

// TestStrategyPrefersALink: it is requested next, before those that arrived earlier.
func TestStrategyPrefersALink(t *testing.T) {
	for name, f := range frontiers(t) {
		t.Run(name, func(t *testing.T) {
			site := pages{"a.test/": html("Hub", "/1", "/2", "/3", "/4", "/5")}
			for i := range 5 {
				site["a.test/"+strconv.Itoa(i+1)] = html("Page")
			}
			w := newWeb(t, site)
			s := &preferrer{}
			run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Politeness: crawl.Politeness{Workers: 1, Delay: -1}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{Frontier: f()})
			if want := []string{"/", "/1", "/5", "/2", "/3", "/4"}; !slices.Equal(s.learns, want) {
				t.Errorf("requested %q, want %q", s.learns, want)
			}
		})
	}
}

// refuser records what is refused, and what is learned.
type refuser struct {
	focus.BreadthFirst
	refused, learned []string
}

var _ focus.Refuser = (*refuser)(nil)

func (s *refuser) Refuse(u weburl.URL)  { s.refused = append(s.refused, u.String()) }
func (s *refuser) Learn(v *focus.Visit) { s.learned = append(s.learned, v.URL.String()) }

// TestStrategyIsToldWhatRobotsForbid: it would wait for such a link for ever.
func TestStrategyIsToldWhatRobotsForbid(t *testing.T) {
	w := newWeb(t, pages{
		"a.test/": html("Home", "/open", "/closed/1", "/closed/1.pdf"), "a.test/open": html("Open"),
		"a.test/robots.txt": file("text/plain", "User-agent: *\nDisallow: /closed/\n"),
	})
	s := &refuser{}
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{})
	if want := []string{"http://a.test/closed/1"}; !slices.Equal(s.refused, want) { // the document is none of the strategy's links
		t.Errorf("refused %q, want %q", s.refused, want)
	}
	if slices.Contains(s.learned, "http://a.test/closed/1") {
		t.Errorf("learned from a link that was not requested: %q", s.learned)
	}
}

// placer records what it places.
type placer struct {
	focus.BreadthFirst
	placed []string
}

func (s *placer) Place(v *focus.Visit, l *page.Link) focus.Placement {
	s.placed = append(s.placed, l.URL.String())
	return s.BreadthFirst.Place(v, l)
}

// TestStrategyPlacesNoProbes: they are requested at once, and say nothing of the links of pages.
func TestStrategyPlacesNoProbes(t *testing.T) {
	all := siteOf("a.test", "/", brokenLinks("/", 6)...)
	all["a.test/*"] = oops
	w := newWeb(t, all)
	s := &placer{}
	run(t, crawl.Config{Seeds: []string{"http://a.test/"}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}, crawler.Parts{})
	if len(w.probes()) == 0 || len(s.placed) < len(topics) {
		t.Fatalf("%d probes, %d links placed", len(w.probes()), len(s.placed))
	}
	if i := slices.IndexFunc(s.placed, probeURL.MatchString); i >= 0 {
		t.Errorf("the strategy places %s", s.placed[i])
	}
}

// keeper keeps links with a name, and records which of them are found again, and how many documents each page brought.
type keeper struct {
	focus.BreadthFirst
	name      string
	kept      map[weburl.Key]bool
	again     []string
	documents map[string]int
}

var _ focus.Keeper = (*keeper)(nil)

func (s *keeper) Place(v *focus.Visit, l *page.Link) focus.Placement {
	if l.URL.Path() == s.name {
		s.kept[l.URL.Key()] = true
	}
	return s.BreadthFirst.Place(v, l)
}

func (s *keeper) Learn(v *focus.Visit) {
	delete(s.kept, v.URL.Key())
	s.documents[v.URL.Path()] = v.Documents
}

func (s *keeper) Keeps(k weburl.Key) bool { return s.kept[k] }

func (s *keeper) FoundAgain(_ *focus.Visit, l *page.Link) { s.again = append(s.again, l.URL.Path()) }

// TestStrategyIsToldWhenALinkThatItKeepsIsFoundAgain: not of others, nor after the request.
func TestStrategyIsToldWhenALinkThatItKeepsIsFoundAgain(t *testing.T) {
	for name, f := range frontiers(t) {
		t.Run(name, func(t *testing.T) {
			w := newWeb(t, pages{
				"a.test/": html("Home", "/1", "/kept", "/2", "/x.pdf"), "a.test/1": html("1", "/", "/kept", "/2", "/x.pdf"),
				"a.test/kept": html("Kept"), "a.test/2": html("2", "/kept", "/1"),
			})
			s := &keeper{name: "/kept", kept: map[weburl.Key]bool{}, documents: map[string]int{}}
			cfg := crawl.Config{Seeds: []string{"http://a.test/"}, Politeness: crawl.Politeness{Workers: 1, Delay: -1}, Network: crawl.Network{Proxy: w.URL}, Strategy: s}
			cfg.Hooks.Link = func(_ weburl.URL, l *page.Link) bool { return l.URL.Path() != "/x.pdf" }
			run(t, cfg, crawler.Parts{Frontier: f()})
			wantRequests(t, w, "a.test/", "a.test/1", "a.test/2", "a.test/kept")
			if want := []string{"/kept"}; !slices.Equal(s.again, want) {
				t.Errorf("found again: %q, want %q", s.again, want)
			}
			// The refused document is no news the second time, although another link may still lead to it.
			if s.documents["/"] != 1 || s.documents["/1"] != 0 {
				t.Errorf("new documents by page: %v, want one of the first", s.documents)
			}
		})
	}
}
