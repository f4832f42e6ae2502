package lab_test

import (
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
