package focus

import (
	"cmp"
	"slices"

	"sluice/focus/internal/recentlinks"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Focused visits first what the most relevant pages link to (Chakrabarti, van den Berg and Dom, "Focused crawling: a new approach to
// topic-specific Web resource discovery", 1999): one lane, the score is the relevance R(p) of the page, the sum of the probabilities of the
// good classes of the topic. A link that is found again has the greatest of its pages. The topic is a taxonomy with good classes or a
// trained classifier with good labels, such as Naive Bayes; one of words has a single class.
//
// If Hard, links are followed only from pages whose most probable class is good or lies below a good one. The others wait in a lane of
// their own until nothing else waits, so that another strategy can follow them.
//
// Hubs are distilled whenever the pages have grown by a tenth: HITS, with links weighed by relevance and one vote a host (package
// internal/linkrank), finds the hubs among the last 8,000 pages, and the links of the best ones that still wait go before all others.
// Links within a host do not count there, so nothing is lifted on a single host. The source visits the best hubs again as well.
// That is left out: a crawl fetches a URL once.
type Focused struct {
	Hard bool

	topic    *topic.Topic
	of       *Visit // whose page was classified last
	isGood   bool
	crawled  crawledLinks
	lifted   map[recentlinks.ID]float32 // links of the best hubs
	sweep    sweep
	patience patience
}

var (
	_ Strategy = (*Focused)(nil)
	_ Againer  = (*Focused)(nil)
	_ Tender   = (*Focused)(nil)
	_ Restorer = (*Focused)(nil)
	_ Topical  = (*Focused)(nil)
)

// The number of hubs whose links are lifted: one in a hundred pages, within bounds.
const (
	hubShare  = 100
	leastHubs = 5
	mostHubs  = 50
)

// mostLifted is the score of the links of the best hub.
const mostLifted = 2

// name returns the name of the strategy.
func (f *Focused) name() string {
	if f.Hard {
		return "focused-hard"
	}
	return "focused-soft"
}

// SetTopic implements [Topical].
func (f *Focused) SetTopic(t *topic.Topic) error {
	if t == nil {
		return needsTopic(f.name())
	}
	f.topic, f.of = t, nil
	return nil
}

// Place implements [Strategy].
func (f *Focused) Place(v *Visit, l *page.Link) Placement {
	switch {
	case v == nil:
		return Placement{Score: 1}
	case l.Kind == page.KindRedirect:
		return redirected(v)
	case f.Hard && !f.isOnTopic(v):
		return Placement{Lane: lastLane, Score: share(v.Relevance)}
	}
	return Placement{Score: share(v.Relevance)}
}

// isOnTopic reports whether the most probable class of a page is good. That a page belongs to no class may be more probable than each.
func (f *Focused) isOnTopic(v *Visit) bool {
	if f.of == v {
		return f.isGood
	}
	f.of, f.isGood = v, false
	if f.topic == nil || v.Page == nil {
		return false
	}
	if len(f.topic.Definition().Classes) == 1 { // as likely as not
		f.isGood = v.Relevance >= 0.5
		return f.isGood
	}
	classes := f.topic.Classify(topic.Page(v.Page, nil)...)
	none := 1.0
	for _, c := range classes {
		none -= c.Probability
	}
	f.isGood = len(classes) > 0 && classes[0].Good && classes[0].Probability >= none
	return f.isGood
}

// Again implements [Againer].
func (f *Focused) Again(v *Visit, l *page.Link, was Placement) Placement {
	now := f.Place(v, l)
	switch {
	case now.Lane == lastLane && was.Lane != lastLane:
		return was
	case was.Lane == lastLane && now.Lane != lastLane || !(was.Score >= now.Score):
		return Placement{Lane: min(was.Lane, now.Lane), Score: now.Score}
	}
	return was
}

// Choose implements [Strategy].
func (f *Focused) Choose(lanes []LaneState, n int) []Share { return f.patience.choose(lanes, n) }

// Learn implements [Strategy].
func (f *Focused) Learn(v *Visit) { f.crawled.add(v) }

// Tend implements [Tender].
func (f *Focused) Tend(w Waiting) {
	f.crawled.keep()
	if !f.sweep.runs && f.crawled.due() {
		if f.distill(); len(f.lifted) > 0 {
			f.sweep.begin()
		}
	}
	f.sweep.step(w, func(u weburl.URL, was float64) float64 { return max(was, float64(f.lifted[recentlinks.Of(u)])) })
	if f.Hard {
		f.patience.look(w)
	}
}

// distill finds the best hubs, and what they link to.
func (f *Focused) distill() {
	f.lifted = nil
	if f.topic == nil {
		return
	}
	g := f.crawled.graph()
	relevance := make([]float64, len(g.Visited)) // that of a page that was not visited is not known: it has no part
	for i, p := range g.Visited {
		relevance[i] = p.Relevance
	}
	hubs, _ := g.HITS(relevance, f.topic.Threshold())
	best := make([]int, len(g.Visited))
	for i := range best {
		best[i] = i
	}
	slices.SortStableFunc(best, func(a, b int) int { return cmp.Compare(hubs[b], hubs[a]) })
	best = best[:min(max(len(best)/hubShare, leastHubs), mostHubs, len(best))]
	if len(best) == 0 || hubs[best[0]] == 0 {
		return
	}
	f.lifted = map[recentlinks.ID]float32{}
	for _, n := range best {
		for _, id := range g.Visited[n].Links {
			if hubs[n] > 0 {
				f.lifted[id] = max(f.lifted[id], float32(1+(mostLifted-1)*hubs[n]/hubs[best[0]])) // above all relevances
			}
		}
	}
}

// Restore implements [Restorer].
func (f *Focused) Restore(s State) { f.crawled.restore(f.name(), s) }
