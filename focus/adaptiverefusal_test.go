package focus_test

import (
	"testing"

	"sluice/focus"
	"sluice/page"
)

// TestAdaptiveForgetsWhatIsRefused: a link that was refused is not kept, and may be found again all the same.
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
	if a.Keeps(p.Links[0].URL.Key()) {
		t.Error("a refused link is kept")
	}
	if !a.Keeps(p.Links[1].URL.Key()) {
		t.Error("a link that waits is not kept")
	}
	for i := range p.Links {
		a.FoundAgain(home, &p.Links[i])
	}
	a.Tend(noWaiting{})
}
