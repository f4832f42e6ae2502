package classifier

import (
	"cmp"
	"slices"
)

// cut returns the threshold of the decision for a label that has the greatest micro-averaged F1 over the documents of the sample, and
// that F1. Each document has its best label in any case.
func (c *chooser) cut(held [][]float32) (threshold, f1 float64) {
	if len(held) == 0 {
		return 0, 0
	}
	type decision struct {
		value float64
		right bool
	}
	var others []decision // for the labels that are not the best
	right, assigned, wanted := 0, len(c.sample.rows), 0
	d := make([]float64, c.sample.k)
	for i, scores := range held {
		decisions(c.options.Method, scores, d)
		first := best(scores)
		wanted += len(c.sample.labels[i])
		for k, value := range d {
			isRight := c.sample.has(i, int32(k))
			switch {
			case k != first:
				others = append(others, decision{value, isRight})
			case isRight:
				right++
			}
		}
	}
	slices.SortStableFunc(others, func(a, b decision) int { return cmp.Compare(b.value, a.value) })
	f := func() float64 { return 2 * float64(right) / float64(assigned+wanted) }
	threshold, f1 = others[0].value+1, f()
	for i, o := range others {
		assigned++
		if o.right {
			right++
		}
		if now := f(); now > f1 && (i+1 == len(others) || others[i+1].value < o.value) {
			next := o.value - 1
			if i+1 < len(others) {
				next = others[i+1].value
			}
			threshold, f1 = (o.value+next)/2, now
		}
	}
	return threshold, f1
}
