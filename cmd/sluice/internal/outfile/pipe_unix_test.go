//go:build unix

package outfile_test

import (
	"context"
	"errors"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/outfile"
)

func TestPipeWithoutReaderIsOpenedUntilTheContextEnds(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ended := make(chan error, 1)
	go func() { ended <- outfile.Write(ctx, name, write("new")) }()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("Write() = %v, want the error of the context", err)
		}
	case <-time.After(5 * time.Minute):
		t.Fatal("Write() waits for a reader although the context has ended")
	}
}
