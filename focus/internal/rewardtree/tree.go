// Package rewardtree divides links into groups whose rewards are alike, by their features.
//
// A [Tree] is a regression tree that grows while samples come: a leaf with enough of them is split by the feature and the level that
// reduce the variance of the rewards most. It is the tree of Tree-Frontier (Kontogiannis, Kelesis, Pollatos, Giannakopoulos and
// Paliouras 2025, arXiv 2112.07620, section 4).
package rewardtree

import (
	"encoding/binary"
	"math"
)

const (
	// Count is the number of features of a link.
	Count = 9
	// Levels is the number of values of a feature.
	Levels = 16

	maxDepth   = 18  // as in the source's program
	maxSamples = 256 // of a leaf: the latest
	minSplit   = 10  // samples of a leaf that may be split (as in the source's program)
	minShare   = 0.2 // of them, on each side (as in the source's program)
)

// Features are the features of a link, each less than [Levels].
type Features [Count]uint8

// Tree is a tree. It always has one leaf at least.
type Tree struct {
	root   *node
	leaves []*node // by number
	max    int
}

// node is a leaf, or divides by a feature: links whose level is at most at go left.
type node struct {
	feature, at uint8
	left, right *node // nil of a leaf

	number, depth int      // of a leaf
	samples       []sample // at most maxSamples
	oldest        int      // of a full list
	changed       bool
}

// sample is what came of a link.
type sample struct {
	features Features
	reward   float32
}

// New returns a tree with one leaf, number 0. It will have at most max leaves.
func New(limit int) *Tree {
	leaf := &node{}
	return &Tree{root: leaf, leaves: []*node{leaf}, max: limit}
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return len(t.leaves) }

// Leaf returns the number of the leaf of a link.
func (t *Tree) Leaf(x Features) int { return t.find(x).number }

// find returns the leaf of a link.
func (t *Tree) find(x Features) *node {
	n := t.root
	for n.left != nil {
		if x[n.feature] <= n.at {
			n = n.left
		} else {
			n = n.right
		}
	}
	return n
}

// Mean returns the mean reward of the samples of a leaf, 0 without any.
func (t *Tree) Mean(leaf int) float64 {
	if leaf < 0 || leaf >= len(t.leaves) {
		return 0
	}
	return meanOf(t.leaves[leaf].samples)
}

// meanOf returns the mean reward of samples, 0 without any.
func meanOf(samples []sample) (mean float64) {
	for _, s := range samples {
		mean += float64(s.reward) / float64(len(samples))
	}
	return mean
}

// Add adds what came of a link, 0 to 1000, and splits its leaf if that helps. It returns the number of the leaf that was split,
// some of whose links now belong to the leaf with the highest number; -1 if none was.
func (t *Tree) Add(x Features, reward float64) (split int) {
	n := t.find(x)
	s := sample{x, float32(bounded(reward))}
	if len(n.samples) < maxSamples {
		n.samples = append(n.samples, s)
	} else {
		n.samples[n.oldest] = s
		n.oldest = (n.oldest + 1) % maxSamples
	}
	n.changed = true
	if len(n.samples) < minSplit || n.depth >= maxDepth || len(t.leaves) >= t.max {
		return -1
	}
	feature, at, ok := n.best()
	if !ok {
		return -1
	}
	number := n.number
	t.split(n, feature, at)
	return number
}

// bounded returns a reward within bounds; what is no number is 0.
func bounded(reward float64) float64 {
	if math.IsNaN(reward) {
		return 0
	}
	return max(0, min(1000, reward))
}

// best returns the split of a leaf that reduces the variance of the rewards most.
func (n *node) best() (feature, at uint8, ok bool) {
	all := float64(len(n.samples))
	gain := 1e-9
	total := 0.0
	for _, s := range n.samples {
		total += float64(s.reward)
	}
	for f := range uint8(Count) {
		var count, sum [Levels]float64
		for _, s := range n.samples {
			count[s.features[f]]++
			sum[s.features[f]] += float64(s.reward)
		}
		left, leftSum := 0.0, 0.0
		for level := range uint8(Levels - 1) {
			left += count[level]
			leftSum += sum[level]
			right, rightSum := all-left, total-leftSum
			if left < minShare*all || right < minShare*all || count[level] == 0 {
				continue
			}
			// The squares of the rewards are in both variances, so what differs is the squares of the means.
			if g := (leftSum*leftSum/left + rightSum*rightSum/right - total*total/all) / all; g > gain {
				feature, at, ok, gain = f, level, true, g
			}
		}
	}
	return feature, at, ok
}

// split makes a leaf a node with two leaves: the left one keeps the number, the right one gets the next.
func (t *Tree) split(n *node, feature, at uint8) {
	left := &node{number: n.number, depth: n.depth + 1, changed: true}
	right := &node{number: len(t.leaves), depth: n.depth + 1, changed: true}
	for i := range n.samples {
		s := n.samples[(n.oldest+i)%len(n.samples)] // the oldest first
		if s.features[feature] <= at {
			left.samples = append(left.samples, s)
		} else {
			right.samples = append(right.samples, s)
		}
	}
	t.leaves[n.number] = left
	t.leaves = append(t.leaves, right)
	*n = node{feature: feature, at: at, left: left, right: right}
}

// Append returns b with the encoded nodes, without the samples.
func (t *Tree) Append(b []byte) []byte { return t.root.append(b) }

func (n *node) append(b []byte) []byte {
	if n.left == nil {
		return append(b, Count, byte(n.number))
	}
	return n.right.append(n.left.append(append(b, n.feature, n.at)))
}

// Decode returns the tree that [Tree.Append] encoded, and whether b holds one of at most max leaves, at most 256.
func Decode(b []byte, limit int) (*Tree, bool) {
	t := &Tree{max: limit, leaves: make([]*node, min(limit, 256))}
	root, rest, leaves := t.decode(b, 0)
	if root == nil || len(rest) > 0 {
		return nil, false
	}
	t.root, t.leaves = root, t.leaves[:leaves]
	for _, l := range t.leaves {
		if l == nil {
			return nil, false
		}
	}
	return t, true
}

// decode reads a node and those below it; nil if b does not begin with one.
func (t *Tree) decode(b []byte, depth int) (n *node, rest []byte, leaves int) {
	if len(b) < 2 || depth > maxDepth {
		return nil, nil, 0
	}
	first, second, rest := b[0], b[1], b[2:]
	if first == Count {
		if int(second) >= len(t.leaves) || t.leaves[second] != nil {
			return nil, nil, 0
		}
		n = &node{number: int(second), depth: depth}
		t.leaves[second] = n
		return n, rest, 1
	}
	if first > Count || second >= Levels-1 {
		return nil, nil, 0
	}
	left, rest, few := t.decode(rest, depth+1)
	if left == nil {
		return nil, nil, 0
	}
	right, rest, more := t.decode(rest, depth+1)
	if right == nil {
		return nil, nil, 0
	}
	return &node{feature: first, at: second, left: left, right: right}, rest, few + more
}

// Changed reports whether the samples of a leaf have changed since this was last called.
func (t *Tree) Changed(leaf int) bool {
	was := t.leaves[leaf].changed
	t.leaves[leaf].changed = false
	return was
}

// sampleSize is the length of an encoded sample.
const sampleSize = Count + 4

// AppendSamples returns b with the encoded samples of a leaf.
func (t *Tree) AppendSamples(b []byte, leaf int) []byte {
	n := t.leaves[leaf]
	for i := range n.samples {
		s := n.samples[(n.oldest+i)%len(n.samples)]
		b = append(b, s.features[:]...)
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(s.reward))
	}
	return b
}

// RestoreSamples sets the samples of a leaf that [Tree.AppendSamples] encoded, if b holds some; else it has none.
func (t *Tree) RestoreSamples(b []byte, leaf int) {
	if len(b)%sampleSize != 0 || len(b)/sampleSize > maxSamples {
		return
	}
	var samples []sample
	for ; len(b) > 0; b = b[sampleSize:] {
		s := sample{Features(b[:Count]), math.Float32frombits(binary.BigEndian.Uint32(b[Count:]))}
		for _, level := range s.features {
			if level >= Levels {
				return
			}
		}
		if float64(s.reward) != bounded(float64(s.reward)) {
			return
		}
		samples = append(samples, s)
	}
	t.leaves[leaf].samples = samples
}
