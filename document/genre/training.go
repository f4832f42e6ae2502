package genre

import (
	"errors"
	"fmt"
	"math"
	"net/url"
	"slices"

	"sluice/learn"
)

// TrainOptions are how a filter is trained. The zero value works.
type TrainOptions struct {
	Wanted []Genre // what the filter accepts; nil means [Wanted]
	Ridge  float64 // strength of the penalty on weights; 0 means 48
	Folds  int     // of the cross-validation over sites; 0 means one a site, below 0 none
}

// Quality says how good a filter is by cross-validation over sites: of each
// document, what a filter said that had seen none of its site.
type Quality struct {
	Examples int
	Sites    int
	Genres   learn.Confusion // right genre against that of the filter
	Accepted learn.Confusion // "accept" against "reject"
	Loss     float64         // mean logarithm of 1/probability that the model gave the right genre
	Verdicts []Verdict       // of each example, in order; its Genre is "" when it was not judged
}

// Train makes a filter from documents whose genre is known, and measures by
// cross-validation how good it is. It is deterministic: the same
// examples in the same order make the same filter.
func Train(examples []Example, o TrainOptions) (*Filter, *Quality, error) {
	if o.Ridge == 0 {
		o.Ridge = 48
	}
	if o.Wanted == nil {
		o.Wanted = Wanted
	}
	all, err := prepare(examples)
	if err != nil {
		return nil, nil, err
	}
	q := &Quality{Examples: len(all), Verdicts: make([]Verdict, len(all))}
	sites := make([]string, len(all))
	for i, x := range all {
		sites[i] = x.Site
	}
	q.Sites = len(slices.Compact(slices.Sorted(slices.Values(sites))))
	var said [][]float64 // by the model, of the examples that asked are the numbers of
	var right []string
	var asked []int
	if o.Folds >= 0 {
		for _, fold := range learn.Folds(sites, o.Folds) {
			in := make([]Example, len(fold.Train))
			for i, n := range fold.Train {
				in[i] = all[n]
			}
			f, err := fit(in, o)
			if err != nil {
				return nil, nil, err
			}
			for _, n := range fold.Test {
				x := all[n]
				v, p := f.decide(x.Facts)
				if p != nil {
					said, right, asked = append(said, p), append(right, string(x.Genre)), append(asked, n)
				}
				q.Verdicts[n] = v
			}
		}
	}
	f, err := fit(all, o)
	if err != nil {
		return nil, nil, err
	}
	if len(said) > 0 {
		f.full, f.shape = f.full.Calibrate(said, right), f.shape.Calibrate(said, right)
	}
	f.full, f.shape = f.full.Round(), f.shape.Round()
	for i, n := range asked {
		said[i] = f.full.Rescale(said[i])
		reasons := q.Verdicts[n].Reasons
		q.Verdicts[n] = f.choose(f.full.Labels(), said[i])
		q.Verdicts[n].Reasons = reasons
	}
	for i, v := range q.Verdicts {
		if v.Genre != "" {
			q.Genres.Add(string(all[i].Genre), string(v.Genre))
			q.Accepted.Add(side(slices.Contains(o.Wanted, all[i].Genre)), side(v.Accepted))
		}
	}
	for i := range said {
		k, _ := slices.BinarySearch(f.full.Labels(), right[i])
		q.Loss -= math.Log(max(said[i][k], 1e-9)) / float64(len(said))
	}
	return f, q, nil
}

// side returns the label of one side of the decision whether a document is
// accepted.
func side(accepted bool) string {
	if accepted {
		return "accept"
	}
	return "reject"
}

// prepare returns the examples with their facts, computed once: training goes over
// them many times.
func prepare(examples []Example) ([]Example, error) {
	if len(examples) == 0 {
		return nil, errors.New("genre: no examples to train on")
	}
	var all []Example
	for _, x := range examples {
		if !x.Genre.Valid() {
			return nil, fmt.Errorf("genre: %s: no genre %q", x.Clues.URL, x.Genre)
		}
		if x.Site == "" {
			if u, err := url.Parse(x.Clues.URL); err == nil {
				x.Site = u.Host
			}
		}
		if x.Weight == 0 {
			x.Weight = 1
		}
		if x.Facts == nil {
			x.Facts = FactsOf(x.Document, x.Clues)
		}
		all = append(all, x)
	}
	return all, nil
}

// bareWeight is how much the features of an example without layout and name count
// beside all its features. Texts without layout are rare.
const bareWeight = 0.1

// fit trains the two models. The examples of one genre on one site count with
// the square root of their number, so that a site that has all reports does not
// teach what its reports look like.
func fit(all []Example, o TrainOptions) (*Filter, error) {
	together := map[[2]string]float64{}
	byGenre := map[Genre]float64{}
	for _, x := range all {
		together[[2]string{x.Site, string(x.Genre)}] += x.Weight
	}
	weight := func(x Example) float64 {
		return x.Weight * math.Pow(together[[2]string{x.Site, string(x.Genre)}], -0.5)
	}
	for _, x := range all {
		byGenre[x.Genre] += weight(x)
	}
	mean := 0.0
	for _, w := range byGenre {
		mean += w / float64(len(byGenre))
	}
	var full, shape []learn.Example
	for _, x := range all {
		// A rare genre counts more than its examples: with the square root of
		// what it falls short of the mean.
		w := weight(x) * 3 * min(math.Sqrt(mean/byGenre[x.Genre]), 5)
		full = append(full, learn.Example{Features: x.Facts.features, Label: string(x.Genre), Group: x.Site, Weight: w})
		if x.Facts.paged() {
			shape = append(shape, learn.Example{Features: x.Facts.shape(), Label: string(x.Genre), Group: x.Site, Weight: weight(x) * 3})
		}
		if bare := x.Facts.bare(); bare != nil {
			full = append(full, learn.Example{Features: bare, Label: string(x.Genre), Group: x.Site, Weight: w * bareWeight})
		}
	}
	if len(shape) == 0 { // no example has a layout
		shape = full
	}
	options := learn.Options{Ridge: o.Ridge}
	for _, g := range Genres {
		options.Labels = append(options.Labels, string(g))
	}
	f := &Filter{wanted: o.Wanted}
	var err error
	if f.full, err = learn.Train(full, options); err != nil {
		return nil, err
	}
	if f.shape, err = learn.Train(shape, options); err != nil {
		return nil, err
	}
	return f, nil
}

// Learn returns the filter with a user's corrections on top: as much of each as
// it was wrong about, and no more than needed of what it knew forgotten.
// Corrections are documents with the genre that the user gave.
func (f *Filter) Learn(corrections []Example) (*Filter, error) {
	if len(corrections) == 0 {
		return f, nil
	}
	all, err := prepare(corrections)
	if err != nil {
		return nil, err
	}
	var full, shape []learn.Example
	for _, x := range all {
		full = append(full, learn.Example{Features: x.Facts.features, Label: string(x.Genre), Weight: x.Weight})
		shape = append(shape, learn.Example{Features: x.Facts.shape(), Label: string(x.Genre), Weight: x.Weight})
	}
	next := *f
	if next.full, err = f.full.Update(full, firmness); err != nil {
		return nil, err
	}
	next.shape, err = f.shape.Update(shape, firmness)
	return &next, err
}

// firmness is how hard a filter holds to what it knew against corrections: so
// that one correction is learned, and hardly any other verdict changes by it
// (docs/quality.md has the figures).
const firmness = 0.125
