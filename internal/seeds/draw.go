package seeds

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Draw returns n of the sites that the library does not know, chosen at random: each is as likely as any other, because all that a search found are
// equally important (section 4.1 of the source). The same sites and the same seed yield the same choice, whatever their order. If there are
// fewer, all are returned.
func Draw(sites []Site, n int, seed uint64) []Site {
	fresh := make([]Site, 0, len(sites))
	for _, s := range sites {
		if !s.Known {
			fresh = append(fresh, s)
		}
	}
	slices.SortFunc(fresh, func(a, b Site) int { return strings.Compare(a.Host, b.Host) })
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(fresh), func(i, j int) { fresh[i], fresh[j] = fresh[j], fresh[i] })
	return fresh[:min(max(n, 0), len(fresh))]
}
