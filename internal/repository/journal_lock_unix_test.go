//go:build unix

package repository_test

import (
	"os"
	"path/filepath"
	"testing"

	"sluice/document/describe"
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
