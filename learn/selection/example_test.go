package selection_test

import (
	"fmt"

	"sluice/learn/selection"
	"sluice/text/vector"
)

func Example() {
	v, err := vector.NewVocabulary(vector.Analyzer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var documents []vector.Vector
	for _, text := range []string{"the court and the judge", "the judge of the court", "the oven and the butter", "a butter of the oven"} {
		counts, _ := v.Add(vector.Field{Text: text})
		documents = append(documents, counts)
	}
	table := selection.NewTable(v.Len(), 2)
	for i, d := range documents {
		table.Add(i/2, d)
	}
	scores, err := table.Scores(selection.InformationGain)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, id := range selection.Best(scores, 4) {
		fmt.Println(v.Name(uint32(id)))
	}
	// Output:
	// court
	// judge
	// oven
	// butter
}
