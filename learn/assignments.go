package learn

import (
	"maps"
	"slices"
)

// Assignments counts the labels that were assigned to examples which may have several. The zero value is empty. [Confusion] is for
// examples with one label each.
type Assignments struct {
	counts map[string]*assigned
	n      int
	exact  int
}

// assigned counts one label.
type assigned struct{ want, got, right int }

// Add counts an example: the right labels are want, the predicted ones got. Neither has a label twice.
func (a *Assignments) Add(want, got []string) {
	if a.counts == nil {
		a.counts = map[string]*assigned{}
	}
	count := func(label string) *assigned {
		c := a.counts[label]
		if c == nil {
			c = &assigned{}
			a.counts[label] = c
		}
		return c
	}
	right := 0
	for _, l := range want {
		count(l).want++
	}
	for _, l := range got {
		c := count(l)
		c.got++
		if slices.Contains(want, l) {
			c.right++
			right++
		}
	}
	a.n++
	if right == len(want) && right == len(got) {
		a.exact++
	}
}

// Labels returns all labels that were right or predicted, sorted.
func (a *Assignments) Labels() []string { return slices.Sorted(maps.Keys(a.counts)) }

// Measure returns the quality of the predictions of a label.
func (a *Assignments) Measure(label string) Measure {
	if c := a.counts[label]; c != nil {
		return c.measure()
	}
	return Measure{}
}

// measure returns the quality of predictions.
func (c *assigned) measure() Measure {
	m := Measure{Examples: c.want, Precision: float64(c.right) / float64(max(c.got, 1)), Recall: float64(c.right) / float64(max(c.want, 1))}
	if c.right > 0 {
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	return m
}

// Accuracy returns the number of examples whose predicted labels are exactly the right ones, and of all.
func (a *Assignments) Accuracy() (exact, all int) { return a.exact, a.n }

// Micro returns the measures of all labels together: every assignment counts the same.
func (a *Assignments) Micro() Measure {
	var sum assigned
	for _, c := range a.counts {
		sum.want += c.want
		sum.got += c.got
		sum.right += c.right
	}
	return sum.measure()
}

// Macro returns the unweighted mean of the measures of all labels that were right or predicted, as [Confusion.Macro] does.
func (a *Assignments) Macro() Measure {
	var all []Measure
	for _, label := range a.Labels() {
		all = append(all, a.Measure(label))
	}
	return mean(all)
}

// mean returns the mean of measures.
func mean(all []Measure) (sum Measure) {
	for _, m := range all {
		sum.Examples += m.Examples
		sum.Precision += m.Precision
		sum.Recall += m.Recall
		sum.F1 += m.F1
	}
	if n := float64(len(all)); n > 0 {
		sum.Precision, sum.Recall, sum.F1 = sum.Precision/n, sum.Recall/n, sum.F1/n
	}
	return sum
}
