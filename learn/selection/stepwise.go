package selection

import "slices"

// Evaluate returns the quality of a classifier that has only some features, given by their numbers, ascending: the accuracy in
// cross-validation, for example. The caller must not change them.
type Evaluate func(features []int) float64

// search is a stepwise search.
type search struct {
	evaluate Evaluate
	left     int // evaluations
	best     []int
	quality  float64
}

// try evaluates a set of features and reports whether it is better than the best. It keeps nothing.
func (s *search) try(features []int) (quality float64, ok bool) {
	if s.left == 0 {
		return 0, false
	}
	s.left--
	slices.Sort(features)
	return s.evaluate(features), true
}

// step moves to the best of some neighbours of the best set, if it is better, or as good and smaller.
func (s *search) step(neighbours func(yield func([]int) bool)) bool {
	var next []int
	quality := s.quality
	for features := range neighbours {
		q, ok := s.try(features)
		if !ok {
			break
		}
		if q > quality || q == quality && len(features) < len(s.best) && next == nil {
			next, quality = features, q
		}
	}
	if next == nil {
		return false
	}
	s.best, s.quality = next, quality
	return true
}

// added yields the best set with one feature more, for each of n that it does not have.
func (s *search) added(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for i := range n {
			if !slices.Contains(s.best, i) && !yield(append(slices.Clone(s.best), i)) {
				return
			}
		}
	}
}

// removed yields the best set without one of its features, for each.
func (s *search) removed(yield func([]int) bool) {
	for i := range s.best {
		if len(s.best) > 1 && !yield(slices.Delete(slices.Clone(s.best), i, i+1)) {
			return
		}
	}
}

// exchanged yields the best set with one feature in place of another, for each pair.
func (s *search) exchanged(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		for i := range s.best {
			for j := range n {
				if slices.Contains(s.best, j) {
					continue
				}
				next := slices.Clone(s.best)
				next[i] = j
				if !yield(next) {
					return
				}
			}
		}
	}
}

// all returns the numbers of n features.
func all(n int) []int {
	features := make([]int, n)
	for i := range features {
		features[i] = i
	}
	return features
}

// Forward begins without a feature and adds the one of n that helps most, until none does (stepwise forward selection; Kittler, "Feature
// set search algorithms", 1978). It evaluates most sets at most, and returns the best one, ascending.
func Forward(n, most int, evaluate Evaluate) []int {
	s := search{evaluate: evaluate, left: most, quality: -1}
	for s.step(s.added(n)) {
	}
	return s.best
}

// Backward begins with all n features and removes the one that helps least, as long as the quality does not fall (stepwise backward
// selection; the same). It evaluates most sets at most, and returns the best one, ascending.
func Backward(n, most int, evaluate Evaluate) []int {
	s := search{evaluate: evaluate, left: most, best: all(n)}
	if q, ok := s.try(s.best); ok {
		s.quality = q
	}
	for s.step(s.removed) {
	}
	return s.best
}

// Pairwise adds, removes and exchanges features in turns, as each of the three helps (combined stepwise selection with a search of all
// pairs; Salzberg, "Improving classification methods via feature selection", 1992). It evaluates most sets at most, and returns the
// best one, ascending.
func Pairwise(n, most int, evaluate Evaluate) []int {
	s := search{evaluate: evaluate, left: most, quality: -1}
	for s.step(s.added(n)) || s.step(s.removed) || s.step(s.exchanged(n)) {
	}
	return s.best
}
