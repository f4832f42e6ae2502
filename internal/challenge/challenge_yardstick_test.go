//go:build yardstick

package challenge

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/page"
	"sluice/weburl"
)

// recorded is a case of the suite: an answer that others recorded.
type recorded struct {
	ID, URL, HTML, Class, Kind string
	Status                     int
	Headers                    map[string]string
}

// The bars, in percent.
const (
	leastRecognized = 99
	mostWrong       = 0.5
)

// TestQualityChallenges measures how many recorded challenges are recognized, and how many ordinary pages are taken for
// one: those of the suite and all pages of the real sites. It prints the share of each class and kind, and that of each
// vendor without the rules for it.
func TestQualityChallenges(t *testing.T) {
	cases := conformancetest.CompressedCases[recorded](t, "challenge")
	var recognized rate
	classes, kinds := map[string]*rate{}, map[string]*rate{}
	var ordinary, wrong int
	parser := page.Parser{Rules: weburl.NoRules()}
	for _, c := range cases {
		got, ok := recognize(c.answer(t, &parser), "")
		if c.Class == "ok" {
			ordinary++
			if ok {
				wrong++
				t.Logf("taken for a challenge: %s, %s: %s", c.ID, c.Kind, got)
			}
			continue
		}
		if recognized.count(ok); !ok {
			t.Logf("%s: %s is not recognized", c.ID, c.Kind)
		}
		of(classes, c.Class).count(ok)
		of(kinds, c.Kind).count(ok)
	}
	fmt.Printf("QUALITY challenge recognized: %s\n", &recognized)
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		fmt.Printf("QUALITY challenge class %s: %s\n", class, classes[class])
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("QUALITY challenge kind %s: %s\n", kind, kinds[kind])
	}
	reportWithoutVendors(t, cases)

	var mu sync.Mutex
	var hits []string
	conformancetest.EachRealPage(t, func() func(conformancetest.RealPage) {
		parser := page.Parser{Rules: weburl.NoRules()}
		return func(p conformancetest.RealPage) {
			a := answerOf(&parser, p.URL, p.Body)
			got, ok := recognize(a, "")
			title := a.Page.Title
			a.Page.Release()
			mu.Lock()
			defer mu.Unlock()
			if ordinary++; ok {
				wrong++
				hits = append(hits, fmt.Sprintf("%s: %s: %q", p.URL, got, title))
			}
		}
	})
	slices.Sort(hits)
	for _, hit := range hits {
		t.Log("taken for a challenge: ", hit)
	}
	share := 100 * float64(wrong) / float64(ordinary)
	fmt.Printf("QUALITY challenge ordinary pages taken for challenges: %d of %d, %.2f %%\n", wrong, ordinary, share)
	if share > mostWrong {
		t.Errorf("%.2f %% of the ordinary pages are taken for challenges, want at most %g %%", share, mostWrong)
	}
	if recognized.all == 0 || 100*recognized.hits < leastRecognized*recognized.all {
		t.Errorf("%s of the challenges are recognized, want %d %%", &recognized, leastRecognized)
	}
}

// reportWithoutVendors prints how many challenges of each vendor are recognized without the rules for it.
func reportWithoutVendors(t *testing.T, cases []recorded) {
	t.Helper()
	parser := page.Parser{Rules: weburl.NoRules()}
	with, without := map[string]*rate{}, rate{}
	for _, c := range cases {
		if c.Class == "ok" {
			continue
		}
		a := c.answer(t, &parser)
		got, ok := recognize(a, "")
		if !ok || got.Vendor == "" {
			continue
		}
		_, ok = recognize(a, got.Vendor)
		of(with, got.Vendor).count(ok)
		without.count(ok)
	}
	for _, vendor := range slices.SortedFunc(maps.Keys(with), func(a, b string) int { return cmp.Or(with[b].all-with[a].all, cmp.Compare(a, b)) }) {
		fmt.Printf("QUALITY challenge without the rules for %s: %s\n", vendor, with[vendor])
	}
	fmt.Printf("QUALITY challenge without the rules for the vendor of each: %s\n", &without)
}

// answer returns the answer of a case.
func (c *recorded) answer(t *testing.T, parser *page.Parser) Answer {
	t.Helper()
	a := answerOf(parser, cmp.Or(c.URL, "http://unknown.example/"), []byte(c.HTML))
	a.Status, a.Header = c.Status, http.Header{}
	for name, value := range c.Headers {
		a.Header.Set(name, value)
	}
	return a
}

// answerOf returns the answer with status 200 that has a page.
func answerOf(parser *page.Parser, url string, body []byte) Answer {
	u, err := weburl.Parse(strings.ToValidUTF8(url, "%"))
	if err != nil {
		u, _ = weburl.Parse("http://unknown.example/")
	}
	return Answer{Status: http.StatusOK, Page: parser.Parse(body, page.Source{URL: u}), Body: body}
}

// rate counts hits.
type rate struct{ hits, all int }

func (r *rate) count(hit bool) {
	if r.all++; hit {
		r.hits++
	}
}

// String returns the numbers and the share.
func (r *rate) String() string {
	return fmt.Sprintf("%d of %d, %.1f %%", r.hits, r.all, 100*float64(r.hits)/float64(max(r.all, 1)))
}

// of returns the rate of a name.
func of(m map[string]*rate, name string) *rate {
	if m[name] == nil {
		m[name] = &rate{}
	}
	return m[name]
}
