package focus_test

import (
	"fmt"
	"strings"

	"sluice/focus"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// parsed returns a page of HTML.
func parsed(url, html string) *page.Page {
	u, _ := weburl.Parse(url)
	var parser page.Parser
	return parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
}

// closing is a strategy that takes hosts last whose robots.txt refuses what it wants.
type closing struct {
	shallow
	refused map[string]int // links by host
}

func (s *closing) Refuse(u weburl.URL) { s.refused[u.Host()]++ }

func (s *closing) Place(v *focus.Visit, l *page.Link) focus.Placement {
	at := s.shallow.Place(v, l)
	if s.refused[l.URL.Host()] >= 3 {
		at.Lane = 1
	}
	return at
}

func (s *closing) Choose(lanes []focus.LaneState, n int) []focus.Share { // lane 1 when nothing else can be served
	return []focus.Share{{Lane: lanes[0].Lane, N: n}}
}

// A Refuser learns which of its links were not requested after all.
func ExampleRefuser() {
	s := &closing{refused: map[string]int{}}
	u, _ := weburl.Parse("http://a.example/private/1")
	fmt.Println("lane", s.Place(nil, &page.Link{URL: u}).Lane)
	for range 3 {
		s.Refuse(u)
	}
	fmt.Println("lane", s.Place(nil, &page.Link{URL: u}).Lane)
	fmt.Println("next from lane", s.Choose([]focus.LaneState{{Lane: 0}, {Lane: 1}}, 1)[0].Lane)
	// Output:
	// lane 0
	// lane 1
	// next from lane 0
}

// counting is a strategy that has links moved to the front to which three pages link.
type counting struct {
	shallow
	pages map[weburl.Key]int // that link to it
	next  []weburl.URL
}

func (s *counting) Place(v *focus.Visit, l *page.Link) focus.Placement {
	s.pages[l.URL.Key()] = 1
	return s.shallow.Place(v, l)
}

func (s *counting) Learn(v *focus.Visit) { delete(s.pages, v.URL.Key()) }

func (s *counting) Keeps(k weburl.Key) bool { return s.pages[k] > 0 }

func (s *counting) FoundAgain(_ *focus.Visit, l *page.Link) {
	if k := l.URL.Key(); s.Keeps(k) {
		if s.pages[k]++; s.pages[k] == 3 {
			s.next = append(s.next, l.URL)
		}
	}
}

func (s *counting) Tend(w focus.Waiting) {
	for _, u := range s.next {
		w.Move(u, focus.Placement{Lane: 0, Score: 1})
	}
	s.next = nil
}

// A Keeper knows itself where its links wait, so that nothing is read for it when one of them is found again.
func ExampleKeeper() {
	s := &counting{pages: map[weburl.Key]int{}}
	u, _ := weburl.Parse("http://a.example/papers")
	l := &page.Link{URL: u}
	s.Place(nil, l)
	for range 2 {
		s.FoundAgain(nil, l)
	}
	s.Tend(queued{})
	s.Learn(&focus.Visit{URL: u, Status: 200})
	fmt.Println("kept after its visit:", s.Keeps(u.Key()))
	// Output:
	// http://a.example/papers waits in lane 0
	// kept after its visit: false
}

// watching is a strategy that looks at the page of news again after each hundred pages.
type watching struct {
	shallow
	news  weburl.URL
	pages int
}

func (s *watching) Learn(v *focus.Visit) {
	if s.pages++; strings.HasSuffix(v.URL.Path(), "/news.html") {
		s.news = v.URL
	}
}

func (s *watching) Tend(w focus.Waiting) {
	if s.pages >= 100 && !s.news.IsZero() {
		s.pages = 0
		w.Revisit(focus.WaitingLink{URL: s.news, Placement: focus.Placement{Score: 1}})
	}
}

func (q queued) Revisit(l focus.WaitingLink) { fmt.Println(l.URL, "is requested again") }

// A Tender also has pages requested again. It must bound how often: a crawl ends when nothing waits.
func ExampleWaiting() {
	s := &watching{}
	news, _ := weburl.Parse("http://a.example/news.html")
	other, _ := weburl.Parse("http://a.example/other.html")
	s.Learn(&focus.Visit{URL: news, Status: 200})
	for range 99 {
		s.Learn(&focus.Visit{URL: other, Status: 200})
		s.Tend(queued{})
	}
	// Output: http://a.example/news.html is requested again
}

// What is random in a strategy is decided by a seed: the same seed gives the same order.
func ExampleNamed() {
	u, _ := weburl.Parse("http://a.example/papers")
	one, _ := focus.Named("random", 1)
	same, _ := focus.Named("random", 1)
	other, _ := focus.Named("random", 2)
	l := &page.Link{URL: u}
	fmt.Println(one.Place(nil, l) == same.Place(nil, l), one.Place(nil, l) == other.Place(nil, l))
	// Output: true false
}

// Soft focus scores links by the relevance of their page, hard focus also leaves links of pages of other classes to the end.
func ExampleFocused() {
	about, _ := topic.New(topic.Definition{Name: "crawling", Classes: []topic.Class{
		{Name: "Web/Crawlers", Good: true, Words: "crawlers"}, {Name: "Sport", Words: "football"},
	}}, nil)
	for _, s := range []*focus.Focused{{}, {Hard: true}} {
		_ = s.SetTopic(about)
		for _, html := range []string{`Crawlers and more crawlers. <a href=x>x</a>`, `Football, and football again. <a href=x>x</a>`} {
			p := parsed("http://a.example/", html)
			at := s.Place(&focus.Visit{URL: p.URL, Page: p, Relevance: about.Relevance(topic.Page(p, nil)...)}, &p.Links[0])
			fmt.Printf("hard %v: last %v, score above 0.5 %v\n", s.Hard, at.Lane > 0, at.Score > 0.5)
		}
	}
	// Output:
	// hard false: last false, score above 0.5 true
	// hard false: last false, score above 0.5 false
	// hard true: last false, score above 0.5 true
	// hard true: last true, score above 0.5 false
}

// Layers of a context graph are learned from pages whose distance to what is looked for is known.
func ExampleContextGraph() {
	trainer, _ := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	for _, x := range []struct {
		layer int
		text  string
	}{{0, "abstract references proofs"}, {0, "abstract theorem references"}, {1, "publications list papers"}, {1, "papers publications by year"}} {
		_ = trainer.Add(focus.LayerLabel(x.layer), vector.Field{Text: x.text})
	}
	layers, _ := trainer.Train()
	s := &focus.ContextGraph{Layers: layers}
	for _, html := range []string{`Publications: papers by year <a href=x>x</a>`, `Abstract, theorem, references <a href=x>x</a>`} {
		p := parsed("http://a.example/", html)
		fmt.Println("layer", s.Place(&focus.Visit{URL: p.URL, Page: p}, &p.Links[0]).Lane)
	}
	// Output:
	// layer 1
	// layer 0
}

// Agents get their energy from pages, here by a judge that was trained on earlier ones.
func ExampleTrainPageJudge() {
	texts := func(all ...string) (fields [][]vector.Field) {
		for _, text := range all {
			fields = append(fields, topic.Text("", text))
		}
		return fields
	}
	judge, _ := focus.TrainPageJudge(
		texts("crawlers fetch pages", "focused crawlers", "a frontier of crawlers", "crawlers and pages"),
		texts("football on grass", "a game of football", "football teams", "football and grass"))
	for _, html := range []string{`Crawlers that fetch pages`, `Football on green grass`} {
		fmt.Println(judge(parsed("http://a.example/", html)) > 0.5)
	}
	agents := &focus.InfoSpiders{Judge: judge}
	definition, _ := topic.FromWords("crawlers")
	about, _ := topic.New(definition, nil)
	_ = agents.SetTopic(about)
	for _, u := range []string{"http://a.example/", "http://b.example/"} {
		u, _ := weburl.Parse(u)
		agents.Place(nil, &page.Link{URL: u, Kind: page.KindSeed})
	}
	fmt.Println(agents.Population(), "agents")
	// Output:
	// true
	// false
	// 2 agents
}

// The weights of evolved are set by name.
func ExampleEvolved() {
	s := &focus.Evolved{Weights: map[string]float64{"link-papers": 1}}
	p := parsed("http://a.example/", `<a href=1>Publications</a> <a href=2>Cats</a>`)
	v := &focus.Visit{URL: p.URL, Page: p}
	fmt.Println(s.Place(v, &p.Links[0]).Score > s.Place(v, &p.Links[1]).Score)
	// Output: true
}
