package harvestreport

import (
	"fmt"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/catalogue"
)

// reported returns the report of works, as text and as a page.
func reported(t *testing.T, works ...catalogue.WantedWork) (text, page string) {
	t.Helper()
	r, err := New("papers", works, func(*catalogue.WantedWork) ([]catalogue.WantedAttempt, error) { return nil, nil })
	if err != nil {
		t.Fatal(err)
	}
	var asText, asPage strings.Builder
	if err := Write(&asText, r, 0); err != nil {
		t.Fatal(err)
	}
	if err := WriteHTML(&asPage, r); err != nil {
		t.Fatal(err)
	}
	return asText.String(), asPage.String()
}

// TestReportCountsAllVenuesAndYears has 25 venues and 30 years, of which the list of venues is shortened.
func TestReportCountsAllVenuesAndYears(t *testing.T) {
	var works []catalogue.WantedWork
	for i := range 30 {
		venue := fmt.Sprintf("Venue %02d", i%25)
		works = append(works, catalogue.WantedWork{State: catalogue.WantedFound, Record: bibliography.Record{Title: "A Work", Venue: venue, Year: 1990 + i}})
	}
	text, page := reported(t, works...)
	for _, want := range []string{"\n5 other venues       5     0      5   100 %       100 %\n", "\n1990       1     0      1   100 %       100 %\n", "\n2019       1     0      1   100 %       100 %\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	for _, want := range []string{`<th scope="row">5 other venues</th><td>5</td>`, `<th scope="row">2019</th>`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

func TestReportOfWorks(t *testing.T) {
	text, page := reported(t,
		catalogue.WantedWork{State: catalogue.WantedFound, Outcome: catalogue.WantedOutcome{Way: "library: doi"},
			Record: bibliography.Record{Title: "A Held Work", Year: 2001, Authors: []bibtex.Name{{Given: "Ann", Family: "Miller"}}}},
		catalogue.WantedWork{State: catalogue.WantedFound, Outcome: catalogue.WantedOutcome{Way: "place: arXiv", Version: "preprint"}, Record: bibliography.Record{Title: "A Found Work"}},
		catalogue.WantedWork{State: catalogue.WantedMissed, Outcome: catalogue.WantedOutcome{Cause: "dead link"}},
	)
	const want = "A Held Work\n    Ann Miller, 2001\n    in the library before: doi\nA Found Work\n    found (place: arXiv; preprint)\n(no title)\n    dead link\n"
	if !strings.HasSuffix(text, want) {
		t.Errorf("%s\nwant at its end:\n%s", text, want)
	}
	missed, found, held := strings.Index(page, "<h2>Missed (1)</h2>"), strings.Index(page, "<h2>Found (1)</h2>"), strings.Index(page, "<h2>In the library before (1)</h2>")
	if missed < 0 || found < missed || held < found || strings.Index(page, "A Held Work") < held || strings.Index(page, "A Found Work") > held {
		t.Errorf("the page has not the sections missed, found, in the library before:\n%s", page)
	}
}

// TestMissedWorksAreGroupedByCause has works of three causes, of which one is of another version of the program.
func TestMissedWorksAreGroupedByCause(t *testing.T) {
	missed := func(title, cause, detail string) catalogue.WantedWork {
		return catalogue.WantedWork{State: catalogue.WantedMissed, Outcome: catalogue.WantedOutcome{Cause: cause, Reasons: []string{detail}}, Record: bibliography.Record{Title: title}}
	}
	text, page := reported(t, missed("One", "dead link", "status 404"), missed("Two", "login required", ""), missed("<b>Three</b>", "dead link", ""), missed("Four", "a cause of tomorrow", "why"))
	for _, want := range []string{
		"\ndead link                  2  look in a web archive, or for a newer address\n", "\nlogin required             1  get it with a browser", "\na cause of tomorrow        1\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	at := 0
	for _, want := range []string{"<td>look in a web archive, or for a newer address</td>", "<h2>Missed (4)</h2>", "<h3>dead link (2)</h3>", "What you can do: look in a web archive, or for a newer address.", "One", "<p>status 404</p>",
		"&lt;b&gt;Three", "<h3>a cause of tomorrow (1)</h3>", "Four", "<p>why</p>", "<h3>login required (1)</h3>", "Two"} {
		i := strings.Index(page[at:], want)
		if i < 0 {
			t.Fatalf("the page lacks %q in its place:\n%s", want, page)
		}
		at += i
	}
}
