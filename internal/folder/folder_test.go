package folder_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/folder"
)

// loop makes a path that is there and cannot be looked up, by root neither.
func loop(t *testing.T, path string) {
	t.Helper()
	if err := os.Symlink(filepath.Base(path), path); err != nil {
		t.Fatal(err)
	}
}

func TestPathsAreAbsentOrThereOrUnknown(t *testing.T) {
	dir := t.TempDir()
	none, empty, full, unknown := filepath.Join(dir, "none"), filepath.Join(dir, "empty"), filepath.Join(dir, "full"), filepath.Join(dir, "loop")
	if err := errors.Join(os.WriteFile(empty, nil, 0o644), os.WriteFile(full, []byte("x"), 0o644)); err != nil {
		t.Fatal(err)
	}
	loop(t, unknown)
	for _, c := range []struct {
		path              string
		exists, isContent bool
		err               error
	}{
		{path: none},
		{path: empty, exists: true},
		{path: full, exists: true, isContent: true},
		{path: dir, exists: true, isContent: true},
		{path: unknown, err: syscall.ELOOP},
	} {
		if there, err := folder.Exists(c.path); there != c.exists || !errors.Is(err, c.err) {
			t.Errorf("Exists(%s) = %t, %v; want %t, %v", c.path, there, err, c.exists, c.err)
		}
		if has, err := folder.HasContent(c.path); has != c.isContent || !errors.Is(err, c.err) {
			t.Errorf("HasContent(%s) = %t, %v; want %t, %v", c.path, has, err, c.isContent, c.err)
		}
	}
}

func TestStoreThatCannotBeLookedUpIsNotMissing(t *testing.T) {
	d := folder.Dir(t.TempDir())
	if begun, err := d.Begun(t.Context()); begun || err != nil {
		t.Errorf("Begun() of an empty folder = %t, %v", begun, err)
	}
	loop(t, d.Catalogue())
	if begun, err := d.Begun(t.Context()); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("Begun() with a catalogue that cannot be looked up = %t, %v; want the error", begun, err)
	}
	if err := os.MkdirAll(d.Archive(), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.Archive(), "sluice-20200101000000-00001.warc"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	err := d.CheckComplete(t.Context(), d.Catalogue())
	if _, inconsistent := errors.AsType[*folder.InconsistentError](err); inconsistent || !errors.Is(err, syscall.ELOOP) {
		t.Errorf("CheckComplete() with a catalogue that cannot be looked up: %v; want the error, and no InconsistentError", err)
	}
}

func TestLinksInLibraryAreRefused(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "victim")
	for _, name := range []string{
		"catalog.db", "catalog.db-wal", "archive", "documents", "documents/hand.jsonl", "documents/tmp", "documents/accepted/ab", "index", "index/fulltext.db", "models",
		"frontier", "frontier/000002.log", "lock", "rebuild.tmp", "seeds", "seeds/usage.json", "seeds/answers/x.json.gz",
	} {
		d := folder.Dir(t.TempDir())
		if err := errors.Join(os.MkdirAll(filepath.Dir(d.Path(name)), 0o700), d.CheckLinks(t.Context()), os.Symlink(victim, d.Path(name))); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := d.CheckLinks(t.Context()); !errors.Is(err, folder.ErrLink) {
			t.Errorf("CheckLinks() with a link in place of %s: %v", name, err)
		}
	}
}
