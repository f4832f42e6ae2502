package classifier_test

import (
	"errors"
	"testing"

	"sluice/learn/classifier"
	"sluice/text/vector"
)

func TestCrossValidation(t *testing.T) {
	var examples []classifier.Example
	for _, e := range topics(40, 1) {
		examples = append(examples, classifier.Example{Label: e.label, Document: []vector.Field{{Text: e.text}}})
	}
	c, err := classifier.CrossValidate(5, classifier.Options{Method: classifier.NaiveBayes}, examples)
	if err != nil {
		t.Fatal(err)
	}
	if right, all := c.Accuracy(); all != 120 || right < 100 {
		t.Errorf("%d of %d are right", right, all)
	}
}

func TestCrossValidationKeepsGroupsTogether(t *testing.T) {
	// Each text occurs twice, in one group, with a label that nothing else tells.
	var examples []classifier.Example
	for i, e := range topics(20, 1) {
		for range 2 {
			label := []string{"a", "b"}[i*7/3%2]
			examples = append(examples, classifier.Example{Label: label, Group: e.text, Document: []vector.Field{{Text: e.text}}})
		}
	}
	c, err := classifier.CrossValidate(4, classifier.Options{}, examples)
	if err != nil {
		t.Fatal(err)
	}
	if right, all := c.Accuracy(); float64(right) > 0.75*float64(all) {
		t.Errorf("%d of %d are right: the copies of texts were trained on", right, all)
	}
}

func TestCrossValidationOfOneLabelIsAnError(t *testing.T) {
	examples := []classifier.Example{{Label: "a", Document: []vector.Field{{Text: "web"}}}, {Label: "b", Document: []vector.Field{{Text: "crawl"}}}}
	if _, err := classifier.CrossValidate(2, classifier.Options{}, examples); !errors.Is(err, classifier.ErrOneLabel) {
		t.Errorf("error %v", err)
	}
	if _, err := classifier.CrossValidate(2, classifier.Options{Method: "tree"}, examples); err == nil {
		t.Error("an unknown method is accepted")
	}
}
