package fulltext_test

import (
	"strings"
	"testing"

	"sluice/internal/fulltext"
	"sluice/search"
)

func TestDOIIsFoundAsAWhole(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{
		{Key: "this", Text: "Sieves. doi:10.5555/12345.67"}, {Key: "same publisher", Text: "https://doi.org/10.5555/999"}, {Key: "longer", Text: "doi:10.5555/999.8"}, {Key: "numbers", Text: "10 of 12345 and 67 of 5555"},
		{Key: "by another source", Text: "Sieves of 10", DOIs: []string{"10.7777/other.1", "10.7777/sieve(2).3"}},
	}); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{
		"10.5555/12345.67": "this", "doi:10.5555/12345.67": "this", "DOI:10.5555/12345.67.": "this", "https://doi.org/10.5555/12345.67": "this", "http://dx.doi.org/10.5555/999": "longer same publisher",
		"10.5555/999.8": "longer", "doi.org/10.5555/12345.67": "this", "www.doi.org/10.5555/12345.67": "this",
		"(10.5555/12345.67)": "this", "[doi:10.5555/12345.67].": "this", "<https://doi.org/10.5555/12345.67>": "this", "{10.5555/12345.67}": "this",
		"doi:10.5555/12345.67\tsieves": "this", "doi:10.5555/12345.67\u00a0sieves": "this",
		"10.5555/1": "", "10.5555": "longer numbers same publisher this | by another source",
		"10.7777/sieve(2).3": "by another source", "doi:10.7777/other.1": "by another source", "10.7777/other.3": "", `"10 10.7777"`: "",
	} {
		if r := find(t, x, search.Query{Text: query}); keys(r) != want || strings.Contains(strings.Join(r.Notes, "; "), "no field") {
			t.Errorf("%s: found %q with the notes %q, want %q", query, keys(r), r.Notes, want)
		}
	}
}

func TestDOIOfASubdividedPrefixIsFound(t *testing.T) {
	x := openIndex(t)
	if err := x.Put(t.Context(), []fulltext.Entry{{Key: "this", Text: "doi:10.1000.10/123"}, {Key: "numbers", Text: "10 of 1000 are 123"}}); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"10.1000.10/123", "doi:10.1000.10/123", "https://doi.org/10.1000.10/123"} {
		if r := find(t, x, search.Query{Text: query}); keys(r) != "this" {
			t.Errorf("%s: found %q with the notes %q", query, keys(r), r.Notes)
		}
	}
}
