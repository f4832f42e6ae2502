//go:build yardstick

package english_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/text/english"
)

// TestQualityEnglish counts at several cut-offs which texts are kept that are English, and which refused that are not.
func TestQualityEnglish(t *testing.T) {
	type row struct{ Label, Text string }
	sentences := conformancetest.CompressedCases[row](t, "../corpora/langid")
	var pages []row
	parts := map[string][]string{}
	for _, r := range sentences {
		if parts[r.Label] = append(parts[r.Label], r.Text); len(parts[r.Label]) == 10 {
			pages = append(pages, row{r.Label, strings.Join(parts[r.Label], " ")})
			delete(parts, r.Label)
		}
	}
	for _, c := range []struct {
		what  string
		texts []row
		bar   float64
	}{
		{"sentences", sentences, 0.98},
		{"pages", pages, 0.99},
		{"documents", conformancetest.CompressedCases[row](t, "../corpora/langdocs"), 0.99},
	} {
		line := ""
		for _, k := range []float64{0.4, english.Cutoff, 0.6} {
			var n, right [2]float64
			for _, r := range c.texts {
				isForeign := 0
				if r.Label != "en" {
					isForeign = 1
				}
				n[isForeign]++
				if (english.Share(r.Text) > k) == (isForeign == 0) {
					right[isForeign]++
				}
			}
			line += fmt.Sprintf("; K %.1f: %.1f / %.1f %%", k, 100*right[0]/n[0], 100*right[1]/n[1])
			if k == english.Cutoff && (right[0] < c.bar*n[0] || right[1] < c.bar*n[1]) {
				t.Errorf("%s at K %.1f: want %.0f %%", c.what, k, 100*c.bar)
			}
		}
		t.Logf("QUALITY english %-9s, English kept / others refused%s", c.what, line)
	}
}
