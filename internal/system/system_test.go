package system_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sluice/internal/system"
)

// opened returns the file opened once more, since locks belong to open files.
func opened(t *testing.T, path string, flag int) *os.File {
	t.Helper()
	f, err := os.OpenFile(path, flag, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestLockExcludesOtherOpenFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, second := opened(t, path, os.O_RDWR|os.O_CREATE), opened(t, path, os.O_RDWR)
	if err := system.TryLock(first); err != nil {
		t.Fatal(err)
	}
	if err := system.TryLock(second); !errors.Is(err, system.ErrLocked) {
		t.Errorf("TryLock() of a locked file: %v, want ErrLocked", err)
	}
	if err := system.TryLockShared(opened(t, path, os.O_RDONLY)); !errors.Is(err, system.ErrLocked) {
		t.Errorf("TryLockShared() of a locked file: %v, want ErrLocked", err)
	}
	acquired := make(chan error)
	go func() { acquired <- system.Lock(second) }()
	select {
	case err := <-acquired:
		t.Fatalf("Lock() of a locked file returned: %v", err)
	case <-time.After(20 * time.Millisecond):
	}
	first.Close()
	if err := <-acquired; err != nil {
		t.Errorf("Lock() after the other file was closed: %v", err)
	}
}

func TestSharedLocksAreHeldTogether(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	writer := opened(t, path, os.O_RDWR|os.O_CREATE)
	for range 2 {
		if err := system.TryLockShared(opened(t, path, os.O_RDONLY)); err != nil {
			t.Error(err)
		}
	}
	if err := system.TryLock(writer); !errors.Is(err, system.ErrLocked) {
		t.Errorf("TryLock() of a file with shared locks: %v, want ErrLocked", err)
	}
}

func TestLockedFileCanBeReadByOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	f := opened(t, path, os.O_RDWR|os.O_CREATE)
	if err := system.TryLock(f); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("7"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "7" {
		t.Errorf("ReadFile() of a locked file = %q, %v", text, err)
	}
}

func TestUnnamedFileVanishes(t *testing.T) {
	dir := t.TempDir()
	f, err := system.CreateUnnamed(dir, "body-*")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("text"); err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(io.NewSectionReader(f, 0, 9)); err != nil || string(text) != "text" {
		t.Errorf("read %q, %v", text, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("ReadDir() after Close() = %v, %v", left, err)
	}
}

func TestFreeRoomOfAMissingFolderIsAnError(t *testing.T) {
	dir := t.TempDir()
	if room, err := system.FreeRoom(dir); err != nil || room.Bytes <= 0 {
		t.Errorf("FreeRoom() = %+v, %v", room, err)
	}
	if _, err := system.FreeRoom(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("FreeRoom() of a missing folder: %v", err)
	}
}
