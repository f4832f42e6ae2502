package focus_test

import (
	"errors"
	"fmt"
	"strings"

	"sluice/focus"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// A strategy is chosen by its name.
func Example() {
	for _, e := range focus.Strategies() {
		fmt.Printf("%s: %s\n", e.Name, e.Summary)
	}
	_, err := focus.Named("best", 0)
	fmt.Println(err)
	// Output:
	// adaptive: links that promise most documents first, by what it learns from each request
	// breadth-first: pages near the seeds first
	// depth-first: the links of the page just visited first
	// random: links in random order
	// backlink: the pages that most pages found so far link to first
	// pagerank: the pages with the highest PageRank among those found so far first
	// anchor-priority: links whose anchors have words that lead to papers first
	// tag-path-bandit: links from places on pages whose links led to documents first
	// tree-frontier: groups of alike links first of which one promises most documents, by a tree that learns
	// best-first: the links of the pages most similar to the topic first
	// best-n-first: as best-first, 256 links before what they lead to counts
	// fish-search: the first links of relevant pages first, and few pages beyond them
	// shark-search: links whose text and pages are similar to the topic first, and few pages beyond them
	// focused-soft: the links of the pages most probably about the topic first, and those of the best hubs
	// focused-hard: as focused-soft, but links of pages of other classes only when nothing else waits
	// infospiders: what agents choose that learn where pages of the topic are, reproduce and die; ends with the last
	// infospiders-db: as infospiders, beginning at the most relevant pages of earlier crawls, too
	// context-graph: the links of pages that look as if fewest links led to what is looked for first
	// evolved: the links that a sum of weights ranks highest, set by hand or bred by `sluice lab evolve`
	// unknown strategy "best" (known: adaptive, breadth-first, depth-first, random, backlink, pagerank, anchor-priority, tag-path-bandit, tree-frontier, best-first, best-n-first, fish-search, shark-search, focused-soft, focused-hard, infospiders, infospiders-db, context-graph, evolved)
}

// A strategy sorts links into lanes. This one looks at the words of a link.
func ExamplePriority() {
	home, _ := weburl.Parse("http://people.example.org/~ada/")
	var parser page.Parser
	p := parser.Parse([]byte(`<a href="pubs.html">Publications</a> <a href="group.html">My group</a> <a href="cats.html">Cats</a>`),
		page.Source{URL: home, ContentType: "text/html"})
	strategy := &focus.Priority{}
	visit := &focus.Visit{URL: home, Page: p, Lane: focus.High}
	for i := range p.Links {
		fmt.Println(p.Anchor(&p.Links[i]), strategy.Place(visit, &p.Links[i]).Lane)
	}
	// Output:
	// Publications 0
	// My group 1
	// Cats 1
}

// shallow is a strategy: links with few folders first.
type shallow struct{}

func (shallow) Place(_ *focus.Visit, l *page.Link) focus.Placement {
	return focus.Placement{Score: -float64(strings.Count(l.URL.Path(), "/"))}
}

func (shallow) Choose(lanes []focus.LaneState, n int) []focus.Share {
	var shares []focus.Share
	for _, l := range lanes { // all of them: another strategy may have used more than one
		shares = append(shares, focus.Share{Lane: l.Lane, N: n})
	}
	return shares
}

func (shallow) Learn(*focus.Visit) {}

// A strategy of one's own goes into the Strategy of a crawl.Config.
func ExampleStrategy() {
	var s focus.Strategy = shallow{}
	for _, u := range []string{"http://a.example/papers", "http://a.example/people/ada/cats/"} {
		u, _ := weburl.Parse(u)
		fmt.Println(u, s.Place(nil, &page.Link{URL: u}).Score)
	}
	// Output:
	// http://a.example/papers -1
	// http://a.example/people/ada/cats/ -4
}

// often is a strategy that also counts how often a link is found.
type often struct{ shallow }

func (often) Again(_ *focus.Visit, _ *page.Link, was focus.Placement) focus.Placement {
	was.Score += 0.1
	return was
}

// An Againer moves a link that is found again while it waits.
func ExampleAgainer() {
	u, _ := weburl.Parse("http://a.example/papers")
	l := &page.Link{URL: u}
	var s focus.Againer = often{}
	at := often{}.Place(nil, l)
	for range 3 {
		at = s.Again(nil, l, at)
	}
	fmt.Printf("%.1f\n", at.Score)
	// Output: -0.7
}

// patient is a strategy that takes calendars last: it moves their links to a lane of their own when it learns that they bring nothing.
type patient struct {
	shallow
	pages, documents int // of calendars
}

func (s *patient) Learn(v *focus.Visit) {
	if strings.Contains(v.URL.Path(), "/calendar/") {
		s.pages++
		s.documents += v.Documents
	}
}

func (s *patient) Tend(w focus.Waiting) {
	if s.pages < 50 || s.documents > 0 {
		return
	}
	links, _ := w.Links(0, "", 100) // a slice after each group of visits
	for _, l := range links {
		if strings.Contains(l.URL.Path(), "/calendar/") {
			w.Move(l.URL, focus.Placement{Lane: 1, Score: l.Score})
		}
	}
}

// queued is what waits in this example; a crawl has its own.
type queued struct {
	focus.Waiting
	links []focus.WaitingLink
}

func (q queued) Links(focus.Lane, string, int) ([]focus.WaitingLink, string) { return q.links, "" }
func (q queued) Move(u weburl.URL, to focus.Placement)                       { fmt.Println(u, "waits in lane", to.Lane) }

// A Tender rearranges what waits, after each group of visits.
func ExampleTender() {
	s := &patient{}
	may, _ := weburl.Parse("http://a.example/calendar/1996-05")
	june, _ := weburl.Parse("http://a.example/calendar/1996-06")
	for range 50 {
		s.Learn(&focus.Visit{URL: may, Status: 200})
	}
	s.Tend(queued{links: []focus.WaitingLink{{URL: june}}})
	// Output: http://a.example/calendar/1996-06 waits in lane 1
}

// hosts is a strategy that prefers hosts which brought documents, also in the next run of the crawl.
type hosts struct {
	shallow
	state focus.State
}

func (s *hosts) Restore(state focus.State) { s.state = state }

func (s *hosts) Learn(v *focus.Visit) {
	if v.Documents > 0 {
		s.state.Put("good/"+v.URL.Host(), []byte{1})
	}
}

func (s *hosts) Place(v *focus.Visit, l *page.Link) focus.Placement {
	at := s.shallow.Place(v, l)
	if s.state.Get("good/"+l.URL.Host()) != nil {
		at.Score += 10
	}
	return at
}

// memo is a state in memory; that of a crawl is durable.
type memo map[string][]byte

func (m memo) Get(key string) []byte        { return m[key] }
func (m memo) Put(key string, value []byte) { m[key] = value }

// A Restorer keeps what it has learned.
func ExampleRestorer() {
	u, _ := weburl.Parse("http://a.example/papers")
	state := memo{}
	first := &hosts{}
	first.Restore(state)
	first.Learn(&focus.Visit{URL: u, Status: 200, Documents: 3})

	next := &hosts{} // after a restart
	next.Restore(state)
	fmt.Println(next.Place(nil, &page.Link{URL: u}).Score)
	// Output: 9
}

// anchors is a strategy that asks the topic about the text of each link.
type anchors struct {
	shallow
	topic *topic.Topic
}

func (s *anchors) SetTopic(t *topic.Topic) error {
	if t == nil {
		return errors.New("it needs a topic")
	}
	s.topic = t
	return nil
}

func (s *anchors) Place(v *focus.Visit, l *page.Link) focus.Placement {
	if v == nil || v.Page == nil || s.topic == nil {
		return focus.Placement{}
	}
	return focus.Placement{Score: s.topic.Relevance(topic.Text("", v.Page.Anchor(l))...)}
}

// A Topical strategy gets the topic of the crawl, here to compare links with it.
func ExampleTopical() {
	definition, _ := topic.FromWords("web crawlers")
	about, _ := topic.New(definition, nil)
	s := &anchors{}
	fmt.Println(s.SetTopic(nil))
	_ = s.SetTopic(about)

	home, _ := weburl.Parse("http://a.example/")
	var parser page.Parser
	p := parser.Parse([]byte(`<a href=1>Our web crawlers</a> <a href=2>Our cats</a>`), page.Source{URL: home, ContentType: "text/html"})
	for i := range p.Links {
		fmt.Println(p.Anchor(&p.Links[i]), s.Place(&focus.Visit{URL: home, Page: p}, &p.Links[i]).Score > 0.5)
	}
	// Output:
	// it needs a topic
	// Our web crawlers true
	// Our cats false
}
