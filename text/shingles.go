package text

import (
	"slices"

	"github.com/zeebo/xxh3"
)

// Shingles returns the set of a text's shingles of w words, hashed to 64 bits, in ascending order: Broder, "On the
// resemblance and containment of documents" (1997). A text of fewer words is one shingle; one without words has none.
func Shingles(s string, w int) []uint64 {
	w = max(w, 1)
	var (
		set   = make([]uint64, 0, len(s)/7+1)
		ring  = make([]uint64, w) // the hashes of the last w words
		sum   uint64              // of them, each times a power of base that grows with its age
		top   = uint64(1)         // the power of the oldest
		count int
	)
	const base = 0x9e37_79b9_7f4a_7c15
	for range w - 1 {
		top *= base
	}
	for word := range Words(s) {
		slot := &ring[count%w]
		if count >= w {
			sum -= *slot * top
		}
		*slot = xxh3.HashString(word)
		sum = sum*base + *slot
		if count++; count >= w {
			set = append(set, mix(sum))
		}
	}
	if 0 < count && count < w {
		set = append(set, mix(sum))
	}
	return Set(set)
}

// Set sorts hashes and removes duplicates. It works in place.
func Set(hashes []uint64) []uint64 {
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// Jaccard returns the size of the intersection of two sets, as [Set] returns them, divided by that of their union; 0 for two
// empty ones.
func Jaccard(a, b []uint64) float64 {
	both := common(a, b)
	if all := len(a) + len(b) - both; all > 0 {
		return float64(both) / float64(all)
	}
	return 0
}

// common returns the number of elements that two sorted sets share.
func common(a, b []uint64) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}

// Jaccard3 returns the Jaccard similarity of the shingles of three words of two texts.
func Jaccard3(a, b string) float64 { return Jaccard(Shingles(a, 3), Shingles(b, 3)) }

// mix makes every bit of a hash depend on all others: the finalizer of MurmurHash3 (Appleby).
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51_afd7_ed55_8ccd
	h = (h ^ h>>33) * 0xc4ce_b9fe_1a85_ec53
	return h ^ h>>33
}
