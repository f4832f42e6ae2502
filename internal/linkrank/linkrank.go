// Package linkrank ranks pages by the links between them, and says which pages are related.
//
// [Graph.Add] adds a page, [Graph.Link] a link. [Graph.PageRank] says how important each page is, [Graph.HITS] which are hubs and which
// are authorities, [Graph.CoCited] and [Graph.Coupled] which pages are related to one. A graph is as large as its user makes it: an
// iteration takes time in proportion to its links.
package linkrank

import (
	"math"
	"slices"
)

// Graph is pages and the links between them. Pages have numbers from 0. The zero value is empty. Methods that do not change it may be
// called by many goroutines at once.
type Graph struct {
	hosts []int32 // of the pages
	out   [][]int32
	in    [][]int32
}

// Add adds a page of a host and returns its number. The caller numbers hosts as it likes.
func (g *Graph) Add(host int32) int {
	g.hosts = append(g.hosts, host)
	g.out, g.in = append(g.out, nil), append(g.in, nil)
	return len(g.hosts) - 1
}

// Link adds a link. The caller adds each link once; one from a page to itself counts for nothing and is left out.
func (g *Graph) Link(from, to int) {
	if from == to {
		return
	}
	g.out[from] = append(g.out[from], int32(to))
	g.in[to] = append(g.in[to], int32(from))
}

// Len returns the number of pages.
func (g *Graph) Len() int { return len(g.hosts) }

const (
	maxRounds = 100  // of an iteration
	precision = 1e-9 // the sum of all changes at which one ends
)

// Damping is the probability with which PageRank's surfer follows a link.
const Damping = 0.85

// PageRank returns the probability that a random surfer is at each page, who follows a link of the page with a probability of
// [Damping] and else begins at another (Page, Brin, Motwani and Winograd, "The PageRank citation ranking", 1999). Each page has the
// chance bias to be where the surfer begins, relative to the others: that of a topic ranks pages for it (Haveliwala,
// "Topic-sensitive PageRank", 2002). A nil bias, and one without a positive number, gives all the same chance. From a page without links
// the surfer begins anew. The ranks add up to 1.
func (g *Graph) PageRank(bias []float64) []float64 {
	n := g.Len()
	if n == 0 {
		return nil
	}
	begins := chances(bias, n)
	rank, next := slices.Clone(begins), make([]float64, n)
	for range maxRounds {
		clear(next)
		lost := 0.0 // of pages without links
		for u, to := range g.out {
			if len(to) == 0 {
				lost += rank[u]
				continue
			}
			part := Damping * rank[u] / float64(len(to))
			for _, v := range to {
				next[v] += part
			}
		}
		change := 0.0
		for u := range next {
			next[u] += (1 - Damping + Damping*lost) * begins[u]
			change += math.Abs(next[u] - rank[u])
		}
		rank, next = next, rank
		if change < precision {
			break
		}
	}
	return rank
}

// chances returns n numbers from 0 that add up to 1, in proportion to weights.
func chances(weights []float64, n int) []float64 {
	c := make([]float64, n)
	sum := 0.0
	for i := range min(n, len(weights)) {
		c[i] = bounded(weights[i])
		sum += c[i]
	}
	for i := range c {
		if sum > 0 {
			c[i] /= sum
		} else {
			c[i] = 1 / float64(n)
		}
	}
	return c
}

// maxWeight bounds a weight that a caller gives.
const maxWeight = 1e6

// bounded returns a weight from 0 to maxWeight; 0 for NaN.
func bounded(w float64) float64 {
	if !(w > 0) {
		return 0
	}
	return min(w, maxWeight)
}
