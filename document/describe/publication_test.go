package describe_test

import (
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
)

func TestDOIIsThatOfTheDocument(t *testing.T) {
	list := "References\n[1] J. Roe. On the mesh of sieves. Journal of Mesh 1, 1999. doi:10.1234/cited.1\n[2] K. Brook. Where rivers keep gold. 2002.\n"
	for name, c := range map[string]struct{ page, want string }{
		"its own":                    {"DOI: 10.1234/own.1\n", "10.1234/own.1"},
		"behind that of data":        {"Data are deposited at https://doi.org/10.5061/dryad.7\nhttps://doi.org/10.1234/own.1\n", "10.1234/own.1"},
		"behind that of an artifact": {"Software (approved artifact):\nhttps://doi.org/10.4230/DARTS.9.2.25\nDigital Object Identifier 10.4230/LIPIcs.MESH.2023.39\n", "10.4230/lipics.mesh.2023.39"},
		"of data alone":              {"The data are at doi:10.5281/zenodo.77 for all.\n", ""},
		"of a note":                  {"1 J. Roe. On the mesh of sieves. Journal of Mesh 1, 1999. doi:10.1234/note.1\n", ""},
		"of a reference":             {"As said before, in https://doi.org/10.1234/cited.1\n", ""},
		"a template's":               {"https://doi.org/10.1145/nnnnnnn.nnnnnnn\n", ""},
		"a list of works":            {"doi:10.1234/a.1\ndoi:10.1234/a.2\ndoi:10.1234/a.3\ndoi:10.1234/a.4\ndoi:10.1234/a.5\n", ""},
	} {
		text := "A Title of Some Length\nJane Roe\n" + c.page + strings.Repeat("running text of it\n", 30) + list
		if got := describe.Describe(&content.Document{Text: text}, describe.Around{}).Get("doi"); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestNumberOfReport(t *testing.T) {
	for line, want := range map[string]string{
		"Sand Tech Report 2012-07-001∗":             "2012-07-001",
		"Technical Report No. SAND/EECS-2014-160":   "SAND/EECS-2014-160",
		"TECHNICAL REPORT 99-17":                    "99-17",
		"Sand Research Report, no. 7":               "7",
		"Technical Report 2012":                     "",
		"Technical Report":                          "",
		"This is also technical report 2012-07.":    "",
		"Supersedes Technical Report TR-5 of 2010.": "",
	} {
		d := &content.Document{Type: "pdf", Text: "On Sieves\n\n" + line + "\nJane Roe\n\nAbstract\nSieves are good.\n\f"}
		for g, want := range map[genre.Genre]string{genre.Report: want, genre.Paper: ""} {
			if got := describe.Describe(d, describe.Around{Genre: g}); got.Get("number") != want {
				t.Errorf("%s of a %s: number %q, want %q", line, g, got.Get("number"), want)
			}
		}
	}
}

func TestPrintedDate(t *testing.T) {
	for line, want := range map[string]string{
		"August 20, 2011":                  "2011-08-20",
		"11th June 2015":                   "2015-06-11",
		"Sep. 3, 2012":                     "2012-09-03",
		"2012-07-31":                       "2012-07-31",
		"July 31 2020":                     "2020-07-31",
		"July 2020":                        "",
		"February 30, 2011":                "",
		"Revised August 20, 2011, by Roe.": "",
	} {
		d := &content.Document{Type: "pdf", Text: "On Sieves\n\nJane Roe\n" + line + "\n\nAbstract\nSieves are good.\n\f"}
		for g, want := range map[genre.Genre]string{genre.Report: want, genre.Thesis: want, genre.Paper: ""} {
			if got := describe.Describe(d, describe.Around{Genre: g}); got.Get("date") != want {
				t.Errorf("%s of a %s: date %q, want %q", line, g, got.Get("date"), want)
			}
		}
	}
}
