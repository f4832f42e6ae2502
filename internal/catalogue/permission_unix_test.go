//go:build unix

package catalogue_test

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLogOfTheCatalogueIsPrivate looks at the files of a catalogue while it is open.
func TestLogOfTheCatalogueIsPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.db")
	c := open(t, path)
	commit(t, c, newGroup(1, 0, 10))
	for _, suffix := range []string{"", "-wal", "-shm"} {
		info, err := os.Stat(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has permissions %o, want 600", filepath.Base(path+suffix), mode)
		}
	}
}
