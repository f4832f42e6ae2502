//go:build unix

package archive_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/archive"
)

// withoutWriting calls do as a user who may read an archive and not write to it. Root, whom modes do not bind, becomes another user meanwhile.
func withoutWriting(t *testing.T, dir string, do func()) {
	t.Helper()
	err := os.Chmod(filepath.Dir(dir), 0o755) // other users may not enter t.TempDir
	for _, f := range files(t, dir) {
		err = errors.Join(err, os.Chmod(f, 0o444))
	}
	if err := errors.Join(err, os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755) // so that it can be removed
	if os.Geteuid() == 0 {
		if err := syscall.Seteuid(65534); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := syscall.Seteuid(0); err != nil {
				t.Fatal(err)
			}
		}()
	}
	if f, err := os.OpenFile(files(t, dir)[0], os.O_RDWR, 0); err == nil {
		f.Close()
		t.Skip("this user may write to any file")
	}
	do()
}

func TestReadOnlyArchiveNeedsNoPermissionToWrite(t *testing.T) {
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	at, end := add(t, a, 0, 3)
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	withoutWriting(t, dir, func() {
		r, err := archive.OpenReadOnly(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Sync(t.Context()); err != nil || got != end {
			t.Errorf("Sync() = %v, %v; want %v", got, err, end)
		}
		rec, err := r.Read(t.Context(), at[2])
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(rec.Close(), r.Close()); err != nil {
			t.Error(err)
		}
	})
}
