package webarchive_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/webarchive"
	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
	"sluice/internal/export"
	"sluice/internal/wiring"
)

// files are the files of an archive.
type files []wiring.ArchiveFile

// Dir implements [webarchive.Library].
func (files) Dir() string { return "mylib" }

// ArchiveFiles implements [webarchive.Library].
func (f files) ArchiveFiles(context.Context) ([]wiring.ArchiveFile, []string, error) {
	return f, nil, nil
}

// TestWACZHasNothingOfFilesThatAreLeftOut packs a WARC file beside a private text in place of another.
func TestWACZHasNothingOfFilesThatAreLeftOut(t *testing.T) {
	dir := t.TempDir()
	a, err := archive.Open(t.Context(), dir, archive.Options{}, archive.Position{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := a.Encode(t.Context(), archivetest.Page("http://example.org/", []byte("a page")))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	at, err := a.Append(t.Context(), e)
	if err = errors.Join(err, a.Close()); err != nil {
		t.Fatal(err)
	}
	private := filepath.Join(dir, "sluice-20990101000000000-00001.warc.gz")
	if err := os.WriteFile(private, []byte("This is confidential.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var all files
	for _, path := range []string{filepath.Join(dir, at[0].File), private} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, wiring.ArchiveFile{Path: path, Size: info.Size()})
	}
	var log, packed bytes.Buffer
	x, err := webarchive.Open(t.Context(), all, &log)
	if err != nil {
		t.Fatal(err)
	}
	var pages iter.Seq2[export.Page, error] = func(func(export.Page, error) bool) {}
	if err := x.WACZ(t.Context(), &packed, pages); err != nil {
		t.Fatal(err)
	}
	if x.Err() == nil || !strings.Contains(log.String(), filepath.Base(private)) {
		t.Errorf("Err() = %v, log %q", x.Err(), &log)
	}
	wacz, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var archived []string
	for _, f := range wacz.File {
		if strings.HasPrefix(f.Name, "archive/") {
			archived = append(archived, filepath.Base(f.Name))
		}
	}
	if !slices.Equal(archived, []string{at[0].File}) || bytes.Contains(packed.Bytes(), []byte("confidential")) {
		t.Errorf("the package has %q", archived)
	}
}
