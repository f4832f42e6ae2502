//go:build yardstick

package notfound

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// The bars, in percent.
const (
	leastRecognized = 95
	mostWrong       = 0.5
)

// TestConformanceSoft404 measures how many recorded error pages are recognized by their text, and how many ordinary pages are
// taken for one: those of the suite and all pages of the real sites.
func TestConformanceSoft404(t *testing.T) {
	cases := conformancetest.CompressedCases[struct{ ID, URL, HTML, Class, Note string }](t, "soft404")
	tally := conformancetest.NewTally(t, "soft404")
	var ordinary, wrong int
	parser := page.Parser{Rules: weburl.NoRules()}
	for _, c := range cases {
		says := Says(parse(&parser, c.URL, []byte(c.HTML)))
		if c.Class != "ok" {
			tally.Count(c.Class, c.ID, says, "%s (%s) is not recognized", c.URL, c.Note)
			continue
		}
		if ordinary++; says {
			wrong++
			fmt.Printf("QUALITY soft404 wrong %s %s: %s\n", c.ID, c.URL, c.Note)
		}
	}
	fmt.Printf("QUALITY soft404 ordinary pages of the suite taken for soft 404s: %d of %d\n", wrong, ordinary)

	var mu sync.Mutex
	var hits []string
	conformancetest.EachRealPage(t, func() func(conformancetest.RealPage) {
		parser := page.Parser{Rules: weburl.NoRules()}
		return func(r conformancetest.RealPage) {
			p := parse(&parser, r.URL, r.Body)
			says, title, text := Says(p), p.Title, strings.ToValidUTF8(string(p.Text[:min(len(p.Text), 120)]), "")
			p.Release()
			mu.Lock()
			defer mu.Unlock()
			if ordinary++; says {
				wrong++
				hits = append(hits, fmt.Sprintf("%s: %q: %s", r.URL, title, text))
			}
		}
	})
	slices.Sort(hits)
	for _, hit := range hits {
		fmt.Println("QUALITY soft404 wrong", hit)
	}
	share := 100 * float64(wrong) / float64(ordinary)
	fmt.Printf("QUALITY soft404 ordinary pages taken for soft 404s: %d of %d, %.2f %%\n", wrong, ordinary, share)
	if share > mostWrong {
		t.Errorf("%.2f %% of the ordinary pages are taken for soft 404s, want at most %g %%", share, mostWrong)
	}
	tally.Report(conformancetest.Bars{All: leastRecognized})
}

// parse reads a page.
func parse(parser *page.Parser, url string, body []byte) *page.Page {
	u, err := weburl.Parse(strings.ToValidUTF8(url, "%"))
	if err != nil {
		u, _ = weburl.Parse("http://unknown.example/")
	}
	return parser.Parse(body, page.Source{URL: u})
}
