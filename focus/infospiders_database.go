package focus

import (
	"errors"
	"math"
	"slices"
	"strings"

	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
)

// The source's variant of [InfoSpiders] that begins with a database of earlier crawls (section 4.1 and figure 4.2) has Database set: a crawl of a
// library then begins at the 50 pages that are most relevant to its topic, too, and a support vector machine that was trained on
// the relevant pages judges what pages bring. Of the source's lists of URLs, the current one is the engine's leases, the frontier is
// the engine's, what was downloaded is in the catalogue; the community, pages that the machine takes for relevant, is [InfoSpiders.Community].

// Limits of the community.
const (
	maxCommunity    = 256 // URLs, the newest ones
	maxCommunityURL = 512 // bytes of one
)

// communityKey is the key of the community; another form has another.
const communityKey = "infospiders/1/community"

// Community returns the URLs of the last 256 pages that were relevant to the topic, the oldest first.
func (f *InfoSpiders) Community() []string { return slices.Clone(f.community) }

// judge returns how similar a page is to what an agent searches for, and notes it if it is relevant.
func (f *InfoSpiders) judge(v *Visit, cosine func() float64) float64 {
	similarity, isRelevant := 0.0, false
	switch {
	case f.Judge != nil:
		similarity = share(f.Judge(v.Page))
		isRelevant = similarity >= 0.5
	case f.similarity.terms != nil:
		similarity = cosine()
		isRelevant = f.similarity.topic.Threshold() <= share(v.Relevance)
	default:
		similarity = share(v.Relevance)
		isRelevant = f.similarity.topic != nil && similarity >= f.similarity.topic.Threshold()
	}
	if url := v.URL.String(); isRelevant && len(url) <= maxCommunityURL {
		f.community = append(f.community, strings.Clone(url))
		f.community = f.community[max(0, len(f.community)-maxCommunity):]
		f.isNews = true
	}
	return similarity
}

// keepCommunity puts the community into the state if it has changed.
func (f *InfoSpiders) keepCommunity() {
	if f.isNews && f.state != nil {
		f.state.Put(communityKey, []byte(strings.Join(f.community, "\n")))
	}
	f.isNews = false
}

// communityOf returns the community in the state.
func communityOf(b []byte) (all []string) {
	for url := range strings.SplitSeq(string(b), "\n") {
		if url != "" && len(url) <= maxCommunityURL && len(all) < maxCommunity {
			all = append(all, url)
		}
	}
	return all
}

// PageJudge returns the probability that a page is relevant.
type PageJudge func(*page.Page) float64

// The labels of a judge's classifier.
const (
	labelRelevant = "relevant"
	labelOther    = "other"
)

// TrainPageJudge trains a support vector machine on the texts of relevant pages and of others, as [topic.Page] has them. The judge is nil if
// either have no words.
func TrainPageJudge(relevant, others [][]vector.Field) (PageJudge, error) {
	trainer, err := classifier.New(classifier.Options{Method: classifier.SVM})
	if err != nil {
		return nil, err
	}
	for _, class := range []struct {
		label string
		pages [][]vector.Field
	}{{labelRelevant, relevant}, {labelOther, others}} {
		for _, fields := range class.pages {
			if err := trainer.Add(class.label, fields...); err != nil {
				return nil, err
			}
		}
	}
	m, err := trainer.Train()
	if errors.Is(err, classifier.ErrNoExamples) || errors.Is(err, classifier.ErrOneLabel) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return func(p *page.Page) float64 {
		for i, probability := range m.Classify(topic.Page(p, nil)...) {
			if m.Labels()[i] == labelRelevant && !math.IsNaN(probability) {
				return probability
			}
		}
		return 0
	}, nil
}
