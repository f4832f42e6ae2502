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

// TestQualitySoft404 measures how many recorded error pages are recognized by their text, and how many ordinary pages are
// taken for one: those of the suite and all pages of the real sites.
func TestQualitySoft404(t *testing.T) {
	cases := conformancetest.CompressedCases[struct{ ID, URL, HTML, Class, Note string }](t, "soft404")
	var ordinary, wrong, recognized, all int
	parser := page.Parser{Rules: weburl.NoRules()}
	for _, c := range cases {
		says := Says(parse(&parser, c.URL, []byte(c.HTML)))
		if c.Class != "ok" {
			if all++; says {
				recognized++
			} else {
				t.Logf("%s: %s (%s) is not recognized", c.ID, c.URL, c.Note)
			}
			continue
		}
		if ordinary++; says {
			wrong++
			t.Logf("taken for a soft 404: %s, %s: %s", c.ID, c.URL, c.Note)
		}
	}
	fmt.Printf("QUALITY notfound recognized: %d of %d, %.1f %%\n", recognized, all, 100*float64(recognized)/float64(max(all, 1)))
	fmt.Printf("QUALITY notfound ordinary pages of the suite taken for soft 404s: %d of %d\n", wrong, ordinary)

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
		t.Log("taken for a soft 404: ", hit)
	}
	share := 100 * float64(wrong) / float64(ordinary)
	fmt.Printf("QUALITY notfound ordinary pages taken for soft 404s: %d of %d, %.2f %%\n", wrong, ordinary, share)
	if share > mostWrong {
		t.Errorf("%.2f %% of the ordinary pages are taken for soft 404s, want at most %g %%", share, mostWrong)
	}
	if all == 0 || 100*recognized < leastRecognized*all {
		t.Errorf("%d of %d soft 404s are recognized, want %d %%", recognized, all, leastRecognized)
	}
}

// parse reads a page.
func parse(parser *page.Parser, url string, body []byte) *page.Page {
	u, err := weburl.Parse(strings.ToValidUTF8(url, "%"))
	if err != nil {
		u, _ = weburl.Parse("http://unknown.example/")
	}
	return parser.Parse(body, page.Source{URL: u})
}
