package focus

import "math"

// Scores are logarithms of values to the base 2, in steps: links that are worth about the same wait in the order of arrival, and a
// small change of an estimate moves nothing.
const scoreSteps = 4 // of a doubling

// Equal scores of the frontier wait in the order in which they were given, and a link that is moved gets its score anew. So the place in the
// order of arrival is a part of it, far less than a step: the best link is then the one that was estimated last.
const (
	arrivalUnits = 1 << 36 // of a score of 1
	lastArrival  = arrivalUnits / (4 * scoreSteps)
)

// placement returns where a link waits.
func (c *candidate) placement() Placement {
	return Placement{Lane: ranked, Score: c.score - float64(min(c.arrival, lastArrival))/arrivalUnits}
}

// rounded returns the score of a logarithm of a value, and of the score of a placement.
func rounded(log float64) float64 { return math.Round(scoreSteps*log) / scoreSteps }

// arrivalOf returns the place in the order of arrival that is part of the score of a placement.
func arrivalOf(score float64) uint64 {
	behind := (rounded(score) - score) * arrivalUnits
	if !(behind >= 0 && behind <= lastArrival) { // a score that another strategy gave
		return 0
	}
	return uint64(behind)
}

// candidates is a heap with the best link first; of equal ones the one that arrived first.
type candidates []*candidate

func (h candidates) Len() int { return len(h) }

func (h candidates) Less(i, j int) bool {
	return h[i].score > h[j].score || h[i].score == h[j].score && h[i].arrival < h[j].arrival
}

func (h candidates) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *candidates) Push(x any) {
	c := x.(*candidate)
	c.index = len(*h)
	*h = append(*h, c)
}

func (h *candidates) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return c
}
