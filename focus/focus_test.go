package focus_test

import (
	"math"
	"testing"

	"sluice/focus"
	"sluice/page"
	"sluice/weburl"
)

func parse(t testing.TB, html string) *page.Page {
	t.Helper()
	u, err := weburl.Parse("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	var parser page.Parser
	return parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
}

func TestBreadthFirstPrefersWhatIsNear(t *testing.T) {
	p := parse(t, `<a href=x>x</a>`)
	seed := focus.BreadthFirst{}.Place(nil, &p.Links[0])
	near := focus.BreadthFirst{}.Place(&focus.Visit{Depth: 0}, &p.Links[0])
	far := focus.BreadthFirst{}.Place(&focus.Visit{Depth: 5}, &p.Links[0])
	if !(seed.Score > near.Score && near.Score > far.Score) {
		t.Errorf("scores %v, %v, %v do not fall with the depth", seed, near, far)
	}
}

// TestPriorityOfALink has the cases of Get_Priority.
func TestPriorityOfALink(t *testing.T) {
	p := parse(t, `<a href=a>papers</a><a href=b>people</a><a href=c>cats</a><a href=publist.html>here</a><a href=d>repaper</a>`)
	trained := map[string]float64{"cats": 1, "here": 0.5, "papers": 0.2, "people": math.NaN()}
	for _, tt := range []struct {
		name    string
		weights map[string]float64
		link    int
		from    focus.Lane
		want    focus.Lane
	}{
		{"high keyword", nil, 0, focus.Low, focus.High},
		{"medium keyword", nil, 1, focus.Low, focus.Medium},
		{"medium keyword on a high page", nil, 1, focus.High, focus.Medium},
		{"no keyword on a high page", nil, 2, focus.High, focus.Medium},
		{"no keyword on a medium page", nil, 2, focus.Medium, focus.Low},
		{"no keyword on a low page", nil, 2, focus.Low, focus.Low},
		{"no keyword in a lane of another strategy", nil, 2, math.MaxUint32, focus.Low},
		{"words of the URL do not count", nil, 3, focus.Low, focus.Low},
		{"a word counts from its beginning only", nil, 4, focus.Low, focus.Low},
		{"trained high weight", trained, 2, focus.Low, focus.High},
		{"trained medium weight", trained, 3, focus.Low, focus.Medium},
		{"low weight is none", trained, 0, focus.High, focus.Medium},
		{"weight that is no number is none", trained, 1, focus.High, focus.Medium},
		{"trained on nothing", map[string]float64{}, 0, focus.High, focus.Medium},
	} {
		got := (&focus.Priority{Weights: tt.weights}).Place(&focus.Visit{Page: p, Lane: tt.from}, &p.Links[tt.link])
		if got.Lane != tt.want {
			t.Errorf("%s: lane %d, want %d", tt.name, got.Lane, tt.want)
		}
	}
}

func TestPriorityOfASeedAndOfARedirect(t *testing.T) {
	p := &focus.Priority{}
	if at := p.Place(nil, &page.Link{Kind: page.KindSeed}); at.Lane != focus.Low {
		t.Errorf("a seed waits in lane %d, want %d", at.Lane, focus.Low)
	}
	for from, want := range map[focus.Lane]focus.Lane{focus.High: focus.High, focus.Medium: focus.Medium, focus.Low: focus.Low, 40: focus.Low} {
		if at := p.Place(&focus.Visit{Lane: from}, &page.Link{Kind: page.KindRedirect}); at.Lane != want {
			t.Errorf("a redirect from lane %d waits in lane %d, want %d", from, at.Lane, want)
		}
	}
}

func TestBacklinkRaisesALinkEachTimeItIsFound(t *testing.T) {
	p := parse(t, `<a href=x>x</a>`)
	at := focus.Backlink{}.Place(nil, &p.Links[0])
	for range 3 {
		at = focus.Backlink{}.Again(nil, &p.Links[0], at)
	}
	if at.Score != 4 {
		t.Errorf("score after four finds %v, want 4", at.Score)
	}
}
