//go:build yardstick

package landing

import (
	"fmt"
	"net/http"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// mostOther is the bar, in percent.
const mostOther = 5

// TestQualityLandingOfOtherPages measures how many pages that present no work yield a candidate: challenges and pages that say
// "not found".
func TestQualityLandingOfOtherPages(t *testing.T) {
	for _, suite := range []string{"challenge", "soft404"} {
		var all, wrong int
		for _, c := range conformancetest.CompressedCases[struct{ ID, URL, HTML, Class, Kind string }](t, suite) {
			u, err := weburl.Parse(c.URL)
			if err != nil {
				u, _ = weburl.Parse("http://unknown.example/page")
			}
			if c.Class == "ok" {
				continue
			}
			all++
			parser := page.Parser{Resources: true}
			a := Answer{URL: u, Header: http.Header{}, Body: []byte(c.HTML), Page: parser.Parse([]byte(c.HTML), page.Source{URL: u})}
			for _, got := range files(a) {
				if !got.Guessed {
					wrong++
					t.Logf("%s %s %s (%s): %v", suite, c.ID, c.URL, c.Kind, describe([]Candidate{got}))
					break
				}
			}
		}
		fmt.Printf("QUALITY landing pages of the suite %s with a candidate: %d of %d\n", suite, wrong, all)
		if 100*wrong > mostOther*all {
			t.Errorf("%d of %d pages of the suite %s have a candidate, want at most %d %%", wrong, all, suite, mostOther)
		}
	}
}
