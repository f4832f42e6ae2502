package focus

import "sluice/page"

// BreadthFirst visits pages in the order of their distance from the seeds:
// one lane, the score is the negative depth.
type BreadthFirst struct{}

var _ Strategy = BreadthFirst{}

// Place implements [Strategy].
func (BreadthFirst) Place(v *Visit, _ *page.Link) Placement {
	return Placement{Score: -float64(depthOf(v))}
}

// Choose implements [Strategy].
func (BreadthFirst) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (BreadthFirst) Learn(*Visit) {}

// DepthFirst follows the links of the page just visited before it goes back to
// earlier ones: one lane, the score is the depth. Links of equal depth are
// visited in the order of arrival, so the first link of a page comes first.
type DepthFirst struct{}

var _ Strategy = DepthFirst{}

// Place implements [Strategy].
func (DepthFirst) Place(v *Visit, _ *page.Link) Placement {
	return Placement{Score: float64(depthOf(v))}
}

// Choose implements [Strategy].
func (DepthFirst) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (DepthFirst) Learn(*Visit) {}

// depthOf returns the depth of a link found on v.
func depthOf(v *Visit) int {
	if v == nil {
		return 0
	}
	return v.Depth + 1
}
