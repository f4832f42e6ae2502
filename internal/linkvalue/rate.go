package linkvalue

import "slices"

const (
	discount = 0.5   // of what is behind a link
	maxLinks = 1_000 // of a page that count
)

// Rate returns what a page is worth: the most it brings a request, if the best of its links are followed after it. Own is what it
// brings itself, links are the values of its links, which Rate sorts.
//
// This makes a page that leads to good pages worth something before anyone has seen them (as an index of Gittins 1979 would, for
// pages whose value were known).
func Rate(own float64, links []float64) float64 {
	slices.SortFunc(links, func(a, b float64) int {
		switch {
		case a > b:
			return -1
		case a < b:
			return 1
		}
		return 0
	})
	best, sum := own, own
	for k, v := range links[:min(len(links), maxLinks)] {
		sum += discount * v
		rate := sum / float64(k+2)
		if rate <= best && k > 0 {
			break
		}
		best = max(best, rate)
	}
	return best
}
