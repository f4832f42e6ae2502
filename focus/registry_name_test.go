package focus_test

import (
	"testing"

	"sluice/focus"
)

// TestNameOfAStrategy: that under which it is registered, whatever it has learned.
func TestNameOfAStrategy(t *testing.T) {
	for _, e := range focus.Strategies() {
		if got := focus.NameOf(e.New(7)); got != e.Name {
			t.Errorf("%s is named %s", e.Name, got)
		}
	}
	if got := focus.NameOf(&focus.Priority{Weights: map[string]float64{"cats": 1}}); got != "anchor-priority" {
		t.Errorf("trained anchor-priority is named %s", got)
	}
	if got := focus.NameOf(shallow{}); got != "focus_test.shallow" {
		t.Errorf("a strategy of one's own is named %s", got)
	}
}

// TestLinksOfUnknownPagesArePlaced: where a strategy is changed, only the URL and the depth of the page are known, and a lane and a score that are no
// strategy's. No link may come last for that, where a strategy has no reason.
func TestLinksOfUnknownPagesArePlaced(t *testing.T) {
	p := parse(t, `<a href=/x/y.html>x</a>`)
	for _, e := range focus.Strategies() {
		s := named(t, e.Name, 1)
		v := &focus.Visit{URL: mustParse(t, "http://a.example/x/"), Status: 200, Type: "html", Depth: 2, Lane: 1<<32 - 3, Score: -1}
		at := s.Place(v, &p.Links[0])
		if again := s.Place(v, &p.Links[0]); again != at && e.Name != focus.Default {
			t.Errorf("%s: placed %v, then %v", e.Name, at, again)
		}
		if at.Lane > 1<<16 || at.Lane == 1<<16 && e.Name != "focused-hard" || at.Score != at.Score {
			t.Errorf("%s: placed %v", e.Name, at)
		}
	}
}
