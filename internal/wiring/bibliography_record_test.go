package wiring_test

import (
	"path/filepath"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/describe"
	"sluice/library"
)

// sourceOf returns the best value of a field and its source.
func sourceOf(d library.Document, name string) (value, source string) {
	for _, f := range d.Fields {
		if f.Name == name {
			return f.Value, f.Source
		}
	}
	return "", ""
}

// TestRecordOfABibliographyStandsBetweenTheDocumentAndItsCorrections adds a document with a record, corrects one field of it and reads it
// again.
func TestRecordOfABibliographyStandsBetweenTheDocumentAndItsCorrections(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	docs := openCollection(t, dir)
	d, err := docs.Add(t.Context(), filepath.Join(t.TempDir(), "faq.rtf"), strings.NewReader(faq("the harbour")))
	if err != nil {
		t.Fatal(err)
	}
	record := &bibliography.Record{Title: "Questions of the Harbour", Year: 1999, Venue: "Harbour Press", Number: "12", Publisher: "Example Press", Pages: "3–9", DOI: "10.1000/182",
		Authors: []bibtex.Name{{Given: "Jane", Family: "Roe"}, {Given: "Johan", Particle: "van der", Family: "Velde"}}}
	if err := docs.SetRecord(t.Context(), d.SHA256, record); err != nil {
		t.Fatal(err)
	}
	if err := docs.Edit(t.Context(), d.SHA256, []describe.Field{{Name: "year", Value: "2001"}}); err != nil {
		t.Fatal(err)
	}
	check := func(when string) {
		t.Helper()
		d := find(t, docs, d.SHA256)
		for name, want := range map[string][2]string{
			"title": {"Questions of the Harbour", describe.Bibliography}, "author": {"Jane Roe", describe.Bibliography}, "doi": {"10.1000/182", describe.Bibliography},
			"venue": {"Harbour Press", describe.Bibliography}, "number": {"12", describe.Bibliography},
			"publisher": {"Example Press", describe.Bibliography}, "pages": {"3–9", describe.Bibliography}, "year": {"2001", describe.User}, "language": {"en", describe.FirstPage},
		} {
			if value, source := sourceOf(d, name); value != want[0] || source != want[1] {
				t.Errorf("%s: %s is %q (%s); want %q (%s)", when, name, value, source, want[0], want[1])
			}
		}
	}
	check("after adding")
	if err := docs.Redescribe(t.Context(), d.SHA256); err != nil {
		t.Fatal(err)
	}
	check("read again")
	if err := docs.Edit(t.Context(), d.SHA256, []describe.Field{{Name: "year"}}); err != nil {
		t.Fatal(err)
	}
	if value, source := sourceOf(find(t, docs, d.SHA256), "year"); value != "1999" || source != describe.Bibliography {
		t.Errorf("without the correction the year is %s (%s)", value, source)
	}
}
