package fulltext

import (
	"bytes"
	"cmp"
	"container/heap"
	"slices"

	"sluice/search"
)

// ranking keeps the best matches, of each work the best one: the worst of them on top of a heap.
type ranking struct {
	sort     search.Sort
	most     int
	fewWords bool // of the query, which texts should have near each other
	matches  []match
	at       map[uint64]int // by work
}

// add keeps a match if it is among the best, and of its work only the better one. It copies the
// match.
func (r *ranking) add(m *match) {
	at, twice := r.at[m.work]
	switch {
	case r.most == 0 || twice && r.compare(m, &r.matches[at]) >= 0:
	case twice:
		r.matches[at] = *m
		heap.Fix(r, at)
	case len(r.matches) < r.most:
		heap.Push(r, *m)
	case r.compare(m, &r.matches[0]) < 0: // and so than what the work had before, if that was pushed out
		delete(r.at, r.matches[0].work)
		r.matches[0], r.at[m.work] = *m, 0
		heap.Fix(r, 0)
	}
}

// compare is negative when a ranks before b. Ids distinguish documents of one work only: they
// change when the index is rebuilt.
func (r *ranking) compare(a, b *match) int {
	// What has all of a few words near each other answers the query, be it a page; a document that has one of them hardly does.
	if r.fewWords {
		if first := cmp.Compare(min(a.distance(), 1), min(b.distance(), 1)); first != 0 {
			return first
		}
	}
	// Documents come before pages: they are what the library collects.
	if a.page != b.page {
		return cmp.Compare(a.page, b.page)
	}
	if first := cmp.Compare(a.distance(), b.distance()); first != 0 {
		return first
	}
	first := 0
	switch r.sort {
	case search.ByCitations:
		first = cmp.Compare(b.citations, a.citations)
	case search.ByLinks:
		first = cmp.Compare(b.links, a.links)
	case search.ByTopic:
		first = cmp.Compare(b.relevance, a.relevance)
	case search.ByYear:
		first = cmp.Compare(b.year, a.year)
	}
	if first = cmp.Or(first, cmp.Compare(b.score, a.score), cmp.Compare(b.citations, a.citations)); first != 0 {
		return first
	}
	return cmp.Or(bytes.Compare(a.title, b.title), cmp.Compare(a.work, b.work), cmp.Compare(a.later, b.later), cmp.Compare(a.id, b.id))
}

// distance is 0 of a text that has all words, near each other if that matters, 1 of one that has them far apart, and 2 of one that has some.
func (m *match) distance() int {
	switch {
	case m.partial:
		return 2
	case m.scattered:
		return 1
	}
	return 0
}

// sorted returns the matches kept, the best first. The heap is destroyed by it.
func (r *ranking) sorted() []match {
	slices.SortFunc(r.matches, func(a, b match) int { return r.compare(&a, &b) })
	return r.matches
}

// Len, Less, Swap, Push and Pop implement [heap.Interface]. They keep the index by work up to date:
// Fix needs the place of a work.
func (r *ranking) Len() int           { return len(r.matches) }
func (r *ranking) Less(i, k int) bool { return r.compare(&r.matches[i], &r.matches[k]) > 0 }
func (r *ranking) Swap(i, k int) {
	r.matches[i], r.matches[k] = r.matches[k], r.matches[i]
	r.at[r.matches[i].work], r.at[r.matches[k].work] = i, k
}

func (r *ranking) Push(m any) {
	r.at[m.(match).work] = len(r.matches)
	r.matches = append(r.matches, m.(match))
}

func (r *ranking) Pop() any {
	last := r.matches[len(r.matches)-1]
	r.matches = r.matches[:len(r.matches)-1]
	return last
}
