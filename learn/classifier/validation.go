package classifier

import (
	"fmt"
	"strconv"

	"sluice/learn"
	"sluice/text/vector"
)

// Example is a document with its label.
type Example struct {
	Label    string
	Group    string // examples of one group, of one site for example, are never divided between training and test; "" means alone
	Document []vector.Field
}

// CrossValidate divides examples into n parts, trains on all but one of them and tests on that one, for each (Kohavi, "A study of
// cross-validation and bootstrap for accuracy estimation and model selection", 1995). Everything that the options choose, terms and
// settings, is chosen on the examples to train on. The errors are those of [Trainer.Train] and [Trainer.Add].
func CrossValidate(n int, o Options, examples []Example) (*learn.Confusion, error) {
	groups := make([]string, len(examples))
	for i, e := range examples {
		groups[i] = "group " + e.Group
		if e.Group == "" {
			groups[i] = strconv.Itoa(i)
		}
	}
	var c learn.Confusion
	for i, fold := range learn.Folds(groups, n) {
		t, err := New(o)
		if err != nil {
			return nil, err
		}
		for _, k := range fold.Train {
			if err := t.Add(examples[k].Label, examples[k].Document...); err != nil {
				return nil, err
			}
		}
		m, err := t.Train()
		if err != nil {
			return nil, fmt.Errorf("part %d of the cross-validation: %w", i+1, err)
		}
		for _, k := range fold.Test {
			label, _ := m.Best(examples[k].Document...)
			c.Add(examples[k].Label, label)
		}
	}
	return &c, nil
}
