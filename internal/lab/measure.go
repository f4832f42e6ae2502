package lab

import "math"

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

// HarvestRate returns the share of the first requests that brought a relevant page: one whose relevance is over a threshold
// (Chakrabarti, van den Berg and Dom 1999, section 3).
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

// RoomUsed returns how much of what could be gained over breadth-first a walk gains: (breadth-first - walk) / (breadth-first - oracle)
// of the requests until a share of the targets was known. 1 is as good as the oracle, less than 0 worse than
// breadth-first; NaN if there is no room.
func RoomUsed(walk, breadthFirst, oracle int) float64 {
	if breadthFirst <= oracle {
		return math.NaN()
	}
	return float64(breadthFirst-walk) / float64(breadthFirst-oracle)
}

// Mean returns the mean of values, and the half-width of its 95 % confidence interval by Student's t.
func Mean(values []float64) (mean, plusMinus float64) {
	n := float64(len(values))
	if n == 0 {
		return math.NaN(), math.NaN()
	}
	for _, v := range values {
		mean += v / n
	}
	if n < 2 {
		return mean, 0
	}
	squares := 0.0
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	return mean, student95(len(values)-1) * math.Sqrt(squares/(n-1)/n)
}

// student95 is the two-sided 95 % quantile of Student's t distribution for degrees of freedom.
func student95(degrees int) float64 {
	table := []float64{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228}
	if degrees <= len(table) {
		return table[max(0, degrees-1)]
	}
	d := float64(degrees)
	return 1.96 + 2.37/d + 2.8/(d*d) // within 0.005 from eleven degrees on
}
