//go:build unix

package repository_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/repository"
	"sluice/internal/system"
)

// TestReaderOfTheJournalCannotLockIt opens a library to a group: the journal may be read, and what decisions are locked by may not.
func TestReaderOfTheJournalCannotLockIt(t *testing.T) {
	dir, _, r := spoken(t)
	decide := func() {
		t.Helper()
		if err := r.Edit(t.Context(), newFetch(0).SHA256, []describe.Field{{Name: "title", Value: "Again"}}); err != nil {
			t.Fatal(err)
		}
	}
	decide()
	for name, want := range map[string]os.FileMode{"hand.jsonl": 0o640, "lock": 0o600} {
		path := filepath.Join(dir, "documents", name)
		if err := os.Chmod(path, 0o640); err != nil {
			t.Fatal(err)
		}
		decide()
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: mode %v, %v; want %v", name, info.Mode(), err, want)
		}
	}
}

// TestPipesInPlaceOfFilesDoNotBlock puts pipes without a writer in place of a document, its text and its copy.
func TestPipesInPlaceOfFilesDoNotBlock(t *testing.T) {
	dir := t.TempDir()
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, open(t, filepath.Join(dir, "catalog.db")))
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	if err := errors.Join(
		r.StoreText(t.Context(), sum, &content.Document{Text: strings.Repeat("some text ", 100)}),
		r.StoreView(t.Context(), sum, repository.ViewPDF, func(path string) error { return os.WriteFile(path, []byte("%PDF-1.7\n"), 0o600) }),
	); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{must(r.Path(t.Context(), sum)), filepath.Join(docs, "text", sum[:2], sum+".json.zst"), filepath.Join(docs, "copies", sum[:2], sum+".pdf")} {
		if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := r.Text(t.Context(), sum); !errors.Is(err, system.ErrFileType) {
		t.Errorf("Text() = %v", err)
	}
	var found []string
	for _, f := range verify(t, r) {
		found = append(found, string(f.Fault)+" "+f.What)
	}
	if d := cmp.Diff([]string{"damaged document", "damaged text", "damaged pdf"}, found); d != "" {
		t.Errorf("found (-want +got):\n%s", d)
	}
}

// TestLinkInPlaceOfDocumentIsNotFollowed puts a link to a file outside of the library in place of a document and its copy.
func TestLinkInPlaceOfDocumentIsNotFollowed(t *testing.T) {
	dir := t.TempDir()
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, open(t, filepath.Join(dir, "catalog.db")))
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	if err := r.StoreView(t.Context(), sum, repository.ViewPDF, func(path string) error { return os.WriteFile(path, []byte("%PDF-1.7\n"), 0o600) }); err != nil {
		t.Fatal(err)
	}
	private := filepath.Join(t.TempDir(), "private")
	if err := os.WriteFile(private, []byte("private"), 0o600); err != nil {
		t.Fatal(err)
	}
	document := must(r.Path(t.Context(), sum))
	for _, path := range []string{document, filepath.Join(docs, "copies", sum[:2], sum+".pdf")} {
		if err := errors.Join(os.Remove(path), os.Symlink(private, path)); err != nil {
			t.Fatal(err)
		}
	}
	if path, err := r.Path(t.Context(), sum); !errors.Is(err, repository.ErrNoFile) {
		t.Errorf("Path() = %s, %v", path, err)
	}
	if path, ok, err := r.ViewPath(t.Context(), sum, repository.ViewPDF); ok || err != nil {
		t.Errorf("ViewPath() = %s, %v", path, err)
	}
	var found []string
	for _, f := range verify(t, r) {
		found = append(found, string(f.Fault)+" "+f.What)
	}
	if d := cmp.Diff([]string{"missing document", "missing text", "damaged pdf", "stray document"}, found); d != "" {
		t.Errorf("found (-want +got):\n%s", d)
	}
	if err := r.ReplaceFile(t.Context(), sum, strings.NewReader("one")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(document); err != nil || !info.Mode().IsRegular() {
		t.Errorf("after ReplaceFile: %v, %v", info.Mode(), err)
	}
	if text, err := os.ReadFile(private); err != nil || string(text) != "private" {
		t.Errorf("the file outside of the library has %q, %v", text, err)
	}
}

func TestFileWithOtherBytesIsNotReadAsDocument(t *testing.T) {
	dir := t.TempDir()
	r := openRepository(t, filepath.Join(dir, "documents"), open(t, filepath.Join(dir, "catalog.db")))
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	read := func() (string, error) {
		f, err := r.OpenVerified(t.Context(), sum)
		if err != nil {
			return "", err
		}
		defer f.Close()
		b, err := io.ReadAll(f)
		return string(b), err
	}
	if text, err := read(); text != "one" || err != nil {
		t.Errorf("OpenVerified() reads %q, %v", text, err)
	}
	if err := os.WriteFile(must(r.Path(t.Context(), sum)), []byte("two"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := read(); !errors.Is(err, repository.ErrWrongHash) {
		t.Errorf("OpenVerified() of other bytes reads %q, %v", text, err)
	}
}
