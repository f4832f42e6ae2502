package unlinked

import (
	"strings"
	"testing"

	"sluice/weburl"
)

const template = "Home News People Research Library Contact Imprint Search Help Press Jobs Events Login Shop Blog Forum About Terms "

func TestTextComparesWhatPagesSay(t *testing.T) {
	long := strings.Repeat(template+"and more of the words that stand around every page of this large site ", 1)
	for _, test := range []struct {
		name                     string
		probeTitle, title        string
		probeText, text, address string
		want                     bool
	}{
		{"same", "Oops", "Oops", template + "Oops, gone fishing", template + "Oops, gone fishing", "/x", true},
		{"echo of the URL", "No bcdfghjklmnpqr", "No old-paper", template + "no bcdfghjklmnpqr here", template + "no old-paper here", "/dir/old-paper", true},
		{"echo of a word of the menu", "Oops", "Oops", template + "no bcdfghjklmnpqr here", template + "no research here", "/research", true},
		{"date and counter", "Oops", "Oops", template + "gone. Monday 2 March 2020, visitor 17", template + "gone. Tuesday 11 May 2021, visitor 1234", "/x", true},
		{"other title", "Oops", "Lichens", template, template, "/x", false},
		{"template with a word of its own", "Site", "Site", template + "Oops gone", template + "lichens", "/x", false},
		{"own word that its URL has", "Site", "Site", long + "Oops, we went fishing", long + "Lichens", "/lichens", false},
		{"table of numbers", "Site", "Site", template, template + "17 23 31 42 58 61 77 89 93", "/x", false},
		{"words with digits", "Page 0", "Page 7", strings.Repeat("word0 ", 20), strings.Repeat("word7 ", 20), "/p7", false},
		{"few words and other numbers", "Stations", "Stations", "Visitors here: 0", "Visitors here: 4712", "/x", false},
		{"longer page", "Site", "Site", template, template + "An essay on lichens, with all that we know of them", "/x", false},
		{"no text and no title", "", "", "", "", "/x", false},
		{"no text and one title", "App", "App", "", "", "/x", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			parse := func(path string) weburl.URL {
				u, err := weburl.NoRules().Parse("http://a.test" + path)
				if err != nil {
					t.Fatal(err)
				}
				return u
			}
			probe := NewText(test.probeTitle, []byte(test.probeText), parse("/bcdfghjklmnpqr"))
			if got := NewText(test.title, []byte(test.text), parse(test.address)).says(probe); got != test.want {
				t.Errorf("says() = %v, want %v", got, test.want)
			}
		})
	}
}
