package focus

import (
	"cmp"
	"slices"
	"strings"

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
// Links within a host do not count there, so nothing is lifted on a single host.
//
// The best hubs are visited again, too, for the links that were added to them since: the only pages that a strategy has requested twice in a
// crawl. The source leaves open how often. Here a hub is visited again when as many pages were visited since as before, so
// that its visits become rarer, and all these visits together are one in a hundred, after the first. A hub that has not changed costs little: its host
// is asked for changes only.
type Focused struct {
	Hard bool

	topic    *topic.Topic
	of       *Visit // whose page was classified last
	isGood   bool
	crawled  crawledLinks
	again    uint64                     // visits of hubs that were asked for again
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
func (f *Focused) Learn(v *Visit) { f.crawled.add(v, strings.Clone(v.URL.String())) }

// Tend implements [Tender].
func (f *Focused) Tend(w Waiting) {
	if !f.sweep.runs && f.crawled.due() {
		hubs := f.distill()
		if f.visitAgain(w, hubs); len(f.lifted) > 0 {
			f.sweep.begin()
		}
	}
	f.crawled.keep()
	f.sweep.step(w, func(u weburl.URL, was float64) float64 { return max(was, float64(f.lifted[recentlinks.Of(u)])) })
	if f.Hard {
		f.patience.look(w)
	}
}

// hub is a page with many links to authorities.
type hub struct {
	*recentlinks.Page
	score float32 // of its links
}

// distill returns the best hubs, the best one first, and finds what they link to.
func (f *Focused) distill() (best []hub) {
	f.lifted = nil
	if f.topic == nil {
		return nil
	}
	g := f.crawled.graph()
	relevance := make([]float64, len(g.Visited)) // that of a page that was not visited is not known: it has no part
	for i, p := range g.Visited {
		relevance[i] = p.Relevance
	}
	scores, _ := g.HITS(relevance, f.topic.Threshold())
	order := make([]int, len(g.Visited))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	f.lifted = map[recentlinks.ID]float32{}
	for _, n := range order[:min(max(len(order)/hubShare, leastHubs), mostHubs, len(order))] {
		if !(scores[n] > 0) {
			break
		}
		h := hub{g.Visited[n], float32(1 + (mostLifted-1)*scores[n]/scores[order[0]])} // above all relevances
		best = append(best, h)
		for _, id := range h.Links {
			if !id.SameHost(h.ID) { // a menu makes no hub
				f.lifted[id] = max(f.lifted[id], h.score)
			}
		}
	}
	return best
}

// visitAgain has those of the best hubs requested again whose turn has come.
func (f *Focused) visitAgain(w Waiting, best []hub) {
	for _, h := range best {
		if f.again >= f.crawled.visited/hubShare+1 {
			return
		}
		u, err := weburl.FromCanonical(h.URL)
		if err != nil || f.crawled.visited < 2*h.Number {
			continue
		}
		f.again++
		w.Revisit(WaitingLink{URL: u, Depth: int(h.Depth), Placement: Placement{Score: float64(h.score)}})
		seen := *h.Page
		seen.Number = f.crawled.visited // also if nothing comes of it
		f.crawled.links.Add(seen)
	}
}

// Restore implements [Restorer].
func (f *Focused) Restore(s State) {
	f.crawled.restore(f.name(), s)
	if f.crawled.visited > 0 {
		f.again = f.crawled.visited/hubShare + 1 // as many as there may have been
	}
}
