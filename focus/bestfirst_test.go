package focus_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/topic"
)

// about returns a topic of words.
func about(t testing.TB, words string) *topic.Topic {
	t.Helper()
	d, err := topic.FromWords(words)
	if err != nil {
		t.Fatal(err)
	}
	about, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return about
}

// topical returns a strategy with a topic of words.
func topical(t *testing.T, name, words string) focus.Strategy {
	t.Helper()
	s := named(t, name, 0)
	if err := s.(focus.Topical).SetTopic(about(t, words)); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestStrategiesSayThatTheyNeedATopic(t *testing.T) {
	for _, e := range focus.Strategies() {
		topical, ok := e.New(0).(focus.Topical)
		if !ok {
			if e.Topic {
				t.Errorf("%s needs a topic but cannot be given one", e.Name)
			}
			continue
		}
		err := topical.SetTopic(nil)
		if e.Topic != (err != nil) {
			t.Errorf("%s: needs a topic: %v; error without one: %v", e.Name, e.Topic, err)
		}
		if want := fmt.Sprintf("strategy %s needs a topic (name one with --topic)", e.Name); err != nil && err.Error() != want {
			t.Errorf("%s: error %q, want %q", e.Name, err, want)
		}
	}
}

// TestStrategiesPlaceWithoutATopic: a library is rebuilt with whatever strategy it was crawled.
func TestStrategiesPlaceWithoutATopic(t *testing.T) {
	p := parse(t, `<a href=x>x</a>`)
	for _, e := range focus.Strategies() {
		s := e.New(0)
		v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Relevance: math.NaN(), Score: math.NaN(), Worth: math.Inf(1)}
		s.Learn(v)
		for _, at := range []focus.Placement{s.Place(nil, &p.Links[0]), s.Place(v, &p.Links[0])} {
			if math.IsNaN(at.Score) || math.IsInf(at.Score, 0) {
				t.Errorf("%s: score %v", e.Name, at.Score)
			}
		}
	}
}

func TestBestFirstScoresLinksByTheirPage(t *testing.T) {
	s := topical(t, "best-first", "web crawlers")
	scores := map[string]float64{}
	for name, html := range map[string]string{
		"about it":    `<title>Web crawlers</title>How web crawlers crawl. <a href=x>x</a>`,
		"partly":      `The web has pages about everything, animals, plants, stones. <a href=x>x</a>`,
		"not at all":  `Animals, plants, stones. <a href=x>web crawlers</a>`,
		"only a link": `<a href=x>x</a>`,
	} {
		p := parse(t, html)
		scores[name] = s.Place(&focus.Visit{URL: p.URL, Page: p}, &p.Links[0]).Score
	}
	if !(1 > scores["about it"] && scores["about it"] > scores["partly"] && scores["partly"] > 0 && scores["only a link"] == 0) {
		t.Errorf("scores %v", scores)
	}
	// The cosine of (web 1, crawler 1) and (web 2, crawler 2, list 1), the endings of words removed.
	p := parse(t, `<title>Web crawlers</title>web crawler lists <a href=x></a>`)
	if got, want := s.Place(&focus.Visit{URL: p.URL, Page: p}, &p.Links[0]).Score, 4/(math.Sqrt(2)*3); math.Abs(got-want) > 1e-6 {
		t.Errorf("score %v, want %v", got, want)
	}
}

func TestSeedsAndRedirectsKeepTheirScore(t *testing.T) {
	s := topical(t, "best-first", "web crawlers")
	seed := &page.Link{URL: mustParse(t, "http://a.example/"), Kind: page.KindSeed}
	if got := s.Place(nil, seed); got.Score != 1 {
		t.Errorf("seed: score %v, want 1", got.Score)
	}
	redirect := &page.Link{URL: mustParse(t, "http://a.example/x"), Kind: page.KindRedirect}
	for score, want := range map[float64]float64{0.25: 0.25, -3: 0, 7: 1, math.NaN(): 0} {
		if got := s.Place(&focus.Visit{URL: seed.URL, Status: 301, Score: score}, redirect); got.Score != want {
			t.Errorf("target of a redirect whose link had %v: score %v, want %v", score, got.Score, want)
		}
	}
}

func TestStrategiesTakeTheTopicThatChanged(t *testing.T) {
	s := topical(t, "best-first", "web crawlers")
	p := parse(t, `Sand and stones. <a href=x>x</a>`)
	v := &focus.Visit{URL: p.URL, Page: p}
	if got := s.Place(v, &p.Links[0]).Score; got != 0 {
		t.Fatalf("score %v, want 0", got)
	}
	if err := s.(focus.Topical).SetTopic(about(t, "stones")); err != nil {
		t.Fatal(err)
	}
	if got := s.Place(v, &p.Links[0]).Score; got == 0 {
		t.Error("the topic that was set later does not count")
	}
}

// topicalSite has pages about web crawlers behind two doors: the first page that is about them links to a page that is not.
var topicalSite = map[string]string{
	"/":      `Start <a href=/good>G</a> <a href=/bad>B</a>`,
	"/good":  `Web crawlers crawl <a href=/good1>1</a> <a href=/good2>2</a>`,
	"/bad":   `Stones and sand <a href=/bad1>1</a> <a href=/bad2>2</a>`,
	"/good1": `Web crawlers <a href=/good3>3</a>`, "/good2": `Stones`, "/good3": `Web crawlers`, "/bad1": `Stones`, "/bad2": `Stones`,
}

func TestBestFirstGoesWhereTheTopicIs(t *testing.T) {
	if got, want := walkOf(t, topicalSite, topical(t, "best-first", "web crawlers"), nil), "/ /good /good1 /good3 /good2 /bad /bad1 /bad2"; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestBestNFirstTakesGroups(t *testing.T) {
	for n, want := range map[int]string{
		1: "/ /good /good1 /good3 /good2 /bad /bad1 /bad2",
		2: "/ /good /bad /good1 /good2 /good3 /bad1 /bad2",
		3: "/ /good /bad /good1 /good2 /bad1 /good3 /bad2",
		0: "/ /good /bad /good1 /good2 /bad1 /bad2 /good3",
	} {
		s := &focus.BestNFirst{N: n}
		if err := s.SetTopic(about(t, "web crawlers")); err != nil {
			t.Fatal(err)
		}
		if got := walkOf(t, topicalSite, s, nil); got != want {
			t.Errorf("N = %d:\n got %s\nwant %s", n, got, want)
		}
	}
}

// TestAMillionLinksOnAPage: state and lanes are bounded, and every score is a number.
func TestAMillionLinksOnAPage(t *testing.T) {
	var b strings.Builder
	b.WriteString("<title>Papers</title>Papers")
	for i := range 1_000_000 {
		fmt.Fprintf(&b, "<a href=%d>p%d</a> ", i, i)
	}
	p := parse(t, b.String())
	for _, e := range focus.Strategies() {
		s, state := named(t, e.Name, 0), memory{}
		if r, ok := s.(focus.Restorer); ok {
			r.Restore(state)
		}
		v := &focus.Visit{URL: p.URL, Status: 200, Page: p, Relevance: 1}
		s.Learn(v)
		lanes := map[focus.Lane]bool{}
		for i := range p.Links {
			at := s.Place(v, &p.Links[i])
			if math.IsNaN(at.Score) || math.IsInf(at.Score, 0) {
				t.Fatalf("%s: link %d at %v", e.Name, i, at)
			}
			lanes[at.Lane] = true
		}
		if tender, ok := s.(focus.Tender); ok {
			tender.Tend(noWaiting{})
		}
		bytes := 0
		for _, value := range state {
			bytes += len(value)
		}
		if len(lanes) > 64 || bytes > 4<<20 {
			t.Errorf("%s: %d lanes, state of %d bytes", e.Name, len(lanes), bytes)
		}
	}
}
