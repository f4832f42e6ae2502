package lab

import (
	"cmp"
	"slices"
	"strconv"

	"sluice/focus"
	"sluice/weburl"
)

// waiting is what a [focus.Tender] may rearrange. Unlike in a crawl, its changes take effect at once.
type waiting struct{ *walker }

var _ focus.Waiting = waiting{}

// Links implements [focus.Waiting]. The cursor is the arrival of the last link returned. What has come since the empty cursor is left out.
func (w waiting) Links(n focus.Lane, cursor string, count int) ([]focus.WaitingLink, string) {
	if count < 1 || w.lanes[n] == nil {
		return nil, ""
	}
	if cursor == "" && count == 1 {
		return w.first(n)
	}
	after := -1
	if cursor != "" {
		var err error
		if after, err = strconv.Atoi(cursor); err != nil {
			return nil, ""
		}
	}
	rest := w.scanned(n, cursor == "" || cursor == w.begun[n])
	first, _ := slices.BinarySearchFunc(rest, after+1, func(l *waitingLink, arrival int) int { return cmp.Compare(l.arrival, arrival) })
	var found []focus.WaitingLink
	for _, l := range rest[first:] {
		if l.at.Lane != n || w.seen[l.url.Key()] != l {
			continue // it was moved, dropped or requested since
		}
		if len(found) == count {
			return found, strconv.Itoa(after)
		}
		found = append(found, focus.WaitingLink{URL: l.url, Parent: l.parent, Depth: l.depth, Placement: l.at})
		after = l.arrival
	}
	return found, ""
}

// first returns the link of a lane that arrived first. Strategies ask after each visit whether any waits: the lane is not sorted for that, unless
// they read on.
func (w waiting) first(n focus.Lane) ([]focus.WaitingLink, string) {
	q := w.lanes[n]
	if q.waiting == 0 {
		return nil, ""
	}
	var l *waitingLink
	for other := range q.all() {
		if l == nil || other.arrival < l.arrival {
			l = other
		}
	}
	next := ""
	if q.waiting > 1 {
		next = strconv.Itoa(l.arrival)
	}
	w.begun[n] = next
	return []focus.WaitingLink{{URL: l.url, Parent: l.parent, Depth: l.depth, Placement: l.at}}, next
}

// scanned returns the links of a lane in the order of their arrival, as they were when a strategy began to read them: to sort the lane
// for each call would make a long one cost the square of its length.
func (w waiting) scanned(n focus.Lane, begins bool) []*waitingLink {
	links, ok := w.scans[n]
	if begins || !ok {
		links = w.lanes[n].byArrival(links[:0])
		w.scans[n] = links
	}
	return links
}

// Move implements [focus.Waiting].
func (w waiting) Move(u weburl.URL, to focus.Placement) {
	if l := w.seen[u.Key()]; l != nil {
		w.lanes.move(l, finite(to))
	}
}

// Prefer implements [focus.Waiting].
func (w waiting) Prefer(n focus.Lane, host string, links []focus.Preferred) {
	q := w.lanes[n]
	if q == nil {
		return
	}
	preferences := make([]preference, len(links))
	for i, l := range links {
		preferences[i] = preference{w.seen[l.URL.Key()], number(l.Score)}
	}
	q.prefer(host, preferences)
}

// Split implements [focus.Waiting].
func (w waiting) Split(from, to focus.Lane, share float64) {
	q := w.lanes[from]
	if q == nil || from == to {
		return
	}
	due := 0.0 // links to be moved so far: every nth one
	for _, l := range q.byArrival(nil) {
		if due += min(1, max(0, share)); due >= 1 {
			due--
			w.lanes.move(l, focus.Placement{Lane: to, Score: l.at.Score})
		}
	}
}

// Revisit implements [focus.Waiting].
func (w waiting) Revisit(l focus.WaitingLink) {
	if waits, was := w.seen[l.URL.Key()]; !was || waits != nil {
		return
	}
	n := &waitingLink{url: l.URL, parent: l.Parent, depth: l.Depth, at: finite(l.Placement), arrival: w.arrivals}
	w.arrivals++
	w.seen[l.URL.Key()] = n
	w.lanes.add(n)
}

// Drop implements [focus.Waiting].
func (w waiting) Drop(n focus.Lane) {
	for _, l := range w.lanes.drop(n) {
		delete(w.seen, l.url.Key())
	}
}
