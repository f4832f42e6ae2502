package library_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/internal/library"
)

// shelf makes a library of documents in a new folder.
func shelf(t testing.TB) (*library.Catalogue, *library.Repository) {
	t.Helper()
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	return c, repository(t, filepath.Join(dir, "documents"), c)
}

func repository(t testing.TB, dir string, c *library.Catalogue) *library.Repository {
	t.Helper()
	r, err := library.OpenRepository(dir, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sumOf(body string) string {
	sum := sha256.Sum256([]byte(body))
	return hex.EncodeToString(sum[:])
}

// day counts days from the first one.
func day(n int) time.Time { return time.Date(2026, 11, 1+n, 8, 0, 0, 0, time.UTC) }

// paper is a filing of a body that was read and accepted, from URLs seen on the first day.
func paper(body string, urls ...string) library.Filing {
	d := library.Filing{Document: library.Document{
		SHA256: sumOf(body), Size: int64(len(body)), Type: "pdf", State: library.Accepted, Name: "paper.pdf",
		Verdict: library.Verdict{Genre: "paper", Confidence: 0.9, By: "model", Reasons: []library.Reason{{Feature: "has an abstract", Weight: 1.5}}},
		Pages:   9, Words: 4000, Language: "en", Added: day(0), Judged: day(0), Read: day(0),
		Fields: []library.Field{
			{Name: "title", Value: "On " + body, Source: "first page", Confidence: 0.8},
			{Name: "author", Value: "Ada Lovelace", Source: "first page", Confidence: 0.7},
			{Name: "author", Value: "Alan Turing", Source: "first page", Confidence: 0.7},
			{Name: "author", Value: "A. Lovelace", Source: "file", Confidence: 0.5},
			{Name: "year", Value: "2003", Source: "file", Confidence: 0.6},
		},
	}}
	for _, u := range urls {
		d.Locations = append(d.Locations, library.Location{URL: u, First: day(0), Size: int64(len(body))})
	}
	return d
}

// stored puts a body into the repository and files it.
func stored(t testing.TB, r *library.Repository, body string, d library.Filing) string {
	t.Helper()
	s, err := r.Store(strings.NewReader(body), "pdf")
	if err != nil {
		t.Fatal(err)
	}
	file(t, r, d)
	return s.SHA256
}

func file(t testing.TB, r *library.Repository, batch ...library.Filing) {
	t.Helper()
	if err := r.File(t.Context(), batch); err != nil {
		t.Fatal(err)
	}
}

// got reads a document that must be there.
func got(t testing.TB, c *library.Catalogue, sum string) library.Document {
	t.Helper()
	d, ok, err := c.Document(t.Context(), sum)
	if err != nil || !ok {
		t.Fatalf("Document(%.8s) = %v, %v", sum, ok, err)
	}
	return d
}

// folderOf tells in which folder a document lies.
func folderOf(t testing.TB, r *library.Repository, sum string) string {
	t.Helper()
	path, err := r.Path(sum)
	if errors.Is(err, library.ErrNoFile) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Base(filepath.Dir(filepath.Dir(path)))
}

// files lists what lies in a folder and below it.
func files(t testing.TB, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestAFileIsStoredOnceUnderItsHash(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "50% of [a]? *{b}")
	r := repository(t, dir, memory(t))
	for i, ending := range []string{"pdf", ".PS.gz", "pdf"} {
		body := []string{"one", "two", "one"}[i]
		s, err := r.Store(strings.NewReader(body), ending)
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
	f, err := r.Open(one)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if b, err := io.ReadAll(f); string(b) != "one" || err != nil {
		t.Errorf("the file reads %q, %v", b, err)
	}
	if _, err := r.Open(sumOf("three")); !errors.Is(err, library.ErrNoFile) {
		t.Errorf("Open of what is not there = %v, want ErrNoFile", err)
	}
}

func TestAnEndingThatIsNoneIsLeftOut(t *testing.T) {
	dir := t.TempDir()
	r := repository(t, dir, memory(t))
	for i, ending := range []string{"../../x", "a b", "x/y", "", strings.Repeat("x", 40), "pdf\x00"} {
		body := fmt.Sprint("body ", i)
		s, err := r.Store(strings.NewReader(body), ending)
		if err != nil || filepath.Base(s.Path) != sumOf(body) {
			t.Errorf("Store with ending %q = %+v, %v, want a name that is the hash alone", ending, s, err)
		}
	}
}

func TestAStoreThatFailsLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	r := repository(t, dir, memory(t))
	for _, cause := range []error{io.ErrUnexpectedEOF, syscall.ENOSPC, context.Canceled} {
		_, err := r.Store(io.MultiReader(strings.NewReader(strings.Repeat("x", 1<<20)), iotest.ErrReader(cause)), "pdf")
		if !errors.Is(err, cause) || !strings.Contains(err.Error(), dir) {
			t.Errorf("Store = %v, want %v and the folder's name", err, cause)
		}
		if full := errors.Is(err, library.ErrFull); full != (cause == syscall.ENOSPC) {
			t.Errorf("%v is ErrFull: %t", err, full)
		}
	}
	if names := files(t, dir); len(names) != 0 {
		t.Errorf("left: %v", names)
	}
}

func TestADiskThatTakesNoMoreLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	r := repository(t, dir, memory(t))
	sum := sumOf("there")
	if _, err := r.Store(strings.NewReader("there"), "pdf"); err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	const most = 32 << 20
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	_, err := r.Store(bytes.NewReader(make([]byte, most+1)), "pdf")
	if !errors.Is(err, library.ErrDisk) {
		t.Errorf("Store = %v, want ErrDisk", err)
	}
	if left := files(t, dir); len(left) != 1 || filepath.Base(left[0]) != sum+".pdf" {
		t.Errorf("left: %v, want what was there before", left)
	}
}

func TestAFileLiesWhereItsStateSays(t *testing.T) {
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
	if _, err := r.Text(sum); !errors.Is(err, library.ErrNoFile) {
		t.Errorf("Text of what was not read = %v, want ErrNoFile", err)
	}
	for range 2 {
		if err := r.KeepText(sum, want); err != nil {
			t.Fatal(err)
		}
	}
	got, err := r.Text(sum)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("text (-want +got):\n%s", d)
	}
}

func TestAViewIsThereWholeOrNotAtAll(t *testing.T) {
	c, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf"))
	broken := errors.New("the converter died")
	err := r.KeepView(t.Context(), sum, library.ViewPDF, func(path string) error {
		return errors.Join(os.WriteFile(path, []byte("half"), 0o644), broken)
	})
	if _, ok := r.ViewPath(sum, library.ViewPDF); !errors.Is(err, broken) || ok || got(t, c, sum).PDF {
		t.Errorf("KeepView = %v, the view is there: %t", err, ok)
	}
	err = r.KeepView(t.Context(), sum, library.ViewThumb, func(path string) error { return os.WriteFile(path, []byte("picture"), 0o600) })
	if err != nil {
		t.Fatal(err)
	}
	path, ok := r.ViewPath(sum, library.ViewThumb)
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
	sum := stored(t, repository(t, filepath.Join(dir, "documents"), w), "one", paper("one", "http://a.example/1.pdf"))
	c, err := library.Open(filepath.Join(dir, "catalog.db"), library.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	r := repository(t, filepath.Join(dir, "documents"), c)
	_, err = r.Store(strings.NewReader("two"), "pdf")
	for what, err := range map[string]error{
		"Store": err, "File": r.File(t.Context(), []library.Filing{paper("two", "http://a.example/2.pdf")}),
		"Judge": r.Judge(t.Context(), sum, "thesis", library.Rejected), "Remove": r.Remove(t.Context(), "a.example", ""),
		"Edit": r.Edit(t.Context(), sum, []library.Field{{Name: "title", Value: "x"}}), "KeepText": r.KeepText(sum, &content.Document{}),
	} {
		if !errors.Is(err, library.ErrReadOnly) {
			t.Errorf("%s = %v, want ErrReadOnly", what, err)
		}
	}
	if _, err := r.Open(sum); err != nil {
		t.Error(err)
	}
	if names := files(t, filepath.Join(dir, "documents")); len(names) != 1 {
		t.Errorf("files: %v", names)
	}
}
