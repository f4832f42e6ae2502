//go:build yardstick

package describe_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/labelledtest"
)

// The bars for references, in hundredths.
const (
	referenceBar     = 95 // found and cut right
	referencePartBar = 95 // first author, year, and title, each, of those cut right
)

// TestQualityOfReferences holds the references of documents against those that they print.
func TestQualityOfReferences(t *testing.T) {
	table := rows(t, "references.tsv")
	s := measureReferences(t, table, sources(t, table))
	s.report()
	if !labelledtest.CheckCount(t, "documents with references", s.documents, 15) {
		return
	}
	for name, n := range map[string]int{"first author": s.author, "year": s.year, "title": s.title} {
		if rate(n, s.cut) < referencePartBar {
			t.Errorf("%s right in %.1f %% of the references that are cut right; the bar is %d %%", name, rate(n, s.cut), referencePartBar)
		}
	}
	if rate(s.cut, s.references) < referenceBar || rate(s.given-s.cut, s.given) > 100-referenceBar {
		t.Errorf("%d documents: %.1f %% of the references cut right, of %d given; the bar is %d %%", s.documents, rate(s.cut, s.references), s.given, referenceBar)
	}
}

// referenceScore counts references.
type referenceScore struct {
	documents, references, given int
	found, cut                   int // of those in the table
	author, year, title          int // right, of those cut right
}

func rate(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

func (s *referenceScore) report() {
	fmt.Printf("QUALITY references: %d references of %d documents: %.1f %% found, %.1f %% cut right; %d given, %.1f %% of them cut right\n", s.references, s.documents, rate(s.found, s.references),
		rate(s.cut, s.references), s.given, rate(s.cut, s.given))
	fmt.Printf("QUALITY references: of those cut right, first author right %.1f %%, year %.1f %%, title %.1f %%\n", rate(s.author, s.cut), rate(s.year, s.cut), rate(s.title, s.cut))
}

// measureReferences describes the documents and looks for each reference of the table: its first author's family name ("-" where none is
// printed, "*" where its letters are lost), year, the first words of its title, and the last letters and digits of all.
func measureReferences(t *testing.T, table [][]string, read map[source]*content.Document) *referenceScore {
	var s referenceScore
	var from source
	var given []content.Reference
	for _, row := range table {
		if read[source{row[0], row[1]}] == nil {
			continue
		}
		if next := (source{row[0], row[1]}); next != from {
			from = next
			given = describe.Describe(read[from], describe.Around{URL: from.url()}).References
			s.documents++
			s.given += len(given)
		}
		family, year, title, end := row[3], row[4], row[5], row[6]
		s.references++
		i := slices.IndexFunc(given, func(r content.Reference) bool {
			at := strings.Index(normalTitle(r.Raw), normalTitle(title))
			return at >= 0 && at < 1000 && (!isName(family) || isNear(r.Raw, family) || beginsBare(r.Raw, title)) && (year == "-" || strings.Contains(r.Raw, year))
		})
		if i < 0 {
			t.Logf("%s [%s]: not found: %s %s", from.name, row[2], family, title)
			continue
		}
		s.found++
		r := given[i]
		given = slices.Delete(slices.Clone(given), i, i+1) // each counts once
		if !strings.HasSuffix(normalTitle(r.Raw), end) {
			t.Logf("%s [%s]: ends wrong, want …%s: %s", from.name, row[2], end, r.Raw)
			continue
		}
		s.cut++
		first := ""
		if len(r.Authors) > 0 {
			first = r.Authors[0]
		}
		n := bibtex.ParseName(first)
		switch {
		case family == "*", family == "-" && first == "", isName(family) && normalTitle(n.Particle+n.Family) == normalTitle(family):
			s.author++
		default:
			t.Logf("%s [%s]: author %q, want %s: %s", from.name, row[2], r.Authors, family, r.Raw)
		}
		if want, _ := strconv.Atoi(year); r.Year == want {
			s.year++
		} else {
			t.Logf("%s [%s]: year %d, want %s: %s", from.name, row[2], r.Year, year, r.Raw)
		}
		if strings.HasPrefix(normalTitle(r.Title), normalTitle(title)) {
			s.title++
		} else {
			t.Logf("%s [%s]: title %q, want %s: %s", from.name, row[2], r.Title, title, r.Raw)
		}
	}
	return &s
}

func isName(family string) bool { return family != "-" && family != "*" }

// isNear reports whether a reference begins with a name: with initials or a given name before it at most.
func isNear(raw, family string) bool {
	at := strings.Index(normalTitle(raw), normalTitle(family))
	return at >= 0 && at < 20
}

// beginsBare reports whether a reference begins with its title, behind the dash that repeats the authors of the one before.
func beginsBare(raw, title string) bool {
	return strings.HasPrefix(normalTitle(raw), normalTitle(title))
}
