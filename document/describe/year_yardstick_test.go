//go:build yardstick

package describe_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/conformancetest"
	"sluice/internal/labelledtest"
)

// The bars for years, in hundredths.
const (
	yearRightBar = 95 // of those given
	yearGivenBar = 95 // of the documents that print one
)

// source is a document of a table of truth: its set, "web" or one of the labelled documents, and its name there.
type source struct{ set, name string }

// url is an address that says of the document what its address on the Web says.
func (s source) url() string { return "http://" + s.name }

// path is the document's file, in the folder of data beside the project.
func (s source) path(t *testing.T) string {
	name := filepath.FromSlash(s.name)
	if s.set == "web" {
		return filepath.Join(conformancetest.Path(t, "web", "sites"), name)
	}
	return filepath.Join(conformancetest.Path(t, "documents", "files"), name)
}

// rows reads a table of truth without its heading.
func rows(t *testing.T, table string) (all [][]string) {
	text, err := os.ReadFile(filepath.Join("testdata", table))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		all = append(all, strings.Split(strings.TrimRight(line, "\n"), "\t"))
	}
	return all[1:]
}

// sources returns the documents of a table that are there, each once and read.
func sources(t *testing.T, table [][]string) map[source]*content.Document {
	r := labelledtest.NewReader(t)
	read := map[source]*content.Document{}
	missing := 0
	for _, row := range table {
		s := source{row[0], row[1]}
		if read[s] != nil {
			continue
		}
		if !labelledtest.FileExists(s.path(t)) {
			missing++
			continue
		}
		d, err := r.Read(t.Context(), s.path(t), s.url())
		if err != nil {
			t.Logf("%s: %v", s.name, err) // counts as described by its address alone
			d = &content.Document{}
		}
		read[s] = d
	}
	if missing > 0 {
		t.Logf("%d rows left out: their documents are not there", missing)
	}
	return read
}

// TestQualityOfYears holds the years of documents against those that they print.
func TestQualityOfYears(t *testing.T) {
	table := rows(t, "years.tsv")
	years := measureYears(t, table, sources(t, table), nil)
	years.report("QUALITY years:")
	if labelledtest.CheckCount(t, "documents that print a year", years.printed, 70) && (years.rightRate() < yearRightBar || years.givenRate() < yearGivenBar) {
		t.Errorf("%.1f %% are given a year, %.1f %% of these are right; the bars are %d %% and %d %%", years.givenRate(), years.rightRate(), yearGivenBar, yearRightBar)
	}
}

// yearScore counts years by the confidence with which they are given.
type yearScore struct {
	printed, given, right int // of documents that print a year
	none, unprinted       int // documents that print none, and those of them that are given one
}

func (s *yearScore) givenRate() float64 { return 100 * float64(s.given) / float64(max(1, s.printed)) }
func (s *yearScore) rightRate() float64 { return 100 * float64(s.right) / float64(max(1, s.given)) }

// measureYears describes the documents, with links to some of them, and compares their years with the table's.
func measureYears(t *testing.T, table [][]string, read map[source]*content.Document, links map[string][]describe.Link) *yearScore {
	var s yearScore
	for _, row := range table {
		from := source{row[0], row[1]}
		if read[from] == nil {
			continue
		}
		x := describe.Describe(read[from], describe.Around{URL: from.url(), Links: links[from.name]})
		year, sure := "", 0.0
		for _, f := range x.Fields {
			if f.Name == "year" && f.Confidence >= describe.Certain {
				year, sure = f.Value, f.Confidence
				break
			}
		}
		if row[2] == "-" {
			s.none++
			if year != "" {
				s.unprinted++
				t.Logf("%s prints none, given %s (%.2f)", from.name, year, sure)
			}
			continue
		}
		s.printed++
		if year == "" {
			t.Logf("%s: no year, want %s", from.name, row[2])
			continue
		}
		s.given++
		if slices.Contains(strings.Split(row[2], "|"), year) {
			s.right++
		} else {
			t.Logf("%s: year %s (%.2f), want %s", from.name, year, sure, row[2])
		}
	}
	return &s
}

func (s *yearScore) report(name string) {
	fmt.Printf("%s %d documents print a year: %.1f %% of them are given one, %.1f %% of these are right; of %d that print none, %d are given one\n", name, s.printed, s.givenRate(), s.rightRate(),
		s.none, s.unprinted)
}
