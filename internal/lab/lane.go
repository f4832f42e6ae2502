package lab

import (
	"container/heap"

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
	index   int // in its lane
}

// lane is a queue of links as package container/heap orders it: the highest score first, equal ones in the order of arrival.
type lane struct {
	links  []*waitingLink
	served int64
}

func (q *lane) Len() int { return len(q.links) }

func (q *lane) Less(i, j int) bool {
	a, b := q.links[i], q.links[j]
	return a.at.Score > b.at.Score || a.at.Score == b.at.Score && a.arrival < b.arrival
}

func (q *lane) Swap(i, j int) {
	q.links[i], q.links[j] = q.links[j], q.links[i]
	q.links[i].index, q.links[j].index = i, j
}

func (q *lane) Push(x any) {
	l := x.(*waitingLink)
	l.index = len(q.links)
	q.links = append(q.links, l)
}

func (q *lane) Pop() any {
	last := len(q.links) - 1
	l := q.links[last]
	q.links = q.links[:last]
	return l
}

// lanes are the links that wait.
type lanes map[focus.Lane]*lane

// add queues a link in its lane.
func (ls lanes) add(l *waitingLink) {
	q := ls[l.at.Lane]
	if q == nil {
		q = &lane{}
		ls[l.at.Lane] = q
	}
	heap.Push(q, l)
}

// take removes the best link of a lane; nil if there is none.
func (ls lanes) take(n focus.Lane) *waitingLink {
	q := ls[n]
	if q == nil || q.Len() == 0 {
		return nil
	}
	q.served++
	return heap.Pop(q).(*waitingLink)
}

// move gives a waiting link another place.
func (ls lanes) move(l *waitingLink, to focus.Placement) {
	switch {
	case to == l.at:
	case to.Lane == l.at.Lane:
		l.at = to
		heap.Fix(ls[to.Lane], l.index)
	default:
		heap.Remove(ls[l.at.Lane], l.index)
		l.at = to
		ls.add(l)
	}
}
