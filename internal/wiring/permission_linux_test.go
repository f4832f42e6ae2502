package wiring_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"sluice/internal/frontier"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// asGuest does something as who may read a folder and not write into it.
func asGuest(t *testing.T, dir string, do func()) {
	t.Helper()
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if os.Getuid() == 0 { // whom rights do not bind; but they do the files of another, for this thread
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := unix.Setfsuid(65534); err != nil {
			t.Fatal(err)
		}
		defer unix.Setfsuid(0)
	}
	if os.WriteFile(filepath.Join(dir, "guest"), nil, 0o644) == nil {
		t.Fatal("a guest may write")
	}
	do()
}

func TestReadOnlyUserCanAskTheFrontier(t *testing.T) {
	dir := finished(t)
	remove(t, filepath.Join(dir, "lock")) // as in a copy without it
	lib := open(t, dir)
	asGuest(t, dir, func() {
		known, err := monitor.Known(t.Context(), lib, "http://long.example/1")
		if err != nil || known.State != frontier.Done {
			t.Errorf("Known() = %+v, %v; want done", known, err)
		}
	})
	f, err := os.Create(filepath.Join(dir, "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString("7\ncrawl\n"); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	asGuest(t, dir, func() {
		_, err := monitor.Known(t.Context(), lib, "http://long.example/1")
		var by *wiring.InUseError
		if !errors.As(err, &by) || by.PID != 7 {
			t.Errorf("Known() while a crawl runs: %v; want an InUseError", err)
		}
	})
}
