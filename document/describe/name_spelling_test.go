package describe_test

import (
	"slices"
	"testing"

	"sluice/document/describe"
)

func TestMistypedNamesAreThoseOfTheFirstPage(t *testing.T) {
	const url = "http://sandport.example/papers/sieve.pdf"
	d := sheet(append([]string{
		"90 100 18 Bold|What Remains in the Sieve", "130 180 11 Roman|Marco Paviotti and Simon Stone", "145 200 10 Roman|University of Sandport",
	}, prose(230)...)...)
	for authors, want := range map[string][]string{
		"Pavoitti, Marco and Stone, Simon":                  {"Marco Paviotti", "Simon Stone"},
		"Pavotti, Marco and Stone, Simon":                   {"Marco Pavotti", "Simon Stone"}, // a letter that a font may have lost
		"Pavoitti, Marco and Keller, Anna":                  {"Marco Pavoitti", "Anna Keller"},
		"Pavoitti, Marco and Stone, Simon and Keller, Anna": {"Marco Pavoitti", "Simon Stone", "Anna Keller"},
	} {
		x := describe.Describe(d, describe.Around{URL: url, Links: []describe.Link{{Page: "http://sandport.example/",
			BibTeX: "@inproceedings{x, title={What Remains in the Sieve}, author={" + authors + "}, year=2020, url={" + url + "}}"}}})
		got := x.All("author")
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", authors, got, want)
		}
	}
}
