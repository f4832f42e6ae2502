package focus

import (
	"sluice/internal/linkvalue"
	"sluice/text"
	"sluice/topic"
)

const (
	// Under a topic a document is worth little: pages say what it is about only now and then.
	relevanceWorth = 3   // of a page that is relevant for certain, in documents
	documentWorth  = 0.1 // of a document
	maxDocuments   = 10  // of a page that count

	maxTopicTerms = 16 // that links are searched for; those that count most
)

// SetTopic implements [Topical]. It works with any topic, and without one.
func (a *Adaptive) SetTopic(t *topic.Topic) error {
	a.topic, a.words = t, topicWords(t)
	return nil
}

// topicWords returns the words of a topic: those of its terms, or of the good labels of its classifier. That judges texts, and what it says
// of the few words of a link means nothing.
func topicWords(t *topic.Topic) linkvalue.Words {
	if t == nil {
		return nil
	}
	texts := t.Definition().Good
	if t.Model() == nil {
		texts = nil
		for _, term := range t.Terms()[:min(len(t.Terms()), maxTopicTerms)] {
			texts = append(texts, term.Text)
		}
	}
	var words []string
	for _, s := range texts {
		for w := range text.Words(s) {
			if !text.Stop(w, t.Language()) {
				words = append(words, w)
			}
		}
	}
	return linkvalue.WordsOf(words)
}

// worth returns what a page is worth without its links.
func (a *Adaptive) worth(v *Visit) float64 {
	documents := float64(max(0, v.Documents)) * a.documentRate(v.Page)
	if a.topic == nil {
		return documents
	}
	return relevanceWorth*share(v.Relevance) + documentWorth*min(documents, maxDocuments)
}
