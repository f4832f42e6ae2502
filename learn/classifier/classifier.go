// Package classifier says which of several classes a text belongs to, having learned it from examples.
//
// A [Trainer] takes labelled documents one by one; [Trainer.Train] makes a [Model] by one of four methods: Naive Bayes, Lewis's
// probabilistic model, Rocchio's, or a linear support vector machine. The model returns the probability of each class
// ([Model.Classify]), says which terms speak for one ([Model.Explain]), and is a file ([Model.MarshalBinary]).
//
// All methods end in the same form: the score of a class is a bias plus, for each term of the document, its weight in the document
// times its weight for the class. So a model is as fast and as large whatever it was trained by, and each explains itself alike.
//
// Everything is deterministic: the same examples in the same order make the same model, byte for byte on one kind of processor.
package classifier

import (
	"fmt"
	"math"
	"slices"

	"sluice/learn/selection"
	"sluice/text"
	"sluice/text/vector"
)

// Classifier tells classes apart. [Model] is one for every method. Its methods may be called by many goroutines at once.
type Classifier interface {
	// Labels returns the labels of the classes, sorted. The caller must not change them.
	Labels() []string
	// Classify returns the probability of each label, in the order of Labels.
	Classify(document ...vector.Field) []float64
	// Explain returns the n terms of a document that count most for or against a label, the most important first.
	Explain(label string, n int, document ...vector.Field) []Contribution
}

var _ Classifier = (*Model)(nil)

// Method is a way to learn.
type Method string

// The methods.
const (
	// NaiveBayes is the multinomial model in log space: the score of a class is the logarithm of its prior and of the probability of
	// each occurrence of a term, (n + s) / (N + s·V), where the class has the term n times and N terms in all, V terms are known, and
	// s is the smoothing (McCallum and Nigam, "A comparison of event models for Naive Bayes text classification", 1998, equation 6).
	NaiveBayes Method = "nb"
	// Lewis is the probabilistic model of Lewis, "An evaluation of phrasal and clustered representations on a text categorization task"
	// (1992), after Fuhr, "Models for retrieval with probabilistic indexing" (1989):
	//
	//	P(C) · Π ( P(W=1|C)·P(W=1|d) / P(W=1) + P(W=0|C)·P(W=0|d) / P(W=0) )
	//
	// over all terms W that are known. P(W=1|d) is 1 for a term that the document has, else 0.
	Lewis Method = "lewis"
	// Rocchio compares the vector of a document with the mean vector of each class by the cosine (Rocchio, "Relevance feedback in
	// information retrieval", 1971; Joachims, "A probabilistic analysis of the Rocchio algorithm with TFIDF for text categorization",
	// 1997, without examples against a class).
	Rocchio Method = "rocchio"
	// SVM is a linear support vector machine for each class against all others, with the squared hinge loss, trained by dual coordinate
	// descent (Hsieh, Chang, Lin, Keerthi and Sundararajan, "A dual coordinate descent method for large-scale linear SVM", 2008,
	// algorithm 1).
	SVM Method = "svm"
)

// Methods are all methods.
var Methods = []Method{NaiveBayes, Lewis, Rocchio, SVM}

// Options are how a model is trained. The zero value is an SVM of single words.
type Options struct {
	Method   Method          // "" means SVM
	Analyzer vector.Analyzer // which terms count; [Rich] is the choice for accuracy

	// Tune chooses the weights of terms and, for an SVM, its penalty, by cross-validation on the examples. It takes some twenty times as
	// long as training without it, or as training on 4,000 documents, or on three million terms of short ones, if there are more.
	Tune bool

	Smoothing     float64 // of Naive Bayes: what is added to every count; 0 means 0.1
	UniformPriors bool    // all classes are equally frequent; else as frequent as among the examples
	Penalty       float64 // of an SVM: C, the cost of an example on the wrong side; 0 means 1

	// MinDocs is the number of documents that a word must occur in; 0 means 1. A phrase must occur in one more, an n-gram of characters
	// in two more.
	MinDocs int
	// Selected, if not nil, says which terms may be used, by their text.
	Selected func(term string) bool
	// MaxShare is the share of the documents beyond which a term is too frequent to say anything; 0 means 1.
	MaxShare float64
	// Measure, if not "", rates the terms by the examples, and the Keep with the greatest scores are used; see the package selection.
	Measure selection.Measure
	Keep    int // 0 means 10,000
	// Steps, if not nil, searches among the terms that are left for those with which cross-validation has the best result:
	// [selection.Forward], [selection.Backward] or [selection.Pairwise]. It trains a classifier for each set of terms, Evaluations at
	// most, so it is for some dozens of terms.
	Steps       func(n, most int, evaluate selection.Evaluate) []int
	Evaluations int // 0 means 1,000

	MaxTerms int // of the model; the ones with the least weights are left out; 0 means 400,000, or fewer with many labels
	MaxCells int // terms of all documents kept in memory while training; of a larger collection a sample is used; 0 means 2^27, one GB
	MaxNames int // different terms known at a time; beyond them the rarest are forgotten; 0 means 2^22
}

// The most that a model may have.
const (
	maxLabels = 1000
	maxLabel  = 256 // bytes
	maxTerms  = 1 << 22
)

// Rich is the analyzer for the best accuracy: words with numbers and punctuation, pairs of words, and n-grams of 2 to 5
// characters, which see parts of words. Set Tune with it: it chooses whether pairs are used.
func Rich() vector.Analyzer {
	return vector.Analyzer{Rules: text.Rules{Punctuation: true}, Words: 2, MinChars: 2, MaxChars: 5}
}

// setDefaults replaces zeros by the defaults.
func (o *Options) setDefaults() {
	if o.Method == "" {
		o.Method = SVM
	}
	if o.Smoothing == 0 {
		o.Smoothing = 0.1
	}
	if o.Penalty == 0 {
		o.Penalty = 1
	}
	if o.MinDocs == 0 {
		o.MinDocs = 1
	}
	if o.MaxShare == 0 {
		o.MaxShare = 1
	}
	if o.Keep == 0 {
		o.Keep = 10_000
	}
	if o.Evaluations == 0 {
		o.Evaluations = 1000
	}
	if o.MaxTerms == 0 {
		o.MaxTerms = 400_000
	}
	if o.MaxCells == 0 {
		o.MaxCells = 1 << 27
	}
	if o.MaxNames == 0 {
		o.MaxNames = maxTerms
	}
}

// validate returns an error for options that no default replaces.
func (o *Options) validate() error {
	switch {
	case !slices.Contains(Methods, o.Method):
		return fmt.Errorf("unknown method %q: choose one of %q", o.Method, Methods)
	case !(o.Smoothing > 0) || o.Smoothing > 1e6:
		return fmt.Errorf("the smoothing is %v: it must be above 0 and at most a million", o.Smoothing)
	case !(o.Penalty > 0) || o.Penalty > 1e6:
		return fmt.Errorf("the penalty is %v: it must be above 0 and at most a million", o.Penalty)
	case o.Measure != "" && !slices.Contains(selection.Measures, o.Measure):
		return fmt.Errorf("unknown measure of terms %q: choose one of %q", o.Measure, selection.Measures)
	case !(o.MaxShare > 0) || o.MaxShare > 1:
		return fmt.Errorf("the share of documents is %v: it must be above 0 and at most 1", o.MaxShare)
	case o.Keep < 0 || o.Evaluations < 0:
		return fmt.Errorf("a bound is out of range: Keep %d, Evaluations %d", o.Keep, o.Evaluations)
	case o.MinDocs < 0 || o.MaxTerms < 0 || o.MaxCells < 0 || o.MaxNames < 0 || o.MaxTerms > maxTerms || o.MaxNames > 1<<26 || o.MaxCells > math.MaxInt32:
		return fmt.Errorf("a bound is out of range: MinDocs %d, MaxTerms %d, MaxCells %d, MaxNames %d", o.MinDocs, o.MaxTerms, o.MaxCells, o.MaxNames)
	}
	return nil
}
