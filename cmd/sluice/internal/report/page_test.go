package report_test

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"sluice/cmd/sluice/internal/report"
	"sluice/internal/catalogue"
	"sluice/library"
)

// sample is a report in which every text that comes from outside is the given one.
func sample(text string) *catalogue.Report {
	first := time.Date(2026, 10, 30, 8, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 0, 20)
	r := &catalogue.Report{
		Totals:  catalogue.Totals{Pages: 4577, Documents: 42, Errors: 7, Sites: 3, Bytes: 1e9},
		Rates:   catalogue.Rates{First: &first, Last: &last, DDR: 0.01},
		Sites:   []catalogue.Tally{{Name: text, Pages: 4000}, {Name: "b.example", Pages: 577}},
		Others:  &catalogue.Tally{Name: "178 others", Pages: 3},
		Status:  []catalogue.Tally{{Name: "200", Pages: 4570}},
		Types:   []catalogue.Tally{{Name: text, Pages: 4570}},
		Errors:  []catalogue.Tally{{Name: "status 404", Errors: 5}, {Name: text, Errors: 2}},
		Refused: []catalogue.Refused{{Cause: text, Links: 3, Hosts: 1}},
		Crawls:  []catalogue.CrawlRun{{ID: 1, State: "done", Reason: text, Started: first, Active: 61}},
	}
	r.Changes = &library.Changes{Since: first, Pages: library.ChangeCounts{New: 11, Changed: 12, Unchanged: 4013, Gone: 14}, Documents: library.ChangeCounts{New: 5, Gone: 1}}
	l := &r.Library
	l.Found, l.Accepted, l.Rejected, l.Waiting, l.Bytes, l.ADR = 50, 30, 8, 2, 5e7, 30.0/38
	l.Genres = []catalogue.GenreCount{{Genre: "paper", Documents: 30, Accepted: 30, Bytes: 5e7}, {Genre: text, Documents: 8}, {Documents: 2}}
	r.Acceptance.Sizes = []catalogue.SizeClass{{Accepted: 3, Rejected: 8}, {From: 8000}, {From: 20000, Accepted: 27}}
	r.Acceptance.Types = []catalogue.TypeFloor{{Type: "pdf", Accepted: 30, Rejected: 2, Floor: 21_000}, {Type: text, Rejected: 6}}
	l.RejectedBy = []catalogue.CauseCount{{Cause: text, Documents: 8}}
	l.WaitingFor = []catalogue.CauseCount{{Cause: text, Documents: 2}}
	l.Balance.Found = catalogue.FoundURLs{Total: 50, Fetched: 42, Failed: 8}
	l.Balance.Fetched = catalogue.Origin{Total: 42, Accepted: 30, Rejected: 8, Waiting: 2, Copies: 2}
	h := &r.Holdings
	h.Works, h.NoYear = 29, 3
	h.Years = []catalogue.YearCount{{Year: 1999, Documents: 2}, {Year: 2003, Documents: 20}, {Year: 2024, Documents: 5}}
	h.Languages = []catalogue.LanguageCount{{Language: "en", Documents: 27}, {Language: text, Documents: 2}, {Documents: 1}}
	h.Metadata = []catalogue.FieldCount{{Field: "title", Documents: 30, Uncertain: 1, Share: 1, Confidence: 0.9}, {Field: "doi", Documents: 3, Share: 0.1, Confidence: 0.8}}
	h.Sites = []catalogue.HoldingSite{{Host: text, Accepted: 25, Documents: 30}, {Host: "b.example", Accepted: 5, Documents: 6}}
	h.OtherSites = &catalogue.OtherSites{Sites: 4, Documents: 6}
	h.Growth = catalogue.Growth{Unit: "day", Points: []catalogue.GrowthPoint{{Time: first, Pages: 1000, Documents: 10, Accepted: 8}, {Time: last, Pages: 4577, Documents: 42, Accepted: 30}}}
	return r
}

// written returns the page of a report.
func written(t interface{ Fatal(...any) }, r *catalogue.Report, library string) string {
	var b strings.Builder
	if err := report.WriteHTML(&b, r, report.About{Library: library, Date: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// inspect parses a page and returns its elements and its text. It reports whatever could act or load anything.
func inspect(page string) (elements map[string]int, text string, faults []string) {
	elements = map[string]int{}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(page))
	style := ""
	policy := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			sum := sha256.Sum256([]byte(style))
			if want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
				faults = append(faults, "policy "+policy+" lacks "+want)
			}
			return elements, b.String(), faults
		case html.TextToken:
			raw := string(z.Raw())
			if strings.Contains(raw, "--chart-ink:") {
				style = raw
				continue
			}
			b.WriteString(html.UnescapeString(raw))
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			elements[token.Data]++
			if slices.Contains([]string{"script", "iframe", "object", "embed", "img", "image", "link", "a", "form", "input", "base", "foreignobject", "use", "animate"}, token.Data) {
				faults = append(faults, "element "+token.Data)
			}
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Key, "on") || slices.Contains([]string{"src", "href", "style", "xlink:href", "action", "srcset"}, a.Key) {
					faults = append(faults, "attribute "+a.Key+" of "+token.Data)
				}
				if a.Key == "fill" && !strings.HasPrefix(a.Val, "url(#") {
					faults = append(faults, "fill "+a.Val)
				}
				if a.Key == "content" && strings.Contains(a.Val, "default-src") {
					policy = a.Val
				}
			}
		}
	}
}

func TestPageIsSelfContained(t *testing.T) {
	page := written(t, sample("plain"), "mylib")
	elements, text, faults := inspect(page)
	for _, f := range faults {
		t.Error(f)
	}
	if strings.Contains(page, "@import") || strings.Contains(page, "url(h") || strings.Count(page, "://") != strings.Count(page, `xmlns="http://www.w3.org/2000/svg"`) {
		t.Error("the page names something outside of it")
	}
	for _, want := range []string{"Library mylib", "Report of 22 November 2026", "30 October 2026 to 19 November 2026", "Documents by genre", "Accepted documents by size", "Accepted documents by type", "21.0 kB", "Accepted documents by year of publication",
		"Accepted documents by language", "Completeness of metadata", "Documents by site", "Growth: documents", "Growth: pages", "Errors by cause", "Changes since 30 October 2026", "4,013", "42 URLs = 30 accepted + 8 rejected + 2 waiting + 2 copies",
		"English", "2003", "3 documents whose year is not known, or uncertain"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if elements["svg"] < 20 || elements["svg"]%2 != 0 {
		t.Errorf("%d charts, want ten or more in two widths", elements["svg"])
	}
}

// TestWideTablesScrollInTheirOwnBox: on no width of the screen does a table make the page wider than the window.
func TestWideTablesScrollInTheirOwnBox(t *testing.T) {
	page := written(t, sample("plain"), "mylib")
	if rule := "@media screen{.numbers{min-width:0;overflow-x:auto;"; !strings.Contains(page, rule) {
		t.Errorf("the style lacks %s", rule)
	}
	tree, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	isBox := func(n *html.Node) bool {
		return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" && (a.Val == "numbers" || a.Val == "balance") })
	}
	tables := 0
	for n := range tree.Descendants() {
		if n.Data != "table" {
			continue
		}
		tables++
		inBox := false
		for above := range n.Ancestors() {
			inBox = inBox || isBox(above)
		}
		if !inBox {
			t.Errorf("table %d is in no box of its own", tables)
		}
	}
	if tables == 0 {
		t.Error("the page has no table")
	}
}

func TestEveryChartHasTitleDescriptionAndTable(t *testing.T) {
	tree, err := html.Parse(strings.NewReader(written(t, sample("plain"), "mylib")))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]int{}
	for n := range tree.Descendants() {
		for _, a := range n.Attr {
			if a.Key == "id" {
				ids[a.Val]++
			}
		}
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%d elements have the id %s", n, id)
		}
	}
	charts := 0
	for n := range tree.Descendants() {
		if n.Data != "svg" {
			continue
		}
		charts++
		for _, a := range n.Attr {
			if a.Key == "aria-labelledby" {
				for id := range strings.FieldsSeq(a.Val) {
					if ids[id] != 1 {
						t.Errorf("no element %s, which names a chart", id)
					}
				}
			}
		}
		section := n.Parent.Parent
		table := false
		for d := range section.Descendants() {
			table = table || d.Data == "table"
		}
		if section.Data != "section" || !table {
			t.Errorf("a chart in %s has no table", section.Data)
		}
	}
	if charts == 0 {
		t.Error("no charts")
	}
}

func TestReportOfEmptyLibraryIsAPage(t *testing.T) {
	_, text, faults := inspect(written(t, &catalogue.Report{}, "new"))
	if len(faults) > 0 || !strings.Contains(text, "nothing fetched yet") || !strings.Contains(text, "Library new") {
		t.Errorf("faults %q, text %q", faults, text)
	}
}

// TestHostileTextIsHarmless puts texts of all kinds wherever a text comes from outside.
func TestHostileTextIsHarmless(t *testing.T) {
	plain, _, _ := inspect(written(t, sample("x"), "x"))
	check := func(t interface {
		Fatal(...any)
		Errorf(string, ...any)
	}, hostile string) {
		page := written(t, sample(hostile), hostile)
		elements, _, faults := inspect(page)
		for _, f := range faults {
			t.Errorf("%q: %s", hostile, f)
		}
		for name := range elements {
			if plain[name] == 0 && name != "title" {
				t.Errorf("%q makes an element %s", hostile, name)
			}
		}
		if i := strings.IndexFunc(page, func(r rune) bool {
			return r < ' ' && r != '\n' || r == 0x7f || 0x202a <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
		}); i >= 0 {
			t.Errorf("%q remains in the page: %q", hostile, page[max(0, i-20):i+10])
		}
	}
	for _, hostile := range []string{"</style><script>alert(1)</script>", `"><img src=x onerror=alert(1)>`, "</title></svg><script>1</script>", "gro.live\u202emoc.doog", "a\x00\x1b[31mb",
		"{{.Policy}}", "javascript:alert(1)", "<!--", "]]>", "' onload='x", strings.Repeat("long.", 60) + "example", "\xff\xfe", "\u2066x", "`code`", ""} {
		check(t, hostile)
	}
	rapid.Check(t, func(rt *rapid.T) { check(rt, rapid.String().Draw(rt, "text")) })
}

func FuzzPage(f *testing.F) {
	f.Add("</style><script>alert(1)</script>")
	f.Add("\u202e")
	f.Fuzz(func(t *testing.T, text string) {
		if _, _, faults := inspect(written(t, sample(text), text)); len(faults) > 0 {
			t.Errorf("%q: %q", text, faults)
		}
	})
}

func TestTextFitsEightyColumns(t *testing.T) {
	var b strings.Builder
	r := sample(strings.Repeat("long.", 60) + "example")
	r.Library.Balance.Fetched = catalogue.Origin{Total: 8_000_000, Accepted: 1_000_000, Rejected: 1_000_000, Waiting: 1_000_000, Replaced: 1_000_000, Removed: 1_000_000,
		Queued: 1_000_000, Skipped: 1_000_000, Copies: 1_000_000}
	r.Library.Replaced, r.Library.Removed, r.Library.Skipped, r.Library.Queued = 1_000_000, 1_000_000, 1_000_000, 1_000_000
	if err := report.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	for _, want := range []string{"1,000,000 copies", "ADR", "accepted ÷ (accepted + rejected)", "English", "2003", "title", "(4 more)"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, b.String())
		}
	}
}
