//go:build yardstick

package bibliography_test

import (
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/conformancetest"
)

// TestQualityOfARealBibliography reads every record of one: each, except for what the collection says of itself, must have a title and a year.
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
	records, whole, people, identified := 0, 0, 0, 0
	for r, err := range bibliography.Read(z) {
		if bad, ok := errors.AsType[*bibliography.RecordError](err); ok && strings.HasPrefix(bad.Key, "CRITERIA:") {
			continue // what the collection says of itself
		}
		if err != nil {
			t.Error(err)
			continue
		}
		records++
		if r.Title != "" && r.Year > 0 {
			whole++
		}
		if len(r.Authors) > 0 {
			people++
		}
		if r.DOI != "" || len(r.URLs) > 0 {
			identified++
		}
	}
	fmt.Printf("QUALITY bibliography: %d records, %d with title and year, %d with authors, %d with a DOI or a URL\n", records, whole, people, identified)
	if records < 3500 || whole < records || 100*people < 95*records || 100*identified < 95*records {
		t.Errorf("%d records, %d whole, %d with authors, %d with a DOI or a URL", records, whole, people, identified)
	}
}
