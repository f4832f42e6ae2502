package describe_test

import (
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

func TestYearBesideWrongEvidence(t *testing.T) {
	body := "What Remains in the Sieve\nJane Roe\n%\nAbstract\n" + strings.Repeat("The grains are moved in the order in which they were laid down.\n", 30)
	page := func(notice string) string { return strings.Replace(body, "%", notice, 1) }
	list := "References\n[1] J. Roe. Sieves in rivers. Journal of Sieves, 1995, p. 2034.\n[2] K. Brook. Where rivers keep gold. Journal of Sieves, 1993, p. 2051.\n" +
		"[3] A. Hill. Why hills stand. Journal of Sieves, 1990, 1–4.\n"
	misread := "References\n[1] J. Roe. Sieves in rivers. Journal of Sieves 2034.\n[2] K. Brook. Where rivers keep gold. Journal of Sieves 2051.\n" +
		"[3] A. Hill. Why hills stand. Journal of Sieves, 1990, 1–4.\n"
	younger := strings.NewReplacer("2034", "2009", "2051", "2010").Replace(misread)
	for name, c := range map[string]struct {
		text, created, modified, want string
	}{
		"pages as years in references":      {page("Copyright 1998 Jane Roe") + list, "", "", "1998"},
		"years of references in the future": {page("Copyright 1998 Jane Roe") + misread, "", "", "1998"},
		"references younger than the file":  {page("Copyright 1998 Jane Roe") + younger, "1998-05-01T00:00:00Z", "", "1998"},
		"references younger than a notice":  {page("Copyright 1998 Jane Roe") + younger, "", "", "1998"},
		"date of a template":                {"Annual Report 2019\nMay 2019\n\f" + body, "2007-01-01T00:00:00Z", "2019-05-14T00:00:00Z", "2019"},
		"clock of a scanner":                {page("Copyright 2015 Jane Roe"), "2000-01-01T00:00:00Z", "2000-01-01T00:00:00Z", "2015"},
	} {
		x := describe.Describe(&content.Document{Type: "pdf", Text: c.text, Fields: []content.Field{{Name: "created", Value: c.created}, {Name: "modified", Value: c.modified}}}, describe.Around{})
		if got := x.Get("year"); got != c.want {
			t.Errorf("%s: year %q, want %q", name, got, c.want)
		}
	}
}

func TestYearOfAFileName(t *testing.T) {
	for name, want := range map[string]string{
		"icann99.pdf":      "1999",
		"vldb_05.pdf":      "2005",
		"chapter05.pdf":    "",
		"Lecture12.pdf":    "",
		"ml_lecture12.pdf": "",
		"übung-03.pdf":     "",
	} {
		x := describe.Describe(&content.Document{}, describe.Around{URL: "http://sandport.example/" + name})
		if got := x.Get("year"); got != want {
			t.Errorf("%s: year %q, want %q", name, got, want)
		}
	}
}

func TestYearOfPathAndLink(t *testing.T) {
	for what, c := range map[string]struct {
		url, anchor, around, want string
	}{
		"a venue's year in both":         {"sandport99.pdf", "[SANDPORT'99]", "", "1999"},
		"the citation around the link":   {"sandport04.pdf", "paper", "Sieves in rivers. SANDPORT, Gravel Hill, 2004.", "2004"},
		"two years in the citation":      {"sandport04.pdf", "paper", "Sieves 2003. Colanders 2004.", ""},
		"a citation of another year":     {"sandport04.pdf", "paper", "Sieves in rivers, 2006.", ""},
		"a path without a year":          {"sieves.pdf", "[SANDPORT'99]", "", ""},
		"a link without a year":          {"sandport99.pdf", "paper", "", ""},
		"an apostrophe that is no venue": {"sandport05.pdf", "class of '05", "", ""},
	} {
		x := describe.Describe(&content.Document{}, describe.Around{URL: "http://sandport.example/" + c.url, Links: []describe.Link{{Page: "http://sandport.example/", Anchor: c.anchor, Around: c.around}}})
		got := ""
		for _, f := range x.Fields {
			if f.Name == "year" && f.Confidence >= describe.Certain {
				got = f.Value
			}
		}
		if got != c.want {
			t.Errorf("%s: certain year %q, want %q: %+v", what, got, c.want, x.Fields)
		}
	}
}
