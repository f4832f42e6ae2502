package describe_test

import (
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
)

func TestVenueOfFirstPage(t *testing.T) {
	text := strings.Repeat("We say what others have said at the Conference on Sieves and in the\nJournal of Mesh, and go on from there for the rest of the page, line by\n", 12)
	for name, c := range map[string]struct{ before, after, want string }{
		"proceedings, with place and date": {"", "Proceedings of the 12th Australasian Gravel Sieving Symposium,\nMelbourne, Australia, December 10, 2007. Copyright for this article remains with the authors.\n",
			"Proceedings of the 12th Australasian Gravel Sieving Symposium"},
		"a journal in the foot":       {"", "ACM Transactions on Sieving Systems, Vol. 28, No. 1, March 2003, Pages 51–55.\n", "ACM Transactions on Sieving Systems"},
		"commas within the name":      {"Journal of Sieves, Colanders and Combinatorics 17 (2012) 2–4, 185–204\n", "", "Journal of Sieves, Colanders and Combinatorics"},
		"words before the conference": {"Sixth International Joint Conference on Natural Gravel Processing, pages 3–9, Nagoya, Japan\n", "", "Sixth International Joint Conference on Natural Gravel Processing"},
		"year before the conference":  {"2012 International Conference on Principles of Sieves\n", "", "International Conference on Principles of Sieves"},
		"proceedings on three lines": {"", "Proceedings of the 12th Australasian Gravel\nSieving\nSymposium, Melbourne, Australia, December 10, 2007.\n",
			"Proceedings of the 12th Australasian Gravel Sieving Symposium"},
		"proceedings before another line": {"", "Proceedings of the Gravel Sievers\nSieving\nMeshes, Melbourne\n", "Proceedings of the Gravel Sievers"},
		"how it is cited":                 {"", "ACM Reference Format:\nJane Roe. 2017. Profiling Sieves. In Proceedings of SaNdS’17, Chicago, IL, USA, May 15, 2017, 6 pages.\n", "Proceedings of SaNdS’17"},
		"what the text speaks of":         {"", "", ""},
		"a theme is no conference's name": {"Conference Theme\n", "", ""},
	} {
		page := c.before + "A Title of Some Length\nJane Roe\nAbstract\n" + text + c.after
		x := describe.Describe(&content.Document{Text: page}, describe.Around{Genre: genre.Paper})
		if got := x.Get("venue"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if got := describe.Describe(&content.Document{Text: page}, describe.Around{Genre: genre.CV}).Get("venue"); got != "" {
			t.Errorf("%s: %q of a list of works", name, got)
		}
	}
}
