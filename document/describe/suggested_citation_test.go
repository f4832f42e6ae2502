package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

func TestSuggestedCitationNamesAuthors(t *testing.T) {
	running := "\n\n" + strings.Repeat("the sand runs through all the sieves that we have shaken, and what remains is put on a heap beside them, ", 4) + "\n\n"
	for _, c := range []struct {
		name, text string
		authors    []string
	}{
		{"behind a label", "Sand in the Rivers of the North\n\nA report of the Sieve Council" + running + "Suggested citation: Pebble, J., & Stein, K. (2021). Sand in the rivers\nof the north. Sieve Council.", []string{"J. Pebble", "K. Stein"}},
		{"of another work", "Sand in the Rivers of the North\n\nA report of the Sieve Council" + running + "Suggested citation: Pebble, J., & Stein, K. (2021). On gravel and its colours. Sieve Council.", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(&content.Document{Type: "text", Text: c.text}, describe.Around{})
			if got := x.All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q of %q, want %q", got, x.Get("title"), c.authors)
			}
		})
	}
}
