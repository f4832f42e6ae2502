package place_test

import (
	"fmt"

	"sluice/document/bibliography"
	"sluice/internal/harvest/place"
	"sluice/weburl"
)

func ExampleOf() {
	record := bibliography.Record{Title: "A work", ArXiv: "1602.01783", DOI: "10.5555/12345"}
	for _, p := range place.Of(&record) {
		fmt.Printf("%s (%s, %s)\n", p.URL, p.Kind, p.Rule)
	}
	// Output:
	// https://arxiv.org/pdf/1602.01783 (file, arXiv id)
	// https://doi.org/10.5555/12345 (landing page, DOI)
}

func ExamplePatterns() {
	parse := func(s string) weburl.URL {
		u, err := weburl.Parse(s)
		if err != nil {
			panic(err)
		}
		return u
	}
	var patterns place.Patterns
	patterns.Learn(parse("https://j.example/article/view/31"), parse("https://j.example/article/pdf/31.pdf"))
	patterns.Learn(parse("https://j.example/article/view/32"), parse("https://j.example/article/pdf/32.pdf"))
	for _, p := range patterns.Apply(parse("https://j.example/article/view/33")) {
		fmt.Println(p.URL)
	}
	// Output:
	// https://j.example/article/pdf/33.pdf
}
