// Package neuralnet is a small neural net: a layer of hidden units, one output, tanh as the activation, trained by back-propagation.
package neuralnet

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// Inputs is the number of inputs, and of hidden units.
const Inputs = 12

const (
	weightsOfUnit = Inputs + 1 // the last is the bias
	weights       = (Inputs + 1) * weightsOfUnit
	maxWeight     = 16 // a weight is kept within it, so that no training overflows
)

// Size is the number of bytes of a net that was encoded.
const Size = 4 * weights

// Net is a neural net. The zero value has the output 0 and does not learn.
type Net struct {
	unit [Inputs + 1][weightsOfUnit]float32 // the last unit is the output, whose inputs are the hidden ones
}

// New returns a net with random weights. Those of inputs are positive, so that before any training more input is more output.
func New(r *rand.Rand) *Net {
	n := &Net{}
	for i := range n.unit {
		for j := range Inputs {
			n.unit[i][j] = float32(r.Float64() / Inputs)
		}
	}
	return n
}

// Output returns the output, from -1 to 1.
func (n *Net) Output(in *[Inputs]float64) float64 {
	var hidden [Inputs]float64
	return n.forward(in, &hidden)
}

// forward computes the activations.
func (n *Net) forward(in, hidden *[Inputs]float64) float64 {
	for i := range hidden {
		hidden[i] = activation(&n.unit[i], in)
	}
	return activation(&n.unit[Inputs], hidden)
}

// activation returns tanh(b + Σ w·in).
func activation(w *[weightsOfUnit]float32, in *[Inputs]float64) float64 {
	sum := float64(w[Inputs])
	for i, x := range in {
		sum += float64(w[i]) * x
	}
	return math.Tanh(sum)
}

// Learn moves the output for some inputs towards a target, by one step of back-propagation. What is no number teaches nothing.
func (n *Net) Learn(in *[Inputs]float64, target, rate float64) {
	var hidden [Inputs]float64
	out := n.forward(in, &hidden)
	delta := (target - out) * (1 - out*out)
	if math.IsNaN(delta) || math.IsInf(delta, 0) {
		return
	}
	last := n.unit[Inputs] // before it changes
	change(&n.unit[Inputs], &hidden, rate*delta)
	for i, h := range hidden {
		change(&n.unit[i], in, rate*delta*float64(last[i])*(1-h*h))
	}
}

// change adds a step times the inputs to the weights.
func change(w *[weightsOfUnit]float32, in *[Inputs]float64, step float64) {
	for i, x := range in {
		w[i] = bounded(float64(w[i]) + step*x)
	}
	w[Inputs] = bounded(float64(w[Inputs]) + step)
}

// bounded returns a weight within bounds.
func bounded(w float64) float32 {
	if math.IsNaN(w) {
		return 0
	}
	return float32(min(max(w, -maxWeight), maxWeight))
}

// Mutate adds noise to a share of the weights, each with that probability: up to most in either direction.
func (n *Net) Mutate(r *rand.Rand, share, most float64) {
	for i := range n.unit {
		for j := range n.unit[i] {
			if r.Float64() < share {
				n.unit[i][j] = bounded(float64(n.unit[i][j]) + most*(2*r.Float64()-1))
			}
		}
	}
}

// Append returns b with the net encoded in [Size] bytes.
func (n *Net) Append(b []byte) []byte {
	for i := range n.unit {
		for _, w := range n.unit[i] {
			b = binary.BigEndian.AppendUint32(b, math.Float32bits(w))
		}
	}
	return b
}

// Decode returns the net that Append encoded, and whether b is one.
func Decode(b []byte) (n *Net, ok bool) {
	if len(b) != Size {
		return nil, false
	}
	n = &Net{}
	for i := range n.unit {
		for j := range n.unit[i] {
			w := math.Float32frombits(binary.BigEndian.Uint32(b))
			if !(w >= -maxWeight && w <= maxWeight) {
				return nil, false
			}
			n.unit[i][j], b = w, b[4:]
		}
	}
	return n, true
}
