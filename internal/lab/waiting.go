package lab

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strconv"

	"sluice/focus"
	"sluice/weburl"
)

// waiting is what a [focus.Tender] may rearrange. Unlike in a crawl, its changes take effect at once.
type waiting struct{ *walker }

var _ focus.Waiting = waiting{}

// Links implements [focus.Waiting]. The cursor is the arrival of the last link returned.
func (w waiting) Links(n focus.Lane, cursor string, count int) ([]focus.WaitingLink, string) {
	q := w.lanes[n]
	if q == nil {
		return nil, ""
	}
	after := -1
	if cursor != "" {
		var err error
		if after, err = strconv.Atoi(cursor); err != nil {
			return nil, ""
		}
	}
	var rest []*waitingLink
	for _, l := range q.links {
		if l.arrival > after {
			rest = append(rest, l)
		}
	}
	slices.SortFunc(rest, func(a, b *waitingLink) int { return cmp.Compare(a.arrival, b.arrival) })
	next := ""
	if len(rest) > count {
		rest = rest[:count]
		next = fmt.Sprint(rest[count-1].arrival)
	}
	found := make([]focus.WaitingLink, len(rest))
	for i, l := range rest {
		found[i] = focus.WaitingLink{URL: l.url, Parent: l.parent, Depth: l.depth, Placement: l.at}
	}
	return found, next
}

// Move implements [focus.Waiting].
func (w waiting) Move(u weburl.URL, to focus.Placement) {
	if l := w.seen[u.Key()]; l != nil {
		w.lanes.move(l, to)
	}
}

// Split implements [focus.Waiting].
func (w waiting) Split(from, to focus.Lane, share float64) {
	q := w.lanes[from]
	if q == nil || from == to {
		return
	}
	links := slices.Clone(q.links)
	slices.SortFunc(links, func(a, b *waitingLink) int { return cmp.Compare(a.arrival, b.arrival) })
	due := 0.0 // links to be moved so far: every nth one
	for _, l := range links {
		if due += min(1, max(0, share)); due >= 1 {
			due--
			w.lanes.move(l, focus.Placement{Lane: to, Score: l.at.Score})
		}
	}
}

// Drop implements [focus.Waiting].
func (w waiting) Drop(n focus.Lane) {
	q := w.lanes[n]
	if q == nil {
		return
	}
	for q.Len() > 0 {
		delete(w.seen, heap.Pop(q).(*waitingLink).url.Key())
	}
}
