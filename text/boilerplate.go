package text

import (
	"math"

	"github.com/zeebo/xxh3"
)

// The rule by which [Boilerplate] finds what a site repeats.
const (
	minRepeatedPages = 5    // on which a block stands
	minRepeatedShare = 0.25 // of the site's pages, on which it stands
	maxBlockSet      = 4096 // blocks of one page that are counted

	// SampledPages is the number of pages of a site that a [Boilerplate] looks at.
	SampledPages = 256
)

// Boilerplate finds the blocks that a site repeats on its pages: menus, headers, footers, side bars. [Boilerplate.Add] the
// blocks of its pages, then [Boilerplate.Repeated] are those that [Blocks.Text] leaves out.
//
// A block is repeated if it stands on at least five pages, and on at least a quarter of all. Pages with the same set of blocks
// count as one, because a page that has many URLs repeats nothing. So what a few pages have in common is not repeated, and a
// site of fewer than five pages repeats nothing.
//
// That parts which are equal on many pages show the template of a site was found by Bar-Yossef and Rajagopalan ("Template
// Detection via Data Mining and its Applications", 2002), and that a sample of the pages shows it by Vieira et al. ("A Fast and
// Robust Method for Web Page Template Detection and Removal", 2006). The parts here are blocks of text as in Kohlschütter et al.
// ("Boilerplate Detection using Shallow Text Features", 2010), and nothing depends on their language.
//
// Of a site with more pages than [SampledPages] those with the least [SampleKey] are looked at: Broder's sketch of a set. So
// memory is bounded, the order of the pages does not matter, and a page that is added again replaces itself. The zero value is
// ready. It may be used by one goroutine at a time.
type Boilerplate struct {
	pages   map[uint64]BlockSet // by key
	largest uint64              // the greatest key
}

// SampleKey returns the key of a page, by its name: the pages with the least keys are a random sample that is the same each time. It has 63 bits.
func SampleKey(page string) uint64 { return xxh3.HashString(page) >> 1 }

// Add adds a page by its key. It keeps the set.
func (b *Boilerplate) Add(key uint64, blocks BlockSet) {
	if _, ok := b.pages[key]; !ok && len(b.pages) >= SampledPages {
		if key > b.largest {
			return
		}
		delete(b.pages, b.largest)
		b.largest = 0
		for k := range b.pages {
			b.largest = max(b.largest, k)
		}
	}
	if b.pages == nil {
		b.pages = map[uint64]BlockSet{}
	}
	b.pages[key] = blocks
	b.largest = max(b.largest, key)
}

// Len returns the number of pages that are looked at.
func (b *Boilerplate) Len() int { return len(b.pages) }

// Repeated returns the blocks that the site repeats.
func (b *Boilerplate) Repeated() BlockSet {
	different := map[uint64]bool{} // sets of blocks
	count := map[uint32]int{}      // pages
	for _, blocks := range b.pages {
		if sum := xxh3.Hash(blocks.Bytes()); !different[sum] {
			different[sum] = true
			for _, hash := range blocks {
				count[hash]++
			}
		}
	}
	least := max(minRepeatedPages, int(math.Ceil(minRepeatedShare*float64(len(different)))))
	var repeated []uint32
	for hash, n := range count {
		if n >= least {
			repeated = append(repeated, hash)
		}
	}
	return newBlockSet(repeated)
}

// Difference returns which share of a page's blocks two sets of repeated blocks treat differently, on average over the pages.
func (b *Boilerplate) Difference(one, other BlockSet) float64 {
	sum, n := 0.0, 0
	for _, blocks := range b.pages {
		if len(blocks) == 0 {
			continue
		}
		differ := 0
		for _, hash := range blocks {
			if one.has(hash) != other.has(hash) {
				differ++
			}
		}
		sum += float64(differ) / float64(len(blocks))
		n++
	}
	return sum / float64(max(n, 1))
}
