package focus

import (
	"math"
	"strings"

	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Evolved ranks links by a sum of weights, one for each feature of a link: its text, its URL, its page, and how the pages crawled so far link
// to it. One lane, the score is the sum. A genetic algorithm can breed the weights on recorded webs, as Küçük has it ("Evolving strategies
// for web crawler", Işık 2009, chapter 5): `sluice lab evolve`.
//
// The weights that ship were not bred but set by hand, before any was measured: weights that were bred on four or three of five webs were
// worse on the others.
//
// The features are the general ones of the default strategy's kind, those that mean the same on every site, one number for each kind of
// feature: words are only told apart by whether they lead to papers, since a weight for each of them could not be evolved.
type Evolved struct {
	// Weights are the weights of features, by the names that [EvolvedWeights] has; nil: those that ship. What is not named has 0.
	Weights map[string]float64

	similarity similarity
	weights    []float64 // in the order of the features; nil until they are needed
	of         *Visit    // whose page was looked at last
	page       linkFeatures
}

var (
	_ Strategy = (*Evolved)(nil)
	_ Againer  = (*Evolved)(nil)
	_ Topical  = (*Evolved)(nil)
)

// The features, each from 0 to 1.
const (
	newDocuments  = iota // on the page that links, that no page before had
	documentLinks        // on it
	pageSimilar          // of it to the topic
	pagePapers           // its URL or title has a word that leads to papers
	pageLinks            // on it
	linkPapers           // the link's text has a word that leads to papers
	linkPeople           // to people
	linkWords            // words of its text
	linkSimilar          // of its text to the topic
	urlPapers            // its URL has a word that leads to papers
	urlPeople            // to people
	urlTilde             // its URL has a home directory
	urlQuery             // a query
	urlFolder            // it ends with a slash
	urlDigits            // digits in the last part of its path
	urlLevel             // its level of directories
	sameFolder           // it is in the directory of the page
	deeperFolder         // below that
	otherHost            // on another host
	linkPosition         // of it on the page
	seedDistance         // in links
	inLinks              // pages that link to it so far
	featureCount
)

// featureNames are on disk: add new ones, and never change one.
var featureNames = [featureCount]string{
	"new-documents", "document-links", "page-similar", "page-papers", "page-links", "link-papers", "link-people", "link-words", "link-similar",
	"url-papers", "url-people", "url-tilde", "url-query", "url-folder", "url-digits", "url-level", "same-folder", "deeper-folder", "other-host",
	"position", "distance", "in-links",
}

// linkFeatures are the features of a link.
type linkFeatures [featureCount]float64

// MaxFeatureWeight is the greatest weight of a feature, and the least with its sign changed.
const MaxFeatureWeight = 100

// EvolvedWeights returns the weights of all features of [Evolved] that ship.
func EvolvedWeights() map[string]float64 {
	weights := map[string]float64{}
	for _, name := range featureNames {
		weights[name] = shippedWeights[name]
	}
	return weights
}

// SetTopic implements [Topical]. Without a topic nothing is similar to it.
func (e *Evolved) SetTopic(t *topic.Topic) error {
	e.of, e.similarity = nil, similarity{}
	if t == nil {
		return nil
	}
	return e.similarity.setTopic("evolved", t)
}

// vector returns the weights in the order of the features.
func (e *Evolved) vector() []float64 {
	if e.weights != nil {
		return e.weights
	}
	weights := e.Weights
	if weights == nil {
		weights = shippedWeights
	}
	e.weights = make([]float64, featureCount)
	for i, name := range featureNames {
		if w := weights[name]; math.Abs(w) <= MaxFeatureWeight { // not what is no number
			e.weights[i] = w
		}
	}
	return e.weights
}

// Place implements [Strategy].
func (e *Evolved) Place(v *Visit, l *page.Link) Placement {
	switch {
	case v == nil:
		return Placement{Score: MaxFeatureWeight * featureCount} // before all links
	case l.Kind == page.KindRedirect:
		return Placement{Score: v.Score}
	}
	sum := 0.0
	weights := e.vector()
	x := e.features(v, l)
	for i := range x {
		sum += weights[i] * x[i]
	}
	return Placement{Score: sum}
}

// Again implements [Againer]. The link gets what one more page that links to it is worth, by the number of those before, which its score
// does not say: a link that is found often gains as much each time.
func (e *Evolved) Again(_ *Visit, _ *page.Link, was Placement) Placement {
	was.Score += e.vector()[inLinks] * inLinkStep
	return was
}

// inLinkStep is the feature of one page that links.
const inLinkStep = 0.1

// Choose implements [Strategy].
func (e *Evolved) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (e *Evolved) Learn(*Visit) { e.of = nil }

// features returns the features of a link.
func (e *Evolved) features(v *Visit, l *page.Link) linkFeatures {
	if e.of != v {
		e.of, e.page = v, e.pageFeatures(v)
	}
	x := e.page
	if v.Page != nil {
		anchor := v.Page.Anchor(l)
		anchor = strings.ToLower(anchor[:min(len(anchor), maxAnchorBytes)])
		x[linkPapers], x[linkPeople] = truth(hasWord(anchor, paperWords)), truth(hasWord(anchor, peopleWords))
		x[linkWords] = saturated(float64(strings.Count(anchor, " ")+1), 5)
		if e.similarity.topic != nil {
			x[linkSimilar] = e.similarity.ofText(topic.Text("", anchor)...)
		}
		x[linkPosition] = float64(max(0, l.Position)) / float64(max(1, len(v.Page.Links), l.Position))
	}
	x.setURL(l.URL, v.URL)
	x[inLinks] = inLinkStep
	return x
}

// maxAnchorBytes bounds the text of a link that is looked at.
const maxAnchorBytes = 512

// pageFeatures returns the features that all links of a page have in common.
func (e *Evolved) pageFeatures(v *Visit) (x linkFeatures) {
	x[newDocuments] = saturated(float64(v.Documents), 3)
	x[seedDistance] = saturated(float64(v.Depth), 5)
	if v.Page == nil {
		return x
	}
	x[pageSimilar] = e.similarity.ofPage(v)
	x[pagePapers] = truth(hasWord(strings.ToLower(v.URL.Path()+" "+v.Page.Title), paperWords))
	x[pageLinks] = saturated(float64(len(v.Page.Links)), 50)
	n := 0
	for i := range v.Page.Links {
		if weburl.DocumentEnding(v.Page.Links[i].URL) {
			n++
		}
	}
	x[documentLinks] = saturated(float64(n), 3)
	return x
}

// setURL sets the features of a link's URL, on the page at another.
func (x *linkFeatures) setURL(u, from weburl.URL) {
	path := strings.ToLower(u.Path())
	file := path[strings.LastIndexByte(path, '/')+1:]
	x[urlPapers], x[urlPeople] = truth(hasWord(path, paperWords)), truth(hasWord(path, peopleWords))
	x[urlTilde], x[urlQuery], x[urlFolder] = truth(strings.Contains(path, "/~")), truth(u.Query() != ""), truth(file == "")
	x[urlDigits] = truth(strings.ContainsAny(file, "0123456789"))
	x[urlLevel] = saturated(float64(strings.Count(path, "/")), 4)
	if u.Host() != from.Host() {
		x[otherHost] = 1
		return
	}
	is, was := directoryOf("", u.Path()), directoryOf("", from.Path())
	x[sameFolder], x[deeperFolder] = truth(is == was), truth(len(is) > len(was) && strings.HasPrefix(is, was))
}

// truth returns 1 for what is true.
func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// saturated returns a count as a number from 0 to 1, which is 0.5 at half.
func saturated(n, half float64) float64 {
	if !(n > 0) {
		return 0
	}
	return 1 - half/(n+half)
}

// shippedWeights are the weights of a crawl that has none of its own.
var shippedWeights = map[string]float64{
	"new-documents": 1, "document-links": 1, "link-papers": 1, "url-papers": 0.5, "page-papers": 0.5, "link-people": 0.5, "page-similar": 1, "link-similar": 1,
	"distance": -0.5, "url-query": -0.5,
}
