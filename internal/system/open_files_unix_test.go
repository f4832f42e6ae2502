//go:build unix

package system_test

import (
	"os"
	"syscall"
	"testing"

	"sluice/internal/system"
)

func TestOnlyLimitsOfOpenFilesAreOutOfFiles(t *testing.T) {
	for err, want := range map[error]bool{syscall.EMFILE: true, syscall.ENFILE: true, syscall.ENOENT: false, syscall.ENOSPC: false} {
		if got := system.IsOutOfFiles(&os.PathError{Op: "open", Path: "a", Err: err}); got != want {
			t.Errorf("IsOutOfFiles() of %v = %t", err, got)
		}
	}
}
