package archive_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/archive"
)

// verifyAll walks the only file of an archive.
func verifyAll(t *testing.T, dir string) (records, known, wrong, damaged int) {
	t.Helper()
	names, err := archive.Files(t.Context(), dir)
	if err != nil || len(names) != 1 {
		t.Fatalf("Files() = %v, %v; want one", names, err)
	}
	err = archive.Walk(t.Context(), dir, names[0], 1<<30, func(rec *archive.Record, err error) bool {
		if err != nil {
			damaged++
			return true
		}
		records++
		has, err := rec.Verify(t.Context())
		if has {
			known++
		}
		if errors.Is(err, archive.ErrDigest) {
			wrong++
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return records, known, wrong, damaged
}

func plainArchive(t *testing.T) (dir string, at []archive.Location) {
	t.Helper()
	dir = t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{Plain: true}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	at, _ = add(t, a, 0, 3)
	return dir, at
}

func TestRecordsAreVerifiedByDigest(t *testing.T) {
	dir, _ := plainArchive(t)
	records, known, wrong, damaged := verifyAll(t, dir)
	if records < 4 || known == 0 || wrong+damaged != 0 {
		t.Fatalf("%d records, %d with a digest, %d wrong, %d damaged", records, known, wrong, damaged)
	}
	path := files(t, dir)[0]
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte("page 1"))
	if at < 0 {
		t.Fatal("the payload is not in the file as it is")
	}
	data[at+5] = 'X' // where only the digest tells
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if n, _, wrong, damaged := verifyAll(t, dir); n != records || wrong != 1 || damaged != 0 {
		t.Errorf("after one byte of a payload: %d records, %d wrong, %d damaged; want %d, 1, 0", n, wrong, damaged, records)
	}
}

func TestRecordIsReadFromClosedArchive(t *testing.T) {
	dir, at := plainArchive(t)
	rec, err := archive.ReadFrom(t.Context(), dir, at[1])
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	if rec.URL != "http://example.org/1" {
		t.Errorf("record of %s; want http://example.org/1", rec.URL)
	}
	if _, err := archive.ReadFrom(t.Context(), filepath.Join(dir, "none"), at[1]); err == nil {
		t.Error("a record was read from a folder that is not there")
	}
}
