package linkvalue

import "math"

// Model estimates what links are worth. The zero value is not ready: use [New].
type Model struct {
	alive, worth linear
}

// linear is a sum of weights that learns.
type linear struct {
	weights, squares []float32 // of the gradients so far
}

const (
	generalRate = 0.05 // of learning
	localRate   = 0.2
	firstSquare = 1 // of a gradient, before the first one

	maxWorth          = 30 // of a page: a longer list of documents says no more about others
	maxStep           = 4  // of a gradient
	leastLog, mostLog = -7, 4
	firstLog          = -1 // of the worth of a page of which nothing is known
	maxOdds           = 8  // logarithm
)

// New returns a model that knows nothing.
func New() *Model {
	return &Model{linear{make([]float32, Size), make([]float32, Size)}, linear{make([]float32, Size), make([]float32, Size)}}
}

// Alive returns the probability that a link leads to a page.
func (m *Model) Alive(f []uint32) float64 {
	return 1 / (1 + math.Exp(-min(max(m.alive.sum(f), -maxOdds), maxOdds)))
}

// Worth returns what a link is worth if it leads to a page.
func (m *Model) Worth(f []uint32) float64 {
	return math.Exp(min(max(m.worth.sum(f), leastLog), mostLog))
}

// Value returns what a request for a link is worth.
func (m *Model) Value(f []uint32) float64 { return m.Alive(f) * m.Worth(f) }

// LearnDead learns that a link led to no page.
func (m *Model) LearnDead(f []uint32) { m.alive.learn(f, -m.Alive(f)) }

// LearnPage learns that a link led to a page, and what that was worth.
func (m *Model) LearnPage(f []uint32, worth float64) {
	m.alive.learn(f, 1-m.Alive(f))
	m.LearnWorth(f, worth)
}

// LearnWorth learns what a page was worth that led to something later.
func (m *Model) LearnWorth(f []uint32, worth float64) {
	if !(worth >= 0) {
		worth = 0
	}
	m.worth.learn(f, min(max(min(worth, maxWorth)-m.Worth(f), -maxStep), maxStep))
}

// ForgetWorth forgets what pages are worth, but not where there are any.
func (m *Model) ForgetWorth() {
	m.worth = New().worth
	m.worth.weights[of('*').general()] = firstLog
}

func (l *linear) sum(f []uint32) float64 {
	sum := float32(0)
	for _, i := range f {
		sum += l.weights[i]
	}
	return float64(sum)
}

// learn moves the weights of features along a gradient.
func (l *linear) learn(f []uint32, gradient float64) {
	for _, i := range f {
		square := float64(l.squares[i]) + gradient*gradient
		rate := generalRate
		if i >= General {
			rate = localRate
		}
		l.squares[i] = float32(square)
		l.weights[i] += float32(rate * gradient / math.Sqrt(square+firstSquare))
	}
}
