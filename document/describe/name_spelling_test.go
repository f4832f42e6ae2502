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

func TestOnlyLettersOfOneWordOfANameAreExchanged(t *testing.T) {
	const url = "http://sandport.example/papers/sieve.pdf"
	for _, c := range []struct{ name, printed, linked, want string }{
		{"a given name", "Brian Stone", "Stone, Brain", "Brian Stone"},
		{"a given name before its family name", "Brian Stone", "Brain Stone", "Brian Stone"},
		{"a middle name", "Karl Martin Stone", "Stone, Karl Matrin", "Karl Martin Stone"},
		{"a family name beside an initial", "Brian Stone", "Stoen, B.", "Brian Stone"},
		{"a given name of which the initial is printed", "B. Stone", "Stoen, Brian", "Brian Stone"},
		{"a middle name of which the initial is printed", "Brian M. Möller", "Möllre, Brian Martin", "Brian Martin Möller"},
		{"an initial in each of two names", "Brian M. Stone", "Stoen, B. Martin", "B. Martin Stone"},
		{"a name with a diacritic", "Brian Möller", "Möllre, Brian", "Brian Möller"},
		{"a part of a double name", "Jean-Pierre Stone", "Stone, Jean-Pirere", "Jean-Pierre Stone"},
		{"letters on both sides of a space", "Anna Lee Kroner", "Kroner, Ann Alee", "Ann Alee Kroner"},
		{"a short name", "Lia Stone", "Stone, Lai", "Lai Stone"},
		{"initials", "J. M. Stone", "Stone, M. J.", "M. J. Stone"},
		{"two words", "Brian Stone", "Stoen, Brain", "Brain Stoen"},
	} {
		d := sheet(append([]string{
			"90 100 18 Bold|What Remains in the Sieve", "130 180 11 Roman|" + c.printed + " and Greta Sandberg", "145 200 10 Roman|University of Sandport",
		}, prose(230)...)...)
		x := describe.Describe(d, describe.Around{URL: url, Links: []describe.Link{{Page: "http://sandport.example/",
			BibTeX: "@inproceedings{x, title={What Remains in the Sieve}, author={" + c.linked + " and Sandberg, Greta}, year=2020, url={" + url + "}}"}}})
		if got := x.All("author"); !slices.Equal(got, []string{c.want, "Greta Sandberg"}) {
			t.Errorf("%s: %q, want %q first", c.name, got, c.want)
		}
	}
}
