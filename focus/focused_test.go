package focus_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"sluice/focus"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
)

// taxonomy has a good class with two below it, and another.
func taxonomy(t *testing.T) *topic.Topic {
	t.Helper()
	a, err := topic.New(topic.Definition{Name: "crawling", Classes: []topic.Class{
		{Name: "Web", Good: true, Words: "hypertext"}, {Name: "Web/Crawlers", Words: "crawlers"}, {Name: "Web/Browsers", Words: "browsers"}, {Name: "Sport", Words: "football"},
	}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// trained is a topic that is a Naive Bayes classifier.
func trained(t *testing.T) *topic.Topic {
	t.Helper()
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][2]string{
		{"crawling", "crawlers fetch pages in parallel"}, {"crawling", "a frontier of crawlers"}, {"browsing", "browsers show hypertext in windows"},
		{"browsing", "windows of browsers"}, {"sport", "football is a game"}, {"sport", "a game of football on grass"},
	} {
		if err := trainer.Add(x[0], vector.Field{Text: x[1]}); err != nil {
			t.Fatal(err)
		}
	}
	model, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	a, err := topic.New(topic.Definition{Name: "web", Model: "web.model", Good: []string{"crawling", "browsing"}}, model)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestFocusByClasses(t *testing.T) {
	for _, about := range []*topic.Topic{taxonomy(t), trained(t)} {
		for _, c := range []struct {
			name, html string
			follow     bool
		}{
			{"a class below a good one", `Crawlers and crawlers. <a href=x>x</a>`, true},
			{"two good classes", `Crawlers and browsers, browsers and crawlers. <a href=x>x</a>`, true},
			{"another class", `Football, a game of football. <a href=x>x</a>`, false},
			{"mostly another class", `Football, a game of football, football, football, not of crawlers. <a href=x>x</a>`, false},
		} {
			p := parse(t, c.html)
			v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Relevance: about.Relevance(topic.Page(p, nil)...)}
			soft, hard := &focus.Focused{}, &focus.Focused{Hard: true}
			for _, s := range []*focus.Focused{soft, hard} {
				if err := s.SetTopic(about); err != nil {
					t.Fatal(err)
				}
			}
			sum := 0.0
			for _, share := range about.Classify(topic.Page(p, nil)...) {
				if share.Good {
					sum += share.Probability
				}
			}
			if got := soft.Place(v, &p.Links[0]); got.Lane != 0 || math.Abs(got.Score-sum) > 1e-9 {
				t.Errorf("%s, %s, soft: %v, want a score of %v", about.Name(), c.name, got, sum)
			}
			if got := hard.Place(v, &p.Links[0]); (got.Lane == 0) != c.follow {
				t.Errorf("%s, %s, hard: %v; want it followed: %v", about.Name(), c.name, got, c.follow)
			}
		}
	}
}

// TestHardFocusOnAPageOfNoClass: that a page is about none of the classes may be the most probable.
func TestHardFocusOnAPageOfNoClass(t *testing.T) {
	s := &focus.Focused{Hard: true}
	if err := s.SetTopic(taxonomy(t)); err != nil {
		t.Fatal(err)
	}
	p := parse(t, `Stones and sand, grass and trees, cats and dogs, and hypertext. <a href=x>x</a>`)
	strange := &focus.Visit{URL: p.URL, Page: parse(t, `<a href=x>x</a>`), Relevance: math.NaN()}
	if got := s.Place(strange, &p.Links[0]); got.Lane == 0 || got.Score != 0 {
		t.Errorf("a page without words: %v", got)
	}
	if got := s.Place(&focus.Visit{URL: p.URL, Status: 200, Type: "xml"}, &p.Links[0]); got.Lane == 0 {
		t.Errorf("no page: %v", got)
	}
}

func TestFocusedWalks(t *testing.T) {
	web := map[string]string{
		"/":  `Crawlers. <a href=/1>x</a> <a href=/2>x</a>`,
		"/1": `Football. <a href=/3>x</a> <a href=/5>x</a>`, "/2": `Crawlers, crawlers and football. <a href=/4>x</a> <a href=/5>x</a>`,
		"/3": `Football.`, "/4": `Crawlers. <a href=/6>x</a>`, "/5": `Football.`, "/6": `Football.`,
	}
	for name, want := range map[string]string{
		"focused-soft": "/ /1 /2 /5 /4 /6 /3", // 5 is found again on a page that is more relevant
		"focused-hard": "/ /1 /2 /5 /4 /6 /3", // and on one that is followed
	} {
		s := named(t, name, 0)
		if err := s.(focus.Topical).SetTopic(taxonomy(t)); err != nil {
			t.Fatal(err)
		}
		if got := walkOf(t, web, s, taxonomy(t)); got != want {
			t.Errorf("%s: visits %s, want %s", name, got, want)
		}
	}
}

func TestLinkOfSeveralPagesHasTheGreatestRelevance(t *testing.T) {
	s := topical(t, "focused-hard", "crawlers").(*focus.Focused)
	on, off := parse(t, `Crawlers, crawlers. <a href=x>x</a>`), parse(t, `Stones. <a href=x>x</a>`)
	good, bad := &focus.Visit{URL: on.URL, Page: on, Relevance: 0.8}, &focus.Visit{URL: off.URL, Page: off, Relevance: 0.1}
	first, last := s.Place(good, &on.Links[0]), s.Place(bad, &off.Links[0])
	for _, c := range []struct {
		name      string
		v         *focus.Visit
		was, want focus.Placement
	}{
		{"on a relevant page after another", good, last, first},
		{"on another page after a relevant one", bad, first, first},
		{"on another page again", bad, last, last},
		{"on a page that is less relevant", good, focus.Placement{Score: 0.9}, focus.Placement{Score: 0.9}},
		{"after it was lifted", good, focus.Placement{Score: 1.5}, focus.Placement{Score: 1.5}},
		{"after another strategy", good, focus.Placement{Score: math.NaN()}, first},
	} {
		if got := s.Again(c.v, &on.Links[0], c.was); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// hubs lets a strategy visit ten authorities on hosts of their own, a hub that links to all of them and to a page that waits, and others
// that link to pages that wait; it returns what waits.
func hubs(t *testing.T, s focus.Strategy) *lane {
	t.Helper()
	w := &lane{moved: map[focus.Lane]int{}}
	visit := func(url string, relevance float64, html string, wait string) {
		p := parse(t, html+`<a href=`+wait+`>x</a>`)
		v := &focus.Visit{URL: mustParse(t, url), Status: 200, Page: p, Relevance: relevance}
		s.Learn(v)
		l := &p.Links[len(p.Links)-1]
		w.links = append(w.links, focus.WaitingLink{URL: l.URL, Placement: focus.Placement{Score: relevance}})
	}
	authorities, own := "", ""
	for i := range 10 {
		visit(fmt.Sprintf("http://authority%d.example/", i), 0.9, "Crawlers.", fmt.Sprintf("http://authority%d.example/x", i))
		visit(fmt.Sprintf("http://own.example/%d", i), 0.9, "Crawlers.", fmt.Sprintf("http://own.example/x%d", i))
		authorities += fmt.Sprintf("<a href=http://authority%d.example/>x</a>", i)
		own += fmt.Sprintf("<a href=http://own.example/%d>x</a>", i)
	}
	visit("http://hub.example/", 0.9, "Crawlers. "+authorities+"<a href=http://hub.example/menu>x</a>", "http://a.example/hub")
	visit("http://own.example/", 0.9, "Crawlers. "+own, "http://a.example/within")
	visit("http://off.example/", 0.1, "Stones. "+authorities, "http://a.example/off")
	w.links = w.links[len(w.links)-3:]
	return w
}

func TestLinksOfTheBestHubsAreLifted(t *testing.T) {
	for _, name := range []string{"focused-soft", "focused-hard"} {
		s := topical(t, name, "crawlers")
		w := hubs(t, s)
		w.links = append(w.links, focus.WaitingLink{URL: mustParse(t, "http://hub.example/menu"), Placement: focus.Placement{Score: 0.9}})
		s.(focus.Tender).Tend(w)
		if got := w.links[3].Score; got != 0.9 {
			t.Errorf("%s: a link of the hub within its host has %v, want 0.9", name, got)
		}
		if got := w.links[0].Score; !(got > 1 && got <= 2) {
			t.Errorf("%s: the link of the hub has %v, want more than any relevance", name, got)
		}
		if got := w.links[1].Score; got != 0.9 {
			t.Errorf("%s: the link of a page that links within its host has %v, want 0.9", name, got)
		}
		if got := w.links[2].Score; got != 0.1 {
			t.Errorf("%s: the link of a hub off the topic has %v, want 0.1", name, got)
		}
	}
}

func TestHubsAreKnownAfterARestart(t *testing.T) {
	state := memory{}
	s := restored(t, "focused-soft", state)
	w := hubs(t, s)
	s.(focus.Tender).Tend(noWaiting{})
	again := restored(t, "focused-soft", maps.Clone(state))
	again.(focus.Tender).Tend(w)
	if got := w.links[0].Score; !(got > 1) {
		t.Errorf("after a restart the link of the hub has %v", got)
	}
}

// revisits is a view in which nothing waits; it records what is to be requested again.
type revisits struct {
	noWaiting
	links []focus.WaitingLink
}

func (r *revisits) Revisit(l focus.WaitingLink) { r.links = append(r.links, l) }

// Revisit implements [focus.Waiting]: adaptive has no page requested again.
func (lanesOfLinks) Revisit(focus.WaitingLink) {}

// visitPages lets a strategy visit so many pages without links.
func visitPages(t *testing.T, s focus.Strategy, w focus.Waiting, from, n int) {
	t.Helper()
	for i := range n {
		p := parse(t, `Crawlers.`)
		s.Learn(&focus.Visit{URL: mustParse(t, fmt.Sprintf("http://page%d.example/", from+i)), Status: 200, Page: p, Relevance: 0.9})
		s.(focus.Tender).Tend(w)
	}
}

// TestBestHubsAreVisitedAgain: more and more rarely, and only those on the topic that link to other hosts.
func TestBestHubsAreVisitedAgain(t *testing.T) {
	for _, name := range []string{"focused-soft", "focused-hard"} {
		s, w := topical(t, name, "crawlers"), &revisits{}
		hubs(t, s)
		s.(focus.Tender).Tend(w)
		if len(w.links) > 0 {
			t.Fatalf("%s: %v is to be visited again although it has just been visited", name, w.links[0].URL)
		}
		visitPages(t, s, w, 0, 1000)
		if len(w.links) == 0 || len(w.links) > 1+1000/100 {
			t.Fatalf("%s: %d visits of hubs again in 1,000 pages, want 1 to 11", name, len(w.links))
		}
		for _, l := range w.links {
			if l.URL.String() != "http://hub.example/" || !(l.Score > 1) {
				t.Errorf("%s: %s is to be visited again, with a score of %v", name, l.URL, l.Score)
			}
		}
		if len(w.links) > 6 { // 23 pages, doubled until 1,023
			t.Errorf("%s: a hub is visited again %d times in 1,023 pages, want at most once whenever they have doubled", name, len(w.links))
		}
	}
}

// TestVisitsOfHubsAgainAreCountedAcrossRestarts: a crawl that is stopped often visits no more hubs again than one that is not.
func TestVisitsOfHubsAgainAreCountedAcrossRestarts(t *testing.T) {
	state, w := memory{}, &revisits{}
	s := restored(t, "focused-soft", state)
	hubs(t, s)
	for i := range 40 {
		visitPages(t, s, w, 25*i, 25)
		s = restored(t, "focused-soft", maps.Clone(state))
	}
	if len(w.links) > 10 {
		t.Errorf("%d visits of hubs again in 1,000 pages with 40 restarts, want at most one in a hundred", len(w.links))
	}
}

// TestStateOfOneStrategyIsNotThatOfAnother: a crawl that continues with another strategy begins to learn.
func TestStateOfOneStrategyIsNotThatOfAnother(t *testing.T) {
	state := memory{}
	hubs(t, restored(t, "focused-soft", state))
	for _, e := range focus.Strategies() {
		s := named(t, e.Name, 0)
		if r, ok := s.(focus.Restorer); ok {
			r.Restore(state)
		}
		if got := s.Place(nil, &page.Link{URL: mustParse(t, "http://a.example/"), Kind: page.KindSeed}); math.IsNaN(got.Score) {
			t.Errorf("%s: seed at %v", e.Name, got)
		}
	}
}
