package linkrank

import (
	"cmp"
	"math"
	"slices"
)

// Related is a page that is related to another.
type Related struct {
	Page     int
	Shared   int     // pages that link to both, or to which both link
	Strength float64 // these by the geometric mean of the two pages' numbers of links: 0 to 1
}

// CoCited returns up to n pages that are linked to by the pages that link to a page, the most strongly related first (Small, "Co-citation
// in the scientific literature", 1973).
func (g *Graph) CoCited(page, n int) []Related { return related(page, n, g.in, g.out) }

// Coupled returns up to n pages that link to what a page links to, the most strongly related first (Kessler, "Bibliographic coupling
// between scientific papers", 1963).
func (g *Graph) Coupled(page, n int) []Related { return related(page, n, g.out, g.in) }

// related returns the pages that share neighbours with a page: there leads to them, back from them.
func related(page, n int, there, back [][]int32) []Related {
	shared := map[int32]int{}
	for _, by := range there[page] {
		for _, other := range back[by] {
			if int(other) != page {
				shared[other]++
			}
		}
	}
	found := make([]Related, 0, len(shared))
	for other, count := range shared {
		strength := float64(count) / math.Sqrt(float64(len(there[page]))*float64(len(there[other])))
		found = append(found, Related{int(other), count, strength})
	}
	slices.SortFunc(found, func(a, b Related) int {
		return cmp.Or(cmp.Compare(b.Strength, a.Strength), cmp.Compare(b.Shared, a.Shared), cmp.Compare(a.Page, b.Page))
	})
	return found[:min(max(n, 0), len(found))]
}
