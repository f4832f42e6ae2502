package focus_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/page"
)

// scoresOf returns the scores of the links of a page that waited with a score, and whether each would be followed.
func placements(t *testing.T, s focus.Strategy, html string, v focus.Visit) (scores []float64, followed []bool) {
	t.Helper()
	p := parse(t, html)
	v.URL, v.Status, v.Page = p.URL, 200, p
	s.Learn(&v)
	for i := range p.Links {
		at := s.Place(&v, &p.Links[i])
		scores, followed = append(scores, at.Score), append(followed, at.Lane == 0)
	}
	return scores, followed
}

// seedOf returns a visit of a seed.
func seedOf(s focus.Strategy) focus.Visit {
	at := s.Place(nil, &page.Link{Kind: page.KindSeed})
	return focus.Visit{Lane: at.Lane, Score: at.Score}
}

// links returns n links.
func links(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "<a href=%d>x</a> ", i)
	}
	return b.String()
}

func TestFishSearchScoresTheFirstLinks(t *testing.T) {
	s := topical(t, "fish-search", "web crawlers")
	for _, c := range []struct {
		name       string
		relevance  float64
		want       float64
		wide, then int
	}{
		{"a relevant page", 0.5, 1, 15, 0},
		{"another", 0.49, 0.5, 10, 0},
		{"relevance that is no number", math.NaN(), 0.5, 10, 0},
	} {
		v := seedOf(s)
		v.Relevance = c.relevance
		scores, _ := placements(t, s, links(20), v)
		for i, score := range scores {
			want := 0.0
			if i < c.wide {
				want = c.want
			}
			if math.Abs(score-want) > 1e-6 {
				t.Errorf("%s: link %d has %v, want %v", c.name, i, score, want)
			}
		}
	}
}

// chain visits a chain of pages, each with one link, and returns how many of them a strategy would follow before a page with a
// relevance at last.
func chain(t *testing.T, s focus.Strategy, html string, most int) (followed int) {
	t.Helper()
	v := seedOf(s)
	for range most {
		p := parse(t, html)
		v = focus.Visit{URL: p.URL, Status: 200, Page: p, Lane: v.Lane, Score: v.Score}
		at := s.Place(&v, &p.Links[0])
		if at.Lane != 0 {
			return followed
		}
		followed++
		v.Lane, v.Score = at.Lane, at.Score
	}
	return followed
}

func TestDepthBound(t *testing.T) {
	for _, c := range []struct {
		name     string
		strategy focus.Strategy
		html     string
		want     int
	}{
		{"fish-search by default", &focus.FishSearch{}, `<a href=x>x</a>`, 3},
		{"fish-search with a depth", &focus.FishSearch{Depth: 5}, `<a href=x>x</a>`, 5},
		{"fish-search with too great a depth", &focus.FishSearch{Depth: 1 << 40}, `<a href=x>x</a>`, 15},
		{"shark-search off the topic", &focus.SharkSearch{}, `<a href=x>x</a>`, 3},
		{"shark-search on the topic", &focus.SharkSearch{}, `Web crawlers <a href=x>x</a>`, 50},
		{"shark-search with a link about the topic", &focus.SharkSearch{Depth: 1}, `stones <a href=x>x</a>`, 1},
	} {
		if err := c.strategy.(focus.Topical).SetTopic(about(t, "web crawlers")); err != nil {
			t.Fatal(err)
		}
		if got := chain(t, c.strategy, c.html, 50); got != c.want {
			t.Errorf("%s: %d pages are followed, want %d", c.name, got, c.want)
		}
	}
}

// TestDepthBeginsAnewOnARelevantPage: also on one at the bound.
func TestDepthBeginsAnewOnARelevantPage(t *testing.T) {
	s := topical(t, "fish-search", "web crawlers")
	v := seedOf(s)
	for range 3 {
		scores, _ := placements(t, s, links(1), v)
		v.Score = scores[0]
	}
	if _, followed := placements(t, s, links(1), v); followed[0] {
		t.Fatal("the links of a page at the bound are followed")
	}
	v.Relevance = 1
	scores, followed := placements(t, s, links(1), v)
	if !followed[0] {
		t.Error("the links of a relevant page at the bound are not followed")
	}
	v = focus.Visit{Score: scores[0]}
	if _, followed := placements(t, s, links(1), v); !followed[0] {
		t.Error("the depth does not begin anew")
	}
}

// TestSharkSearchFormula: the scores of links by hand, with the topic "crawlers".
func TestSharkSearchFormula(t *testing.T) {
	const gamma, delta, beta = 0.8, 0.5, 0.8
	s := topical(t, "shark-search", "crawlers")
	cosine := 1 / math.Sqrt(2) // of "crawlers" with two words that occur once
	for _, c := range []struct {
		name, html string
		v          focus.Visit
		want       float64
	}{
		{"nothing similar", `<p>stones <a href=x>sand</a>`, seedOf(s), 0},
		{"an anchor", `<p>stones <a href=x>crawlers</a>`, seedOf(s), gamma*delta*cosine + (1-gamma)*(beta*1+(1-beta))},
		{"half of an anchor", `<a href=x>crawlers sand</a>`, seedOf(s), gamma*delta*cosine + (1-gamma)*(beta*cosine+(1-beta))},
		{"the context", `<p>crawlers <a href=x>sand</a>`, seedOf(s), gamma*delta*cosine + (1-gamma)*(1-beta)*cosine},
		{"too far away", `<p>crawlers</p>` + strings.Repeat("the ", 20) + `<a href=x>sand</a>`, seedOf(s), gamma * delta * cosine},
	} {
		scores, _ := placements(t, s, c.html, c.v)
		if math.Abs(scores[0]-c.want) > 1e-4 {
			t.Errorf("%s: score %.4f, want %.4f", c.name, scores[0], c.want)
		}
	}
	// What is inherited is halved on each page that is not similar.
	v := seedOf(s)
	scores, _ := placements(t, s, `<p>crawlers</p>`+strings.Repeat("the ", 20)+`<a href=x>sand</a>`, v)
	for i, want := range []float64{0.25, 0.125} {
		v.Score = scores[0]
		if scores, _ = placements(t, s, `<p>stones <a href=x>sand</a>`, v); math.Abs(scores[0]-gamma*delta*cosine*want*2) > 1e-4 {
			t.Errorf("%d pages later: score %.4f, want %.4f", i+1, scores[0], gamma*delta*cosine*want*2)
		}
	}
}

func TestLinkFoundAgainKeepsItsBestScore(t *testing.T) {
	for _, name := range []string{"fish-search", "shark-search"} {
		s := topical(t, name, "web crawlers")
		good, bad := parse(t, `Web crawlers <a href=x>Web crawlers</a>`), parse(t, `Stones <a href=x>x</a>`)
		from := seedOf(s)
		on := &focus.Visit{URL: good.URL, Page: good, Score: from.Score, Relevance: 1}
		off := &focus.Visit{URL: bad.URL, Page: bad, Score: from.Score}
		best, least := s.Place(on, &good.Links[0]), s.Place(off, &bad.Links[0])
		a := s.(focus.Againer)
		if got := a.Again(off, &bad.Links[0], best); got != best {
			t.Errorf("%s: worse the second time: %v, want %v", name, got, best)
		}
		if got := a.Again(on, &good.Links[0], least); got.Score < best.Score || got.Lane != 0 {
			t.Errorf("%s: better the second time: %v, want %v", name, got, best)
		}
		for _, other := range []focus.Placement{{Score: -7}, {Score: math.Inf(1)}, {Lane: 3, Score: math.NaN()}} { // of another strategy
			if got := a.Again(on, &good.Links[0], other); got != best {
				t.Errorf("%s: found again after another strategy: %v, want %v", name, got, best)
			}
		}
	}
}

// deep is a site whose good page lies beyond the depth bound.
var deep = map[string]string{
	"/": `Stones <a href=/1>x</a> <a href=/side>x</a>`, "/1": `Sand <a href=/2>x</a>`, "/2": `Sand <a href=/3>x</a>`, "/3": `Sand <a href=/4>x</a>`,
	"/4": `Web crawlers <a href=/5>x</a>`, "/5": `Web crawlers`, "/side": `Sand`,
}

// TestRedirectKeepsDepthAndLift: they stand in the part of a score above 1.
func TestRedirectKeepsDepthAndLift(t *testing.T) {
	redirect := &page.Link{URL: mustParse(t, "http://a.example/y"), Kind: page.KindRedirect}
	for _, name := range []string{"fish-search", "shark-search"} {
		s := topical(t, name, "web crawlers")
		v := seedOf(s)
		if at := s.Place(&v, redirect); at.Score != v.Score || v.Score <= 1 {
			t.Errorf("%s: score %v of a seed's redirect, want %v", name, at.Score, v.Score)
		}
	}
	s := topical(t, "focused-soft", "web crawlers")
	for _, c := range [][2]float64{{1.75, 1.75}, {2, 2}, {0.5, 0.5}, {-1, 0}, {1e9, 1}, {math.Inf(1), 1}, {math.NaN(), 0}} {
		if at := s.Place(&focus.Visit{Score: c[0]}, redirect); at.Score != c[1] {
			t.Errorf("focused-soft: score %v after %v, want %v", at.Score, c[0], c[1])
		}
	}
}

// TestWhatIsNotFollowedComesLast: and a relevant page among it is followed like any other.
func TestWhatIsNotFollowedComesLast(t *testing.T) {
	for _, name := range []string{"fish-search", "shark-search"} {
		if got, want := walkOf(t, deep, topical(t, name, "web crawlers"), about(t, "web crawlers")), "/ /1 /side /2 /3 /4 /5"; got != want {
			t.Errorf("%s: visits %s, want %s", name, got, want)
		}
	}
}

// TestLastLaneWaitsForOtherHosts: links that would not be followed wait while others are only delayed, but not for ever.
func TestLastLaneWaitsForOtherHosts(t *testing.T) {
	s := topical(t, "shark-search", "web crawlers")
	v := seedOf(s)
	for range 3 {
		scores, _ := placements(t, s, `<a href=x>x</a>`, v)
		v.Score = scores[0]
	}
	p := parse(t, `<a href=x>x</a>`)
	v.Page = p
	last := s.Place(&v, &p.Links[0]).Lane
	offered := []focus.LaneState{{Lane: last, Waiting: 1, Ready: 1}}
	if got := s.Choose(offered, 1); len(got) != 1 {
		t.Errorf("before a look: %v, want a share", got)
	}
	delayed := &lane{links: []focus.WaitingLink{{URL: p.URL}}}
	s.(focus.Tender).Tend(delayed)
	if got := s.Choose(offered, 1); len(got) != 0 {
		t.Errorf("while another link waits: %v", got)
	}
	if got := s.Choose(append(offered, focus.LaneState{Lane: 0, Ready: 1}), 5); len(got) != 1 || got[0].Lane != 0 {
		t.Errorf("with another lane: %v", got)
	}
	served := 0
	for range 1000 {
		served += len(s.Choose(offered, 1))
	}
	if served == 0 {
		t.Error("the lane is held back for ever")
	}
	s.(focus.Tender).Tend(delayed)
	if got := s.Choose(offered, 1); len(got) != 0 {
		t.Errorf("after another look: %v", got)
	}
	s.(focus.Tender).Tend(noWaiting{})
	if got := s.Choose(offered, 1); len(got) != 1 {
		t.Errorf("when nothing else waits: %v", got)
	}
}
