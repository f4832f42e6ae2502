package homepage_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/harvest/homepage"
)

func TestProfilesOfAuthors(t *testing.T) {
	r := bibliography.Record{Title: "One", Authors: []bibtex.Name{{Given: "Ann", Family: "Miller"}, {Given: "Bo", Family: "Berg"}}, People: []bibliography.Person{
		{ORCID: "0000-0002-1825-0097", IDs: []string{"openalex:A1", "dblp:65/9612-1"}}, {IDs: []string{"dblp:../x", "s2:7"}}}}
	want := [][]homepage.Profile{{{"DBLP", "https://dblp.org/pid/65/9612-1.xml"}, {"ORCID", "https://pub.orcid.org/v3.0/0000-0002-1825-0097/researcher-urls"}}, nil}
	for i, a := range homepage.Authors([]bibliography.Record{r}) {
		if got := a.Profiles(); !slices.Equal(got, want[i]) {
			t.Errorf("%s: %v, want %v", a.Name, got, want[i])
		}
	}
}

func TestHomepagesInProfiles(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"ORCID, JSON of version 3", `{"last-modified-date":null,"researcher-url":[{"source":{"source-orcid":{"uri":"https://orcid.org/0000"}},"url-name":"Lab","url":{"value":"http://lab.example/~ann"}},
			{"url-name":"LinkedIn","url":{"value":"https://www.linkedin.com/in/ann"}},{"url":{"value":"http://lab.example/~ann"}}],"path":"/0000/researcher-urls"}`, "http://lab.example/~ann"},
		{"ORCID, a person", `{"name":{"url":{"value":"http://no.example/"}},"researcher-urls":{"researcher-url":[{"url":{"value":"http://ann.example/"}}]}}`, "http://ann.example/"},
		{"ORCID, XML", `<?xml version="1.0"?><r:researcher-urls xmlns:r="http://www.orcid.org/ns/researcher-url" xmlns:c="http://www.orcid.org/ns/common"><r:researcher-url put-code="1"><c:source><c:url>http://no.example/</c:url></c:source>
			<r:url-name>Home</r:url-name><r:url>http://ann.example/</r:url></r:researcher-url></r:researcher-urls>`, "http://ann.example/"},
		{"DBLP", `<?xml version="1.0"?><dblpperson name="Ann Miller" pid="65/9612"><person key="homepages/65/9612"><author pid="65/9612">Ann Miller</author><url>https://ann.example/</url><url>https://orcid.org/0000-0002-1825-0097</url>
			<note type="affiliation">Uppsala</note><url>https://www.wikidata.org/entity/Q1</url><url>http://u.example/~miller/cv.pdf</url></person><r><article key="a"><url>http://journal.example/1</url></article></r></dblpperson>`, "https://ann.example/"},
		{"no homepage", `{"researcher-url":[]}`, ""},
		{"page of a challenge", `<html><head><title>Just a moment</title></head><a href="http://x.example/">x</a></html>`, ""},
		{"nothing", ``, ""},
		{"deep JSON", strings.Repeat(`{"researcher-url":[`, 3000) + strings.Repeat(`]}`, 3000), ""},
		{"deep XML", strings.Repeat(`<person>`, 3000), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(homepage.ReadProfile([]byte(c.body)), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func FuzzReadProfile(f *testing.F) {
	f.Add([]byte(`{"researcher-url":[{"url":{"value":"http://ann.example/"}}]}`))
	f.Add([]byte(`<dblpperson><person><url>http://ann.example/</url></person></dblpperson>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if urls := homepage.ReadProfile(body); len(urls) > 20 {
			t.Errorf("%d URLs", len(urls))
		}
	})
}
