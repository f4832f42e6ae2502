package focus

import (
	"fmt"

	"sluice/focus/internal/termcount"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
)

// needsTopic is the error of a strategy that cannot work without a topic.
func needsTopic(name string) error {
	return fmt.Errorf("strategy %s needs a topic (name one with --topic)", name)
}

// similarity says how similar texts are to a topic, 0 to 1: by the cosine of term frequencies if the topic has terms, else by the
// probability of its classifier. The zero value has no topic, to which nothing is similar.
type similarity struct {
	topic   *topic.Topic
	terms   termcount.Vector // of the topic; nil if it has none
	counter termcount.Counter

	of    *Visit // whose page was compared last
	value float64
}

// setTopic sets the topic, or returns the error of the strategy that needs one.
func (s *similarity) setTopic(strategy string, t *topic.Topic) error {
	if t == nil {
		return needsTopic(strategy)
	}
	*s = similarity{topic: t, counter: termcount.Counter{Language: t.Language()}}
	for _, term := range t.Terms() {
		if s.terms == nil {
			s.terms = termcount.Vector{}
		}
		for stem := range s.counter.Count(vector.Field{Text: term.Text}) { // a phrase gives its weight to its words
			s.terms[stem] = max(s.terms[stem], term.Weight)
		}
	}
	return nil
}

// ofParent returns the similarity of the page on which a link was found. A seed has 1; the target of a redirect has the score of the
// link that was redirected.
func (s *similarity) ofParent(v *Visit, l *page.Link) float64 {
	switch {
	case v == nil:
		return 1
	case l.Kind == page.KindRedirect:
		return share(v.Score)
	}
	return s.ofPage(v)
}

// ofPage returns the similarity of a visit's page.
func (s *similarity) ofPage(v *Visit) float64 {
	switch {
	case s.topic == nil || v.Page == nil:
		return 0
	case s.terms == nil:
		return share(v.Relevance)
	case s.of != v: // once for all links of the page
		s.of, s.value = v, s.ofText(vector.Field{Text: v.Page.Title}, vector.Field{Text: string(v.Page.Text[:min(len(v.Page.Text), topic.MaxText)])})
	}
	return s.value
}

// ofText returns the similarity of a text.
func (s *similarity) ofText(fields ...vector.Field) float64 {
	switch {
	case s.topic == nil:
		return 0
	case s.terms == nil:
		return share(s.topic.Relevance(fields...))
	}
	return s.terms.Cosine(s.counter.Count(fields...))
}

// evidence returns a similarity that says something: what a classifier gives under the threshold of the topic is 0.
func (s *similarity) evidence(similarity float64) float64 {
	if s.topic != nil && s.terms == nil && similarity < s.topic.Threshold() {
		return 0
	}
	return similarity
}

// share returns x if it is from 0 to 1, else the nearest number that is; 0 for NaN.
func share(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	return min(1, x)
}
