package focus_test

import (
	"maps"
	"math"
	"testing"

	"sluice/focus"
)

// TestAdaptiveKeepsTheOrderOfArrivalInTheNextRun: what is found then comes after equal links that wait, although it has not read them yet.
func TestAdaptiveKeepsTheOrderOfArrivalInTheNextRun(t *testing.T) {
	place := func(s focus.Strategy, u string) (scores []float64) {
		p := parseAt(t, u, listOf(100, "wine"))
		v := &focus.Visit{URL: p.URL, Status: 200, Page: p}
		s.Learn(v)
		for i := range p.Links {
			scores = append(scores, s.Place(v, &p.Links[i]).Score)
		}
		return scores
	}
	state := memory{}
	first := restored(t, "adaptive", state)
	before := place(first, "http://a.example/")
	first.(focus.Tender).Tend(noWaiting{})
	after := place(restored(t, "adaptive", maps.Clone(state)), "http://b.example/")
	const step = 0.25
	behind := func(score float64) float64 { return math.Round(score/step)*step - score } // an equal link that arrives first
	if last, next := behind(before[len(before)-1]), behind(after[0]); last >= next {
		t.Errorf("the last link of the first run waits %v behind the first of its score, the first of the next run %v", last, next)
	}
}

// TestAdaptiveKeepsThePlaceOfWhatIsDue: what the user named, and what is due, waits before all that is estimated, also in the next run.
func TestAdaptiveKeepsThePlaceOfWhatIsDue(t *testing.T) {
	s := restored(t, "adaptive", memory{})
	w := servedLinks{lanesOfLinks: lanesOfLinks{}, preferred: map[string][]focus.Preferred{}}
	for name, score := range map[string]float64{"due": 32, "good": 6, "next": 0} {
		u := mustParse(t, "http://a.example/wine/"+name)
		w.lanesOfLinks[u.String()] = focus.WaitingLink{URL: u, Depth: 1, Placement: focus.Placement{Lane: 64, Score: score}}
	}
	s.(focus.Tender).Tend(&w)
	w.dead(s, w.lanesOfLinks["http://a.example/wine/next"])
	if got := w.next("a.example").URL.Path(); got != "/wine/due" {
		t.Errorf("%s is served, want /wine/due", got)
	}
}
