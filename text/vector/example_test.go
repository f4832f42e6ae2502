package vector_test

import (
	"fmt"

	"sluice/text/vector"
)

func Example() {
	terms, err := vector.NewVocabulary(vector.Analyzer{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var documents []vector.Vector
	for _, s := range []string{"crawlers fetch pages", "crawlers index pages", "cats and dogs"} {
		counts, err := terms.Add(vector.Field{Text: s})
		if err != nil {
			fmt.Println(err)
			return
		}
		documents = append(documents, counts.Sort())
	}
	for _, d := range documents[1:] {
		fmt.Printf("%.2f\n", vector.Cosine(terms.TFIDF(documents[0]), terms.TFIDF(d)))
	}
	// Output:
	// 0.47
	// 0.00
}
