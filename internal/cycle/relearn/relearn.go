// Package relearn learns the models of a library again from its earlier crawls, and compares each with the one in use on what the last crawl has found.
//
// [Anchors], [LearnFloors], [Genre] and [Topic] return a [Trial]: the model that was learned, the figure of both models, and whether the new one is better.
// The last crawl is held out: nothing that it has found is learned from. The new model is the one that was measured, so what the last crawl
// has found is learned from after the next one. The package reads no catalogue and writes no file.
package relearn

import (
	"fmt"
)

// Kind names a model of a library.
type Kind string

// The kinds of models that are learned again.
const (
	KindAnchors Kind = "anchors" // keywords of the strategy anchor-priority
	KindFloors  Kind = "floors"  // sizes of documents, by type, under which none was accepted
	KindGenre   Kind = "genre"   // the document filter
	KindTopic   Kind = "topic"   // the terms of the topic
)

// Kinds are all kinds, in the order in which they are learned.
var Kinds = []Kind{KindAnchors, KindFloors, KindGenre, KindTopic}

// Trial is what came of learning a model again.
type Trial struct {
	Kind    Kind    `json:"kind"`
	Learned string  `json:"learned,omitempty"` // from what, in words
	Measure string  `json:"measure"`           // what the figures are
	Cases   int     `json:"cases"`             // of the last crawl, on which both were measured
	Before  float64 `json:"before"`            // of the model in use, from 0 to 1
	After   float64 `json:"after"`             // of the new one
	Taken   bool    `json:"taken"`
	Reason  string  `json:"reason"` // why it is taken or not
	Model   []byte  `json:"-"`      // the file of the new model; nil if nothing was learned
}

// LeastCases is the number of cases of the last crawl from which on models are compared: of fewer, one more or less would decide.
const LeastCases = 10

// refuse returns the trial with a reason not to take the model.
func (t *Trial) refuse(format string, args ...any) *Trial {
	t.Taken, t.Reason = false, fmt.Sprintf(format, args...)
	return t
}

// hasCases reports whether there are enough cases to compare models, and else gives the reason.
func (t *Trial) hasCases(n int, of string) bool {
	if t.Cases = n; n < LeastCases {
		t.refuse("the last crawl has %d %s; %d are needed to compare", n, of, LeastCases)
	}
	return n >= LeastCases
}

// decide takes the model if its figure is better.
func (t *Trial) decide(before, after float64) *Trial {
	t.Before, t.After = before, after
	switch {
	case after > before:
		t.Taken, t.Reason = true, "better on the last crawl"
	case after == before:
		t.refuse("no better than the one in use")
	default:
		t.refuse("worse than the one in use")
	}
	return t
}
