package learn

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Fold is one part of a cross-validation: indices of what is learned from, and of what is tested on.
type Fold struct{ Train, Test []int }

// Folds parts examples, given by their groups, into n folds such that no group is both learned from and tested on in one; the
// folds are about equally large. With n < 1 every group is a fold. Each example is tested on once.
func Folds(groups []string, n int) []Fold {
	size := map[string]int{}
	for _, g := range groups {
		size[g]++
	}
	names := slices.SortedFunc(maps.Keys(size), func(a, b string) int {
		return cmp.Or(cmp.Compare(size[b], size[a]), cmp.Compare(a, b))
	})
	if n < 1 || n > len(names) {
		n = len(names)
	}
	load := make([]int, n)
	in := map[string]int{}
	for _, g := range names {
		least := slices.Index(load, slices.Min(load))
		in[g] = least
		load[least] += size[g]
	}
	folds := make([]Fold, n)
	for i, g := range groups {
		for k := range folds {
			if in[g] == k {
				folds[k].Test = append(folds[k].Test, i)
			} else {
				folds[k].Train = append(folds[k].Train, i)
			}
		}
	}
	return folds
}

// Confusion counts what was given for what was right. The zero value is empty.
type Confusion struct {
	counts map[[2]string]int
}

// Add counts one: it is want, and was called got.
func (c *Confusion) Add(want, got string) {
	if c.counts == nil {
		c.counts = map[[2]string]int{}
	}
	c.counts[[2]string{want, got}]++
}

// Count gives how often want was called got.
func (c *Confusion) Count(want, got string) int { return c.counts[[2]string{want, got}] }

// Labels gives all labels that were wanted or given, sorted.
func (c *Confusion) Labels() []string {
	seen := map[string]bool{}
	for pair := range c.counts {
		seen[pair[0]], seen[pair[1]] = true, true
	}
	return slices.Sorted(maps.Keys(seen))
}

// Measure is how well one label is found.
type Measure struct {
	Examples              int     // that are of it
	Precision, Recall, F1 float64 // from 0 to 1; 0 where nothing can be said
}

// Measure gives how well a label is found.
func (c *Confusion) Measure(label string) Measure {
	var m Measure
	right, given := c.Count(label, label), 0
	for pair, n := range c.counts {
		if pair[0] == label {
			m.Examples += n
		}
		if pair[1] == label {
			given += n
		}
	}
	m.Precision = float64(right) / float64(max(given, 1))
	m.Recall = float64(right) / float64(max(m.Examples, 1))
	if right > 0 {
		m.F1 = 2 * m.Precision * m.Recall / (m.Precision + m.Recall)
	}
	return m
}

// Accuracy gives how many of those whose right label is one of labels (of all, without any) were called right, and how many there are.
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

// WriteTo writes the matrix as a table: a row for what is right, a column for what was given, and precision, recall and F1.
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
