package focus_test

import (
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

func TestPriorityFallsOneLaneWithoutAnchors(t *testing.T) {
	p := parse(t, `<a href=a>papers</a><a href=b>people</a><a href=c>cats</a><a href=publist.html>here</a><a href=d>repaper</a>`)
	for _, tt := range []struct {
		link int
		from focus.Lane
		want focus.Lane
	}{
		{0, focus.Low, focus.High},
		{1, focus.Low, focus.Medium},
		{2, focus.High, focus.Medium},
		{2, focus.Medium, focus.Low},
		{2, focus.Low, focus.Low},
		{3, focus.Low, focus.High},    // by a word of its URL
		{4, focus.High, focus.Medium}, // a word counts from its beginning only
	} {
		got := (&focus.Priority{}).Place(&focus.Visit{Page: p, Lane: tt.from}, &p.Links[tt.link])
		if got.Lane != tt.want {
			t.Errorf("link %d on a page of lane %d: lane %d, want %d", tt.link, tt.from, got.Lane, tt.want)
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
