package learn

import (
	"fmt"
	"io"
	"maps"
	"slices"
)

// Confusion is a confusion matrix: how often each label was predicted for each right one. The zero value is empty.
type Confusion struct {
	counts map[[2]string]int
}

// Add counts a prediction: the right label is want, the predicted one got.
func (c *Confusion) Add(want, got string) {
	if c.counts == nil {
		c.counts = map[[2]string]int{}
	}
	c.counts[[2]string{want, got}]++
}

// Count returns how often got was predicted for want.
func (c *Confusion) Count(want, got string) int { return c.counts[[2]string{want, got}] }

// Labels returns all labels that were right or predicted, sorted.
func (c *Confusion) Labels() []string {
	seen := map[string]bool{}
	for pair := range c.counts {
		seen[pair[0]], seen[pair[1]] = true, true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Measure is the quality of the predictions of one label.
type Measure struct {
	Examples              int     // whose right label it is
	Precision, Recall, F1 float64 // from 0 to 1; 0 without examples
}

// Measure returns the quality of the predictions of a label.
func (c *Confusion) Measure(label string) Measure {
	var m Measure
	right, predicted := c.Count(label, label), 0
	for pair, n := range c.counts {
		if pair[0] == label {
			m.Examples += n
		}
		if pair[1] == label {
			predicted += n
		}
	}
	m.Precision = float64(right) / float64(max(predicted, 1))
	m.Recall = float64(right) / float64(max(m.Examples, 1))
	if right > 0 {
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	return m
}

// Accuracy returns how many predictions are right, and their number, among those whose right label is one of labels; without
// labels, among all.
func (c *Confusion) Accuracy(labels ...string) (right, all int) {
	for pair, n := range c.counts {
		if len(labels) > 0 && !slices.Contains(labels, pair[0]) {
			continue
		}
		all += n
		if pair[0] == pair[1] {
			right += n
		}
	}
	return right, all
}

// Macro returns the unweighted mean of the measures of all labels that were right or predicted: every label counts the same, however
// rare. One that was predicted and has no example has measures of 0. scikit-learn's averages are the same (f1_score with average="macro").
func (c *Confusion) Macro() Measure {
	var all []Measure
	for _, label := range c.Labels() {
		all = append(all, c.Measure(label))
	}
	return mean(all)
}

// Micro returns the measures of all predictions together: every example counts the same. As each has one right label and one
// predicted label, precision, recall and F1 are the accuracy (Yang, "An evaluation of statistical approaches to text
// categorization", 1999).
func (c *Confusion) Micro() Measure {
	right, all := c.Accuracy()
	share := float64(right) / float64(max(all, 1))
	return Measure{all, share, share, share}
}

// WriteTo writes the matrix as a table: a row for each right label, a column for each predicted one, and precision, recall
// and F1.
func (c *Confusion) WriteTo(w io.Writer) (int64, error) {
	var total int64
	print := func(format string, args ...any) {
		n, _ := fmt.Fprintf(w, format, args...)
		total += int64(n)
	}
	labels := c.Labels()
	width := len("is \\ called")
	for _, l := range labels {
		width = max(width, len(l))
	}
	print("%-*s", width, "is \\ called")
	for _, l := range labels {
		print(" %6.6s", l)
	}
	print(" %6s %6s %6s %6s\n", "n", "prec", "recall", "F1")
	for _, want := range labels {
		print("%-*s", width, want)
		for _, got := range labels {
			print(" %6d", c.Count(want, got))
		}
		m := c.Measure(want)
		print(" %6d %6.3f %6.3f %6.3f\n", m.Examples, m.Precision, m.Recall, m.F1)
	}
	return total, nil
}
