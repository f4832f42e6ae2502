package lab

import (
	"cmp"
	"container/heap"
	"iter"
	"slices"

	"sluice/focus"
	"sluice/weburl"
)

// waitingLink is a link in a lane.
type waitingLink struct {
	url    weburl.URL
	parent string // URL of the page on which it was found first

	defaultPage weburl.URL // URL as found, when it was replaced by its folder

	depth   int
	at      focus.Placement
	arrival int

	queue     *hostQueue // in which it waits
	preferred bool
	score     float64 // with which it is served: that of its placement, unless it is preferred
	index     int     // in its heap
}

// before reports whether a link is served before another: the higher score first, equal ones in the order of arrival.
func (l *waitingLink) before(other *waitingLink) bool {
	return l.score > other.score || l.score == other.score && l.arrival < other.arrival
}

// linkHeap orders links for package container/heap.
type linkHeap []*waitingLink

func (h linkHeap) Len() int { return len(h) }

func (h linkHeap) Less(i, j int) bool { return h[i].before(h[j]) }

func (h linkHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *linkHeap) Push(x any) {
	l := x.(*waitingLink)
	l.index = len(*h)
	*h = append(*h, l)
}

func (h *linkHeap) Pop() any {
	last := len(*h) - 1
	l := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return l
}

// hostQueue is the links of a host in a lane: the preferred ones are served first.
type hostQueue struct {
	host      string
	preferred linkHeap
	others    linkHeap
	index     int // in its lane
}

// best returns the link of a host that is served first. A queue in a lane is not empty.
func (q *hostQueue) best() *waitingLink {
	if len(q.preferred) > 0 {
		return q.preferred[0]
	}
	return q.others[0]
}

// heapOf returns the heap of a link of the host.
func (q *hostQueue) heapOf(l *waitingLink) *linkHeap {
	if l.preferred {
		return &q.preferred
	}
	return &q.others
}

// queueHeap orders the hosts of a lane by their best links for package container/heap.
type queueHeap []*hostQueue

func (h queueHeap) Len() int { return len(h) }

func (h queueHeap) Less(i, j int) bool { return h[i].best().before(h[j].best()) }

func (h queueHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *queueHeap) Push(x any) {
	q := x.(*hostQueue)
	q.index = len(*h)
	*h = append(*h, q)
}

func (h *queueHeap) Pop() any {
	last := len(*h) - 1
	q := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return q
}

// lane is a queue of links: of all hosts the one with the best link is served first.
type lane struct {
	queues  queueHeap
	byHost  map[string]*hostQueue // those with links
	waiting int                   // links
	served  int64
}

// all yields the links of a lane in no order.
func (q *lane) all() iter.Seq[*waitingLink] {
	return func(yield func(*waitingLink) bool) {
		for _, host := range q.queues {
			for _, links := range []linkHeap{host.preferred, host.others} {
				for _, l := range links {
					if !yield(l) {
						return
					}
				}
			}
		}
	}
}

// byArrival appends the links of a lane in the order of their arrival.
func (q *lane) byArrival(links []*waitingLink) []*waitingLink {
	links = slices.AppendSeq(links, q.all())
	slices.SortFunc(links, func(a, b *waitingLink) int { return cmp.Compare(a.arrival, b.arrival) })
	return links
}

// add queues a link, which is not preferred.
func (q *lane) add(l *waitingLink) {
	q.waiting++
	l.preferred, l.score = false, l.at.Score
	name := l.url.Host()
	host := q.byHost[name]
	if host != nil {
		l.queue = host
		heap.Push(&host.others, l)
		heap.Fix(&q.queues, host.index)
		return
	}
	host = &hostQueue{host: name}
	l.queue = host
	heap.Push(&host.others, l)
	q.byHost[name] = host
	heap.Push(&q.queues, host)
}

// remove removes a link.
func (q *lane) remove(l *waitingLink) {
	q.waiting--
	host := l.queue
	if len(host.preferred)+len(host.others) == 1 { // the heap of hosts compares none without links
		heap.Remove(&q.queues, host.index)
		delete(q.byHost, host.host)
		return
	}
	heap.Remove(host.heapOf(l), l.index)
	heap.Fix(&q.queues, host.index)
}

// preference is a link with the score that a strategy gives it.
type preference struct {
	link  *waitingLink // nil if it does not wait
	score float64
}

// prefer has links of a host be served before its others. Those of another queue are passed over; of two scores for a link the first counts.
func (q *lane) prefer(host string, preferences []preference) {
	queue := q.byHost[host]
	if queue == nil {
		return
	}
	for _, l := range queue.preferred {
		l.preferred, l.score = false, l.at.Score
		heap.Push(&queue.others, l)
	}
	clear(queue.preferred)
	queue.preferred = queue.preferred[:0]
	for _, p := range preferences {
		if p.link == nil || p.link.queue != queue || p.link.preferred {
			continue
		}
		heap.Remove(queue.heapOf(p.link), p.link.index)
		p.link.preferred, p.link.score = true, p.score
		heap.Push(&queue.preferred, p.link)
	}
	heap.Fix(&q.queues, queue.index)
}

// lanes are the links that wait.
type lanes map[focus.Lane]*lane

// add queues a link in its lane.
func (ls lanes) add(l *waitingLink) {
	q := ls[l.at.Lane]
	if q == nil {
		q = &lane{byHost: map[string]*hostQueue{}}
		ls[l.at.Lane] = q
	}
	q.add(l)
}

// best returns the link of a lane that is served first; nil if nothing waits in it.
func (ls lanes) best(n focus.Lane) *waitingLink {
	if q := ls[n]; q != nil && q.waiting > 0 {
		return q.queues[0].best()
	}
	return nil
}

// take removes the best link of a lane; nil if there is none.
func (ls lanes) take(n focus.Lane) *waitingLink {
	l := ls.best(n)
	if l != nil {
		ls[n].served++
		ls[n].remove(l)
	}
	return l
}

// move gives a waiting link another place. It is preferred no more.
func (ls lanes) move(l *waitingLink, to focus.Placement) {
	switch {
	case to == l.at:
	case to.Lane == l.at.Lane && !l.preferred:
		l.at, l.score = to, to.Score
		heap.Fix(&l.queue.others, l.index)
		heap.Fix(&ls[to.Lane].queues, l.queue.index)
	default:
		ls[l.at.Lane].remove(l)
		l.at = to
		ls.add(l)
	}
}

// drop removes all links of a lane, and returns them.
func (ls lanes) drop(n focus.Lane) (dropped []*waitingLink) {
	q := ls[n]
	if q == nil {
		return nil
	}
	dropped = slices.AppendSeq(make([]*waitingLink, 0, q.waiting), q.all())
	q.queues, q.waiting = nil, 0
	clear(q.byHost)
	return dropped
}
