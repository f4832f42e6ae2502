package story

import (
	"strings"
	"testing"

	"sluice/internal/catalogue"
)

func TestTextOfTheWebIsEscaped(t *testing.T) {
	const evil = "\x1b[2Jx\u202e"
	d := documentOf(&catalogue.Details{
		Document: &catalogue.Document{
			State: catalogue.Accepted, Cause: evil, Cut: evil, Language: evil, Pages: 1, Verdict: catalogue.Verdict{Genre: evil, By: evil, Reasons: []catalogue.Reason{{Feature: evil}}},
			Fields:    []catalogue.Field{{Name: evil, Value: evil, Source: evil}},
			Locations: []catalogue.Location{{URL: "http://a.example/" + evil}, {URL: "http://b.example/" + evil}},
		},
		Citations: []catalogue.Citation{{Page: evil, Text: evil}},
		Versions:  []catalogue.Version{{Relation: catalogue.Relation{SHA256: strings.Repeat("0", 64)}, URL: evil, Type: evil}},
	})
	var b strings.Builder
	d.write(&b)
	if s := b.String(); strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, "[2Jx") {
		t.Errorf("written unescaped:\n%q", s)
	}
}
