package focus

import "sluice/page"

// BreadthFirst visits pages in the order of their distance from the seeds:
// one lane, the score is the negative depth.
type BreadthFirst struct{}

var _ Strategy = BreadthFirst{}

// Place implements [Strategy].
func (BreadthFirst) Place(v *Visit, _ *page.Link) Placement {
	if v == nil {
		return Placement{}
	}
	return Placement{Score: -float64(v.Depth + 1)}
}

// Choose implements [Strategy].
func (BreadthFirst) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (BreadthFirst) Learn(*Visit) {}

// inOrder serves the lane with the lowest number as far as it goes, then the next.
func inOrder(lanes []LaneState, n int) []Share {
	shares := make([]Share, 0, len(lanes))
	for _, l := range lanes {
		shares = append(shares, Share{Lane: l.Lane, N: n})
	}
	return shares
}
