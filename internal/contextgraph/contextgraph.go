// Package contextgraph learns from what a library recorded how far pages are from those that it looks for.
//
// [Train] makes the context graph of Diligenti, Coetzee, Lawrence, Giles and Gori, "Focused crawling using context graphs" (VLDB 2000),
// and a classifier of its layers, by which [focus.ContextGraph] chooses links. The back-links, for which the source asks a search
// engine, are those of the pages in the archive, and in the archives of other libraries.
package contextgraph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// The size of a context graph.
const (
	maxLayers   = 5       // with that of the targets
	layerPages  = 300     // that are learned from, of each layer
	layerLeast  = 5       // pages without which a layer, and those above it, are left out
	vocabulary  = 40      // terms
	sampled     = 2000    // pages by which the frequency of terms is known
	maxTerms    = 1 << 20 // that are counted
	leastLetter = 2       // of a term
)

// Web answers requests from a recording. [lab.Web] is one.
type Web interface {
	Get(ctx context.Context, u weburl.URL) (*lab.Answer, error)
}

// Options say what is learned.
type Options struct {
	Seeds    []weburl.URL // where the replayed crawl begins
	Language string       // of stop words; "" is English
	// Targets are the URLs that are looked for. A page in it is one; so is a page that links to a document in it. A document is not followed.
	Targets   map[weburl.Key]bool
	Documents map[weburl.Key]bool
	// Relevant reports whether a page is looked for that Targets does not have; nil: none is.
	Relevant func(*page.Page) bool
	OnPage   func() // called for each page; nil: nothing is
}

// Summary says what came of a training.
type Summary struct {
	Pages  int      `json:"pages"`  // that the replayed crawl reached
	Layers []int    `json:"layers"` // pages in each: the targets, those one link away, and so on
	Terms  []string `json:"terms"`  // that the layers are told apart by
}

// Errors of a training.
var (
	ErrNoTarget = errors.New("too few of the recorded pages are relevant or link to accepted documents")
	ErrNoLayer  = errors.New("too few of the recorded pages link to those that are looked for")
)

// Train learns the layers. Layer 0 has the targets; a page is in layer n if the nearest target is n links away. Of each layer up to
// 300 pages are learned from. The terms are the 40 of most weight by TF and IDF in the pages of the first two layers, taken as one text; the
// classifier is Naive Bayes with equal priors.
func Train(ctx context.Context, web Web, o Options) (*classifier.Model, *Summary, error) {
	g := &graph{web: web, o: o, numbers: map[weburl.Key]int32{}, frequency: map[string]int{}}
	if err := g.read(ctx); err != nil {
		return nil, nil, err
	}
	s := &Summary{Pages: g.pages}
	layers := g.layers()
	for _, l := range layers {
		s.Layers = append(s.Layers, len(l))
	}
	switch len(layers) {
	case 0:
		return nil, nil, ErrNoTarget
	case 1:
		return nil, nil, ErrNoLayer
	}
	texts, err := g.texts(ctx, layers)
	if err != nil {
		return nil, nil, err
	}
	s.Terms = g.terms(slices.Concat(texts[0], texts[1]))
	m, err := fit(texts, s.Terms)
	return m, s, err
}

// texts returns the texts of some pages of each layer.
func (g *graph) texts(ctx context.Context, layers [][]int32) (all [][][]vector.Field, err error) {
	for _, layer := range layers {
		var texts [][]vector.Field
		step := float64(max(1, len(layer))) / float64(min(len(layer), layerPages))
		for i := range min(len(layer), layerPages) {
			p, err := g.page(ctx, g.urls[layer[int(float64(i)*step)]])
			if err != nil {
				return nil, err
			}
			if p != nil {
				texts = append(texts, topic.Page(p, nil))
			}
		}
		all = append(all, texts)
	}
	return all, nil
}

// fit trains the classifier.
func fit(texts [][][]vector.Field, terms []string) (*classifier.Model, error) {
	selected := map[string]bool{}
	for _, t := range terms {
		selected[t] = true
	}
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes, UniformPriors: true, Analyzer: vector.Analyzer{Rules: rules}, Selected: func(term string) bool { return selected[term] }})
	if err != nil {
		return nil, err
	}
	for layer, all := range texts {
		for _, fields := range all {
			if err := trainer.Add(focus.LayerLabel(layer), fields...); err != nil {
				return nil, err
			}
		}
	}
	m, err := trainer.Train()
	if errors.Is(err, classifier.ErrNoExamples) || errors.Is(err, classifier.ErrOneLabel) {
		return nil, fmt.Errorf("%w (%w)", ErrNoLayer, err)
	}
	return m, err
}

// rules say what a term is.
var rules = text.Rules{Numbers: text.DropNumbers, Least: leastLetter}

// countTerms enters a page in the frequencies of terms.
func (g *graph) countTerms(p *page.Page) {
	seen := map[string]bool{}
	for _, f := range topic.Page(p, nil) {
		for term := range rules.Terms(f.Text) {
			if _, known := g.frequency[term]; !seen[term] && (known || len(g.frequency) < maxTerms) {
				seen[term] = true
				g.frequency[term]++
			}
		}
	}
}

// terms returns the terms of most weight in texts.
func (g *graph) terms(texts [][]vector.Field) []string {
	counts := map[string]float64{}
	for _, fields := range texts {
		for _, f := range fields {
			for term := range rules.Terms(f.Text) {
				if !text.Stop(term, g.o.Language) && (counts[term] > 0 || len(counts) < maxTerms) {
					counts[term]++
				}
			}
		}
	}
	for term, n := range counts {
		counts[term] = n * math.Log(float64(1+min(g.pages, sampled))/float64(1+g.frequency[term]))
	}
	return heaviest(counts, vocabulary)
}
