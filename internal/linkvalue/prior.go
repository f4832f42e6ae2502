package linkvalue

import (
	_ "embed"
	"math"
)

// prior has the weights of the general features as they were learned on recorded webs: of the first linear model, then of the other
// one, a byte each. TestQualityAdaptive in internal/lab fits it again (see CONTRIBUTING.md).
//
//go:embed prior.bin
var prior []byte

const (
	priorSteps = 32  // of a weight of 1
	priorShare = 0.7 // of what was learned elsewhere that is taken over: sites differ
)

// Shipped returns a model that knows what was learned on other sites.
func Shipped() *Model { return FromPrior(prior) }

// Prior returns what a model has learned that is of use on other sites, as [Shipped] reads it.
func (m *Model) Prior() []byte {
	b := make([]byte, 2*General)
	for i := range General {
		b[i], b[General+i] = quantized(m.weights[i].alive), quantized(m.weights[i].worth)
	}
	return b
}

// quantized returns a weight of a prior.
func quantized(w float32) byte {
	x := math.Round(float64(w) * priorShare * priorSteps)
	if math.IsNaN(x) {
		x = 0
	}
	return byte(int8(min(max(x, math.MinInt8), math.MaxInt8)))
}

// FromPrior returns a model with what [Model.Prior] returned.
func FromPrior(b []byte) *Model {
	m := New()
	if len(b) == 2*General {
		for i := range General {
			m.weights[i] = pair{float32(int8(b[i])) / priorSteps, float32(int8(b[General+i])) / priorSteps}
		}
	}
	return m
}
