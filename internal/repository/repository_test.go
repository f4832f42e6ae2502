package repository_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

func TestFileIsStoredOnceByHash(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50% of [a]? *{b}")
	r := openRepository(t, dir, memory(t))
	for i, ending := range []string{"pdf", ".PS.gz", "pdf"} {
		body := []string{"one", "two", "one"}[i]
		s, err := r.Store(t.Context(), strings.NewReader(body), ending)
		if err != nil || s.SHA256 != sumOf(body) || s.Size != 3 || s.Known != (i == 2) {
			t.Fatalf("Store = %+v, %v", s, err)
		}
	}
	one, two := sumOf("one"), sumOf("two")
	want := []string{"waiting/" + one[:2] + "/" + one + ".pdf", "waiting/" + two[:2] + "/" + two + ".ps.gz"}
	slices.Sort(want)
	if d := cmp.Diff(want, files(t, dir)); d != "" {
		t.Errorf("files (-want +got):\n%s", d)
	}
	f, err := r.Open(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(f); string(b) != "one" || err != nil {
		t.Errorf("the file reads %q, %v", b, err)
	}
	if _, err := r.Open(t.Context(), sumOf("three")); !errors.Is(err, repository.ErrNoFile) {
		t.Errorf("Open of what is not there = %v, want ErrNoFile", err)
	}
}

func TestUnknownEndingIsOmitted(t *testing.T) {
	dir := t.TempDir()
	r := openRepository(t, dir, memory(t))
	for i, ending := range []string{"../../x", "a b", "x/y", "", strings.Repeat("x", 40), "pdf\x00"} {
		body := fmt.Sprint("body ", i)
		s, err := r.Store(t.Context(), strings.NewReader(body), ending)
		if err != nil || filepath.Base(s.Path) != sumOf(body) {
			t.Errorf("Store with ending %q = %+v, %v, want a name that is the hash alone", ending, s, err)
		}
	}
}

func TestFailedStoreLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	r := openRepository(t, dir, memory(t))
	for _, cause := range []error{io.ErrUnexpectedEOF, syscall.ENOSPC, context.Canceled} {
		_, err := r.Store(t.Context(), io.MultiReader(strings.NewReader(strings.Repeat("x", 1<<20)), iotest.ErrReader(cause)), "pdf")
		if !errors.Is(err, cause) || !strings.Contains(err.Error(), dir) {
			t.Errorf("Store = %v, want %v and the folder's name", err, cause)
		}
		if full := errors.Is(err, catalogue.ErrFull); full != (cause == syscall.ENOSPC) {
			t.Errorf("%v is ErrFull: %t", err, full)
		}
	}
	if names := files(t, dir); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

func TestStateDecidesFolder(t *testing.T) {
	c, r := shelf(t)
	d := paper("one", "http://a.example/1.pdf")
	for _, s := range []struct {
		state  library.State
		folder string
	}{{library.Waiting, "waiting"}, {library.Accepted, "accepted"}, {library.Rejected, "trash"}, {library.Accepted, "accepted"}} {
		d.State = s.state
		sum := stored(t, r, "one", d)
		if got := folderOf(t, r, sum); got != s.folder {
			t.Errorf("a document that is %s lies in %q, want %q", s.state, got, s.folder)
		}
	}
	if all := list(t, c, "library", ""); len(all) != 1 {
		t.Errorf("%d documents, want 1", len(all))
	}
}

func TestWhatWasReadIsKept(t *testing.T) {
	_, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	long := strings.Repeat("x\"<\n€\f\u2028", 20_000)
	want := &content.Document{Type: "pdf", Pages: 2, Text: long, Lines: []content.Line{{Text: "One", Size: 12.5}},
		Fields: []content.Field{{Name: "title", Value: "One"}}}
	if _, err := r.Text(t.Context(), sum); !errors.Is(err, repository.ErrNoFile) {
		t.Errorf("Text of what was not read = %v, want ErrNoFile", err)
	}
	for range 2 {
		if err := r.StoreText(t.Context(), sum, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.Text(t.Context(), sum)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
}

func TestViewIsCompleteOrMissing(t *testing.T) {
	c, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	broken := errors.New("the converter died")
	err := r.StoreView(t.Context(), sum, repository.ViewPDF, func(path string) error {
		return errors.Join(os.WriteFile(path, []byte("half"), 0o644), broken)
	})
	if _, ok, _ := r.ViewPath(t.Context(), sum, repository.ViewPDF); !errors.Is(err, broken) || ok || got(t, c, sum).PDF {
		t.Errorf("StoreView = %v, the view is there: %t", err, ok)
	}
	err = r.StoreView(t.Context(), sum, repository.ViewThumb, func(path string) error { return os.WriteFile(path, []byte("picture"), 0o600) })
	if err != nil {
		t.Fatal(err)
	}
	path, ok, _ := r.ViewPath(t.Context(), sum, repository.ViewThumb)
	if b, err := os.ReadFile(path); !ok || string(b) != "picture" || err != nil || !got(t, c, sum).Thumbnail {
		t.Errorf("the view: %q, %v, %v", b, ok, err)
	}
	file(t, r, paper("one")) // again, by one who knows nothing of views
	if !got(t, c, sum).Thumbnail {
		t.Error("a filing takes the view away")
	}
}

func TestAReaderOfTheCatalogueChangesNoFile(t *testing.T) {
	dir := t.TempDir()
	w := open(t, filepath.Join(dir, "catalog.db"))
	sum := stored(t, openRepository(t, filepath.Join(dir, "documents"), w), "one", paper("one", "http://a.example/1.pdf"))
	c, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := openRepository(t, filepath.Join(dir, "documents"), c)
	_, err = r.Store(t.Context(), strings.NewReader("two"), "pdf")
	for what, err := range map[string]error{
		"Store": err, "File": r.File(t.Context(), []catalogue.Filing{paper("two", "http://a.example/2.pdf")}),
		"Judge": r.Judge(t.Context(), sum, "thesis", library.Rejected), "Remove": r.Remove(t.Context(), "a.example", ""),
		"Edit": r.Edit(t.Context(), sum, []describe.Field{{Name: "title", Value: "x"}}), "StoreText": r.StoreText(t.Context(), sum, &content.Document{}),
	} {
		if !errors.Is(err, catalogue.ErrReadOnly) {
			t.Errorf("%s = %v, want ErrReadOnly", what, err)
		}
	}
	if _, err := r.Open(t.Context(), sum); err != nil {
		t.Error(err)
	}
	if names := files(t, filepath.Join(dir, "documents")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}
