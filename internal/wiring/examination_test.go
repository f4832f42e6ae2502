package wiring_test

import (
	"crypto/sha256"
	"database/sql"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"sluice/crawl"
	"sluice/internal/health"
	"sluice/internal/wiring"
)

// examine returns what is found of a library, by name.
func examine(t *testing.T, dir string, full bool) map[string]health.Finding {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	found := map[string]health.Finding{}
	for _, f := range lib.Examine(t.Context(), wiring.Examination{Full: full}) {
		found[f.Name] = f
	}
	return found
}

// finished makes a library with some pages and a plain archive.
func finished(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	crawlPages(t, dir, 12)
	return dir
}

func crawlPages(t *testing.T, dir string, pages int64) {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	lib.PlainArchive = true
	cfg := config(endless(t))
	cfg.Limits.Pages = pages
	c, err := lib.Crawl(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if result, err := c.Run(t.Context()); err != nil || result.State != crawl.Limited {
		t.Fatalf("Run() = %+v, %v", result, err)
	}
}

func copyOf(t *testing.T, dir string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy")
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// sums returns the digest of each file that holds something of the library.
func sums(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") || d.Name() == "lock" {
			return err
		}
		data, err := os.ReadFile(path)
		if len(data) > 0 { // who reads the catalogue leaves an empty log
			out[strings.TrimPrefix(path, dir)] = sha256.Sum256(data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestExaminationOfASoundLibraryChangesNothing(t *testing.T) {
	dir := finished(t)
	before := sums(t, dir)
	for _, full := range []bool{false, true} {
		found := examine(t, dir, full)
		for _, name := range []string{"crawl", "catalogue", "archive", "places", "frontier"} {
			if f, ok := found[name]; !ok || f.Verdict != health.OK || len(f.Examples) > 0 {
				t.Errorf("full %t: %s: %+v", full, name, f)
			}
		}
	}
	after := sums(t, dir)
	for name, sum := range before {
		if after[name] != sum {
			t.Errorf("%s was changed", name)
		}
	}
	if len(after) != len(before) {
		t.Errorf("%d files before, %d after", len(before), len(after))
	}
}

func archiveFile(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "archive", "*.warc"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files of the archive: %v, %v", files, err)
	}
	return files[0]
}

// rewrite changes a file.
func rewrite(t *testing.T, path string, change func(string) string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(change(string(data))), 0o644); err != nil {
		t.Fatal(err)
	}
}

func inCatalogue(t *testing.T, dir, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func TestExaminationReportsDamage(t *testing.T) {
	sound := finished(t)
	for _, test := range []struct {
		what    string
		damage  func(t *testing.T, dir string)
		name    string
		verdict health.Verdict
		says    string
	}{
		{"a byte of a payload", func(t *testing.T, dir string) {
			rewrite(t, archiveFile(t, dir), func(s string) string { return strings.Replace(s, "This is page 5.", "This is page X.", 1) })
		}, "archive", health.Fail, "digest mismatch"},
		{"what a crash leaves behind the mark", func(t *testing.T, dir string) {
			rewrite(t, archiveFile(t, dir), func(s string) string { return s + "WARC/1.1\r\nWARC-Type: resp" })
		}, "archive", health.OK, "25 bytes after the last record of the catalogue"},
		{"a missing file", func(t *testing.T, dir string) {
			path := archiveFile(t, dir)
			rewrite(t, path, func(s string) string {
				if err := os.WriteFile(strings.Replace(path, "00001", "00003", 1), []byte(s), 0o644); err != nil {
					t.Fatal(err)
				}
				return s
			})
		}, "archive", health.Fail, "1 file missing before"},
		{"a row that points to another record", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE pages SET (file_offset, file_length) = (SELECT file_offset, file_length FROM pages WHERE id = 2) WHERE id = 5`)
		}, "places", health.Fail, "the record is of http://long.example/"},
		{"a row that points behind the end", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE pages SET file_offset = 1099511627776 WHERE id = 5`)
		}, "places", health.Fail, "bytes 1099511627776 to "},
		{"a row with another status", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE pages SET status = 404 WHERE id = 5`)
		}, "places", health.Fail, "the record's status is 200, the catalogue's 404"},
		{"a row with a negative place", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE pages SET file_offset = -4 WHERE id = 5`)
		}, "places", health.Fail, "bytes -4 to "},
		{"a row that names a file elsewhere", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE pages SET file = '../catalog.db' WHERE id = 5`)
		}, "places", health.Fail, "is missing"},
		{"a catalogue that is ahead by far", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE progress SET serial = serial + 10`)
		}, "frontier", health.Fail, "the frontier is an old copy, or was made again"},
		{"a catalogue that is ahead by a group", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE progress SET serial = serial + 1`)
		}, "frontier", health.OK, "one group of pages behind the catalogue"},
		{"a catalogue that is an old copy", func(t *testing.T, dir string) {
			inCatalogue(t, dir, `UPDATE progress SET serial = serial - 3`)
		}, "frontier", health.Fail, "the catalogue is an old copy"},
	} {
		t.Run(test.what, func(t *testing.T) {
			dir := copyOf(t, sound)
			test.damage(t, dir)
			for _, full := range []bool{false, true} {
				f := examine(t, dir, full)[test.name]
				text := f.Found + "\n" + strings.Join(f.Examples, "\n")
				if f.Verdict != test.verdict || !strings.Contains(text, test.says) {
					t.Errorf("full %t: %s: %s; want %s, %q\n%s", full, f.Name, f.Verdict, test.verdict, test.says, text)
				}
				if f.Verdict == health.Fail && !strings.Contains(f.Remedy, "sluice rebuild -d "+dir) {
					t.Errorf("full %t: what to do: %q", full, f.Remedy)
				}
			}
		})
	}
}

func TestExaminationOfAnEmptyFolderIsNoFailure(t *testing.T) {
	for name, f := range examine(t, t.TempDir(), true) {
		if f.Verdict == health.Fail || f.Verdict == health.Warn {
			t.Errorf("%s: %+v", name, f)
		}
	}
}
