package match_test

import (
	"fmt"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/harvest/match"
)

func Example() {
	wanted := bibliography.Record{Title: "On-line Learning of Crawling Policies: A Study", Authors: []bibtex.Name{{Given: "A.", Family: "Miller"}, {Given: "Bo", Family: "Lindqvist"}}}
	ix := match.NewIndex()
	ix.Add(&wanted)

	read := &content.Document{Pages: 9, Text: "Online Learning of\nCrawling Policies\nAnn Miller, Bo Lindqvist\narXiv:2001.01234v1 [cs.IR]\n\nAbstract\nWe learn.\n"}
	fields := describe.Describe(read, describe.Around{URL: "http://site.example/1.pdf"}).Fields
	for _, m := range ix.Match(match.NewDocument(read, fields, genre.Verdict{Genre: genre.Paper, Confidence: 0.9})) {
		fmt.Println(m.Record, m.Same, m.Version)
		fmt.Println(m)
	}
	// Output:
	// 0 true preprint
	// the title as printed, all 2 authors, but: few documents are a given work, but: without the subtitle
}
