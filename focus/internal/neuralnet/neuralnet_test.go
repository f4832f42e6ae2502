package neuralnet_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sluice/focus/internal/neuralnet"
)

func newNet(seed uint64) *neuralnet.Net { return neuralnet.New(rand.New(rand.NewPCG(seed, 0))) }

func TestNetLearnsWhatInputsPromise(t *testing.T) {
	n := newNet(1)
	good, bad := [neuralnet.Inputs]float64{1, 0, 1}, [neuralnet.Inputs]float64{0, 1}
	for range 3000 {
		n.Learn(&good, 0.8, 0.05)
		n.Learn(&bad, 0, 0.05)
	}
	if g, b := n.Output(&good), n.Output(&bad); math.Abs(g-0.8) > 0.1 || math.Abs(b) > 0.1 {
		t.Errorf("outputs %v and %v, want about 0.8 and 0", g, b)
	}
}

func TestUntrainedNetPrefersMoreInput(t *testing.T) {
	for seed := range uint64(20) {
		n := newNet(seed)
		none, some, more := [neuralnet.Inputs]float64{}, [neuralnet.Inputs]float64{0.5}, [neuralnet.Inputs]float64{0.5, 1}
		if a, b, c := n.Output(&none), n.Output(&some), n.Output(&more); !(a == 0 && b > a && c > b) {
			t.Errorf("seed %d: outputs %v, %v, %v", seed, a, b, c)
		}
	}
}

func TestMutationChangesAShareOfTheWeights(t *testing.T) {
	n := newNet(1)
	before := n.Append(nil)
	n.Mutate(rand.New(rand.NewPCG(2, 0)), 0.2, 0.1)
	after, changed := n.Append(nil), 0
	for i := 0; i < len(after); i += 4 {
		if string(before[i:i+4]) != string(after[i:i+4]) {
			changed++
		}
	}
	if share := float64(changed) / float64(len(after)/4); share < 0.1 || share > 0.3 {
		t.Errorf("%.2f of the weights have changed, want 0.2", share)
	}
}

func TestNetStaysFinite(t *testing.T) {
	n := newNet(1)
	in := [neuralnet.Inputs]float64{math.MaxFloat64, math.Inf(1), -math.MaxFloat64, math.NaN()}
	for _, target := range []float64{math.NaN(), math.Inf(1), math.MaxFloat64, -math.MaxFloat64, 1} {
		for _, rate := range []float64{0.05, 1e300} {
			n.Learn(&in, target, rate)
			n.Learn(&[neuralnet.Inputs]float64{1}, target, rate)
		}
	}
	if out := n.Output(&[neuralnet.Inputs]float64{1, 1, 1}); !(out >= -1 && out <= 1) {
		t.Errorf("output %v", out)
	}
}

func TestNetIsRestored(t *testing.T) {
	n := newNet(3)
	b := n.Append(nil)
	again, ok := neuralnet.Decode(b)
	if in := (&[neuralnet.Inputs]float64{1, 2, 3}); !ok || again.Output(in) != n.Output(in) {
		t.Error("another net is decoded")
	}
	for name, bad := range map[string][]byte{"empty": nil, "short": b[1:], "long": append(b, 0)} {
		if _, ok := neuralnet.Decode(bad); ok {
			t.Errorf("%s: is decoded", name)
		}
	}
	for i := range 4 {
		b[8+i] = 0xff
	}
	if _, ok := neuralnet.Decode(b); ok {
		t.Error("a weight that is no number is decoded")
	}
}
