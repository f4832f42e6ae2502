package focus

import (
	"slices"

	"sluice/focus/internal/recentlinks"
	"sluice/internal/linkrank"
	"sluice/page"
	"sluice/weburl"
)

// PageRank visits first what has the highest PageRank in the part of the Web that was visited (Cho, Garcia-Molina and Page, "Efficient
// crawling through URL ordering", 1998): one lane, the score is the rank, 1 on the average. The ranks are
// computed anew whenever the pages have grown by a tenth, and Tend gives them to the links that wait. Until then a new link has the part of its
// page's rank that it would get.
//
// The links of the last 8,000 pages count, and of a page its first 512.
type PageRank struct {
	crawled crawledLinks
	ranks   map[recentlinks.ID]float32
	least   float64 // of a page without links to it, at the last ranking; 0: there was none
	sweep   sweep
}

var (
	_ Strategy = (*PageRank)(nil)
	_ Tender   = (*PageRank)(nil)
	_ Restorer = (*PageRank)(nil)
)

// seedRank is the score of seeds, above all ranks.
const seedRank = 1 << 40

// Place implements [Strategy].
func (p *PageRank) Place(v *Visit, l *page.Link) Placement {
	if v == nil {
		return Placement{Score: seedRank}
	}
	if rank, ok := p.ranks[recentlinks.Of(l.URL)]; ok {
		return Placement{Score: float64(rank)}
	}
	rank, links := 1.0, 1
	if known, ok := p.ranks[recentlinks.Of(v.URL)]; ok {
		rank = float64(known)
	} else if v.Score > 0 && v.Score < seedRank { // the rank that it was estimated to have
		rank = v.Score
	}
	if v.Page != nil {
		links = max(1, len(v.Page.Links))
	}
	return Placement{Score: max(p.least, 1-linkrank.Damping) + linkrank.Damping*rank/float64(links)}
}

// Choose implements [Strategy].
func (p *PageRank) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (p *PageRank) Learn(v *Visit) { p.crawled.add(v, "") }

// Tend implements [Tender].
func (p *PageRank) Tend(w Waiting) {
	p.crawled.keep()
	if !p.sweep.runs && p.crawled.due() {
		p.rank()
		p.sweep.begin()
	}
	p.sweep.step(w, func(u weburl.URL, was float64) float64 {
		if rank, ok := p.ranks[recentlinks.Of(u)]; ok {
			return float64(rank)
		}
		return was
	})
}

// rank computes the ranks.
func (p *PageRank) rank() {
	g := p.crawled.graph()
	p.ranks = make(map[recentlinks.ID]float32, len(g.IDs))
	ranks := g.PageRank(nil)
	for i, rank := range ranks {
		p.ranks[g.IDs[i]] = float32(rank * float64(len(g.IDs)))
	}
	p.least = slices.Min(ranks) * float64(len(g.IDs))
}

// Restore implements [Restorer].
func (p *PageRank) Restore(s State) { p.crawled.restore("pagerank", s) }
