package focus

import (
	"sluice/page"
	"sluice/topic"
)

// BestFirst visits first the links of the pages that are most similar to the topic: one lane, the score is the cosine of the term
// frequencies of the page and the topic (Cho, Garcia-Molina and Page, "Efficient crawling through URL ordering", 1998; Küçük,
// "Evolving strategies for web crawler", 2009, section 3.1.3.1). The terms of a topic are those of its good classes, with their
// weights. A topic that is a trained classifier has no terms; its probability takes the place of the cosine.
type BestFirst struct{ similarity similarity }

var (
	_ Strategy = (*BestFirst)(nil)
	_ Topical  = (*BestFirst)(nil)
)

// SetTopic implements [Topical].
func (b *BestFirst) SetTopic(t *topic.Topic) error { return b.similarity.setTopic("best-first", t) }

// Place implements [Strategy].
func (b *BestFirst) Place(v *Visit, l *page.Link) Placement {
	return Placement{Score: b.similarity.ofParent(v, l)}
}

// Choose implements [Strategy].
func (b *BestFirst) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (b *BestFirst) Learn(*Visit) {}

// BestNFirst is [BestFirst] in groups: it takes the best links, and what they lead to waits until all of them were visited (Pant,
// Srinivasan and Menczer, "Exploration versus exploitation in topic driven crawlers", 2002). The greater the group, the less does
// it depend on how well a page tells what its links are worth. If fewer links wait, all of them are the group.
//
// It has two lanes: the links to take from, and those that were found since the group began. How many of the group were visited is not
// kept: after a restart a group begins.
type BestNFirst struct {
	N int // links of a group; 0: 256

	similarity similarity
	visited    int // of the group
}

var (
	_ Strategy = (*BestNFirst)(nil)
	_ Tender   = (*BestNFirst)(nil)
	_ Topical  = (*BestNFirst)(nil)
)

// The lanes of [BestNFirst].
const (
	known Lane = iota // when the group began
	found             // since
)

// defaultN is N of BFS256, one of the variants that are usual in comparisons.
const defaultN = 256

// SetTopic implements [Topical].
func (b *BestNFirst) SetTopic(t *topic.Topic) error { return b.similarity.setTopic("best-n-first", t) }

// Place implements [Strategy].
func (b *BestNFirst) Place(v *Visit, l *page.Link) Placement {
	if v == nil {
		return Placement{Lane: known, Score: 1}
	}
	return Placement{Lane: found, Score: b.similarity.ofParent(v, l)}
}

// Choose implements [Strategy]. Links that were found since the group began are taken when nothing else is left.
func (b *BestNFirst) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (b *BestNFirst) Learn(*Visit) { b.visited++ }

// Tend implements [Tender]. It begins the next group.
func (b *BestNFirst) Tend(w Waiting) {
	size := b.N
	if size <= 0 {
		size = defaultN
	}
	if b.visited < size {
		if links, _ := w.Links(known, "", 1); len(links) > 0 {
			return
		}
	}
	if links, _ := w.Links(found, "", 1); len(links) > 0 {
		b.visited = 0
		w.Split(found, known, 1)
	}
}
