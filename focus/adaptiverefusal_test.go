package focus_test

import (
	"testing"

	"sluice/focus"
	"sluice/page"
)

// TestAdaptiveForgetsWhatIsRefused: a link that is found again is estimated again only while it waits.
func TestAdaptiveForgetsWhatIsRefused(t *testing.T) {
	a := &focus.Adaptive{}
	p := parseAt(t, "http://a.test/", "<a href=/1.html>one</a> <a href=/2.html>two</a>")
	home := &focus.Visit{URL: p.URL, Status: 200, Page: p, Documents: 3}
	a.Place(nil, &page.Link{URL: p.URL, Kind: page.KindSeed})
	a.Learn(home)
	for i := range p.Links {
		a.Place(home, &p.Links[i])
	}
	a.Refuse(p.Links[0].URL)
	a.Refuse(p.Links[0].URL)                      // twice
	a.Refuse(mustParse(t, "http://a.test/other")) // never placed
	was := focus.Placement{Lane: 64, Score: -99}  // whatever the frontier has
	if got := a.Again(home, &p.Links[0], was); got != was {
		t.Errorf("a refused link is placed at %+v", got)
	}
	if got := a.Again(home, &p.Links[1], was); got == was {
		t.Error("a link that waits is not estimated again")
	}
	a.Tend(noWaiting{})
}
