package focus

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
)

// Scores are logarithms of values to the base 2, in steps: links that are worth about the same wait in the order of arrival, and a
// small change of an estimate moves nothing.
const scoreSteps = 4 // of a doubling

// Equal scores of the frontier wait in the order in which they were given, and a link that is moved gets its score anew. So the place in the
// order of arrival is a part of it, far less than a step.
const (
	arrivalUnits = 1 << 36 // of a score of 1
	lastArrival  = arrivalUnits / (4 * scoreSteps)
)

// Links wait in the frontier with their scores of the time when they were found. To move one there costs far more than to estimate it anew. So the
// best of each host are preferred ([Waiting.Prefer]), and only now and then one is moved whose score is far off, because a later run begins with these scores.

// keepPlace keeps what was known of a link when it was placed: that is in the score with which it waits. The turn of one that had waited longest
// is over.
func (c *candidate) keepPlace(score float64) {
	if math.Abs(score) < scoreSeed {
		c.offset = score - c.score
	}
	if score != scoreTurn {
		c.score = score
	}
	c.placed = score
}

// placement returns where a link waits.
func (c *candidate) placement() Placement {
	return Placement{Lane: ranked, Score: c.withArrival(c.placed)}
}

// withArrival returns a score with the place of a link in the order of arrival.
func (c *candidate) withArrival(score float64) float64 {
	return score - float64(min(c.arrival, lastArrival))/arrivalUnits
}

// rounded returns the score of a logarithm of a value.
func rounded(log float64) float64 { return math.Round(scoreSteps*log) / scoreSteps }

// readPlacement returns the score with which a link waits, and its place in the order of arrival, from the score of its placement.
func readPlacement(of float64) (score float64, arrival uint64) {
	score = math.Ceil(scoreSteps*of) / scoreSteps
	if behind := (score - of) * arrivalUnits; behind >= 0 && behind <= lastArrival {
		return score, uint64(behind)
	}
	return rounded(of), 0 // another strategy gave it
}

// before reports whether a link comes before another one.
func (c *candidate) before(d *candidate) bool {
	return c.score > d.score || c.score == d.score && c.arrival < d.arrival
}

// hostQueue has the links of a host.
type hostQueue struct {
	host    string
	links   candidates
	index   [orders]int // among the hosts
	first   *candidate  // of those that the frontier was told to serve first; nil before
	shown   float64     // its score at that time
	asked   int         // requests since it was arranged
	changed bool        // it is to be arranged
	head    *candidate  // the best when it was estimated last
	steps   int         // since then, after requests
}

// order is one by which hosts are ordered: by the best estimate of their links, or by the score with which the frontier serves the first one.
type order int

const (
	estimated order = iota
	shown
	orders
)

// best returns the link with the best estimate. There must be one.
func (q *hostQueue) best() *candidate { return q.links[0] }

// score returns the score of a host.
func (q *hostQueue) score(by order) float64 {
	if by == estimated {
		return q.best().score
	}
	return q.shown
}

// change has a host be arranged after this group of visits.
func (a *Adaptive) change(q *hostQueue) {
	if !q.changed {
		q.changed = true
		a.changed = append(a.changed, q)
	}
}

// enqueue puts a link into the queue of its host.
func (a *Adaptive) enqueue(c *candidate) {
	host := c.url.Host()
	q := a.queues[host]
	if q == nil {
		q = &hostQueue{host: host, shown: c.score}
		a.queues[host] = q
	}
	c.queue = q
	heap.Push(&q.links, c)
	for by := range a.hosts {
		if len(q.links) == 1 {
			heap.Push(&a.hosts[by], q)
		}
	}
	heap.Fix(&a.hosts[estimated], q.index[estimated])
	if q.best() == c {
		a.change(q)
	}
}

// dequeue takes a link out of the queue of its host.
func (a *Adaptive) dequeue(c *candidate) {
	q := c.queue
	if len(q.links) == 1 {
		delete(a.queues, q.host)
		for by := range a.hosts {
			heap.Remove(&a.hosts[by], q.index[by])
		}
		q.links = nil
		return
	}
	heap.Remove(&q.links, c.index)
	heap.Fix(&a.hosts[estimated], q.index[estimated])
	if q.first == c {
		a.change(q)
	}
}

// ask counts a request to a host.
func (a *Adaptive) ask(q *hostQueue) {
	q.asked++
	a.change(q)
}

// rank sets the score of a link in a queue.
func (a *Adaptive) rank(c *candidate, score float64) {
	c.score = score
	q := c.queue
	heap.Fix(&q.links, c.index)
	heap.Fix(&a.hosts[estimated], q.index[estimated])
	if q.best() == c && q.first != c {
		a.change(q)
	}
}

// oneOfTheWorst returns a link that is among the worst of its host.
func (a *Adaptive) oneOfTheWorst() *candidate {
	leaf := func(n int) int { return n - 1 - int(a.arrivals%uint64((n+1)/2)) } // of a heap
	hosts := a.hosts[estimated].queues
	links := hosts[leaf(len(hosts))].links
	return links[leaf(len(links))]
}

// estimateFirst estimates the best link again until it keeps its place: of each host that was asked, and of all.
func (a *Adaptive) estimateFirst() {
	for _, q := range a.changed {
		if q.asked > 0 {
			a.estimateFirstOf(q)
		}
	}
	for range headChecks {
		if hosts := a.hosts[estimated].queues; len(hosts) == 0 || !a.estimate(hosts[0].best()) {
			return
		}
	}
}

// estimateFirstOf estimates the best link of a host again until it keeps its place.
func (a *Adaptive) estimateFirstOf(q *hostQueue) {
	for range headChecks {
		if len(q.links) == 0 {
			return
		}
		switch c := q.best(); {
		case c != q.head:
			q.head, q.steps = c, 0
		case q.steps > maxBlocking:
			a.remove(c) // it does not wait any more
			continue
		}
		if !a.estimate(q.best()) {
			q.steps++
			return
		}
	}
}

// arrange has the frontier serve the best links first: of each host that was asked or has a better one now, and of all.
func (a *Adaptive) arrange(w Waiting) {
	for _, q := range a.changed {
		q.changed = false
		if len(q.links) > 0 {
			a.prefer(w, q)
		}
		q.asked = 0
	}
	clear(a.changed)
	a.changed = a.changed[:0]
	for len(a.byKey) > 0 {
		switch best, first := a.hosts[estimated].queues[0], a.hosts[shown].queues[0]; {
		case !first.isArranged():
			a.prefer(w, first)
		case !best.isArranged():
			a.prefer(w, best)
		default:
			return
		}
	}
}

// isArranged reports whether the frontier serves the best link of a host first, with its estimate.
func (q *hostQueue) isArranged() bool { return q.first == q.best() && q.shown == q.first.score }

// prefer has the frontier serve the best links of a host first.
func (a *Adaptive) prefer(w Waiting, q *hostQueue) {
	// A link that stays the best is under way, or waits for its time: the more steps, the more of such links there may be.
	n := min(frontOfRequest*max(1, q.asked)+q.steps, maxPreferred)
	best := append(a.best[:0], q.links[:min(4*n, len(q.links))]...) // the n best are there, or nearly
	slices.SortFunc(best, func(c, d *candidate) int {
		return cmp.Or(cmp.Compare(d.score, c.score), cmp.Compare(c.arrival, d.arrival))
	})
	links := make([]Preferred, min(n, len(best)))
	for i := range links {
		links[i] = Preferred{URL: best[i].url, Score: best[i].withArrival(best[i].score)}
	}
	w.Prefer(ranked, q.host, links)
	q.first, q.shown = q.best(), q.best().score
	heap.Fix(&a.hosts[shown], q.index[shown])
	clear(best)
	a.best = best
}

// candidates is a heap with the best link first; of equal ones the one that arrived first.
type candidates []*candidate

func (h candidates) Len() int { return len(h) }

func (h candidates) Less(i, j int) bool { return h[i].before(h[j]) }

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

// hostQueues is a heap of the hosts that have links, with the best score first.
type hostQueues struct {
	by     order
	queues []*hostQueue
}

func (h *hostQueues) Len() int { return len(h.queues) }

func (h *hostQueues) Less(i, j int) bool {
	a, b := h.queues[i], h.queues[j]
	if x, y := a.score(h.by), b.score(h.by); x != y {
		return x > y
	}
	return h.by == estimated && a.best().arrival < b.best().arrival
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
