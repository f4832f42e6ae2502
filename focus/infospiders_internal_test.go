package focus

import (
	"math"
	"math/rand/v2"
	"testing"

	"sluice/focus/internal/neuralnet"
	"sluice/focus/internal/vicinity"
)

// TestTargetOfQLearning: the net's estimate for a link ends at the similarity of the page that it led to, plus half of the best estimate for
// the links of that page.
func TestTargetOfQLearning(t *testing.T) {
	a := &agent{net: neuralnet.New(rand.New(rand.NewPCG(1, 1)))}
	followed, best, other := vicinity.Counts{4}, vicinity.Counts{0, 7}, vicinity.Counts{0, 1}
	score := spiderScore(0.3, followed, 0)
	for range 5000 {
		a.learn(spiderScore(0.1, best, 0), 0.4, nil) // what the best link leads to
		a.learn(score, 0.2, []vicinity.Counts{other, best})
	}
	if got, want := a.estimate(&followed), 0.2+0.5*a.estimate(&best); math.Abs(got-want) > 0.03 || math.Abs(want-0.4) > 0.03 {
		t.Errorf("estimate %.3f, want %.3f, which is about 0.4", got, want)
	}
}

func TestScoreHasTheKeywordsNearALink(t *testing.T) {
	near := vicinity.Counts{1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 7}
	for _, order := range []float64{-40, -1, 0, 1, 40, math.Inf(1), math.NaN()} {
		for _, age := range []int{0, 1, 999, math.MaxInt} {
			score := spiderScore(order, near, age)
			if got, ok := spiderLink(score); !ok || got != near {
				t.Errorf("order %v, age %d: score %v is of %v, %v", order, age, score, got, ok)
			}
		}
	}
	if a, b := spiderScore(1, vicinity.Counts{7}, 0), spiderScore(1.01, vicinity.Counts{}, 0); a >= b {
		t.Errorf("score %v of order 1 is not below %v of 1.01", a, b)
	}
	for _, score := range []float64{0, -1, 0.5, math.NaN(), math.Inf(1)} {
		if _, ok := spiderLink(score); ok {
			t.Errorf("%v is a score", score)
		}
	}
}

func TestKeywordsOfGenerations(t *testing.T) {
	a := &agent{ofTopic: 2}
	for _, stem := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n"} {
		a = &agent{keywords: a.withKeyword(stem), ofTopic: a.ofTopic, added: a.added + 1}
		if stem == "b" {
			a.added = 0 // the first two are the topic's
		}
	}
	got := ""
	for _, k := range a.keywords {
		got += k.stem
	}
	if want := "abmnefghijkl"; got != want { // m in place of c, n in place of d
		t.Errorf("keywords %s, want %s", got, want)
	}
}
