package lab_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
)

// TestEvolutionFindsTheWayToDocuments: on a web whose documents are behind links to papers, after many others.
func TestEvolutionFindsTheWayToDocuments(t *testing.T) {
	files := tree()
	files["a.example/index.html"] = strings.Replace(files["a.example/index.html"], "<a href=papers.html>papers</a>", "", 1) + `<a href=papers.html>papers</a>`
	breed := func() (map[string]float64, float64, []float64) {
		web := open(t, lab.Options{}, files)
		arena := &lab.Arena{Name: "tree", Web: web, Targets: lab.Documents(web, nil)}
		var bests []float64
		e := lab.Evolution{Population: 8, Generations: 6, Seed: 1, OnGeneration: func(_ int, best, mean float64) {
			bests = append(bests, best)
			if mean > best {
				t.Errorf("mean %v over best %v", mean, best)
			}
		}}
		weights, fitness, err := e.Run(t.Context(), []*lab.Arena{arena})
		if err != nil {
			t.Fatal(err)
		}
		if judged, err := lab.Fitness(t.Context(), weights, []*lab.Arena{arena}); err != nil || judged != fitness {
			t.Errorf("the winner has the fitness %v, %v when it is judged, before %v", judged, err, fitness)
		}
		return weights, fitness, bests
	}
	weights, fitness, bests := breed()
	if fitness < 1.2 || len(bests) != 6 || bests[5] != fitness {
		t.Errorf("fitness %v after %v, want more than 1.2 of breadth-first's area", fitness, bests)
	}
	if ship := focus.EvolvedWeights(); weights["page-similar"] != ship["page-similar"] || weights["link-similar"] != ship["link-similar"] {
		t.Errorf("weights %v of what is similar to a topic are bred without a topic", weights)
	}
	for i := range bests[1:] {
		if bests[i+1] < bests[i] {
			t.Errorf("the best of generation %d is worse than before: %v", i+1, bests)
		}
	}
	if again, _, _ := breed(); !maps.Equal(again, weights) {
		t.Errorf("the same seed breeds %v, before %v", again, weights)
	}
}

func TestNothingToBreedOn(t *testing.T) {
	web := open(t, lab.Options{}, map[string]string{"a.example/index.html": "<!doctype html><title>x</title>"})
	_, _, err := (&lab.Evolution{Population: 4, Generations: 1}).Run(t.Context(), []*lab.Arena{{Name: "empty", Web: web, Targets: lab.Documents(web, nil)}})
	if _, ok := errors.AsType[*lab.NoTargetError](err); !ok {
		t.Errorf("error %v, want that no target can be reached", err)
	}
	full := open(t, lab.Options{}, tree())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lab.Fitness(ctx, nil, []*lab.Arena{{Web: full, Targets: lab.Documents(full, nil)}}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

func TestFileOfWeights(t *testing.T) {
	want := map[string]float64{}
	for name, weight := range focus.EvolvedWeights() {
		want[name] = weight - 2.5
	}
	b, err := lab.MarshalWeights(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := lab.UnmarshalWeights(append(b, "\n# by hand\n"...)); err != nil || !maps.Equal(got, want) {
		t.Errorf("read %v, %v, want %v", got, err, want)
	}
	for name, file := range map[string]string{
		"empty": "", "other": "GIF89a", "version": "sluice evolved 2\n", "no weight": "sluice evolved 1\nlink-papers\n",
		"no number": "sluice evolved 1\nlink-papers\tNaN\n", "infinite": "sluice evolved 1\nlink-papers\tInf\n", "large": "sluice evolved 1\nlink-papers\t1e9\n",
		"no feature": "sluice evolved 1\npapers\t1\n", "twice": "sluice evolved 1\nlink-papers\t1\nlink-papers\t1\n",
	} {
		if got, err := lab.UnmarshalWeights([]byte(file)); err == nil {
			t.Errorf("%s: read %v", name, got)
		}
	}
}
