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

// component is one of the linear models that a model is the sum of.
type component struct {
	method    Method
	weighting weighting
	parameter float64 // the penalty of an SVM, the smoothing of Naive Bayes
	beside    bool    // it is combined with an SVM
}

// components returns the linear models of settings, and by what each is multiplied.
func (c *chooser) components(s settings) (models []component, by []float64) {
	switch c.options.Method {
	case NaiveBayes:
		return []component{{NaiveBayes, s.weighting, s.smoothing, false}}, []float64{1}
	case Lewis, Rocchio:
		return []component{{c.options.Method, s.weighting, 0, false}}, []float64{1}
	}
	models, by = []component{{SVM, s.weighting, s.penalty, false}}, []float64{1}
	if s.mean > 0 {
		models, by = append(models, component{Rocchio, s.weighting, 0, true}), append(by, s.mean)
	}
	if s.bayes > 0 {
		models, by = append(models, component{NaiveBayes, s.weighting, besideSmoothing, true}), append(by, s.bayes)
	}
	return models, by
}

// trial is what is known of settings that were tried.
type trial struct {
	settings
	quality float64
	held    [][]float32               // the scores of each document of the sample, from a model that has not seen it
	parts   map[component][][]float32 // the same of each component
	alphas  [][]float32               // of the SVM of each fold: where that of the next settings begins
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
	best    trial
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
	c.best = trial{settings: c.defaults()}
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
	c.best = c.trialOf(c.best.settings)
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
	for _, x := range []float64{0.03, 0.1, 0.3, 1, 3} {
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
	for _, x := range []float64{0.3, 1, 3} {
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
	next := c.best.settings
	change(&next)
	if next == c.best.settings {
		return false
	}
	t := c.trialOf(next)
	if t.quality <= c.best.quality {
		return false
	}
	c.best = t
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

// trialOf returns what comes of settings in cross-validation. What the best settings so far share with them is not fitted again.
func (c *chooser) trialOf(s settings) trial {
	t := trial{settings: s, held: make([][]float32, len(c.sample.rows)), parts: map[component][][]float32{}, alphas: c.best.alphas}
	for i := range t.held {
		t.held[i] = make([]float32, c.sample.k)
	}
	var x *examples
	models, by := c.components(s)
	for n, p := range models {
		scores, known := c.best.parts[p]
		if !known {
			if x == nil {
				x = c.weighted(c.sample, s.weighting)
				for _, row := range x.rows {
					for i := range row {
						row[i].ID = c.columns[row[i].ID] - 1
					}
				}
			}
			scores = c.holdOut(p, x, &t)
		}
		t.parts[p] = scores
		for i, row := range t.held {
			for k := range row {
				row[k] += float32(by[n]) * scores[i][k]
			}
		}
	}
	t.quality = c.qualityOf(t.held)
	return t
}

// holdOut returns the scores of each document of the sample by a component that was fitted without its fold. An SVM begins with the dual variables
// of the best settings so far, which are near its own, and leaves its own in the trial.
func (c *chooser) holdOut(p component, x *examples, t *trial) [][]float32 {
	held := make([][]float32, len(x.rows))
	alphas := make([][]float32, len(c.folds))
	for n, fold := range c.folds {
		var m matrix
		if part := x.only(fold.Train); p.method == SVM {
			var from []float32
			if t.alphas != nil {
				from = t.alphas[n]
			}
			f := trainSVM(part, p.parameter, from)
			m, alphas[n] = f.m, f.alphas
		} else {
			m = c.fitComponent(part, p)
		}
		for _, i := range fold.Test {
			held[i] = make([]float32, x.k)
			m.scores(x.rows[i], held[i])
		}
	}
	if p.method == SVM {
		t.alphas = alphas
	}
	return held
}

// fit returns the weights of a model of all documents.
func (c *chooser) fit() matrix {
	x := c.weighted(c.all, c.best.weighting)
	if c.options.Method == SVM && !c.options.Tune {
		f := trainSVM(x, c.best.penalty, nil)
		c.estimate(f)
		return f.m
	}
	models, by := c.components(c.best.settings)
	m := c.fitComponent(x, models[0])
	for i := 1; i < len(models); i++ {
		m.add(c.fitComponent(x, models[i]), by[i])
	}
	return m
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
				c.sample.rows, c.sample.labels, c.best.held = append(c.sample.rows, row), append(c.sample.labels, f.labels[i]), append(c.best.held, scores)
			}
		}
	}
}

// fitComponent returns the weights of a component of weighted documents.
func (c *chooser) fitComponent(x *examples, p component) matrix {
	o := c.options
	switch p.method {
	case NaiveBayes:
		o.Smoothing = p.parameter
		if p.beside {
			// A class with few examples has the same prior as others: the SVM knows how frequent each is.
			o.UniformPriors = true
			return fitBayes(x, &o).centred()
		}
		return fitBayes(x, &o)
	case Lewis:
		return fitLewis(x, &o)
	case Rocchio:
		return fitRocchio(x)
	}
	return trainSVM(x, p.parameter, nil).m
}

// weighted returns the documents with weights in place of counts, without the terms that have none.
func (c *chooser) weighted(x *examples, w weighting) *examples {
	factors := w.factors(c.terms)
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
		w.apply(c.terms, factors, buffer[from:])
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
