// Package learn trains linear classifiers and says how good they are.
//
// An [Example] is a set of named numbers with a label. [Train] makes a [Model] of many; [Model.Classify] returns the
// probability of every label, [Model.Explain] the features that count for one, and [Model.Update] learns further
// examples without forgetting the earlier ones. [Folds] and [Confusion] measure by cross-validation in which no
// group (a site, an author) is both trained and tested on.
//
// The model is a multinomial logistic regression with an L2 penalty, fitted by L-BFGS. Everything is deterministic: the
// same examples in the same order make the same model, byte for byte on one kind of processor.
package learn

import (
	"fmt"
	"slices"
)

// Train returns a model of examples. It is an error to pass no examples, or more labels or features than the limits.
func Train(examples []Example, o Options) (*Model, error) {
	o.setDefaults()
	m, err := newModel(examples, o)
	if err != nil {
		return nil, err
	}
	f := fit{model: m, rows: m.rows(examples), prior: make([]float64, len(m.weights))}
	f.ridge = m.ridges(o.Ridge)
	f.run(o.Rounds)
	m.hold = f.curvature()
	return m, nil
}

// Update returns a model that has learned further examples, with the old one as the prior: it minimises the loss on the
// examples plus, for each weight, the squared distance to the old one times half the curvature that the loss had there in
// training times firmness (1 is what probability theory says when only the diagonal is known). So weights that many
// examples have set stay nearly as they are, those that few have set move, and each example moves them only as far as it is
// surprising (Kirkpatrick and others, "Overcoming catastrophic forgetting in neural networks", 2017). Features that the
// model does not have are ignored; a label that it does not have is an error.
func (m *Model) Update(examples []Example, firmness float64) (*Model, error) {
	for _, x := range examples {
		if _, ok := slices.BinarySearch(m.labels, x.Label); !ok {
			return nil, fmt.Errorf("update model: unknown label %q", x.Label)
		}
	}
	next := *m
	next.weights = slices.Clone(m.weights)
	f := fit{model: &next, rows: next.rows(examples), prior: m.weights, ridge: make([]float64, len(m.hold))}
	for i, h := range m.hold {
		f.ridge[i] = firmness * h
	}
	f.run(100)
	return &next, nil
}
