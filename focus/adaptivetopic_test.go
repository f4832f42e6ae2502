package focus_test

import (
	"fmt"
	"maps"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// TestAdaptiveBeginsWithLinksThatNameTheTopic: what a classifier says of a few words means nothing, but what its classes are called does.
func TestAdaptiveBeginsWithLinksThatNameTheTopic(t *testing.T) {
	for name, tt := range map[string]struct {
		about *topic.Topic
		word  string
	}{
		"classifier": {trained(t), "Crawling"},
		"taxonomy":   {taxonomy(t), "Crawlers"},
		"words":      {about(t, "lists of crawlers"), "Crawler"},
	} {
		a := &focus.Adaptive{}
		if err := a.SetTopic(tt.about); err != nil {
			t.Fatal(err)
		}
		if ahead(t, a, "http://a.example/", "<a href=/a/1.html>Waiting</a> <a href=/b/1.html>"+tt.word+"</a>") {
			t.Errorf("%s: a link that says Waiting is before one that says %s", name, tt.word)
		}
	}
}

// turns is a view that counts the links that are to be next because they have waited longest.
type turns struct {
	noWaiting
	next weburl.URL
	n    int
}

func (w *turns) Prefer(_ focus.Lane, _ string, links []focus.Preferred) {
	if links[0].Score > 60 && links[0].Score < 100 && links[0].URL != w.next {
		w.next = links[0].URL
		w.n++
	}
}

// explored lets adaptive make so many requests for a topic, most of them for pages that are not relevant, and returns how many turns there were.
func explored(t *testing.T, words string, state memory, requests int) int {
	t.Helper()
	a := &focus.Adaptive{}
	if err := a.SetTopic(about(t, words)); err != nil {
		t.Fatal(err)
	}
	a.Restore(state)
	p := parseAt(t, "http://a.example/", listOf(requests, "wine"))
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p}
	var w turns
	for i := range p.Links {
		at := a.Place(home, &p.Links[i])
		u := p.Links[i].URL
		if !w.next.IsZero() {
			u, w.next = w.next, weburl.URL{}
		}
		a.Learn(&focus.Visit{URL: u, Status: 200, Page: p, Lane: at.Lane, Score: at.Score, Depth: 1, Relevance: 1})
		a.Place(home, &page.Link{URL: mustParse(t, fmt.Sprintf("http://a.example/waits/%d.html", i))})
		a.Tend(&w)
	}
	return w.n
}

// TestAdaptiveExploresOnceForATopic: not again after each restart, but for another topic.
func TestAdaptiveExploresOnceForATopic(t *testing.T) {
	state := memory{}
	if n := explored(t, "wine", state, 400) + explored(t, "wine", maps.Clone(state), 400); n < 90 || n > 110 {
		t.Errorf("%d turns in the first 800 requests, want 100", n)
	}
	explored(t, "wine", state, 400)
	if n := explored(t, "wine", maps.Clone(state), 240); n > 11 {
		t.Errorf("%d turns in 240 requests after the first 800 and a restart, want at most 10", n)
	}
	if n := explored(t, "beer", maps.Clone(state), 240); n < 29 {
		t.Errorf("%d turns in the first 240 requests of another topic, want 30", n)
	}
}

// TestAdaptiveForgetsWhatPagesWereWorthToAnotherTopic: also if it is stopped soon after that topic was chosen. Which links are dead it knows.
func TestAdaptiveForgetsWhatPagesWereWorthToAnotherTopic(t *testing.T) {
	state := memory{}
	begin := func(words string) *focus.Adaptive {
		a := &focus.Adaptive{}
		if err := a.SetTopic(about(t, words)); err != nil {
			t.Fatal(err)
		}
		a.Restore(state)
		return a
	}
	a := begin("crawlers")
	for i := range 300 {
		for _, v := range []*focus.Visit{{Status: 200, Page: parse(t, "red"), Relevance: 1}, {Status: 200, Page: parse(t, "green")}, {Status: 404}} {
			name := "dead"
			if v.Page != nil {
				name = string(v.Page.Text)
			}
			v.URL = mustParse(t, fmt.Sprintf("http://a.example/%s/%d.html", name, i))
			v.Lane = a.Place(nil, &page.Link{URL: v.URL}).Lane
			a.Learn(v)
			a.Tend(noWaiting{})
		}
	}
	const red, dead = "<a href=/green/x.html>x</a> <a href=/red/x.html>x</a>", "<a href=/dead/x.html>x</a> <a href=/green/x.html>x</a>"
	if ahead(t, begin("crawlers"), "http://a.example/", red) {
		t.Error("what pages were worth to the topic is forgotten")
	}
	for range 2 {
		a = begin("stones")
		if !ahead(t, a, "http://a.example/", red) {
			t.Error("pages that were worth something to another topic come first")
		}
		if ahead(t, a, "http://a.example/", dead) {
			t.Error("which links are dead is forgotten")
		}
		v := &focus.Visit{URL: mustParse(t, "http://a.example/other.html"), Status: 200, Page: parse(t, "x")}
		v.Lane = a.Place(nil, &page.Link{URL: v.URL}).Lane
		a.Learn(v)
		a.Tend(noWaiting{})
	}
}
