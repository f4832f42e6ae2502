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
