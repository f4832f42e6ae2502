package classifier

import (
	"sluice/learn/selection"
	"sluice/text/vector"
)

// selectFrequent removes the terms that are too rare or too frequent for the options, or of which the model would have too many.
func (t *Trainer) selectFrequent() {
	if most := t.options.MaxShare * float64(t.terms.Docs()); t.options.MaxShare < 1 {
		t.prune(func(id uint32) bool { return float64(t.terms.DF(id)) <= most })
	}
	for least := t.options.MinDocs; ; least++ {
		keep := func(id uint32) bool {
			return t.terms.DF(id) >= least+int(t.terms.Kind(id)) && (t.options.Selected == nil || least > t.options.MinDocs || t.options.Selected(t.terms.Name(id)))
		}
		if !t.all(keep) {
			t.prune(keep)
		}
		if t.terms.Len() <= t.options.MaxTerms && t.modelSize() <= modelBytes*max(len(t.names), modelLabels)/modelLabels {
			break
		}
	}
}

// modelSize returns about the size of a model with the terms and labels that there are, at most.
func (t *Trainer) modelSize() int {
	return t.terms.Len()*(len(t.names)+termBytes) + t.terms.NameBytes()
}

// The bounds of [selection.TermStrength].
const (
	similar        = 0.2  // cosine from which two documents are
	mostForSimilar = 1000 // documents that are compared with one another
)

// selectBest keeps the terms with the greatest scores, if the options have a measure.
func (t *Trainer) selectBest() error {
	if t.options.Measure == "" || t.terms.Len() <= t.options.Keep {
		return nil
	}
	x, _ := t.examples(nil)
	var scores []float64
	if t.options.Measure == selection.TermStrength {
		scores = selection.Strengths(t.weighted(x), x.terms, similar, mostForSimilar)
	} else {
		table := selection.NewTable(x.terms, x.k)
		for i, row := range x.rows {
			for _, k := range x.labels[i] {
				table.Add(int(k), row)
			}
		}
		var err error
		if scores, err = table.Scores(t.options.Measure); err != nil {
			return err
		}
	}
	t.keep(selection.Best(scores, t.options.Keep))
	return nil
}

// weighted returns the vectors of documents from all over the collection, with TF and IDF.
func (t *Trainer) weighted(x *examples) []vector.Vector {
	n := len(x.rows)
	step := max(1, n/mostForSimilar)
	var rows []vector.Vector
	for i := 0; i < n; i += step {
		rows = append(rows, t.terms.TFIDF(x.rows[i]))
	}
	return rows
}

// keep removes all terms but some.
func (t *Trainer) keep(chosen []int) {
	wanted := make([]bool, t.terms.Len())
	for _, id := range chosen {
		wanted[id] = true
	}
	t.prune(func(id uint32) bool { return wanted[id] })
}

// evaluate returns the quality of a classifier with some terms, by cross-validation with the settings that are the default.
func (c *chooser) evaluate(features []int) float64 {
	if c.sample == nil {
		c.divide(sampled)
	}
	if len(c.folds) < 2 {
		return 0
	}
	wanted := make([]bool, c.all.terms)
	for _, id := range features {
		wanted[id] = true
	}
	full := c.sample
	part := *full
	part.rows = make([]vector.Vector, len(full.rows))
	for i, row := range full.rows {
		for _, term := range row {
			if wanted[term.ID] {
				part.rows[i] = append(part.rows[i], term)
			}
		}
	}
	c.sample = &part
	quality := c.trialOf(c.defaults()).quality
	c.sample = full
	return quality
}
