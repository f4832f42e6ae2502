//go:build yardstick

package bibliography_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/conformancetest"
	"sluice/text"
)

// scholarlyAnswer is a recorded answer of a scholarly service.
type scholarlyAnswer struct {
	ID, Kind, Body string
	Expected       struct {
		Items, Papers, Records, Entries, Headers, Deleted *int
		ResumptionToken                                   *string
		Errors                                            []any
		Wellformed                                        *bool
		First                                             json.RawMessage
		FirstLive                                         *struct {
			Identifier, Format, Title string
		} `json:"first_live"`
	}
}

type scholarlyWork struct {
	Title, Name, DOI string
	PDF              any
	OAURL            string `json:"oa_url"`
	Authors          []string
	Year             any
}

// TestConformanceOfScholarlyAnswers reads recorded answers: their number of records, and the first one, must be what a plain reader finds in them.
func TestConformanceOfScholarlyAnswers(t *testing.T) {
	tally := conformancetest.NewTally(t, "scholarly")
	for _, c := range conformancetest.CompressedCases[scholarlyAnswer](t, "scholarly") {
		switch kind, _, _ := strings.Cut(c.Kind, "-"); {
		case strings.HasPrefix(c.Kind, "oai-list") && c.Kind != "oai-listrecords", c.Kind == "crossref-agency", c.Kind == "crossref-lists", c.Kind == "crossref-xml":
		case setAside[c.ID] != "":
			tally.SetAside(c.Kind, c.ID, setAside[c.ID])
		case c.Kind == "oai-listrecords", c.Kind == "oai-error", c.Kind == "oai-redirect":
			why := differsOAI(&c)
			tally.Count(c.Kind, c.ID, why == "", "%s", why)
		case c.Kind == "crossref-error", c.Kind == "s2-error", c.Kind == "openalex-error", c.Kind == "api-error":
			records, _, err := readAnswer(c.Body)
			tally.Count("errors", c.ID, len(records) == 0 || err != nil, "%d records in an error", len(records))
		case kind == "crossref", kind == "s2", c.Kind == "openalex-work", c.Kind == "dblp-json", c.Kind == "acl-anthology-xml", kind == "bibtex", kind == "ris", kind == "csl":
			why := differs(&c)
			tally.Count(c.Kind, c.ID, why == "", "%s", why)
		}
	}
	tally.Report(conformancetest.Bars{All: 98, Suite: 95})
}

// setAside are cases whose expected values a bibliography has no use for.
var setAside = map[string]string{
	"scholarly-116": "a list of 100 DOIs, of which the plain reader makes one entry",
	"scholarly-337": "an author whose names in two scripts stand in one field, divided by commas",
}

var tags = regexp.MustCompile(`<[^>]*>`)

// readAnswer returns the records of an answer, and the number of those that cannot be read.
func readAnswer(body string) (records []bibliography.Record, bad int, err error) {
	for r, err := range bibliography.Read(strings.NewReader(body)) {
		if _, ok := errors.AsType[*bibliography.RecordError](err); ok {
			bad++
		} else if err != nil {
			return records, bad, err
		} else {
			records = append(records, r)
		}
	}
	return records, bad, nil
}

// differs returns how the records of an answer differ from what is expected; "" if they do not.
func differs(c *scholarlyAnswer) string {
	records, bad, err := readAnswer(c.Body)
	e := &c.Expected
	for _, n := range []*int{e.Items, e.Papers, e.Entries} {
		if n != nil && *n != len(records)+bad {
			return fmt.Sprintf("%d records and %d errors, want %d (%v)", len(records), bad, *n, err)
		}
	}
	var want scholarlyWork
	if err := json.Unmarshal(e.First, &want); e.First == nil || err != nil {
		return ""
	}
	if want.Title == "" {
		want.Title = want.Name
	}
	if want.Title == "" && want.DOI == "" {
		return ""
	}
	if len(records) == 0 {
		return fmt.Sprintf("no record (%v)", err)
	}
	r := &records[0]
	doi := strings.TrimPrefix(strings.ToLower(want.DOI), "https://doi.org/")
	switch {
	case !strings.HasPrefix(text.NormalTitle(r.Title), text.NormalTitle(tags.ReplaceAllString(want.Title, ""))):
		return fmt.Sprintf("title %q, want %q", r.Title, want.Title)
	case doi != "" && strings.ToLower(r.DOI) != doi:
		return fmt.Sprintf("DOI %q, want %q", r.DOI, want.DOI)
	case want.Year != nil && fmt.Sprint(r.Year) != fmt.Sprint(want.Year):
		return fmt.Sprintf("year %d, want %v", r.Year, want.Year)
	case want.Authors != nil && len(r.Authors) != len(want.Authors):
		return fmt.Sprintf("authors %q, want %q", r.Authors, want.Authors)
	}
	for i, name := range want.Authors {
		if text.NormalName(r.Authors[i].String()) != text.NormalName(name) && text.NormalTitle(r.Authors[i].String()) != text.NormalTitle(name) {
			return fmt.Sprintf("author %q, want %q", r.Authors[i], name)
		}
	}
	pdf, _ := want.PDF.(string)
	for _, u := range []string{pdf, want.OAURL} {
		if u != "" && !strings.Contains(u, "doi.org/") && !strings.Contains(strings.Join(r.URLs, " "), u) {
			return fmt.Sprintf("URLs %q, want %q", r.URLs, u)
		}
	}
	return ""
}

// differsOAI is differs for an answer of OAI-PMH.
func differsOAI(c *scholarlyAnswer) string {
	a, err := bibliography.ParseOAI([]byte(c.Body))
	e := &c.Expected
	switch {
	case c.Kind == "oai-redirect":
		if err == nil {
			return "a redirect is an answer"
		}
		return ""
	case err != nil:
		return err.Error()
	case e.Wellformed != nil && !*e.Wellformed: // what a plain reader cannot read
		if len(a.Records) == 0 {
			return fmt.Sprintf("no record, errors %v", a.Broken)
		}
		return ""
	case len(e.Errors) != len(a.Errors):
		return fmt.Sprintf("errors %v, want %v", a.Errors, e.Errors)
	case e.Deleted != nil && *e.Deleted != len(a.Deleted):
		return fmt.Sprintf("%d deleted, want %d", len(a.Deleted), *e.Deleted)
	case e.Records != nil && *e.Records != len(a.Records)+len(a.Deleted)+len(a.Broken): // a provider may have records without any field
		return fmt.Sprintf("%d records and %d deleted, want %d: %v", len(a.Records), len(a.Deleted), *e.Records, a.Broken)
	case (e.ResumptionToken == nil) != (a.Token == ""), e.ResumptionToken != nil && *e.ResumptionToken != a.Token:
		return fmt.Sprintf("token %q", a.Token)
	case e.FirstLive != nil && e.FirstLive.Format == "dc" && text.NormalTitle(e.FirstLive.Title) != text.NormalTitle(a.Records[0].Title):
		return fmt.Sprintf("title %q, want %q", a.Records[0].Title, e.FirstLive.Title)
	}
	return ""
}

// TestQualityOfCollections reads collections of JSON lines: each line must be a record with title and authors.
func TestQualityOfCollections(t *testing.T) {
	for _, name := range []string{"ml-venues", "jair", "dblp-databases", "pmlr"} {
		records, whole, bad := 0, 0, 0
		for r, err := range bibliography.Read(conformancetest.Plain(t, "corpora", "bib", name+".jsonl.gz")) {
			switch {
			case err != nil:
				bad++
				t.Log(err)
			case r.Title != "" && len(r.Authors) > 0:
				whole++
				fallthrough
			default:
				records++
			}
		}
		fmt.Printf("QUALITY bibliography %s: %d records, %d with title and authors, %d not read\n", name, records, whole, bad)
		if bad > 0 || 100*whole < 98*records {
			t.Errorf("%s: %d records, %d whole, %d not read", name, records, whole, bad)
		}
	}
}
