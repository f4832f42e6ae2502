package focus

import (
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
)

// SharkSearch scores each link by the pages that led to it and by the text around it (Hersovici and others, "The shark-search algorithm",
// 1998; Küçük, "Evolving strategies for web crawler", 2009, section 3.1.3.2):
//
//	score        = γ · inherited + (1 − γ) · neighborhood
//	inherited    = δ · similarity of the page, if that is above 0, else δ · inherited of the page
//	neighborhood = β · anchor + (1 − β) · context
//	context      = 1 if anchor is above 0, else the similarity of the link's text with the words around it
//
// where anchor is the similarity of the link's text. The similarity is the cosine, as in [BestFirst]. For a topic that is a trained
// classifier, whose probabilities are never 0, those under the threshold of the topic are.
//
// A link may be followed over Depth pages without similarity; those beyond wait in a lane of their own until nothing else waits. The
// score of a link that is found again is the greatest. A seed has inherited nothing.
type SharkSearch struct {
	Gamma float64 // γ, above 0 and below 1; 0: 0.8
	Delta float64 // δ, above 0 and below 1; 0: 0.5
	Beta  float64 // β, above 0 and below 1; 0: 0.8
	Depth int     // 0: 3; at most 15

	similarity similarity
	patience   patience
}

var (
	_ Strategy = (*SharkSearch)(nil)
	_ Againer  = (*SharkSearch)(nil)
	_ Tender   = (*SharkSearch)(nil)
	_ Topical  = (*SharkSearch)(nil)
)

// Hersovici and others (1998) use such values for γ, δ and β. How many words are the context of a link is our choice.
const (
	defaultGamma = 0.8
	defaultDelta = 0.5
	defaultBeta  = 0.8
	contextWords = 10 // on each side
)

// SetTopic implements [Topical].
func (s *SharkSearch) SetTopic(t *topic.Topic) error {
	return s.similarity.setTopic("shark-search", t)
}

// Place implements [Strategy].
func (s *SharkSearch) Place(v *Visit, l *page.Link) Placement {
	depth := depthBound(s.Depth)
	switch {
	case v == nil:
		return trail{potential: 1, depth: depth}.placed(true)
	case l.Kind == page.KindRedirect:
		return redirected(v)
	}
	of, delta := s.similarity.evidence(s.similarity.ofPage(v)), constant(s.Delta, defaultDelta)
	parent := trailOf(v.Score, depth)
	t, within := parent.beyond(of > 0, depth)
	if t.inherited = delta * of; of == 0 {
		t.inherited = delta * parent.inherited
	}
	gamma := constant(s.Gamma, defaultGamma)
	t.potential = gamma*t.inherited + (1-gamma)*s.neighborhood(v, l)
	return t.placed(within)
}

// neighborhood returns what the text of a link and the words around it say.
func (s *SharkSearch) neighborhood(v *Visit, l *page.Link) float64 {
	if v.Page == nil {
		return 0
	}
	beta := constant(s.Beta, defaultBeta)
	text := vector.Field{Text: v.Page.Anchor(l)}
	if anchor := s.similarity.evidence(s.similarity.ofText(text)); anchor > 0 {
		return beta*anchor + (1 - beta)
	}
	return (1 - beta) * s.similarity.evidence(s.similarity.ofText(text, vector.Field{Text: v.Page.Around(l, contextWords)}))
}

// constant returns x if it is above 0 and below 1, else the default.
func constant(x, otherwise float64) float64 {
	if x > 0 && x < 1 {
		return x
	}
	return otherwise
}

// Again implements [Againer].
func (s *SharkSearch) Again(v *Visit, l *page.Link, was Placement) Placement {
	return placedAgain(was, s.Place(v, l), depthBound(s.Depth))
}

// Choose implements [Strategy].
func (s *SharkSearch) Choose(lanes []LaneState, n int) []Share { return s.patience.choose(lanes, n) }

// Learn implements [Strategy].
func (s *SharkSearch) Learn(*Visit) {}

// Tend implements [Tender].
func (s *SharkSearch) Tend(w Waiting) { s.patience.look(w) }
