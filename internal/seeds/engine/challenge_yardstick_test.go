//go:build yardstick

package engine

import (
	"fmt"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/weburl"
)

// TestQualityBlockedSearches measures how many recorded block pages of engines are told from empty result pages, and how many recorded pages with results are
// taken for block pages.
func TestQualityBlockedSearches(t *testing.T) {
	type recordedAnswer struct {
		ID, Kind, Body string
		Expected       struct {
			Organic []string
			Blocked bool
		}
	}
	from, err := weburl.Parse("http://search.example/")
	if err != nil {
		t.Fatal(err)
	}
	var blocked, told, others, wrong int
	for _, c := range conformancetest.CompressedCases[recordedAnswer](t, "engines") {
		if !c.Expected.Blocked && (len(c.Expected.Organic) == 0 || c.Body[0] != '<') {
			continue
		}
		what, is := challengeIn(200, nil, []byte(c.Body), "text/html; charset=utf-8", from)
		if c.Expected.Blocked {
			if blocked++; is {
				told++
			} else {
				t.Logf("%s: not told", c.ID)
			}
		} else if others++; is {
			wrong++
			t.Logf("%s: taken for a %s", c.ID, what)
		}
	}
	fmt.Printf("QUALITY seeds block pages told: %d of %d, pages with results taken for one: %d of %d\n", told, blocked, wrong, others)
	if told != blocked || wrong > 0 {
		t.Errorf("%d of %d told, %d of %d wrong", told, blocked, wrong, others)
	}
}
