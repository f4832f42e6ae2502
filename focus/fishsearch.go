package focus

import (
	"sluice/page"
	"sluice/topic"
)

// FishSearch follows links from pages that are relevant further than from others (De Bra and Post, "Information retrieval in the
// World-Wide Web: making client-based searching feasible", 1994). A page is relevant if its relevance is at least the threshold
// of the topic.
//
// The first 1.5 × Width links of a relevant page score 1, the first Width links of another 0.5, the rest 0. A link may be followed over Depth pages that
// are not relevant; those beyond wait in a lane of their own until nothing else waits. The score of a link that is found
// again is the greatest.
//
// The source leaves Width to the user. Its depth is 3 here, from the last relevant page, as in [SharkSearch].
type FishSearch struct {
	Width int // 0: 10
	Depth int // 0: 3; at most 15

	threshold float64 // of the topic
	patience  patience
}

var (
	_ Strategy = (*FishSearch)(nil)
	_ Againer  = (*FishSearch)(nil)
	_ Tender   = (*FishSearch)(nil)
	_ Topical  = (*FishSearch)(nil)
)

const (
	defaultWidth = 10
	defaultDepth = 3
	widening     = 1.5 // α, on a relevant page
)

// SetTopic implements [Topical].
func (f *FishSearch) SetTopic(t *topic.Topic) error {
	if t == nil {
		return needsTopic("fish-search")
	}
	f.threshold = t.Threshold()
	return nil
}

// depthBound returns a depth within its bounds.
func depthBound(depth int) int {
	if depth <= 0 {
		return defaultDepth
	}
	return min(depth, maxDepth)
}

// Place implements [Strategy].
func (f *FishSearch) Place(v *Visit, l *page.Link) Placement {
	switch {
	case v == nil:
		return trail{potential: 1, depth: depthBound(f.Depth)}.placed(true)
	case l.Kind == page.KindRedirect:
		return redirected(v)
	}
	width, potential := f.Width, 0.5
	if width <= 0 {
		width = defaultWidth
	}
	relevant := f.threshold > 0 && v.Relevance >= f.threshold
	if relevant {
		width, potential = int(min(widening*float64(width), page.MaxLinks)), 1
	}
	t, within := trailOf(v.Score, depthBound(f.Depth)).beyond(relevant, depthBound(f.Depth))
	if l.Position < width {
		t.potential = potential
	}
	return t.placed(within)
}

// redirected returns the place of the link whose target is elsewhere. The score stays as it is, with what a trail or a hub has above 1;
// only one that no strategy with relevance gives is brought within bounds.
func redirected(v *Visit) Placement {
	score := v.Score
	if !(score >= 0 && score <= mostLifted) {
		score = share(score)
	}
	if v.Lane == lastLane {
		return Placement{Lane: lastLane, Score: score}
	}
	return Placement{Score: score}
}

// Again implements [Againer].
func (f *FishSearch) Again(v *Visit, l *page.Link, was Placement) Placement {
	return placedAgain(was, f.Place(v, l), depthBound(f.Depth))
}

// Choose implements [Strategy].
func (f *FishSearch) Choose(lanes []LaneState, n int) []Share { return f.patience.choose(lanes, n) }

// Learn implements [Strategy].
func (f *FishSearch) Learn(*Visit) {}

// Tend implements [Tender].
func (f *FishSearch) Tend(w Waiting) { f.patience.look(w) }
