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
