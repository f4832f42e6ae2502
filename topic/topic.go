// Package topic says how relevant a page or a document is to a topic.
//
// A topic is described by a [Definition]: classes, each with weighted terms, some of them marked as good; or a trained classifier with
// its good labels. [Parse] reads one from a file that people edit, [FromWords] makes one of a few words, [Learn] of words and of
// texts that are examples for or against it, [ACM] is a taxonomy to mark classes in. [New] makes a [Topic] of a definition, and
// [Topic.Relevance] returns the probability, from 0 to 1, that a text is about the good classes: the sum of their probabilities, as
// soft focusing has it (Chakrabarti, van den Berg and Dom, "Focused crawling: a new approach to topic-specific Web resource
// discovery", 1999, section 3.1). The labels of a classifier that gives texts several of them do not exclude each other: there it is
// 1 − Π (1 − p), the probability of at least one good label if they are independent.
//
// # What a relevance means
//
// The score of a class is the sum over its terms of the term's weight times s, the saturated frequency of the term in the text:
//
//	s = f ÷ (f + 1.2 · (0.25 + 0.75 · min(length ÷ 400, 5)))
//
// where f counts an occurrence in the body once, one in a heading three times and one in the title three times more, and the length
// is in words (Robertson, Walker, Jones, Hancock-Beaulieu and Gatford, "Okapi at TREC-3", 1995, BM25 with k1 = 1.2 and b = 0.75).
// The odds of a class are the cube of its score divided by its half, those of no class at all are 1. So with one good class a text
// has the relevance 0.5 when its score is the half, 0.11 at half of that, 0.89 at twice that, and 0 without any of its terms.
//
// The half of a class that is given by words is 45 % of the sum of their weights, 1 for two words in a row and 0.25 for each by itself, with
// two thirds of those in a row: of "machine learning lecture notes", a text has one of the two phrases several times, or all words a
// few times. Commas separate alternatives, of which two are enough. The half of a class that
// was learned is half the mean score of its good examples, each scored without having been learned from; that of a class which has words, too, is
// at least the half of its words, and at most as much more as the learned terms add to their weights.
package topic

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text"
	"sluice/text/vector"
)

// Constants of the score, see the package comment.
const (
	saturation   = 1.2   // k1
	lengthShare  = 0.75  // b
	usualLength  = 400.0 // words
	wordBytes    = 6.0   // bytes of a word with its space, about
	longest      = 5.0   // usual lengths: a paper says more about its subject than a page, and not only the same again
	steepness    = 3     // exponent of the odds
	titleWeight  = 3
	headingExtra = 2 // besides the occurrence in the body
)

// MaxText is the number of bytes of a text's body that is judged. A topic shows at the beginning, and long pages must not take more than
// their share of time.
const MaxText = 48 << 10

// Topic judges texts. Its methods may be called by many goroutines at once.
type Topic struct {
	definition Definition
	language   string // of the terms
	terms      *lexicon
	uses       [][]use   // of each term, by its number
	halves     []float64 // of the classes; 0: it has no terms
	good       []bool    // of the classes
	model      *classifier.Model
	goodLabels []bool    // of the model
	unknown    []float64 // what the model says of a text without any of its terms
}

// use is a term of a class.
type use struct {
	class  int
	weight float64
}

// New returns the topic of a definition. The model is that which the definition names; nil if it names none. It is an error if the
// definition is invalid, see [Definition.Validate], or if the model lacks one of its labels.
func New(d Definition, model *classifier.Model) (*Topic, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	t := &Topic{definition: d, model: model}
	if d.Model != "" {
		return t, t.setLabels()
	}
	t.language = d.WordsLanguage()
	t.terms = newLexicon(t.language)
	for i := range d.Classes {
		c := d.Classes[i].resolved(t.language)
		t.halves = append(t.halves, c.Half)
		t.good = append(t.good, d.isGood(i))
		for _, term := range c.Terms {
			id := t.terms.add(term.Text)
			for id >= len(t.uses) {
				t.uses = append(t.uses, nil)
			}
			if n := len(t.uses[id]); n > 0 && t.uses[id][n-1].class == i { // another form of the same word
				t.uses[id][n-1].weight = max(t.uses[id][n-1].weight, term.Weight)
				continue
			}
			t.uses[id] = append(t.uses[id], use{i, term.Weight})
		}
	}
	return t, nil
}

// rules say what the words of a topic are.
var rules = text.Rules{Numbers: text.KeepNumbers}

// wordsOf returns the words of a term.
func wordsOf(term string) []string { return slices.Collect(rules.Terms(term)) }

// setLabels marks the good labels of the model.
func (t *Topic) setLabels() error {
	if t.model == nil {
		return fmt.Errorf("topic %q: its model %s is missing", t.definition.Name, t.definition.Model)
	}
	labels := t.model.Labels()
	t.goodLabels = make([]bool, len(labels))
	for _, l := range t.definition.Good {
		i, ok := slices.BinarySearch(labels, l)
		if !ok {
			return fmt.Errorf("topic %q: the model %s has no class %q; it has %s", t.definition.Name, t.definition.Model, l, strings.Join(labels, ", "))
		}
		t.goodLabels[i] = true
	}
	t.unknown = t.model.Classify()
	return nil
}

// Definition returns what the topic was made of. The caller must not change its slices.
func (t *Topic) Definition() Definition { return t.definition }

// Language returns the language of the terms (ISO 639-1); "" is English.
func (t *Topic) Language() string { return t.language }

// Model returns the classifier of the topic; nil if it has classes of its own.
func (t *Topic) Model() *classifier.Model { return t.model }

// Name returns the name of the topic.
func (t *Topic) Name() string { return t.definition.Name }

// Terms returns the terms of the good classes, those that count most first; nothing of a topic that is a classifier.
func (t *Topic) Terms() (terms []Term) {
	for i := range t.definition.Classes {
		if t.good[i] {
			c := t.definition.Classes[i].resolved(t.language)
			terms = append(terms, c.Terms...)
		}
	}
	sortTerms(terms)
	return terms
}

// Threshold returns the relevance from which on a text is relevant.
func (t *Topic) Threshold() float64 { return t.definition.threshold() }

// Relevance returns the probability that a text is about the topic. It is 0 for a text without any term of it, such as one in another
// language or script, and never NaN.
func (t *Topic) Relevance(fields ...vector.Field) float64 {
	sum, none := 0.0, 1.0
	for i, p := range t.probabilities(fields) {
		if t.isGood(i) {
			sum += p
			none *= 1 - p
		}
	}
	if t.model != nil && t.model.Several() {
		sum = 1 - none
	}
	return min(max(sum, 0), 1)
}

// isGood reports whether a class, or a label of the model, is good.
func (t *Topic) isGood(i int) bool {
	if t.model != nil {
		return t.goodLabels[i]
	}
	return t.good[i]
}

// Share is the probability of a class.
type Share struct {
	Class       string
	Good        bool
	Probability float64
}

// Classify returns the classes with their probabilities, the most probable first. The rest, up to 1, is the probability that a text
// is about none of them, unless they are the labels of a model whose texts may have several: then each probability is for itself.
func (t *Topic) Classify(fields ...vector.Field) []Share {
	var shares []Share
	for i, p := range t.probabilities(fields) {
		name := ""
		if t.model != nil {
			name = t.model.Labels()[i]
		} else {
			name = t.definition.Classes[i].Name
		}
		shares = append(shares, Share{name, t.isGood(i), p})
	}
	slices.SortStableFunc(shares, func(a, b Share) int {
		switch {
		case a.Probability > b.Probability:
			return -1
		case a.Probability < b.Probability:
			return 1
		}
		return 0
	})
	return shares
}

// probabilities returns the probability of each class, or of each label of the model.
func (t *Topic) probabilities(fields []vector.Field) []float64 {
	if t.model != nil {
		p := t.model.Classify(fields...)
		if slices.Equal(p, t.unknown) { // it only knows how frequent its labels are, which is no evidence
			clear(p)
		}
		return p
	}
	p := make([]float64, len(t.halves))
	k := damping(fields)
	found := t.terms.count(fields)
	for id, f := range found.counts {
		if f == 0 {
			continue
		}
		for _, u := range t.uses[id] {
			p[u.class] += u.weight * f / (f + k)
		}
	}
	t.terms.release(found)
	sum := 1.0
	for i, score := range p {
		p[i] = odds(score, t.halves[i])
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// damping returns how often a term must occur in a text for half of its weight.
func damping(fields []vector.Field) float64 {
	length := 0.0
	for _, f := range fields {
		length += float64(len(f.Text))
	}
	return saturation * (1 - lengthShare + lengthShare*min(length/(wordBytes*usualLength), longest))
}

// odds returns how much more probable a class is than none.
func odds(score, half float64) float64 {
	if !(score > 0) || !(half > 0) {
		return 0
	}
	return math.Pow(min(score/half, 1e6), steepness)
}

// Page returns the fields of a page: title, headings, description and text. The blocks that its site repeats, its menus, headers and footers,
// are left out: where they name the topic, all pages of the site would seem to be about it. Nil: none are known.
func Page(p *page.Page, repeated text.BlockSet) []vector.Field {
	if len(repeated) == 0 {
		return PageText(p.Title, headingsOf(p, nil), p.Description, string(clip(p.Text)))
	}
	about := p.Description
	if repeated.Has(about, false) {
		about = ""
	}
	var body text.Blocks
	for _, b := range p.Blocks {
		body.Add(p.Excerpt(b.Span), b.Heading)
	}
	return PageText(p.Title, headingsOf(p, repeated), about, body.Text(repeated))
}

const maxHeadings = 1000 // of a page

// headingsOf returns the headings of a page, one a line.
func headingsOf(p *page.Page, repeated text.BlockSet) string {
	var b text.Blocks
	for _, h := range p.Headings[:min(len(p.Headings), maxHeadings)] {
		b.Add(p.Excerpt(h), true)
	}
	return b.Text(repeated)
}

// PageText returns the fields of a page as [Page] does, of its parts.
func PageText(title, headings, description, body string) []vector.Field {
	return append(Text(title, body), vector.Field{Name: "headings", Text: headings, Weight: headingExtra}, vector.Field{Name: "description", Text: description})
}

// Text returns the fields of a text with a title.
func Text(title, body string) []vector.Field {
	return []vector.Field{{Name: "title", Text: title, Weight: titleWeight}, {Text: clip(body)}}
}

// clip returns a text, cut at [MaxText] between words.
func clip[T string | []byte](b T) T {
	if len(b) <= MaxText {
		return b
	}
	end := MaxText
	for end > MaxText-text.MaxWord && b[end] != ' ' && b[end] != '\n' {
		end--
	}
	return b[:end]
}
