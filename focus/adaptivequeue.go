package focus

import (
	"container/heap"
	"math"
)

// Scores are logarithms of values to the base 2, in steps: links that are worth about the same wait in the order of arrival, and a
// small change of an estimate moves nothing.
const scoreSteps = 4 // of a doubling

// Equal scores of the frontier wait in the order in which they were given, and a link that is moved gets its score anew. So the place in the
// order of arrival is a part of it, far less than a step: the best link is then the one that was estimated last.
const (
	arrivalUnits = 1 << 36 // of a score of 1
	lastArrival  = arrivalUnits / (4 * scoreSteps)
)

// lowered is by how much a link waits below its estimate that waited above it. It is half a step more than a whole number of them, which tells a later
// run that the link is worth more than the score with which it waits.
const lowered = 2 + 1./(2*scoreSteps)

// order is one of the two scores of a link by which links are ordered: its estimate, which changes often, and that with which it waits in the
// frontier. To move it there costs far more than to estimate it, so it is moved only when it is among the first by one of the two.
type order int

const (
	estimated order = iota
	placed
	orders
)

// setScore sets both scores of a link that is not in a queue.
func (c *candidate) setScore(score float64) { c.scores = [orders]float64{score, score} }

// before reports whether a link comes before another one.
func (c *candidate) before(d *candidate, by order) bool {
	return c.scores[by] > d.scores[by] || c.scores[by] == d.scores[by] && c.arrival < d.arrival
}

// keepPlace keeps what was known of a link when it was placed: that is in the score with which it waits.
func (c *candidate) keepPlace(score float64) {
	was := score
	if isLowered(score) {
		was += lowered
	}
	if math.Abs(was) < scoreSeed {
		c.offset = was - c.scores[estimated]
		c.scores = [orders]float64{estimated: was, placed: score}
	}
}

// isTooHigh reports whether a link waits before links that are worth more.
func (c *candidate) isTooHigh() bool { return c.scores[placed] > c.scores[estimated] }

// placement returns where a link waits.
func (c *candidate) placement() Placement {
	return Placement{Lane: ranked, Score: c.withArrival(c.scores[placed])}
}

// withArrival returns a score with the place of a link in the order of arrival.
func (c *candidate) withArrival(score float64) float64 {
	return score - float64(min(c.arrival, lastArrival))/arrivalUnits
}

// rounded returns the score of a logarithm of a value.
func rounded(log float64) float64 { return math.Round(scoreSteps*log) / scoreSteps }

// readPlacement returns the score with which a link waits, and its place in the order of arrival, from the score of its placement.
func readPlacement(of float64) (score float64, arrival uint64) {
	score = math.Ceil(2*scoreSteps*of) / (2 * scoreSteps)
	if behind := (score - of) * arrivalUnits; behind >= 0 && behind <= lastArrival {
		return score, uint64(behind)
	}
	return rounded(of), 0 // another strategy gave it
}

// isLowered reports whether a link that waits with a score was lowered: then it is worth more.
func isLowered(score float64) bool { return score != rounded(score) }

// hostQueue has the links of a host.
type hostQueue struct {
	host  string
	links [orders]candidates
	index [orders]int // among the hosts
	asked int         // requests since it was arranged
	head  *candidate  // the best when it was estimated last
	steps int         // since then, after requests
}

// first returns the link with the best estimate; nil if there is none.
func (q *hostQueue) first() *candidate {
	if len(q.links[estimated].links) == 0 {
		return nil
	}
	return q.links[estimated].links[0]
}

// enqueue puts a link into the queue of its host.
func (a *Adaptive) enqueue(c *candidate) {
	host := c.url.Host()
	q := a.queues[host]
	if q == nil {
		q = &hostQueue{host: host}
		q.links[placed].by = placed
		a.queues[host] = q
	}
	c.queue = q
	for by := range q.links {
		heap.Push(&q.links[by], c)
	}
	for by := range q.links {
		if len(q.links[by].links) == 1 {
			heap.Push(&a.hosts[by], q)
		} else {
			heap.Fix(&a.hosts[by], q.index[by])
		}
	}
}

// dequeue takes a link out of the queue of its host.
func (a *Adaptive) dequeue(c *candidate) {
	q := c.queue
	isLast := len(q.links[placed].links) == 1
	if isLast {
		delete(a.queues, q.host)
	}
	for by := range q.links {
		if isLast {
			heap.Remove(&a.hosts[by], q.index[by])
		}
		heap.Remove(&q.links[by], c.index[by])
		if !isLast {
			heap.Fix(&a.hosts[by], q.index[by])
		}
	}
}

// ask counts a request to a host.
func (a *Adaptive) ask(q *hostQueue) {
	if q.asked++; q.asked == 1 {
		a.asked = append(a.asked, q)
	}
}

// rank sets a score of a link in a queue.
func (a *Adaptive) rank(by order, c *candidate, score float64) {
	c.scores[by] = score
	heap.Fix(&c.queue.links[by], c.index[by])
	heap.Fix(&a.hosts[by], c.queue.index[by])
}

// move has a link wait with a score.
func (a *Adaptive) move(w Waiting, c *candidate, score float64) {
	a.rank(placed, c, score)
	w.Move(c.url, c.placement())
}

// raise has a link wait by its estimate, which is better than its place.
func (a *Adaptive) raise(w Waiting, c *candidate) { a.move(w, c, c.scores[estimated]) }

// lower has a link wait below its estimate, which is worse than its place. What is worth less than was thought is often worth less still a little
// later, and would be moved again at each step. If it is not, it is raised before it is requested.
func (a *Adaptive) lower(w Waiting, c *candidate) { a.move(w, c, c.scores[estimated]-lowered) }

// oneOfTheWorst returns a link that is among the worst of its host.
func (a *Adaptive) oneOfTheWorst() *candidate {
	leaf := func(n int) int { return n - 1 - int(a.arrivals%uint64((n+1)/2)) } // of a heap
	hosts := a.hosts[estimated].queues
	links := hosts[leaf(len(hosts))].links[estimated].links
	return links[leaf(len(links))]
}

// estimateFirst estimates the best link again until it keeps its place: of each host that was asked, and of all.
func (a *Adaptive) estimateFirst() {
	for _, q := range a.asked {
		a.estimateFirstOf(q)
	}
	for range headChecks {
		if hosts := a.hosts[estimated].queues; len(hosts) == 0 || !a.estimate(hosts[0].links[estimated].links[0]) {
			return
		}
	}
}

// estimateFirstOf estimates the best link of a host again until it keeps its place.
func (a *Adaptive) estimateFirstOf(q *hostQueue) {
	for range headChecks {
		c := q.first()
		switch {
		case c == nil:
			return
		case c != q.head:
			q.head, q.steps = c, 0
		case q.steps > maxBlocking:
			a.remove(c) // it does not wait any more
			continue
		}
		if !a.estimate(c) {
			q.steps++
			return
		}
	}
}

// arrange moves links so that the frontier serves the best ones first: of each host that was asked, and of all. It also lowers those that are not
// kept any more.
func (a *Adaptive) arrange(w Waiting) {
	for _, c := range a.dropped {
		w.Move(c.url, Placement{Lane: ranked, Score: c.withArrival(c.scores[estimated])})
	}
	a.dropped = a.dropped[:0]
	for _, q := range a.asked {
		if q.asked > 1 { // so many may be requested before the next time
			a.arrangeSeveral(w, q, frontOfRequest*q.asked)
		}
		q.asked = 0
		for a.arrangeFirst(w, q.links[estimated].links, q.links[placed].links) {
		}
	}
	a.asked = a.asked[:0]
	for len(a.byKey) > 0 && a.arrangeFirst(w, a.hosts[estimated].queues[0].links[estimated].links, a.hosts[placed].queues[0].links[placed].links) {
	}
}

// arrangeFirst moves a link if the one with the best estimate does not wait as the first. It reports whether it did.
func (a *Adaptive) arrangeFirst(w Waiting, byEstimate, byPlace []*candidate) bool {
	switch {
	case len(byEstimate) == 0 || byEstimate[0] == byPlace[0]:
		return false
	case byPlace[0].isTooHigh():
		a.lower(w, byPlace[0])
	default:
		a.raise(w, byEstimate[0])
	}
	return true
}

// arrangeSeveral moves those of the first links of a host that wait too high or too low: about n, as they stand in the heaps.
func (a *Adaptive) arrangeSeveral(w Waiting, q *hostQueue, n int) {
	for by := range q.links {
		first := append(a.first[:0], q.links[by].links[:min(n, len(q.links[by].links))]...)
		for _, c := range first {
			switch {
			case order(by) == placed && c.isTooHigh():
				a.lower(w, c)
			case order(by) == estimated && c.scores[placed] < c.scores[estimated]:
				a.raise(w, c)
			}
		}
		a.first = first
	}
}

// candidates is a heap with the best link first by one of its scores; of equal ones the one that arrived first.
type candidates struct {
	by    order
	links []*candidate
}

func (h *candidates) Len() int { return len(h.links) }

func (h *candidates) Less(i, j int) bool {
	return h.links[i].before(h.links[j], h.by)
}

func (h *candidates) Swap(i, j int) {
	h.links[i], h.links[j] = h.links[j], h.links[i]
	h.links[i].index[h.by], h.links[j].index[h.by] = i, j
}

func (h *candidates) Push(x any) {
	c := x.(*candidate)
	c.index[h.by] = len(h.links)
	h.links = append(h.links, c)
}

func (h *candidates) Pop() any {
	last := len(h.links) - 1
	c := h.links[last]
	h.links[last] = nil
	h.links = h.links[:last]
	return c
}

// hostQueues is a heap of the hosts that have links, with the best link first by one of the scores.
type hostQueues struct {
	by     order
	queues []*hostQueue
}

func (h *hostQueues) Len() int { return len(h.queues) }

func (h *hostQueues) Less(i, j int) bool {
	return h.queues[i].links[h.by].links[0].before(h.queues[j].links[h.by].links[0], h.by)
}

func (h *hostQueues) Swap(i, j int) {
	h.queues[i], h.queues[j] = h.queues[j], h.queues[i]
	h.queues[i].index[h.by], h.queues[j].index[h.by] = i, j
}

func (h *hostQueues) Push(x any) {
	q := x.(*hostQueue)
	q.index[h.by] = len(h.queues)
	h.queues = append(h.queues, q)
}

func (h *hostQueues) Pop() any {
	last := len(h.queues) - 1
	q := h.queues[last]
	h.queues[last] = nil
	h.queues = h.queues[:last]
	return q
}
