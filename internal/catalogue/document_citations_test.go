package catalogue_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

// work returns a paper with a title, an author, a year and references.
func work(title, author, year string, references ...content.Reference) catalogue.Filing {
	d := paper(title+author+year, "http://host.example/"+title+year)
	d.Fields = []describe.Field{{Name: "title", Value: title}, {Name: "author", Value: author}, {Name: "year", Value: year}}
	d.References = references
	return d
}

// filed files documents, each in a transaction of its own.
func filed(t *testing.T, c *catalogue.Catalogue, all ...catalogue.Filing) {
	t.Helper()
	for i := range all {
		if _, err := c.Documents.File(t.Context(), all[i]); err != nil {
			t.Fatal(err)
		}
	}
}

// wantCitations compares the number of citations of a document with the list of what cites it.
func wantCitations(t *testing.T, c *catalogue.Catalogue, d catalogue.Filing, citing ...catalogue.Filing) {
	t.Helper()
	if got := got(t, c, d.SHA256).Citations; got != len(citing) {
		t.Errorf("%q has %d citations, want %d", d.Get("title"), got, len(citing))
	}
	all, err := c.Documents.CitedBy(t.Context(), d.SHA256, 100)
	if err != nil || len(all) != len(citing) {
		t.Fatalf("%q is cited by %+v, %v; want %d documents", d.Get("title"), all, err, len(citing))
	}
	for i := range citing {
		if all[i].SHA256 != citing[i].SHA256 || all[i].Reference == "" || all[i].By == "" {
			t.Errorf("%q is cited by %+v, want %q", d.Get("title"), all[i], citing[i].Get("title"))
		}
	}
}

const citedTitle = "Accelerated focused crawling through online relevance feedback"

// ref is a reference to the work with citedTitle.
var ref = content.Reference{Raw: "[1] Chakrabarti et al.", Title: "Accelerated Focused Crawling through On-line Relevance Feedback", Authors: []string{"S. Chakrabarti"}, Year: 2002}

// TestReferencesAreMatchedWithDocuments: in either order of filing; a correction, a new reading and a removal change what is cited.
func TestReferencesAreMatchedWithDocuments(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
	cited := work(citedTitle, "Soumen Chakrabarti", "2002")
	early := work("An early survey of crawlers", "Ann Early", "2004", ref, ref)
	late := work("A later survey of crawlers", "Bob Late", "2008", content.Reference{Raw: "other", Title: "Something else altogether", Year: 2002}, ref)
	filed(t, c, early, cited, late)
	wantCitations(t, c, cited, late, early)
	wantCitations(t, c, late)
	if n := count(t, c, "library", "citations = 2"); n != 1 {
		t.Errorf("%d documents with 2 citations, want 1", n)
	}

	// A rejected document does not count, and is not shown.
	apply := func(e catalogue.Entry) {
		e.At = time.Now()
		if _, err := c.Documents.Apply(t.Context(), "test", e); err != nil {
			t.Fatal(err)
		}
	}
	apply(catalogue.Entry{Do: catalogue.DoJudge, SHA256: late.SHA256, Genre: "other", State: library.Rejected})
	wantCitations(t, c, cited, early)

	// A title that a person corrects is another work; corrected back, it is cited again.
	edit := func(title string) {
		apply(catalogue.Entry{Do: catalogue.DoEdit, SHA256: cited.SHA256, Fields: []catalogue.EntryField{{Name: "title", Value: title}}})
	}
	edit("A wholly different title of a wholly different work")
	wantCitations(t, c, cited)
	edit("")
	wantCitations(t, c, cited, early)

	// Read again, the survey has no references any more.
	early.References = nil
	filed(t, c, early)
	wantCitations(t, c, cited)
	early.References = []content.Reference{ref}
	filed(t, c, early)
	wantCitations(t, c, cited, early)

	apply(catalogue.Entry{Do: catalogue.DoRemove, Pattern: query.HashPattern(early.SHA256)})
	wantCitations(t, c, cited)
}

// TestVersionsOfOneWorkAreOneCitation: a work that exists in two versions cites once, its versions do not cite each other, and all
// versions of a cited work have its citations.
func TestVersionsOfOneWorkAreOneCitation(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "catalog.db"))
	cited := work(citedTitle, "Soumen Chakrabarti", "2002")
	draft := work("Unreadable title of a scan", "", "")
	draft.Relations = []catalogue.Relation{{SHA256: cited.SHA256, Kind: "version", Similarity: 0.9, How: "similar texts"}}
	draft.References = []content.Reference{ref} // to its own published version
	citing := work("A survey of crawlers", "Ann Early", "2004", ref)
	again := work("A survey of crawlers, revised", "Ann Early", "2005", ref)
	again.Relations = []catalogue.Relation{{SHA256: citing.SHA256, Kind: "version", Similarity: 0.9, How: "similar texts"}}
	filed(t, c, cited, draft, citing, again)
	wantCitations(t, c, cited, citing)
	wantCitations(t, c, draft, citing)
}

// TestLibraryOfAnEarlierVersionIsMatched: once, in parts, also after an interruption.
func TestLibraryOfAnEarlierVersionIsMatched(t *testing.T) {
	file := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, file)
	cited, citing := work(citedTitle, "Soumen Chakrabarti", "2002"), work("A survey of crawlers", "Ann Early", "2004", ref)
	filed(t, c, cited, citing)
	stale, err := c.Documents.Stale(t.Context(), 10)
	if err == nil {
		err = c.Documents.MarkIndexed(t.Context(), stale...)
	}
	if err == nil {
		err = catalogue.ForgetMatches(t.Context(), c)
	}
	if err != nil {
		t.Fatal(err)
	}
	wantCitations(t, c, cited)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Documents.Recount(ctx); err == nil {
		t.Error("Recount of a cancelled context succeeded")
	}
	if err := c.Documents.Recount(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantCitations(t, c, cited, citing)
	if stale, err = c.Documents.Stale(t.Context(), 10); err != nil || len(stale) != 1 || stale[0].SHA256 != cited.SHA256 {
		t.Errorf("%d documents to index, %v; want the one that has a citation now", len(stale), err)
	}
}
