package export_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sluice/internal/export"
)

func TestRISSaysWhatAPaperIs(t *testing.T) {
	want := strings.ReplaceAll(`TY  - CPAPER
ID  - mullerludenscheidt2019webbase
TI  - WebBase & the cost of 100% recall: a {survey}
AU  - Müller-Lüdenscheidt, Ann
AU  - van der Berg, Jan
AU  - Sæther, Øystein, Jr.
AD  - University of Nowhere
T2  - Proceedings of the 3rd Workshop on Crawling
PB  - Example Press
VL  - 12
IS  - 3
SP  - 17
EP  - 32
PY  - 2019
DA  - 2019/05/13/
DO  - 10.1000/x_y<1>
SN  - 978-3-16-148410-0
AN  - arXiv:1905.01234
UR  - http://a.example/~ann/p_1.pdf
KW  - crawling
KW  - recall
KW  - Information systems
LA  - en
AB  - We ask what it costs. It costs ~5 %.
ER  - 

`, "\n", "\r\n")
	if diff := cmp.Diff(want, string(written(t, export.RIS, paper()))); diff != "" {
		t.Errorf("RIS differs (-want +got):\n%s", diff)
	}
}

var risLine = regexp.MustCompile(`^[A-Z][A-Z0-9]  - \S(?:[^\r\n]*\S)?$|^ER  - $`)

func TestHostileRecordMakesValidRIS(t *testing.T) { rapid.Check(t, readRIS) }

func FuzzRIS(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readRIS)) }

// readRIS writes any records and reads them again.
func readRIS(t *rapid.T) {
	rs := anyRecords(t)
	out := string(written(t, export.RIS, rs...))
	references, within := 0, false
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\r\n"), "\r\n") {
		begins, ends := strings.HasPrefix(line, "TY  - "), line == "ER  - "
		switch {
		case line == "" && !within:
		case !risLine.MatchString(line), begins == within:
			t.Fatalf("line %q, within a reference: %v", line, within)
		case begins:
			within = true
		case ends:
			within = false
			references++
		}
		if title, ok := strings.CutPrefix(line, "TI  - "); ok && len(title) < 30_000 && title != printable(rs[references].Title) {
			t.Fatalf("title %q came back as %q", rs[references].Title, title)
		}
	}
	if references != len(rs) || within {
		t.Fatalf("%d references of %d:\n%s", references, len(rs), out)
	}
}

func TestCSLSaysWhatAPaperIs(t *testing.T) {
	var got []map[string]any
	if err := json.Unmarshal(written(t, export.CSL, paper()), &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{{
		"id": "mullerludenscheidt2019webbase", "type": "paper-conference", "title": "WebBase & the cost of 100% recall: a {survey}",
		"author": []any{
			map[string]any{"family": "Müller-Lüdenscheidt", "given": "Ann"},
			map[string]any{"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"},
			map[string]any{"family": "Sæther", "given": "Øystein", "suffix": "Jr."},
		},
		"issued":          map[string]any{"date-parts": []any{[]any{2019.0, 5.0, 13.0}}},
		"accessed":        map[string]any{"date-parts": []any{[]any{2026.0, 3.0, 1.0}}},
		"container-title": "Proceedings of the 3rd Workshop on Crawling", "volume": "12", "issue": "3", "page": "17-32", "number-of-pages": "16",
		"publisher": "Example Press", "DOI": "10.1000/x_y<1>", "ISBN": "978-3-16-148410-0", "archive": "arXiv", "archive_location": "1905.01234",
		"URL": "http://a.example/~ann/p_1.pdf", "language": "en", "keyword": "crawling, recall, Information systems",
		"abstract": "We ask what it costs. It costs ~5 %.",
		"custom":   map[string]any{"license": "https://creativecommons.org/licenses/by/4.0/", "orcids": []any{"0000-0002-1825-0097"}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("CSL differs (-want +got):\n%s", diff)
	}
	if got := string(written(t, export.CSL)); got != "[\n]\n" {
		t.Errorf("nothing is %q", got)
	}
}

func TestHostileRecordMakesValidCSL(t *testing.T) { rapid.Check(t, readCSL) }

func FuzzCSL(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readCSL)) }

// readCSL writes any records and reads them again.
func readCSL(t *rapid.T) {
	rs := anyRecords(t)
	var items []struct {
		ID, Type, Title string
		Author          []struct{ Family, Given, Literal string }
		Issued          struct {
			Parts [][]int `json:"date-parts"`
		}
	}
	out := written(t, export.CSL, rs...)
	if err := json.Unmarshal(out, &items); err != nil || len(items) != len(rs) {
		t.Fatalf("%d items of %d, %v:\n%s", len(items), len(rs), err, out)
	}
	for i, item := range items {
		if len(item.Title) < 30_000 && item.Title != printable(rs[i].Title) {
			t.Fatalf("title %q came back as %q", rs[i].Title, item.Title)
		}
		for _, a := range item.Author {
			if a.Family == "" && a.Literal == "" {
				t.Fatalf("a name of nothing among %q", rs[i].Authors)
			}
		}
		if item.ID == "" || item.Type == "" {
			t.Fatalf("item %+v", item)
		}
	}
}

func TestNamesAreSplit(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Anand Raman", "Raman, Anand"},
		{"Ludwig van Beethoven", "van Beethoven, Ludwig"},
		{"Beethoven, Ludwig van", "Beethoven, Ludwig van"},
		{"van der Berg, Jan", "van der Berg, Jan"},
		{"Martin L. King Jr.", "King, Martin L., Jr."},
		{"King, Jr., Martin L.", "King, Martin L., Jr."},
		{"King, Martin L., Jr.", "King, Martin L., Jr."},
		{"Martin King, Jr.", "King, Martin, Jr."},
		{"Plato", "Plato"},
		{"bell hooks", "hooks, bell"},
		{"Leonardo da Vinci", "da Vinci, Leonardo"},
		{"Leonardo d’ Este", "d’ Este, Leonardo"},
		{"Christopher M. De Sand", "De Sand, Christopher M."},
		{"Maria De La Arena", "De La Arena, Maria"},
		{"De Sand", "Sand, De"},
		{"Leonardo a; Este", "Este, Leonardo a;"},
		{"Institute for Advanced Study", "Institute for Advanced Study"},
		{"Sand Task Force", "Sand Task Force"},
		{"Sand Trial Investigators", "Sand Trial Investigators"},
		{"The ATLAS Collaboration", "The ATLAS Collaboration"},
		{"王伟", "王伟"},
		{"Raman,", "Raman"},
		{", ,", ""},
	} {
		out := string(written(t, export.RIS, &export.Record{Authors: []string{c.name}}))
		_, got, _ := strings.Cut(out, "AU  - ")
		if got, _, _ = strings.Cut(got, "\r\n"); got != c.want {
			t.Errorf("%q is split as %q, want %q", c.name, got, c.want)
		}
	}
}
