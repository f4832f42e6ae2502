package genre

import (
	"math"
	"slices"

	"sluice/document/content"
	"sluice/learn"
)

// Filter judges documents. Its methods may be called by many goroutines at
// once.
type Filter struct {
	full   *learn.Model // of all features
	shape  *learn.Model // of shape and name alone, for text that cannot be read as language
	wanted []Genre
}

const (
	mostReasons   = 7   // of a verdict
	almostCertain = 0.9 // a verdict above it has no reasons against it: they only offset features that count twice for it
)

// Accepting returns the filter with another set of genres that it accepts.
func (f *Filter) Accepting(wanted ...Genre) *Filter {
	next := *f
	next.wanted = slices.Clone(wanted)
	return &next
}

// Judge returns the genre of a document and whether it is accepted, with the
// reasons. The document must have text: a scan without text cannot be judged.
// It takes well under a millisecond, however long the document is.
//
// First the sum of the probabilities of the wanted genres decides whether it is
// accepted. The genre is then the most likely one of those that are wanted, or of
// the others.
func (f *Filter) Judge(d *content.Document, c Clues) Verdict {
	v, _ := f.decide(FactsOf(d, c))
	return v
}

// decide also returns the probability of every label, unless a rule decided.
func (f *Filter) decide(x *Facts) (Verdict, []float64) {
	if x.rule != nil {
		v := x.rule.verdict()
		v.Accepted = slices.Contains(f.wanted, v.Genre)
		return v, nil
	}
	model, features := f.full, x.features
	if x.garbled {
		model, features = f.shape, x.shape()
	}
	p := model.Classify(features)
	v := f.choose(model.Labels(), p)
	v.Reasons = border(f.reasons(model, features, v), model.Labels(), p, v)
	if x.garbled {
		v.Reasons = append([]Reason{{"has text that cannot be read, so its shape and name decide", 0}}, v.Reasons...)
	}
	return v, p
}

// border adds to the reasons of a verdict that another genre is nearly as likely.
func border(reasons []Reason, labels []string, p []float64, v Verdict) []Reason {
	second, next := 0.0, Genre("")
	for k, label := range labels {
		if Genre(label) != v.Genre && p[k] > second {
			second, next = p[k], Genre(label)
		}
	}
	if second < v.Confidence/2 {
		return reasons
	}
	reasons = reasons[:min(len(reasons), mostReasons-1)]
	return append(reasons, Reason{"may be " + inWords[next], -math.Log(max(v.Confidence/second, 1.01))})
}

// inWords are the genres as a sentence names them.
var inWords = map[Genre]string{
	Paper: "a paper", Thesis: "a thesis", Report: "a report", FAQ: "a list of questions and answers", Book: "a book or a chapter of one", Slides: "slides",
	Poster: "a poster", CV: "a CV", Course: "course material", Form: "a form or a letter", Other: "none of the genres that have a name",
}

// choose decides by the probabilities of the labels.
func (f *Filter) choose(labels []string, p []float64) Verdict {
	accepted := 0.0
	for k, label := range labels {
		if slices.Contains(f.wanted, Genre(label)) {
			accepted += p[k]
		}
	}
	v := Verdict{Accepted: accepted >= 0.5, By: "model", Confidence: -1}
	for k, label := range labels {
		if slices.Contains(f.wanted, Genre(label)) == v.Accepted && p[k] > v.Confidence {
			v.Genre, v.Confidence = Genre(label), p[k]
		}
	}
	return v
}

// reasons returns in words the most important features for a verdict and, if it is
// not almost certain, at most two against it. They compare the genre only with
// those of the opposite decision (accepted or rejected): that reports have more
// pictures is no reason against accepting a paper.
func (f *Filter) reasons(model *learn.Model, features []learn.Feature, v Verdict) []Reason {
	others := slices.DeleteFunc(slices.Clone(model.Labels()), func(label string) bool { return slices.Contains(f.wanted, Genre(label)) == v.Accepted })
	var all []Reason
	against := 0
	for _, c := range model.Explain(features, string(v.Genre), others...) {
		words := c.Name
		if !c.High {
			words = lows()[c.Name]
		}
		if words == "" || math.Abs(c.Weight) < 0.02 {
			continue
		}
		if c.Weight < 0 {
			if against++; against > 2 || v.Confidence > almostCertain {
				continue
			}
		}
		if all = append(all, Reason{words, c.Weight}); len(all) == mostReasons {
			break
		}
	}
	return all
}
