package fulltext

import (
	"cmp"
	"container/heap"
	"slices"
)

// ranking keeps the best matches: the worst of them on top of a heap.
type ranking struct {
	sort    Sort
	most    int
	matches []match
}

func (r *ranking) add(m *match) {
	switch {
	case len(r.matches) < r.most:
		heap.Push(r, *m)
	case r.most > 0 && r.compare(m, &r.matches[0]) < 0:
		r.matches[0] = *m
		heap.Fix(r, 0)
	}
}

// compare is negative when a ranks before b.
func (r *ranking) compare(a, b *match) int {
	first := 0
	switch r.sort {
	case ByCitations:
		first = cmp.Compare(b.citations, a.citations)
	case ByYear:
		first = cmp.Compare(b.year, a.year)
	}
	return cmp.Or(first, cmp.Compare(b.score, a.score), cmp.Compare(b.id, a.id))
}

func (r *ranking) sorted() []match {
	slices.SortFunc(r.matches, func(a, b match) int { return r.compare(&a, &b) })
	return r.matches
}

func (r *ranking) Len() int           { return len(r.matches) }
func (r *ranking) Less(i, k int) bool { return r.compare(&r.matches[i], &r.matches[k]) > 0 }
func (r *ranking) Swap(i, k int)      { r.matches[i], r.matches[k] = r.matches[k], r.matches[i] }
func (r *ranking) Push(m any)         { r.matches = append(r.matches, m.(match)) }
func (r *ranking) Pop() any {
	last := r.matches[len(r.matches)-1]
	r.matches = r.matches[:len(r.matches)-1]
	return last
}
