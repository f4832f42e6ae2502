package repository_test

import (
	"bytes"
	"errors"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sluice/internal/catalogue"
)

func TestFullDiskLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	r := openRepository(t, dir, memory(t))
	sum := sumOf("there")
	if _, err := r.Store(t.Context(), strings.NewReader("there"), "pdf"); err != nil {
		t.Fatal(err)
	}
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	const most = 32 << 20
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: most, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	_, err := r.Store(t.Context(), bytes.NewReader(make([]byte, most+1)), "pdf")
	if !errors.Is(err, catalogue.ErrDisk) {
		t.Errorf("Store = %v, want ErrDisk", err)
	}
	if left := files(t, dir); len(left) != 1 || filepath.Base(left[0]) != sum+".pdf" {
		t.Errorf("left: %v, want what was there before", left)
	}
}
