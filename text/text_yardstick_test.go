//go:build yardstick

package text_test

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/text"
)

// rows reads a compressed corpus.
func rows[T any](t *testing.T, name ...string) []T {
	t.Helper()
	f, err := os.Open(conformancetest.Path(t, append([]string{"corpora"}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for d := json.NewDecoder(z); ; {
		var row T
		if err := d.Decode(&row); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
}

// large are the languages that the web holds most documents in, of those in the corpus.
var large = map[string]bool{"ar": true, "cs": true, "da": true, "de": true, "el": true, "en": true, "es": true, "fi": true,
	"fr": true, "hu": true, "it": true, "ja": true, "ko": true, "nl": true, "pl": true, "pt": true, "ro": true, "ru": true,
	"sv": true, "tr": true, "zh": true}

func TestQualityLanguage(t *testing.T) {
	type row struct{ Label, Text string }
	for _, c := range []struct {
		what, file string
		each       int // every so many rows
		bar        float64
	}{{"sentences", "langid.jsonl.gz", 3, 0.91}, {"documents", "langdocs.jsonl.gz", 1, 0.98}} {
		said, right, n := 0, 0, 0
		for i, r := range rows[row](t, c.file) {
			if i%c.each != 0 || !large[r.Label] {
				continue
			}
			n++
			if language, _ := text.Language(r.Text); language != "" {
				said++
				if language == r.Label {
					right++
				}
			}
		}
		t.Logf("QUALITY language %s of %d large languages: %d of %d decided, %.1f %% of them correct", c.what, len(large), said, n, 100*float64(right)/float64(said))
		if float64(right) < c.bar*float64(said) || float64(said) < 0.9*float64(n) {
			t.Errorf("%s: want %.0f %% correct and nine in ten decided", c.what, 100*c.bar)
		}
	}
}

func TestQualityUnrelatedWorksAreNoVersions(t *testing.T) {
	type row struct{ ID, Kind, Text string }
	type document struct {
		id    string
		print text.Print
		set   []uint64
	}
	var all []document
	for _, r := range rows[row](t, "doctype.jsonl.gz") {
		p := text.NewPrint("", nil, r.Text)
		all = append(all, document{r.ID, p, text.Shingles(r.Text, 3)})
	}
	pairs, worst, candidates, claimed := 0, 0., 0, 0
	for i := range all {
		bands := map[uint64]bool{}
		for _, k := range all[i].print.Text.Bands(32) {
			bands[k] = true
		}
		for k := range i {
			pairs++
			estimate, exact := all[i].print.Text.Like(&all[k].print.Text), 0.
			shared := false
			for _, b := range all[k].print.Text.Bands(32) {
				shared = shared || bands[b]
			}
			if shared {
				candidates++
			}
			if estimate > 0.1 || shared {
				exact = text.Jaccard(all[i].set, all[k].set)
				worst = max(worst, estimate-exact, exact-estimate)
			}
			if all[i].print.Like(&all[k].print) >= text.Versions {
				claimed++
				t.Logf("%s and %s: estimated %.2f, exact %.2f", all[i].id, all[k].id, estimate, exact)
			}
		}
	}
	t.Logf("QUALITY versions among %d pairs: %d share a band, %d called versions, the estimate off by %.2f at the most", pairs, candidates, claimed, worst)
	if claimed > pairs/10_000 || worst > 0.2 {
		t.Error("too many, or too far off")
	}
}
