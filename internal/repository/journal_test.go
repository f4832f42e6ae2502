package repository_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

// spoken makes a library in which people have said something of everything.
func spoken(t *testing.T) (dir string, c *catalogue.Catalogue, r *repository.Repository) {
	t.Helper()
	dir = t.TempDir()
	c = open(t, filepath.Join(dir, "catalog.db"))
	r = openRepository(t, filepath.Join(dir, "documents"), c)
	commit(t, c, wanted(1, 0, 10))
	q := queue(t, c, 0)
	d := paper("one", q[0].Fetch.URL)
	d.SHA256, d.Queue = q[0].Fetch.SHA256, q[0].ID
	d.Signature = &catalogue.Signature{Bands: []uint64{7}, Sketch: []byte{1}, TitleKey: "one"}
	d.Candidates = []catalogue.Candidate{{Kind: "doi", Value: "10.1000/1"}, {Kind: "url", Value: "http://x.example/"}}
	file(t, r, d)
	added := paper("added", "file:///home/reader/added.pdf")
	added.Locations[0].Added, added.Locations[0].Name = true, "added.pdf"
	stored(t, r, "added", added)
	gone := paper("gone", "file:///home/reader/gone.pdf")
	gone.Locations[0].Added = true
	if err := os.Remove(must(r.Path(t.Context(), stored(t, r, "gone", gone)))); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	err := errors.Join(
		r.Judge(ctx, d.SHA256, "thesis", library.Accepted), r.Judge(ctx, d.SHA256, "report", ""),
		r.Edit(ctx, d.SHA256, []describe.Field{{Name: "title", Value: "First"}}), r.Edit(ctx, d.SHA256, []describe.Field{{Name: "title", Value: "Edited"}}),
		r.Remove(ctx, newFetch(9).Site, "a wish"), r.Remove(ctx, newFetch(8).Site, ""), r.Allow(ctx, newFetch(8).Site),
	)
	if err != nil {
		t.Fatal(err)
	}
	return dir, c, r
}

// rebuilt opens an empty catalogue, as a rebuild from the archive makes it, over the same documents.
func rebuilt(t *testing.T, dir string) (*catalogue.Catalogue, *repository.Repository) {
	t.Helper()
	c := open(t, filepath.Join(dir, "new.db"))
	commit(t, c, wanted(1, 0, 10))
	return c, openRepository(t, filepath.Join(dir, "documents"), c)
}

// wantSaid checks that what people said is there, once the document was read again.
func wantSaid(t *testing.T, c *catalogue.Catalogue, r *repository.Repository) {
	t.Helper()
	sum := newFetch(0).SHA256
	d := got(t, c, sum)
	if d.Get("title") != "Edited" || d.Verdict.Genre != "report" || d.Verdict.By != "user" || d.State != library.Accepted {
		t.Errorf("the document: %q, %+v, %s", d.Get("title"), d.Verdict, d.State)
	}
	if _, ok, err := c.Removed(t.Context(), newFetch(9).URL); !ok || err != nil {
		t.Errorf("the removal is forgotten: %v", err)
	}
	if _, ok, _ := c.Removed(t.Context(), newFetch(8).URL); ok {
		t.Error("a removal that was taken back is there again")
	}
	if n := count(t, c, "urls", ""); n != 9 {
		t.Errorf("%d URLs, want 9: what was removed came back with the archive, or what was allowed did not", n)
	}
	if _, err := r.Open(t.Context(), sumOf("added")); err != nil {
		t.Error(err)
	}
}

func TestRebuiltCatalogueKeepsFactsNotInArchive(t *testing.T) {
	dir, old, _ := spoken(t)
	c, r := rebuilt(t, dir)
	if err := c.CopyDocuments(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	wantSaid(t, c, r)
	for _, what := range []string{"library", "documents"} {
		if d := cmp.Diff(list(t, old, what, "not url = "+newFetch(8).URL), list(t, c, what, "not url = "+newFetch(8).URL)); d != "" {
			t.Errorf("%s (-old +new):\n%s", what, d)
		}
	}
	if n := len(queue(t, c, 0)); n != 8 { // of ten one was filed and one is removed
		t.Errorf("%d in the queue, want 8", n)
	}
	found, err := c.Documents.Similar(t.Context(), "", &catalogue.Signature{Bands: []uint64{7}}, 5)
	if len(found) != 1 || err != nil {
		t.Errorf("Alike = %v, %v", found, err)
	}
	if n := count(t, c, "candidates", ""); n != 2 {
		t.Errorf("%d candidates, want 2", n)
	}
	if missing, err := r.ApplyJournal(t.Context()); missing != 0 || err != nil { // which changes nothing
		t.Errorf("ApplyJournal = %d, %v", missing, err)
	}
	wantSaid(t, c, r)
}

func TestJournalKeepsDecisionsWhenCatalogueIsLost(t *testing.T) {
	dir, _, _ := spoken(t)
	journal := filepath.Join(dir, "documents", "hand.jsonl")
	f, err := os.OpenFile(journal, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"do":"edit","sha256":"` + newFetch(0).SHA256); err != nil { // a crash
		t.Fatal(err)
	}
	f.Close()
	c, r := rebuilt(t, dir)
	missing, err := r.ApplyJournal(t.Context())
	if missing != 1 || err != nil {
		t.Errorf("ApplyJournal = %d, %v; want 1 that is gone", missing, err)
	}
	if d := got(t, c, sumOf("added")); d.State != library.Waiting || d.Name != "added.pdf" || !d.Locations[0].Added || folderOf(t, r, d.SHA256) == "" {
		t.Errorf("what a person added: %+v", d)
	}
	d := paper("one", newFetch(0).URL) // intake reads it again
	d.SHA256 = newFetch(0).SHA256
	file(t, r, d)
	wantSaid(t, c, r)
	if err := r.Edit(t.Context(), d.SHA256, []describe.Field{{Name: "year", Value: "1999"}}); err != nil { // behind the torn line
		t.Fatal(err)
	}
	other := open(t, filepath.Join(dir, "third.db"))
	r = openRepository(t, filepath.Join(dir, "documents"), other)
	if _, err := r.ApplyJournal(t.Context()); err != nil {
		t.Fatal(err)
	}
	file(t, r, d)
	if n := count(t, other, "library", "year = 1999 and title = Edited"); n != 1 {
		t.Error("what was said after a crash is lost")
	}
}

func TestFileThatCannotBeLookedUpIsNotMissing(t *testing.T) {
	dir, _, _ := spoken(t)
	c, r := rebuilt(t, dir)
	sum := sumOf("added")
	for _, folder := range []string{"accepted"} {
		shard := filepath.Join(dir, "documents", folder, sum[:2])
		if err := errors.Join(os.MkdirAll(filepath.Dir(shard), 0o755), os.RemoveAll(shard), os.Symlink(sum[:2], shard)); err != nil {
			t.Fatal(err)
		}
	}
	if missing, err := r.ApplyJournal(t.Context()); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("ApplyJournal = %d, %v; want the error of the folder", missing, err)
	}
	if n := count(t, c, "library", ""); n != 0 {
		t.Errorf("%d documents were filed", n)
	}
}

func TestRefilingIsNotRecordedTwice(t *testing.T) {
	dir := t.TempDir()
	r := openRepository(t, dir, memory(t))
	d := paper("added", "file:///home/reader/added.pdf")
	d.Locations[0].Added = true
	for range 3 {
		file(t, r, d)
	}
	d.Locations[0].URL = "file:///home/reader/other.pdf"
	file(t, r, d)
	b, err := os.ReadFile(filepath.Join(dir, "hand.jsonl"))
	if n := strings.Count(string(b), "\n"); n != 2 || err != nil {
		t.Errorf("%d lines, %v; want one for each place:\n%s", n, err, b)
	}
}

func TestCarryFromDamagedCatalogueCopiesNothing(t *testing.T) {
	dir, old, _ := spoken(t)
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	c, _ := rebuilt(t, dir)
	if err := c.CopyDocuments(t.Context(), old); err == nil {
		t.Error("Carry from a catalogue that cannot be read = nil")
	}
	if n := count(t, c, "library", ""); n != 0 {
		t.Errorf("%d documents, want none", n)
	}
}

func TestLinksOfDocumentsAreListed(t *testing.T) {
	c, r := shelf(t)
	for _, body := range []string{"two", "one", "rejected"} {
		d := paper(body, "http://a.example/"+body)
		d.Candidates = []catalogue.Candidate{{Kind: "url", Value: "http://b.example/"}, {Kind: "doi", Value: "10.1000/" + body}}
		if body == "rejected" {
			d.State = library.Rejected
		}
		file(t, r, d, d)
	}
	var all []string
	for _, record := range list(t, c, "candidates", "state = new") {
		all = append(all, fmt.Sprint(record[:5]...))
	}
	one, two := sumOf("one")+" On one", sumOf("two")+" On two"
	want := []string{"doi 10.1000/one new " + one, "doi 10.1000/two new " + two, "url http://b.example/ new " + two, "url http://b.example/ new " + one}
	for i := range all {
		want[i] = strings.ReplaceAll(want[i], " ", "")
		all[i] = strings.ReplaceAll(all[i], " ", "")
	}
	if d := cmp.Diff(want, all); d != "" {
		t.Errorf("candidates (-want +got):\n%s", d)
	}
}
