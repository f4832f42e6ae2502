package linkvalue

import "math"

// Model estimates what links are worth. The zero value is not ready: use [New].
type Model struct {
	weights []pair // of features
	squares []pair // of the gradients so far

	shared    []uint32 // features that were summed last, with which many links begin
	sharedSum pair
}

// pair is a number of each of the two linear models. They stand together since memory is what an estimate waits for.
type pair struct{ alive, worth float32 }

const (
	generalRate = 0.05 // of learning
	localRate   = 0.2
	firstSquare = 1 // of a gradient, before the first one

	maxWorth          = 30 // of a page: a longer list of documents says no more about others
	maxStep           = 4  // of a gradient
	leastLog, mostLog = -7, 4
	firstLog          = -1 // of the worth of a page of which nothing is known
	topicLog          = 1  // more, if its link names the topic
	maxOdds           = 8  // logarithm
)

// New returns a model that knows nothing.
func New() *Model { return &Model{weights: make([]pair, Size), squares: make([]pair, Size)} }

// Alive returns the probability that a link leads to a page.
func (m *Model) Alive(f Features) float64 { return alive(m.sum(f)) }

// Worth returns what a link is worth if it leads to a page.
func (m *Model) Worth(f Features) float64 { return worth(m.sum(f)) }

// Value returns what a request for a link is worth.
func (m *Model) Value(f Features) float64 {
	sum := m.sum(f)
	return alive(sum) * worth(sum)
}

// LogValue returns the logarithm to the base 2 of the value of a link.
func (m *Model) LogValue(f Features) float64 {
	sum := m.sum(f)
	return math.Log2E*min(max(float64(sum.worth), leastLog), mostLog) + aliveLogs[int((odds(sum)+maxOdds)*oddsSteps+0.5)]
}

const oddsSteps = 32 // of 1: scores are far coarser

// aliveLogs are the logarithms to the base 2 of the probability that there is a page, by its odds.
var aliveLogs = func() (logs [2*maxOdds*oddsSteps + 1]float64) {
	for i := range logs {
		logs[i] = -math.Log2(1 + math.Exp(maxOdds-float64(i)/oddsSteps))
	}
	return logs
}()

// odds returns the logarithm of the odds that there is a page.
func odds(sum pair) float64 {
	if !(sum.alive > -maxOdds) { // or no number
		return -maxOdds
	}
	return min(float64(sum.alive), maxOdds)
}

func alive(sum pair) float64 { return 1 / (1 + math.Exp(-odds(sum))) }

func worth(sum pair) float64 { return math.Exp(min(max(float64(sum.worth), leastLog), mostLog)) }

// LearnDead learns that a link led to no page.
func (m *Model) LearnDead(f Features) { m.learn(f, pair{alive: float32(-m.Alive(f))}) }

// LearnPage learns that a link led to a page, and what that was worth.
func (m *Model) LearnPage(f Features, worth float64) {
	sum := m.sum(f)
	m.learn(f, pair{float32(1 - alive(sum)), worthStep(sum, worth)})
}

// LearnWorth learns what a page was worth that led to something later.
func (m *Model) LearnWorth(f Features, worth float64) {
	m.learn(f, pair{worth: worthStep(m.sum(f), worth)})
}

// worthStep returns the gradient of what a page was worth.
func worthStep(sum pair, was float64) float32 {
	if !(was >= 0) {
		was = 0
	}
	return float32(min(max(min(was, maxWorth)-worth(sum), -maxStep), maxStep))
}

// ForgetWorth forgets what pages are worth, but not where there are any. Those whose links name the topic are taken to be worth more, until
// requests have shown whether they are.
func (m *Model) ForgetWorth() {
	m.shared = nil
	for i := range m.weights {
		m.weights[i].worth, m.squares[i].worth = 0, 0
	}
	m.weights[of('*').general()].worth = firstLog
	for names := inAnchor; names <= inAnchor|inPath; names++ {
		m.weights[topicFeature(names)].worth = topicLog
	}
}

// sum returns the sums of the weights of features. Links of one page come one after the other, so the sum of what they share is kept until a weight
// changes.
func (m *Model) sum(f Features) pair {
	if len(f.Shared) == 0 {
		return m.add(pair{}, f.Own)
	}
	if len(f.Shared) != len(m.shared) || &f.Shared[0] != &m.shared[0] {
		m.shared, m.sharedSum = f.Shared, m.add(pair{}, f.Shared)
	}
	return m.add(m.sharedSum, f.Own)
}

// add adds the weights of features to a sum.
func (m *Model) add(sum pair, features []uint32) pair {
	for _, i := range features {
		w := &m.weights[i]
		sum.alive += w.alive
		sum.worth += w.worth
	}
	return sum
}

// learn moves the weights of features along a gradient.
func (m *Model) learn(f Features, gradient pair) {
	m.shared = nil
	for _, list := range [2][]uint32{f.Own, f.Shared} {
		for _, i := range list {
			rate := float32(generalRate)
			if i >= General {
				rate = localRate
			}
			w, square := &m.weights[i], &m.squares[i]
			if gradient.alive != 0 {
				w.alive += step(&square.alive, gradient.alive, rate)
			}
			if gradient.worth != 0 {
				w.worth += step(&square.worth, gradient.worth, rate)
			}
		}
	}
}

// step adds a gradient to the sum of the squares, and returns by how much a weight moves.
func step(squares *float32, gradient, rate float32) float32 {
	*squares += gradient * gradient
	return rate * gradient / float32(math.Sqrt(float64(*squares+firstSquare)))
}
