package describe_test

import (
	"slices"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
)

func TestSchoolOfAThesisIsTheLineThatIsItsName(t *testing.T) {
	for line, want := range map[string]string{
		"UNIVERSIDADE FEDERAL DO AREÃO SANTO":            "UNIVERSIDADE FEDERAL DO AREÃO SANTO",
		"aan de Universiteit Zandrecht":                  "Universiteit Zandrecht",
		"Sandhaus-Universität Kieselar":                  "Sandhaus-Universität Kieselar",
		"Fachhochschule Sandshut":                        "Fachhochschule Sandshut",
		"Sanders, The State University of New Sandport":  "Sanders, The State University of New Sandport",
		"POLYTECHNIC UNIVERSITY OF SANDONIA (UPS)":       "POLYTECHNIC UNIVERSITY OF SANDONIA",
		"Università degli Studi di Sabbiara":             "Università degli Studi di Sabbiara",
		"Pr. des universités, University of Sandport":    "",
		"Maria Keller, Bach., University of Sandport":    "",
		"Institut: Institut für Pflege":                  "",
		"of parts of the University that nobody visited": "",
	} {
		d := &content.Document{Type: "pdf", Pages: 90, Text: line + "\nSand in Rivers\nA thesis\nMaria Keller\n2004\n\fContents\n"}
		x := describe.Describe(d, describe.Around{Genre: genre.Thesis})
		got := ""
		for _, f := range x.Fields {
			if f.Name == "venue" && f.Confidence >= describe.Certain {
				got = f.Value
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestSchoolOfAThesisIsDistinguishedFromWhatBearsItsName(t *testing.T) {
	for _, c := range []struct {
		name, text, certain, venue string
	}{
		{"a title", "University Governance and Student Debt\nMaria Keller\nA thesis submitted for the degree of Doctor of Philosophy\nUniversity of Sandby", "University of Sandby", "University of Sandby"},
		{"a title in two lines", "Leadership at Colleges in Crisis:\nUniversity Teaching Revisited\nMaria Keller\nA thesis submitted for the degree of Doctor of Philosophy\nUniversity of Sandby", "University of Sandby", "University of Sandby"},
		{"a press", "Sand in Rivers\nMaria Keller\nSandsala University Press\nA thesis submitted for the degree of Doctor of Philosophy\nGrus University", "Grus University", "Grus University"},
		{"a licence", "Sand in Rivers\nMaria Keller\nMIT License\nA thesis submitted for the degree of Doctor of Philosophy\nGrus University", "Grus University", "Grus University"},
		{"a German word", "Gespräche mit Kies\nMaria Keller\nKommunikation mit Sieben\nDiplomarbeit\nUniversität Sandsburg", "Universität Sandsburg", "Universität Sandsburg"},
		{"a degree of the author", "Sand in Rivers\nMaria Keller\nM.Tech., Vanna University\nA thesis submitted for the degree of Doctor of Philosophy\nat the University of Sandby", "University of Sandby", "University of Sandby"},
		{"an earlier degree", "Sand in Rivers\nMaria Keller\nBachelor of Arts\nRetipur University\nA thesis submitted for the degree of Doctor of Philosophy\nUniversity of Sandby", "", "University of Sandby"},
		{"an earlier degree, and a sentence", "Sand in Rivers\nMaria Keller\nBachelor of Arts\nRetipur University\nA thesis submitted for the degree of Doctor of Philosophy at the University of Sandby", "", "University of Sandby"},
		{"a name in two languages", "Sand in Rivers\nMaria Keller\nUniversidade de São Areal\n2004\nUniversity of São Areal", "Universidade de São Areal", "Universidade de São Areal"},
	} {
		d := &content.Document{Type: "pdf", Pages: 90, Text: c.text + "\n2004\n\fContents\n"}
		certain, venue := "", ""
		for _, f := range describe.Describe(d, describe.Around{Genre: genre.Thesis}).Fields {
			if f.Name == "venue" {
				if venue = f.Value; f.Confidence >= describe.Certain {
					certain = f.Value
				}
			}
		}
		if certain != c.certain || venue != c.venue {
			t.Errorf("%s: %q, certain %q, want %q, certain %q", c.name, venue, certain, c.venue, c.certain)
		}
	}
}

func TestKeywordsEndBeforeWhatIsPrintedBelowThem(t *testing.T) {
	for below, want := range map[string]string{
		"KEYWORDS: rivers, gravel":    "sable,rivière",
		"Word count 7687":             "sable,rivière",
		"1991 MSC: 03B25":             "sable,rivière",
		"Authors for correspondence:": "sable,rivière",
		"Received 3 May 2004":         "sable,rivière",
		"Accepted for publication":    "sable,rivière",
		"Published methods, gravel":   "sable,rivière Published methods,gravel",
	} {
		d := &content.Document{Type: "pdf", Pages: 9, Text: "Sand\nMaria Keller\nMots-clés : sable,\nrivière\n" + below + "\n1 Introduction\n"}
		got := ""
		for i, k := range describe.Describe(d, describe.Around{}).All("keyword") {
			if i > 0 {
				got += ","
			}
			got += k
		}
		if got != want {
			t.Errorf("before %q: %q, want %q", below, got, want)
		}
	}
}

func TestKeywordsContinueAfterAComma(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 9, Text: "Sand\nMaria Keller\nKeywords: graphs, trees,\nPublished data sets, accepted methods\n\n1 Introduction\n"}
	if got := describe.Describe(d, describe.Around{}).All("keyword"); !slices.Equal(got, []string{"graphs", "trees", "Published data sets", "accepted methods"}) {
		t.Errorf("%q", got)
	}
}

func TestKeywordsOfATemplateAreNone(t *testing.T) {
	d := &content.Document{Type: "pdf", Pages: 9, Text: "Sand\nMaria Keller\nKeywords: keyword1, keyword2, second keyword\n1 Introduction\n"}
	if got := describe.Describe(d, describe.Around{}).All("keyword"); got != nil {
		t.Errorf("%q", got)
	}
}
