package learn_test

import (
	"fmt"

	"sluice/learn"
)

func Example() {
	example := func(label string, legs, wings float64) learn.Example {
		return learn.Example{Label: label, Features: []learn.Feature{{Name: "legs", Value: legs}, {Name: "wings", Value: wings}}}
	}
	m, err := learn.Train([]learn.Example{
		example("bird", 2, 2), example("bird", 2, 2), example("cat", 4, 0), example("cat", 4, 0), example("bee", 6, 4), example("bee", 6, 4),
	}, learn.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	unknown := example("", 6, 4).Features
	for k, p := range m.Classify(unknown) {
		fmt.Printf("%s %.1f\n", m.Labels()[k], p)
	}
	fmt.Println(m.Explain(unknown, "bee")[0].Name)
	// Output:
	// bee 0.8
	// bird 0.1
	// cat 0.1
	// wings
}
