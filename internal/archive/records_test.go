package archive_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

func TestAllRecordsComeInOrderOverAllFiles(t *testing.T) {
	dir := t.TempDir()
	if there, err := archive.Exists(t.Context(), filepath.Join(dir, "none")); there || err != nil {
		t.Errorf("Exists of no folder = %v, %v", there, err)
	}
	if there, err := archive.Exists(t.Context(), dir); there || err != nil {
		t.Errorf("Exists of an empty folder = %v, %v", there, err)
	}
	a := mustOpen(t, dir, archive.Options{MaxFile: 3000}, archive.Position{})
	var want []archive.Location
	for i := range 9 {
		e, err := a.Encode(t.Context(), archivetest.Page(fmt.Sprintf("http://a.test/%d", i), []byte(fmt.Sprint("body ", i))))
		if err != nil {
			t.Fatal(err)
		}
		at, err := a.Append(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, at...)
	}
	if _, err := a.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	if there, err := archive.Exists(t.Context(), dir); !there || err != nil {
		t.Errorf("Exists = %v, %v", there, err)
	}
	if want[0].File == want[8].File {
		t.Fatal("all records are in one file")
	}
	n := 0
	for rec, err := range a.Records(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if rec.Type != "response" {
			continue
		}
		if at, err := rec.Location(t.Context()); err != nil || n >= len(want) || at != want[n] || rec.URL != fmt.Sprintf("http://a.test/%d", n) {
			t.Errorf("record %d: %s at %+v, %v", n, rec.URL, at, err)
		}
		n++
	}
	if n != len(want) {
		t.Errorf("%d responses; want %d", n, len(want))
	}

	// A file may lie elsewhere, behind a link.
	path, elsewhere := filepath.Join(dir, want[0].File), filepath.Join(t.TempDir(), "elsewhere")
	if err := errors.Join(os.Rename(path, elsewhere), os.Symlink(elsewhere, path)); err != nil {
		t.Fatal(err)
	}
	if names, err := archive.Files(t.Context(), dir); err != nil || len(names) < 2 || names[0] != want[0].File {
		t.Errorf("Files = %q, %v; want %s first", names, err, want[0].File)
	}

	// A file that is no WARC file does not hide those after it.
	if err := os.WriteFile(filepath.Join(dir, want[0].File), []byte("no archive"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken, whole := 0, 0
	for _, err := range a.Records(t.Context()) {
		if errors.Is(err, archive.ErrNotWARC) {
			broken++
		} else if err == nil {
			whole++
		}
	}
	if broken != 1 || whole == 0 {
		t.Errorf("%d broken files and %d records; want one and those of the other files", broken, whole)
	}
}

func TestFileThatCannotBeLookedUpIsNotMissing(t *testing.T) {
	dir := t.TempDir()
	name := "sluice-20200101000000-00001.warc.gz"
	if err := os.Symlink(name, filepath.Join(dir, name)); err != nil {
		t.Fatal(err)
	}
	if found, err := archive.Exists(t.Context(), dir); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("Exists = %t, %v; want the error of the link", found, err)
	}
	if a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{}); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("Open = %v, %v; want the error of the link", a, err)
	}
}

func TestReadingEndsWithTheContext(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{MaxFile: 1000}, archive.Position{})
	for i := range 9 {
		e, err := a.Encode(t.Context(), archivetest.Page(fmt.Sprintf("http://a.test/%d", i), []byte("body")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := a.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	errStop := errors.New("enough")
	var last error
	n := 0
	for _, err := range a.Records(ctx) {
		if last = err; n == 3 {
			cancel(errStop)
		}
		n++
	}
	if n != 5 || !errors.Is(last, errStop) {
		t.Errorf("%d records, the last with %v; want 4 and then the cause of the context", n, last)
	}
	if _, err := archive.Files(ctx, dir); !errors.Is(err, errStop) {
		t.Errorf("Files with a context that has ended: %v", err)
	}
}
