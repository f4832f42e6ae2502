package catalogue_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

func TestReferencesOfADocumentAreKept(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	commit(t, c, newGroup(1, 0, 10))
	d := paper("one", newFetch(0).URL)
	d.References = []content.Reference{
		{Raw: "J. Roe, K. Brook. Sieves. 1999.", Title: "Sieves", Authors: []string{"J. Roe", "K. Brook"}, Year: 1999, DOI: "10.1000/1"},
		{Raw: "http://x.example/", URL: "http://x.example/"},
		{Raw: strings.Repeat("é", 5000), ArXiv: "1906.01234"},
	}
	d.Candidates = []catalogue.Candidate{{Kind: "doi", Value: "10.1000/1", Reference: 1}, {Kind: "url", Value: "http://x.example/"},
		{Kind: "url", Value: "http://x.example/", Reference: 2}}
	file(t, r, d)
	check := func(want []content.Reference, candidates ...[]any) {
		t.Helper()
		got, err := c.Documents.References(t.Context(), d.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("references (-want +got):\n%s", diff)
		}
		var found [][]any
		for _, record := range list(t, c, "candidates", "") {
			found = append(found, append(record[:2:2], record[6:]...)) // kind, value; title, authors, year of the reference
		}
		if diff := cmp.Diff(candidates, found); diff != "" {
			t.Errorf("candidates (-want +got):\n%s", diff)
		}
	}
	want := append([]content.Reference{}, d.References...)
	want[2].Raw = strings.Repeat("é", 1000)
	check(want, []any{"doi", "10.1000/1", "Sieves", "J. Roe; K. Brook", int64(1999)}, []any{"url", "http://x.example/", nil, nil, nil})

	// Read again, the list is the new one.
	d.References = d.References[1:2]
	d.Candidates = []catalogue.Candidate{{Kind: "url", Value: "http://x.example/", Reference: 1}}
	file(t, r, d)
	check(d.References, []any{"doi", "10.1000/1", nil, nil, nil}, []any{"url", "http://x.example/", nil, nil, nil})

	if err := r.Remove(t.Context(), newFetch(0).URL, "a wish"); err != nil {
		t.Fatal(err)
	}
	check(nil)
}

func TestReferencesThatCiteNoDocumentAreYielded(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	commit(t, c, newGroup(1, 0, 10))
	cited, citing, rejected := paper("cited", newFetch(0).URL), paper("citing", newFetch(1).URL), paper("rejected", newFetch(2).URL)
	cited.Fields = append(cited.Fields, describe.Field{Name: "doi", Value: "10.1000/182", Confidence: 1})
	citing.References = []content.Reference{{Raw: "one", DOI: "10.1000/182"}, {Raw: "two", Title: "Sieves", Authors: []string{"J. Roe"}, Year: 1999}}
	rejected.State, rejected.References = library.Rejected, []content.Reference{{Raw: "three", DOI: "10.1000/183"}}
	file(t, r, cited, citing, rejected)
	if err := c.Documents.MatchReferences(t.Context()); err != nil {
		t.Fatal(err)
	}
	var got []content.Reference
	for ref, err := range c.Documents.UnmatchedReferences(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, ref)
	}
	if d := cmp.Diff(citing.References[1:], got); d != "" {
		t.Errorf("references (-want +got):\n%s", d)
	}
}

func TestConditionsAreReadSeparately(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	commit(t, c, newGroup(1, 0, 10))
	rejected := paper("two", newFetch(1).URL)
	rejected.State = library.Rejected
	file(t, r, paper("one", newFetch(0).URL), rejected)
	for where, want := range map[query.Condition]int{
		"": 1, "genre = paper": 1, "genre = paper or state = rejected": 1, "genre = thesis": 0,
		"genre = paper) or (state = rejected": -1, "genre = paper or": -1, ")": -1,
	} {
		n := 0
		for _, err := range c.Documents.All(t.Context(), "state = accepted", where) {
			if n++; err != nil {
				n = -1
			}
		}
		if n != want {
			t.Errorf("%s: %d documents, want %d (-1: an error)", where, n, want)
		}
	}
}
