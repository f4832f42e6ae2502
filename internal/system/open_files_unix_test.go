//go:build unix

package system_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/system"
)

func TestOpeningALinkIsRecognized(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(os.DevNull, link); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(link, os.O_RDONLY|system.NoFollow, 0)
	if err == nil {
		f.Close()
	}
	if !system.IsLink(err) || system.IsLink(os.ErrNotExist) || system.IsLink(nil) {
		t.Errorf("IsLink(%v) = %t", err, system.IsLink(err))
	}
}

func TestOnlyLimitsOfOpenFilesAreOutOfFiles(t *testing.T) {
	for err, want := range map[error]bool{syscall.EMFILE: true, syscall.ENFILE: true, syscall.ENOENT: false, syscall.ENOSPC: false} {
		if got := system.IsOutOfFiles(&os.PathError{Op: "open", Path: "a", Err: err}); got != want {
			t.Errorf("IsOutOfFiles() of %v = %t", err, got)
		}
	}
}
