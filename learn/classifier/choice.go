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
	columns []uint32  // the number of a term among those of the sample
	folds   []learn.Fold
	best    settings
	held    [][]float32 // their scores for each document of the sample, from a model that has not seen it
	quality float64     // of them
}

// The bounds of the choice. Fewer documents, rougher models or settings that are given up after the first fold take a fifth of the time,
// and choose worse settings.
const (
	sampled      = 4000      // documents to tune with, or more if they have fewer terms than sampledTerms
	sampledTerms = 3_000_000 // in all documents
	calibrated   = 600       // documents to calibrate with, if nothing is tuned
	parts        = 3         // folds
	manyParts    = 8         // folds of few documents, of which each one counts
	few          = 1000      // documents
	heldOut      = 8         // an eighth of many documents calibrates an SVM that is not tuned
)

// besideSmoothing is the smoothing of Naive Bayes beside an SVM, where counts are weights of vectors of length 1.
const besideSmoothing = 0.01

// defaults returns the settings without tuning.
func (c *chooser) defaults() settings {
	return settings{weighting: defaultWeighting(&c.options), smoothing: c.options.Smoothing, penalty: c.options.Penalty}
}

// choose chooses the best settings: the default ones without tuning. An SVM that is not tuned is calibrated when it is trained.
func (c *chooser) choose() {
	c.best = c.defaults()
	if c.options.Method == SVM && !c.options.Tune {
		return
	}
	most := calibrated
	if c.options.Tune {
		most = c.sampleSize()
	}
	c.divide(most)
	if len(c.folds) < 2 {
		return
	}
	c.held = c.holdOut(c.best)
	c.quality = c.qualityOf(c.held)
	if !c.options.Tune {
		return
	}
	switch c.options.Method {
	case NaiveBayes:
		for c.try(func(s *settings) { s.smoothing /= 3 }) && c.best.smoothing > 1e-3 {
		}
	case Rocchio:
		for _, p := range []float64{1, 3} {
			c.try(func(s *settings) { s.idf = p })
		}
	case SVM:
		c.tuneSVM()
	}
}

// tuneSVM tries the settings of an SVM one after the other.
func (c *chooser) tuneSVM() {
	if c.options.Analyzer.Words > 1 {
		c.try(func(s *settings) { s.shares[vector.Phrase] = 0 })
	}
	for _, x := range []float64{0.03, 0.1} {
		if !c.try(func(s *settings) { s.bayes = x }) {
			break
		}
	}
	for _, p := range []float64{0.5, 1.5} {
		c.try(func(s *settings) { s.idf = p })
	}
	for c.best.idf >= 1.5 && c.best.idf < 3 && c.try(func(s *settings) { s.idf += 0.5 }) {
	}
	c.tryShares(c.best.shares)
	for c.try(func(s *settings) { s.penalty *= 2 }) && c.best.penalty < 16 {
	}
	if c.best.penalty == c.options.Penalty {
		for c.try(func(s *settings) { s.penalty /= 2 }) && c.best.penalty > 1.0/16 {
		}
	}
	for _, x := range []float64{0.3, 1} {
		if !c.try(func(s *settings) { s.mean = x }) {
			break
		}
	}
}

// tryShares tries other parts of the vector.
func (c *chooser) tryShares(now [3]float64) {
	if c.options.Analyzer.Words > 1 {
		c.try(func(s *settings) { s.shares[vector.Phrase] = 1 - now[vector.Phrase] })
	}
	if c.options.Analyzer.MaxChars > 0 && !c.try(func(s *settings) { s.shares[vector.Chars] = 0.5 }) {
		c.try(func(s *settings) { s.shares[vector.Chars] = 0 })
	}
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

// divide takes a sample of the documents and divides it into folds. Documents with the same terms are in one fold.
func (c *chooser) divide(most int) {
	n := len(c.all.rows)
	c.sample = &examples{k: c.all.k}
	c.columns = make([]uint32, c.all.terms)
	var groups []string
	for i, row := range c.all.rows {
		if n > most && i > 0 && i*most/n == (i-1)*most/n {
			continue
		}
		c.sample.rows = append(c.sample.rows, row)
		c.sample.labels = append(c.sample.labels, c.all.labels[i])
		groups = append(groups, strconv.FormatUint(c.keys[i], 16))
		for _, t := range row {
			if c.columns[t.ID] == 0 {
				c.sample.terms++
				c.columns[t.ID] = uint32(c.sample.terms)
			}
		}
	}
	n = parts
	if len(groups) < few && c.options.Tune {
		n = manyParts
	}
	c.folds = learn.Folds(groups, n)
}

// try changes the best settings if that makes them better, and reports whether it does.
func (c *chooser) try(change func(*settings)) bool {
	next := c.best
	change(&next)
	if next == c.best {
		return false
	}
	held := c.holdOut(next)
	quality := c.qualityOf(held)
	if quality <= c.quality {
		return false
	}
	c.best, c.held, c.quality = next, held, quality
	return true
}

// qualityOf returns the share of documents of the sample that get their label; if documents have several labels, the micro-averaged F1 of
// their labels.
func (c *chooser) qualityOf(held [][]float32) float64 {
	if c.several {
		_, f1 := c.cut(held)
		return f1
	}
	right := 0
	for i, scores := range held {
		if c.sample.has(i, int32(best(scores))) {
			right++
		}
	}
	return float64(right) / float64(len(c.sample.rows))
}

// holdOut returns the scores of each document of the sample by a model that was fitted without its fold.
func (c *chooser) holdOut(s settings) [][]float32 {
	x := c.weighted(c.sample, s)
	for _, row := range x.rows {
		for i := range row {
			row[i].ID = c.columns[row[i].ID] - 1
		}
	}
	held := make([][]float32, len(x.rows))
	for _, fold := range c.folds {
		m := c.fitWeighted(x.only(fold.Train), s)
		for _, i := range fold.Test {
			held[i] = make([]float32, x.k)
			m.scores(x.rows[i], held[i])
		}
	}
	return held
}

// fit returns the weights of a model of all documents.
func (c *chooser) fit() matrix {
	x := c.weighted(c.all, c.best)
	if c.options.Method != SVM || c.options.Tune {
		return c.fitWeighted(x, c.best)
	}
	f := trainSVM(x, c.best.penalty)
	c.estimate(f)
	return f.m
}

// estimate sets the scores held of documents by SVMs without them, which are made of the one of all: for an eighth of the documents, or
// for each third if they are few. Documents with the same terms are in one part.
func (c *chooser) estimate(f *svm) {
	c.sample = &examples{k: f.k, terms: f.terms}
	n, rounds := uint64(heldOut), uint64(1)
	if len(f.rows) < few {
		n, rounds = parts, parts
	}
	for r := range rounds {
		out := func(i int) bool { return c.keys[i]%n == r }
		m := f.without(out)
		for i, row := range f.rows {
			if out(i) {
				scores := make([]float32, f.k)
				m.scores(row, scores)
				c.sample.rows, c.sample.labels, c.held = append(c.sample.rows, row), append(c.sample.labels, f.labels[i]), append(c.held, scores)
			}
		}
	}
}

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
