package classifier

import (
	"math"
	"slices"
)

// sigmoid turns the score of a label into its probability: 1 / (1 + exp(slope·score + shift)).
//
// One sigmoid for all labels keeps their order, so that the most probable label is the one with the greatest score (Platt,
// "Probabilistic outputs for support vector machines", 1999, has one for each).
type sigmoid struct {
	slope, shift float64 // slope is below 0
}

// sigmoid returns the one that fits best the scores of the best settings for documents that their models have not seen.
func (c *chooser) sigmoid() sigmoid {
	if len(c.best.held) == 0 {
		return sigmoid{-1, 0}
	}
	scores := make([]float64, 0, len(c.sample.rows)*c.sample.k)
	right := make([]bool, 0, cap(scores))
	odds := make([]float64, c.sample.k)
	for i, row := range c.best.held {
		decisions(c.options.Method, row, odds)
		for k, x := range odds {
			scores = append(scores, x)
			right = append(right, c.sample.has(i, int32(k)))
		}
	}
	return fitSigmoid(scores, right)
}

// decisions sets f to what the sigmoid is applied to: the scores, or where those are logarithms of probabilities, the
// logarithm of the odds of each label against all others.
func decisions(m Method, scores []float32, f []float64) {
	for k, s := range scores {
		f[k] = float64(s)
	}
	if m != NaiveBayes && m != Lewis {
		return
	}
	first, second := math.Inf(-1), math.Inf(-1)
	at := 0
	for k, s := range f {
		if s > first {
			first, second, at = s, first, k
		} else if s > second {
			second = s
		}
	}
	for k, s := range f {
		if k == at {
			f[k] = s - second
		} else {
			f[k] = s - first
		}
	}
}

// bin is a range of scores of which each counts as their mean.
type bin struct {
	score   float64
	yes, no float64 // scores for labels that are right, and others
}

// mostBins is the number of bins. A narrower one changes no probability that anyone could measure.
const mostBins = 1 << 10

// binned divides scores, each divided by scale, into bins of one width.
func binned(scores []float64, right []bool, scale float64) []bin {
	least, most := slices.Min(scores), slices.Max(scores)
	bins := make([]bin, mostBins)
	for i, s := range scores {
		b := &bins[min(int((s-least)/(most-least)*mostBins), mostBins-1)]
		b.score += s
		if right[i] {
			b.yes++
		} else {
			b.no++
		}
	}
	bins = slices.DeleteFunc(bins, func(b bin) bool { return b.yes+b.no == 0 })
	for i := range bins {
		bins[i].score /= (bins[i].yes + bins[i].no) * scale
	}
	return bins
}

// fitSigmoid minimises the cross entropy by Newton's method with a line search (Lin, Lin and Weng, "A note on Platt's
// probabilistic outputs for support vector machines", 2007, algorithm 1). Targets are a little inside of 0 and 1, as there.
func fitSigmoid(scores []float64, right []bool) sigmoid {
	scale, yes := 0.0, 0.0
	for i, s := range scores {
		scale += s * s
		if right[i] {
			yes++
		}
	}
	no := float64(len(scores)) - yes
	scale = math.Sqrt(scale / float64(len(scores)))
	if !(scale > 0) || math.IsInf(scale, 0) || yes == 0 || no == 0 || slices.Min(scores) == slices.Max(scores) {
		return sigmoid{-1, 0}
	}
	bins := binned(scores, right, scale)
	high, low := (yes+1)/(yes+2), 1/(no+2)
	a, b := 0.0, math.Log((no+1)/(yes+1))
	loss := func(a, b float64) (sum float64) {
		for _, x := range bins {
			z := a*x.score + b
			sum += (x.yes*high+x.no*low)*z + (x.yes+x.no)*softplus(-z)
		}
		return sum
	}
	now := loss(a, b)
	for range 100 {
		h11, h22, h21, g1, g2 := 1e-12, 1e-12, 0.0, 0.0, 0.0
		for _, x := range bins {
			s, n := x.score, x.yes+x.no
			p := 1 / (1 + math.Exp(a*s+b))
			d2, d1 := n*p*(1-p), x.yes*high+x.no*low-n*p
			h11 += s * s * d2
			h22 += d2
			h21 += s * d2
			g1 += s * d1
			g2 += d1
		}
		if math.Abs(g1) < 1e-5 && math.Abs(g2) < 1e-5 {
			break
		}
		det := h11*h22 - h21*h21
		da, db := -(h22*g1-h21*g2)/det, -(h11*g2-h21*g1)/det
		step := 1.0
		for ; step >= 1e-10; step /= 2 {
			if next := loss(a+step*da, b+step*db); next < now+1e-4*step*(g1*da+g2*db) {
				a, b, now = a+step*da, b+step*db, next
				break
			}
		}
		if step < 1e-10 {
			break
		}
	}
	if a >= 0 || math.IsNaN(a) || math.IsNaN(b) {
		// The scores say nothing of the labels, or the contrary. Their order is kept all the same.
		return sigmoid{-1e-3 / scale, math.Log((no + 1) / (yes + 1))}
	}
	return sigmoid{a / scale, b}
}

// each sets p to the probabilities of decisions, each for itself.
func (s sigmoid) each(p []float64) {
	for k, f := range p {
		p[k] = 1 / (1 + math.Exp(s.slope*f+s.shift))
	}
}

// softplus returns log(1 + exp(z)), without overflow.
func softplus(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }

// probabilities sets p to the probabilities of decisions; their sum is 1.
func (s sigmoid) probabilities(p []float64) {
	least := math.Inf(1)
	for k, f := range p {
		p[k] = s.slope*f + s.shift
		least = min(least, p[k])
	}
	// All are multiplied by exp(least) where that is above 1, so that none is out of the range of numbers; the sum takes it out again.
	by, sum := math.Exp(-max(0, least)), 0.0
	for k, z := range p {
		p[k] = 1 / (by + math.Exp(min(z-max(0, least), 700)))
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
}
