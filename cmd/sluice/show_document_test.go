package main

import (
	"strings"
	"testing"

	"sluice/internal/library"
)

func TestWhatComesFromOutsideCannotCommandTheTerminal(t *testing.T) {
	const evil = "\x1b[2Jx\u202e"
	told := heldOf(&library.Story{
		Document: &library.Document{
			State: library.Accepted, Cause: evil, Cut: evil, Language: evil, Pages: 1, Verdict: library.Verdict{Genre: evil, By: evil, Reasons: []library.Reason{{Feature: evil}}},
			Fields:    []library.Field{{Name: evil, Value: evil, Source: evil}},
			Locations: []library.Location{{URL: "http://a.example/" + evil}, {URL: "http://b.example/" + evil}},
		},
		Citations: []library.Citation{{Page: evil, Text: evil}},
		Versions:  []library.Version{{Relation: library.Relation{SHA256: strings.Repeat("0", 64)}, URL: evil, Type: evil}},
	})
	var b strings.Builder
	told.write(&b)
	if s := b.String(); strings.ContainsAny(s, "\x1b\u202e") || !strings.Contains(s, "[2Jx") {
		t.Errorf("written as it came:\n%q", s)
	}
}
