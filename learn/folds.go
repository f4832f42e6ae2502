package learn

import (
	"cmp"
	"maps"
	"slices"
)

// Fold is one part of a cross-validation: the indices of the examples to train and to test on.
type Fold struct{ Train, Test []int }

// Folds divides examples, given by their groups, into n folds of about the same size. No group is in both
// parts of a fold. With n < 1 every group is a fold. Each example is tested on once.
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
