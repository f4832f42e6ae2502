package focus

import (
	"fmt"
	"math"

	"sluice/learn/classifier"
	"sluice/page"
	"sluice/topic"
)

// ContextGraph follows first the links of pages that look as if what is looked for were near (Diligenti, Coetzee, Lawrence, Giles and Gori,
// "Focused crawling using context graphs", VLDB 2000). A classifier says in which layer of a context graph a page is: layer 0 has the
// targets, layer n the pages from which the nearest target is n links away. There is a lane for each layer, in which links wait in
// the order of their page's probability; the lowest lane is served first. A page of which no layer is probable enough is in the layer
// "other", which is served last, in the order of arrival. Seeds come first.
//
// The crawls of a library use the layers that `sluice train context` has learned from earlier ones. Without layers all pages are others, and
// links are visited in the order of arrival.
type ContextGraph struct {
	// Layers tells the layers apart. Its labels are those of [LayerLabel].
	Layers *classifier.Model

	of          *Visit // that was classified last
	lane        Lane
	probability float64
}

var _ Strategy = (*ContextGraph)(nil)

// otherLayer is the lane of pages in no layer.
const otherLayer Lane = maxContextLayers

const (
	maxContextLayers = 16
	overChance       = 1.5 // times as probable as by chance must a layer be
)

// LayerLabel returns the label of a layer.
func LayerLabel(layer int) string { return fmt.Sprintf("layer %02d", layer) }

// Place implements [Strategy].
func (g *ContextGraph) Place(v *Visit, l *page.Link) Placement {
	switch {
	case v == nil:
		return Placement{Score: 1}
	case l.Kind == page.KindRedirect:
		return Placement{Lane: min(v.Lane, otherLayer), Score: v.Score}
	case g.of != v:
		g.of = v
		g.lane, g.probability = g.layerOf(v.Page)
	}
	return Placement{Lane: g.lane, Score: g.probability}
}

// layerOf returns the lane of a page's layer, and the probability of that; 0 of others.
func (g *ContextGraph) layerOf(p *page.Page) (Lane, float64) {
	if g.Layers == nil || p == nil {
		return otherLayer, 0
	}
	labels := g.Layers.Labels()
	best, probability := posterior(g.Layers.Scores(topic.Page(p, nil)...))
	if len(labels) == 0 || !(probability >= overChance/float64(len(labels))) {
		return otherLayer, 0
	}
	for n := range maxContextLayers {
		if LayerLabel(n) == labels[best] {
			return Lane(n), probability
		}
	}
	return otherLayer, 0
}

// posterior returns the class with the best score, and its probability if the scores are logarithms of likelihoods and all classes are equally
// frequent. It is not calibrated: the source compares it with its threshold as it is.
func posterior(scores []float32) (best int, probability float64) {
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	sum := 0.0
	for _, s := range scores {
		sum += math.Exp(float64(s) - float64(scores[best]))
	}
	return best, 1 / sum
}

// Choose implements [Strategy].
func (g *ContextGraph) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (g *ContextGraph) Learn(*Visit) { g.of = nil }
