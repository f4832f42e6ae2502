package classifier

import (
	"fmt"
	"slices"
	"strconv"

	"sluice/learn"
	"sluice/text/vector"
)

// settings are what a model is fitted with.
type settings struct {
	weighting
	smoothing float64
	penalty   float64
	mean      float64 // of an SVM: how much the cosine with the mean of a class counts beside it
	bayes     float64 // of an SVM: how much the logarithms of Naive Bayes count beside it
}

// chooser chooses settings by cross-validation.
type chooser struct {
	options Options
	terms   *vector.Vocabulary
	all     *examples // counts
	keys    []uint64  // of the documents
	several bool      // some documents have several labels

	sample  *examples // counts, of the documents that are used
	folds   []learn.Fold
	held    [][]float32 // the scores of the last settings for each document of the sample, from a model that has not seen it
	heldFor settings
}

// The bounds of the choice.
const (
	sampled      = 4000      // documents to tune with, or more if they have fewer terms than sampledTerms
	sampledTerms = 3_000_000 // in all documents
	calibrated   = 600       // documents to calibrate with, if nothing is tuned
	parts        = 3         // folds
	manyParts    = 8         // folds of few documents, of which each one counts
	few          = 1000      // documents
)

// besideSmoothing is the smoothing of Naive Bayes beside an SVM, where counts are weights of vectors of length 1.
const besideSmoothing = 0.01

// defaults returns the settings without tuning.
func (c *chooser) defaults() settings {
	return settings{weighting: defaultWeighting(&c.options), smoothing: c.options.Smoothing, penalty: c.options.Penalty}
}

// choose returns the best settings: the default ones without tuning.
func (c *chooser) choose() settings {
	s := c.defaults()
	most := calibrated
	if c.options.Tune {
		most = c.sampleSize()
	}
	c.divide(most)
	if !c.options.Tune || len(c.folds) < 2 {
		return s
	}
	best, quality := s, c.quality(s)
	try := func(change func(*settings)) bool {
		next := best
		change(&next)
		if next == best {
			return false
		}
		if q := c.quality(next); q > quality {
			best, quality = next, q
			return true
		}
		return false
	}
	switch c.options.Method {
	case NaiveBayes:
		for try(func(s *settings) { s.smoothing /= 3 }) && best.smoothing > 1e-3 {
		}
	case Rocchio:
		for _, p := range []float64{1, 3} {
			try(func(s *settings) { s.idf = p })
		}
	case SVM:
		if c.options.Analyzer.Words > 1 {
			try(func(s *settings) { s.shares[vector.Phrase] = 0 })
		}
		for _, x := range []float64{0.03, 0.1} {
			if !try(func(s *settings) { s.bayes = x }) {
				break
			}
		}
		for _, p := range []float64{0.5, 1.5} {
			try(func(s *settings) { s.idf = p })
		}
		for best.idf >= 1.5 && best.idf < 3 && try(func(s *settings) { s.idf += 0.5 }) {
		}
		c.tryShares(try, best.shares)
		for try(func(s *settings) { s.penalty *= 2 }) && best.penalty < 16 {
		}
		if best.penalty == c.options.Penalty {
			for try(func(s *settings) { s.penalty /= 2 }) && best.penalty > 1.0/16 {
			}
		}
		for _, x := range []float64{0.3, 1} {
			if !try(func(s *settings) { s.mean = x }) {
				break
			}
		}
	}
	return best
}

// sampleSize returns the number of documents to tune with.
func (c *chooser) sampleSize() int {
	cells := 0
	for _, row := range c.all.rows {
		cells += len(row)
	}
	n := len(c.all.rows)
	return min(n, max(sampled, n*sampledTerms/max(cells, 1)))
}

// tryShares tries other parts of the vector.
func (c *chooser) tryShares(try func(func(*settings)) bool, now [3]float64) {
	if c.options.Analyzer.Words > 1 {
		try(func(s *settings) { s.shares[vector.Phrase] = 1 - now[vector.Phrase] })
	}
	if c.options.Analyzer.MaxChars > 0 && !try(func(s *settings) { s.shares[vector.Chars] = 0.5 }) {
		try(func(s *settings) { s.shares[vector.Chars] = 0 })
	}
}

// divide takes a sample of the documents and divides it into folds. Documents with the same terms are in one fold.
func (c *chooser) divide(most int) {
	n := len(c.all.rows)
	c.sample = &examples{terms: c.all.terms, k: c.all.k}
	var groups []string
	for i := range n {
		if n > most && i > 0 && i*most/n == (i-1)*most/n {
			continue
		}
		c.sample.rows = append(c.sample.rows, c.all.rows[i])
		c.sample.labels = append(c.sample.labels, c.all.labels[i])
		groups = append(groups, strconv.FormatUint(c.keys[i], 16))
	}
	n = parts
	if len(groups) < few && c.options.Tune {
		n = manyParts
	}
	c.folds = learn.Folds(groups, n)
}

// quality returns the share of documents of the sample that models fitted without them classify right; if documents have several
// labels, the micro-averaged F1 of their labels.
func (c *chooser) quality(s settings) float64 {
	if c.several {
		_, f1 := c.cut(s)
		return f1
	}
	right := 0
	for i, scores := range c.scores(s) {
		if c.sample.has(i, int32(best(scores))) {
			right++
		}
	}
	return float64(right) / float64(len(c.sample.rows))
}

// scores returns the scores of each document of the sample by a model that was fitted without its fold.
func (c *chooser) scores(s settings) [][]float32 {
	if c.held != nil && c.heldFor == s {
		return c.held
	}
	x := c.weighted(c.sample, s)
	held := make([][]float32, len(x.rows))
	for _, fold := range c.folds {
		m := c.fitWeighted(x.only(fold.Train), s)
		for _, i := range fold.Test {
			held[i] = make([]float32, x.k)
			m.scores(x.rows[i], held[i])
		}
	}
	c.held, c.heldFor = held, s
	return held
}

// fit returns the weights of a model of counts.
func (c *chooser) fit(x *examples, s settings) matrix { return c.fitWeighted(c.weighted(x, s), s) }

// fitWeighted returns the weights of a model of weighted documents.
func (c *chooser) fitWeighted(x *examples, s settings) matrix {
	switch c.options.Method {
	case NaiveBayes:
		o := c.options
		o.Smoothing = s.smoothing
		return fitBayes(x, &o)
	case Lewis:
		return fitLewis(x, &c.options)
	case Rocchio:
		return fitRocchio(x)
	}
	m := fitSVM(x, s.penalty)
	if s.mean > 0 {
		m.add(fitRocchio(x), s.mean)
	}
	if s.bayes > 0 {
		// A class with few examples has the same prior as others: the SVM knows how frequent each is.
		m.add(fitBayes(x, &Options{Smoothing: besideSmoothing, UniformPriors: true}).centred(), s.bayes)
	}
	return m
}

// weighted returns the documents with weights in place of counts, without the terms that have none.
func (c *chooser) weighted(x *examples, s settings) *examples {
	factors := s.factors(c.terms)
	cells := 0
	for _, row := range x.rows {
		cells += len(row)
	}
	buffer := make(vector.Vector, 0, cells)
	out := &examples{labels: x.labels, terms: x.terms, k: x.k}
	for _, row := range x.rows {
		from := len(buffer)
		for _, t := range row {
			if factors[t.ID] != 0 {
				buffer = append(buffer, t)
			}
		}
		s.apply(c.terms, factors, buffer[from:])
		out.rows = append(out.rows, buffer[from:len(buffer):len(buffer)])
	}
	return out
}

// only returns some of the examples.
func (x *examples) only(indices []int) *examples {
	part := &examples{terms: x.terms, k: x.k}
	for _, i := range indices {
		part.rows = append(part.rows, x.rows[i])
		part.labels = append(part.labels, x.labels[i])
	}
	return part
}

// best returns the index of the greatest score, the first of several.
func best(scores []float32) int { return slices.Index(scores, slices.Max(scores)) }

// String returns the settings in words.
func (s settings) describe(m Method) string {
	switch m {
	case NaiveBayes:
		return fmt.Sprintf("smoothing %g", s.smoothing)
	case Rocchio:
		return fmt.Sprintf("idf^%g", s.idf)
	case SVM:
		return fmt.Sprintf("C %g, idf^%g, shares of words, phrases, characters %g, mean %g, Bayes %g", s.penalty, s.idf, s.shares, s.mean, s.bayes)
	}
	return ""
}
