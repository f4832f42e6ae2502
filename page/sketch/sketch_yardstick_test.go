//go:build yardstick

package sketch_test

import (
	"slices"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page/sketch"
)

// TestQualityNearDuplicates holds the likeness of pages against a gold standard of pairs of one web application.
func TestQualityNearDuplicates(t *testing.T) {
	type pageCase struct{ Page, HTML string }
	type pair struct {
		A, B     string
		Response int // 0: clone, 1: near duplicate, 2: distinct
	}
	sketches := map[string]sketch.Sketch{}
	for _, c := range conformancetest.Cases[pageCase](t, "neardup_pages") {
		sketches[c.Page] = sketchOf(c.HTML)
	}
	var like, unlike []float64
	for _, c := range conformancetest.Cases[pair](t, "neardup_pairs") {
		a, okA := sketches[c.A]
		b, okB := sketches[c.B]
		if !okA || !okB {
			t.Fatalf("no page %q or %q", c.A, c.B)
		}
		if v := a.Like(&b); c.Response < 2 {
			like = append(like, v)
		} else {
			unlike = append(unlike, v)
		}
	}
	got := auc(like, unlike)
	t.Logf("QUALITY neardup AUC %.4f of %d clones and near duplicates against %d distinct pairs", got, len(like), len(unlike))
	if got < 0.9 {
		t.Error("want 0.9")
	}
}

// auc is the chance that one of the first is greater than one of the others; ties are half.
func auc(first, others []float64) float64 {
	slices.Sort(others)
	sum := 0.
	for _, v := range first {
		below, _ := slices.BinarySearch(others, v)
		above := below
		for above < len(others) && others[above] == v {
			above++
		}
		sum += float64(below+above) / 2
	}
	return sum / float64(len(first)) / float64(len(others))
}
