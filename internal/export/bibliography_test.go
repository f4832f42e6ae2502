package export_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/export"
)

// TestExportedBibliographiesReadBack reads each bibliography that an export writes with the reader of `sluice add`.
func TestExportedBibliographiesReadBack(t *testing.T) {
	for name, write := range map[string]func(io.Writer, export.Records) error{"BibTeX": export.BibTeX, "RIS": export.RIS, "CSL-JSON": export.CSL} {
		p := paper()
		n := 0
		for r, err := range bibliography.Read(bytes.NewReader(written(t, write, p, p))) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			n++
			var people []string
			for _, a := range r.Authors {
				people = append(people, a.String())
			}
			got := strings.Join([]string{r.Title, strings.Join(people, "; "), fmt.Sprint(r.Year), r.Venue, r.Volume, r.DOI, r.ArXiv, fmt.Sprint(r.URLs), r.Language}, "\n")
			want := strings.Join([]string{p.Title, "Ann Müller-Lüdenscheidt; Jan van der Berg; Øystein Sæther, Jr.", "2019", p.Venue, p.Volume, p.DOI, p.ArXiv, fmt.Sprint([]string{p.URL}), p.Language}, "\n")
			if got != want {
				t.Errorf("%s reads back as\n%s\nwant\n%s", name, got, want)
			}
		}
		if n != 1 && n != 2 { // copies of one work are one entry
			t.Errorf("%s: %d records", name, n)
		}
	}
}
