package focus

import "sluice/page"

// Backlink visits first what most pages link to so far (Cho, Garcia-Molina and
// Page, "Efficient crawling through URL ordering", 1998): one
// lane, the score is the number of links to a URL that have been found.
type Backlink struct{}

var (
	_ Strategy = Backlink{}
	_ Againer  = Backlink{}
)

// Place implements [Strategy].
func (Backlink) Place(*Visit, *page.Link) Placement { return Placement{Score: 1} }

// Again implements [Againer].
func (Backlink) Again(_ *Visit, _ *page.Link, was Placement) Placement {
	was.Score++
	return was
}

// Choose implements [Strategy].
func (Backlink) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (Backlink) Learn(*Visit) {}
