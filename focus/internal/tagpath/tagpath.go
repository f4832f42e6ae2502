// Package tagpath groups links by where they stand on their pages: by their tag paths.
//
// [Clusters.Of] returns the cluster of a path. Links that a template makes, such as the entries of a menu or of a list of
// publications, have like paths and share a cluster (Gauquier, Manolescu and Senellart 2026, arXiv 2602.11874, section 4).
package tagpath

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"strings"
)

const (
	// Similarity is the least cosine of a path to the centroid of its cluster (as the source has it).
	Similarity = 0.75
	// dimensions of the vector of a path, to which its pairs of neighbours are hashed (as the source has it).
	dimensions = 1 << 12
	// maxTags bounds what is read of a path.
	maxTags = 512
)

// Clusters are clusters of tag paths.
type Clusters struct {
	max      int
	clusters []*cluster
}

// cluster is the sum of the vectors of its paths, which points where their mean points.
type cluster struct {
	sum     []float64 // of dimensions
	square  float64   // of the length of sum
	changed bool
}

// component is a part of a vector that is not 0.
type component struct {
	dimension uint16
	value     float64
}

// New returns no clusters, to be at most max. Once there are so many, the nearest cluster takes each path.
func New(limit int) *Clusters { return &Clusters{max: limit} }

// Len returns the number of clusters.
func (c *Clusters) Len() int { return len(c.clusters) }

// Of returns the number of the cluster of a path, and moves the cluster's centroid towards the path.
func (c *Clusters) Of(path string) int {
	v := vectorOf(path)
	best, nearest, product := -1, math.Inf(-1), 0.0
	for i, k := range c.clusters {
		p := k.times(v)
		if cosine := p / math.Sqrt(k.square); cosine > nearest {
			best, nearest, product = i, cosine, p
		}
	}
	if best < 0 || nearest < Similarity && len(c.clusters) < c.max {
		c.clusters = append(c.clusters, &cluster{sum: make([]float64, dimensions)})
		best, product = len(c.clusters)-1, 0
	}
	k := c.clusters[best]
	for _, x := range v {
		k.sum[x.dimension] += x.value
	}
	k.square += 2*product + 1
	k.changed = true
	return best
}

// times returns the dot product of a cluster and a vector.
func (k *cluster) times(v []component) (product float64) {
	for _, x := range v {
		product += k.sum[x.dimension] * x.value
	}
	return product
}

// vectorOf returns the vector of length 1 of a path: how often each pair of neighbours is in it. Beginning and end count as tags.
func vectorOf(path string) []component {
	counts := map[uint16]float64{}
	var order []uint16 // of the first pair of each dimension, so that sums do not depend on the order of a map
	before, tags := "^", 0
	add := func(tag string) {
		h := fnv.New32a()
		h.Write([]byte(before))
		h.Write([]byte{' '})
		h.Write([]byte(tag))
		d := uint16(h.Sum32() % dimensions)
		if counts[d]++; counts[d] == 1 {
			order = append(order, d)
		}
		before = tag
	}
	for tag := range strings.FieldsSeq(path) {
		if tags++; tags > maxTags {
			break
		}
		add(tag)
	}
	add("$")
	square := 0.0
	for _, n := range counts {
		square += n * n // whole numbers: in any order the same
	}
	v := make([]component, len(order))
	for i, d := range order {
		v[i] = component{d, counts[d] / math.Sqrt(square)}
	}
	return v
}

// maxSum bounds the components of a stored cluster: no crawl follows so many links.
const maxSum = 1e15

// Append returns b with the encoded cluster of a number.
func (c *Clusters) Append(b []byte, n int) []byte {
	k := c.clusters[n]
	for d, x := range k.sum {
		if x != 0 {
			b = binary.BigEndian.AppendUint16(b, uint16(d))
			b = binary.BigEndian.AppendUint64(b, math.Float64bits(x))
		}
	}
	return b
}

// Changed reports whether a cluster has changed since this was last called.
func (c *Clusters) Changed(n int) bool {
	was := c.clusters[n].changed
	c.clusters[n].changed = false
	return was
}

// Restore adds a cluster that [Clusters.Append] encoded. It reports whether b holds one and there was room for it.
func (c *Clusters) Restore(b []byte) bool {
	if len(b) == 0 || len(b)%10 != 0 || len(b)/10 > dimensions || len(c.clusters) >= c.max {
		return false
	}
	k := &cluster{sum: make([]float64, dimensions)}
	for ; len(b) > 0; b = b[10:] {
		d, x := binary.BigEndian.Uint16(b), math.Float64frombits(binary.BigEndian.Uint64(b[2:]))
		if d >= dimensions || !(x > 0 && x < maxSum) || k.sum[d] != 0 {
			return false
		}
		k.sum[d] = x
		k.square += x * x
	}
	c.clusters = append(c.clusters, k)
	return true
}
