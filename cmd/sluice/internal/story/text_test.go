package story

import (
	"strings"
	"testing"

	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/library"
)

func TestTextOfTheWebIsEscaped(t *testing.T) {
	const evil = "\x1b[2Jx\u202e"
	d := documentOf(&catalogue.Details{
		Document: &library.Document{
			State: library.Accepted, Cause: evil, Cut: evil, Language: evil, Pages: 1, Verdict: library.Verdict{Genre: evil, By: evil, Reasons: []genre.Reason{{Feature: evil}}},
			Fields:    []describe.Field{{Name: evil, Value: evil, Source: evil}},
			Locations: []library.Location{{URL: "http://a.example/" + evil}, {URL: "http://b.example/" + evil}},
		},
		Links:    []catalogue.Link{{Page: evil, Text: evil}},
		Versions: []catalogue.Version{{Relation: catalogue.Relation{SHA256: strings.Repeat("0", 64)}, URL: evil, Type: evil}},
	})
	var b strings.Builder
	d.write(&b)
	if s := b.String(); strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, "[2Jx") {
		t.Errorf("written unescaped:\n%q", s)
	}
}

func TestLinkingPagesAreCountedAndListedOnce(t *testing.T) {
	d := documentOf(&catalogue.Details{
		Document: &library.Document{LinkedFrom: 1},
		Links: []catalogue.Link{{Page: "http://b.example/", Text: "here", Outside: true}, {Page: "http://a.example/", Text: "pdf"},
			{Page: "http://a.example/", Text: "On Crawling"}, {Page: "http://a.example/", Text: "pdf"}},
	})
	var b strings.Builder
	d.writeLinks(&b)
	want := "  linked from 2 pages, 1 of other hosts\n    http://b.example/  “here”\n    http://a.example/  “pdf”  “On Crawling”\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
