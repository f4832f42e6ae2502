package classifier_test

import (
	"fmt"

	"sluice/learn/classifier"
	"sluice/text/vector"
)

func Example() {
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, example := range [][2]string{
		{"law", "the court heard the appeal"}, {"law", "a judge of the high court"}, {"cooking", "melt butter in the oven"}, {"cooking", "a recipe with butter"},
	} {
		if err := trainer.Add(example[0], vector.Field{Text: example[1]}); err != nil {
			fmt.Println(err)
			return
		}
	}
	model, err := trainer.Train()
	if err != nil {
		fmt.Println(err)
		return
	}
	page := []vector.Field{{Name: "title", Text: "Appeals", Weight: 3}, {Text: "How the court decides"}}
	label, _ := model.Best(page...)
	fmt.Println(label, model.Explain(label, 1, page...)[0].Term)
	// Output: law court
}
