package lab

import (
	"math"
	"slices"

	"sluice/weburl"
)

// Shares are the shares of the targets at which walks are compared.
var Shares = []float64{0.5, 0.8, 0.9, 1}

// SearchLengths returns after how many requests a walk knew each of [Shares] of all targets; -1 if it never did.
func (w *Walk) SearchLengths(all int) []int {
	lengths := make([]int, len(Shares))
	for i, share := range Shares {
		n, reached := w.Until(share, all)
		if lengths[i] = n; !reached {
			lengths[i] = -1
		}
	}
	return lengths
}

// Area returns the area under the curve of the targets known over requests, from the first to a number of requests, as a share of
// the area if all targets were known at once: 0 to 1. A walk that ends earlier keeps what it knows.
func (w *Walk) Area(all, requests int) float64 {
	if all == 0 || requests == 0 {
		return 0
	}
	sum := 0.0
	for _, n := range w.Known[:min(requests, len(w.Known))] {
		sum += float64(n)
	}
	sum += float64(max(0, requests-len(w.Known))) * float64(w.Targets())
	return sum / float64(all) / float64(requests)
}

// AreaByBytes returns the same over the bytes that a walk has received, up to a number of them: a walk that brings small pages with many
// targets first has more. The bodies of documents are no part of it.
func (w *Walk) AreaByBytes(all int, bytes int64) float64 {
	if all == 0 || bytes == 0 {
		return 0
	}
	sum, at, known := 0.0, int64(0), 0
	for i, n := range w.Known {
		end := min(w.Bytes[i], bytes)
		sum += float64(known) * float64(end-at) // known while the page of the request comes
		at, known = end, n
	}
	sum += float64(known) * float64(bytes-at)
	return sum / float64(all) / float64(bytes)
}

// HarvestRate returns the share of the first requests that brought a relevant page: one whose relevance is over a threshold
// (Chakrabarti, van den Berg and Dom 1999).
func (w *Walk) HarvestRate(requests int, threshold float64) float64 {
	first := w.Relevance[:min(requests, len(w.Relevance))]
	if len(first) == 0 {
		return 0
	}
	n := 0
	for _, r := range first {
		if r > threshold {
			n++
		}
	}
	return float64(n) / float64(len(first))
}

// MeanRelevance returns the mean relevance of the first requests.
func (w *Walk) MeanRelevance(requests int) float64 {
	first := w.Relevance[:min(requests, len(w.Relevance))]
	if len(first) == 0 {
		return 0
	}
	sum := 0.0
	for _, r := range first {
		sum += r
	}
	return sum / float64(len(first))
}

// EqualValue returns the share of breadth-first's requests with which a walk has brought the same number of targets: as many as
// breadth-first knew at 80 % of all, or at its end if it knew fewer. It is the measure of Craw4LLM (Yu, Liu and Xiong 2025); 1 for
// breadth-first itself. A walk that never has as many counts with all its requests, or those by which all can be reached if these are more:
// it may have been cut.
func (w *Walk) EqualValue(breadthFirst *Walk, all, reachable int) float64 {
	need := min(int(math.Ceil(0.8*float64(all))), breadthFirst.Targets())
	first, _ := slices.BinarySearch(breadthFirst.Known, need)
	n, known := slices.BinarySearch(w.Known, need)
	if n++; !known && n > len(w.Known) {
		n = max(len(w.Known), reachable)
	}
	return float64(n) / float64(max(1, min(first+1, len(breadthFirst.Known))))
}

// FirstDocuments is how many documents the precision is measured of.
const FirstDocuments = 100

// wanted are the genres of documents that a library accepts, unless it says otherwise.
var wanted = []string{"paper", "thesis", "report", "faq"}

// FirstGenres counts the genres of the first [FirstDocuments] documents that a walk came to know and whose genre is known, and
// returns the share of the genres that a library accepts: paper, thesis, report and faq.
func (w *Walk) FirstGenres(genres map[weburl.Key]string) (counts map[string]int, precision float64) {
	n := 0
	for _, key := range w.Found {
		genre := genres[key]
		if genre == "" {
			continue
		}
		if counts == nil {
			counts = map[string]int{}
		}
		counts[genre]++
		if slices.Contains(wanted, genre) {
			precision++
		}
		if n++; n == FirstDocuments {
			break
		}
	}
	return counts, precision / float64(max(1, n))
}

// RoomUsed returns how much of what could be gained over breadth-first a walk gains: (breadth-first - walk) / (breadth-first - oracle)
// of the requests until a share of the targets was known. 1 is as good as the oracle, less than 0 worse than
// breadth-first; NaN if there is no room.
func RoomUsed(walk, breadthFirst, oracle int) float64 {
	if breadthFirst <= oracle {
		return math.NaN()
	}
	return float64(breadthFirst-walk) / float64(breadthFirst-oracle)
}
