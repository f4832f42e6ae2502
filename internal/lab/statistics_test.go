package lab_test

import (
	"encoding/json"
	"math"
	"testing"

	"sluice/internal/lab"
)

func TestPairedTests(t *testing.T) {
	// Probabilities as tables of Student's t and of the binomial distribution have them.
	for _, c := range []struct {
		values, others []float64
		t, sign        float64
	}{
		{[]float64{1, 2, 3, 4, 5}, []float64{0, 0, 0, 0, 0}, 0.0132, 0.0625},
		{[]float64{3, 1, 4, 1, 5, 9, 2, 6}, []float64{2, 7, 1, 8, 2, 8, 1, 8}, 0.6017, 0.7266},
		{[]float64{2, 2}, []float64{1, 1}, 1, 0.5},
		{[]float64{1, 1}, []float64{1, 1}, 1, 1},
		{[]float64{2}, []float64{1}, 1, 1},
		{nil, nil, 1, 1},
	} {
		p := lab.Compared(c.values, c.others)
		if math.Abs(p.T-c.t) > 0.0005 || math.Abs(p.Sign-c.sign) > 0.0005 {
			t.Errorf("%v and %v: t test %.4f, sign test %.4f; want %.4f, %.4f", c.values, c.others, p.T, p.Sign, c.t, c.sign)
		}
	}
}

func TestManyPairsHaveSmallProbabilities(t *testing.T) {
	values, others := make([]float64, 1000), make([]float64, 1000)
	for i := range values {
		values[i] = 1 + float64(i%7)/10
	}
	if p := lab.Compared(values, others); p.Better != 1000 || !(p.T < 1e-9) || !(p.Sign < 1e-9) || math.IsNaN(p.T) || math.IsNaN(p.Sign) {
		t.Errorf("%+v", p)
	}
}

// TestCutWalkIsNotFast: it counts with the requests by which all can be reached, not with the few that it made.
func TestCutWalkIsNotFast(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	plan := lab.Plan{Targets: lab.Documents(web, nil), Strategies: []string{"depth-first"}, OnWalk: func(name string, _ int, w *lab.Walk) {
		if name == "depth-first" {
			w.Known, w.Relevance, w.Requests, w.Status, w.Bytes, w.Found = w.Known[:1], w.Relevance[:1], w.Requests[:1], w.Status[:1], w.Bytes[:1], nil
		}
	}}
	c, err := lab.Compare(t.Context(), "tree", web, plan)
	if err != nil {
		t.Fatal(err)
	}
	totals := lab.Totals([]*lab.Comparison{c})
	for _, r := range c.Rows {
		if r.Strategy == "depth-first" && (r.OfBreadth < 1 || r.RoomUsed[0] > 0 || r.RoomUsed[1] > 0) {
			t.Errorf("equal value %v, room used %v of a walk of one request", r.OfBreadth, r.RoomUsed)
		}
	}
	for _, total := range totals {
		if total.Strategy == "depth-first" && total.OfBreadth < 1 {
			t.Errorf("%+v of a walk of one request", total)
		}
		if !math.IsNaN(float64(total.AreaPlusMinus)) {
			t.Errorf("±%v of one walk", total.AreaPlusMinus)
		}
	}
	if b, err := json.Marshal(totals); err != nil {
		t.Errorf("JSON %s, %v", b, err)
	}
}
