//go:build yardstick

package bibtex_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"regexp"
	"testing"

	"sluice/document/bibtex"
	"sluice/internal/conformancetest"
)

// TestQualityOfARealBibliography reads every entry of one: each that is about a
// work must have a key, a title, a year and, but for a few without any, people.
func TestQualityOfARealBibliography(t *testing.T) {
	f, err := os.Open(conformancetest.Path(t, "corpora", "bib", "dblp-ir-sample.bib.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	entries := bibtex.Parse(data)
	whole, people, others := 0, 0, 0
	for _, e := range entries {
		if e.Type == "misc" { // what the collection says of itself
			others++
			continue
		}
		if e.Key != "" && e.Get("title") != "" && e.Get("year") != "" {
			whole++
		} else {
			t.Logf("%s %s: %q", e.Type, e.Key, e.Fields)
		}
		if len(e.Names("author"))+len(e.Names("editor")) > 0 {
			people++
		}
	}
	fmt.Printf("QUALITY bibtex: %d entries, %d of them about works: %d with key, title and year, %d with people\n", len(entries), len(entries)-others, whole, people)
	if want := len(regexp.MustCompile(`(?m)(?:^|\})\s*@\w+\{`).FindAll(data, -1)); len(entries) != want || whole < len(entries)-others || 100*people < 97*(len(entries)-others) {
		t.Errorf("%d entries, %d whole, %d with people", len(entries), whole, people)
	}
}
