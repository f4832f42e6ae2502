package focus

import "math"

// trail is what fish-search and shark-search know of a waiting link. It is kept in the score of the link, so that it needs no memory:
// 20 bits of the potential, which decides the order, then 16 of what was inherited and 4 of the depth.
type trail struct {
	potential float64 // 0 to 1
	inherited float64 // 0 to 1
	depth     int     // links that may still be followed from it without a relevant page
}

const (
	potentialBits = 20
	inheritedBits = 16
	depthBits     = 4
	maxDepth      = 1<<depthBits - 1
	trailUnit     = 1 << (potentialBits + inheritedBits + depthBits)
)

// score returns the score of a link with a trail: its potential and, below 2^-20, the rest.
func (t trail) score() float64 {
	bits := uint64(share(t.potential)*(1<<potentialBits))<<inheritedBits | uint64(math.Round(share(t.inherited)*(1<<inheritedBits-1)))
	return float64(bits<<depthBits|uint64(min(max(t.depth, 0), maxDepth))) / trailUnit
}

// trailOf returns the trail in a score. A score that another strategy gave has that of a link of which nothing is known but that it may be
// followed.
func trailOf(score float64, depth int) trail {
	x := score * trailUnit
	if !(x >= 0 && score < 1+1.0/(1<<potentialBits)) || x != math.Trunc(x) {
		return trail{depth: depth}
	}
	bits := uint64(x)
	return trail{
		potential: float64(bits>>(inheritedBits+depthBits)) / (1 << potentialBits),
		inherited: float64(bits>>depthBits&(1<<inheritedBits-1)) / (1<<inheritedBits - 1),
		depth:     int(bits & maxDepth),
	}
}

// beyond returns the trail of a link that is found on a page with a trail: the depth begins anew on a relevant page.
func (t trail) beyond(relevant bool, depth int) (next trail, within bool) {
	if relevant {
		return trail{depth: depth}, true
	}
	return trail{depth: t.depth - 1}, t.depth > 0
}

// placed returns where a link with a trail waits.
func (t trail) placed(within bool) Placement {
	if !within {
		return Placement{Lane: lastLane, Score: t.score()}
	}
	return Placement{Score: t.score()}
}

// placedAgain returns where a link waits that was found twice: by the better score and the greater depth.
func placedAgain(was, now Placement, depth int) Placement {
	if was.Lane == lastLane || now.Lane == lastLane {
		if was.Lane == lastLane {
			return now
		}
		return was
	}
	a, b := trailOf(was.Score, depth), trailOf(now.Score, depth)
	if a == (trail{depth: depth}) && was.Score != a.score() { // of another strategy
		return now
	}
	return Placement{Lane: was.Lane, Score: trail{max(a.potential, b.potential), max(a.inherited, b.inherited), max(a.depth, b.depth)}.score()}
}
