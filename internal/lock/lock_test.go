package lock_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"sluice/internal/lock"
	"sluice/internal/system"
)

func TestInUseErrorNamesTheHolderAndWhatToDo(t *testing.T) {
	for purpose, want := range map[lock.Purpose]string{
		lock.Crawl:       "lock library /my library: in use by a crawl (pid 7); see `sluice status -d '/my library'`, stop it with `sluice stop -d '/my library'`",
		lock.Rebuild:     "lock library /my library: in use by a rebuild (pid 7); wait until it has finished",
		lock.Examination: "lock library /my library: in use by `sluice doctor` (pid 7); wait until it has finished",
		lock.Removal:     "lock library /my library: in use by `sluice remove` (pid 7); wait until it has finished",
		lock.Relearning:  "lock library /my library: in use by `sluice relearn` (pid 7); wait until it has finished",
		lock.Access:      "lock library /my library: in use by another command (pid 7); try again in a moment",
		lock.Change:      "lock library /my library: in use by a command that changes its documents (pid 7), such as `sluice add` or `sluice convert`; wait until it has finished",
		lock.Reading:     "lock library /my library: in use by a command of a user who may only read it; wait until it has finished",
	} {
		err := &lock.InUseError{Dir: "/my library", Holder: lock.Holder{PID: 7, Purpose: purpose}}
		if err.Error() != want {
			t.Errorf("%s: %q; want %q", purpose, err, want)
		}
	}
}

// TestHolderThatIsNotNamedInTheFile locks the file as a program does that is none of Sluice, and writes nothing.
func TestHolderThatIsNotNamedInTheFile(t *testing.T) {
	dir := t.TempDir()
	ended := exec.CommandContext(t.Context(), "true")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "lock")
	if err := os.WriteFile(path, fmt.Appendf(nil, "%d\ncrawl\n", ended.Process.Pid), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := system.TryLock(f); err != nil {
		t.Fatal(err)
	}
	if _, err = lock.Acquire(t.Context(), dir, lock.Crawl); !errors.Is(err, lock.ErrInUse) {
		t.Fatalf("Acquire() = %v", err)
	}
	if text := err.Error(); !strings.Contains(text, "in use by another process") || strings.Contains(text, fmt.Sprint("pid ", ended.Process.Pid)) {
		t.Errorf("%s; want no process that has ended", text)
	}
}

func TestLockThatOthersMayReadIsClosed(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "lock")
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, 0o644)); err != nil { // of an earlier version
		t.Fatal(err)
	}
	held, err := lock.Acquire(t.Context(), dir, lock.Crawl)
	if err != nil {
		t.Fatal(err)
	}
	defer held.Release()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the lock is %v, %v; want 0600", info.Mode(), err)
	}
}

func TestLinkInPlaceOfLockIsNotFollowed(t *testing.T) {
	dir, target := t.TempDir(), filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.WriteFile(target, []byte("precious"), 0o600), os.Symlink(target, filepath.Join(dir, "lock"))); err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Acquire(t.Context(), dir, lock.Crawl); err == nil || !strings.Contains(err.Error(), "symbolic link, which is not followed") {
		t.Errorf("Acquire() = %v", err)
	}
	if _, _, err := lock.HolderOf(t.Context(), dir); err == nil {
		t.Error("HolderOf() followed the link")
	}
	if text, err := os.ReadFile(target); err != nil || string(text) != "precious" {
		t.Errorf("the target is %q, %v", text, err)
	}
}

func TestLockIsHeldByOneUntilItIsReleased(t *testing.T) {
	dir := t.TempDir()
	first, err := lock.Acquire(t.Context(), dir, lock.Crawl)
	if err != nil {
		t.Fatal(err)
	}
	by, held, err := lock.HolderOf(t.Context(), dir)
	if err != nil || !held || by.PID != os.Getpid() || by.Purpose != lock.Crawl {
		t.Errorf("HolderOf() of a locked folder = %+v, %t, %v", by, held, err)
	}
	var inUse *lock.InUseError
	if _, err := lock.Acquire(t.Context(), dir, lock.Removal); !errors.As(err, &inUse) || inUse.Holder != by || inUse.Dir != dir {
		t.Errorf("Acquire() of a locked folder: %v; want an InUseError of %+v", err, by)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := lock.AcquireToRead(ctx, dir, lock.Access); !errors.As(err, &inUse) || !errors.Is(err, context.Canceled) {
		t.Errorf("AcquireToRead() of a locked folder with a cancelled context: %v", err)
	}
	if err := first.Release(); err != nil {
		t.Error(err)
	}
	if by, held, err := lock.HolderOf(t.Context(), dir); err != nil || held {
		t.Errorf("HolderOf() of a folder that was released = %+v, %t, %v", by, held, err)
	}
	second, err := lock.Acquire(t.Context(), dir, lock.Removal)
	if err != nil {
		t.Fatalf("Acquire() after Release(): %v", err)
	}
	if err := second.Release(); err != nil {
		t.Error(err)
	}
}

func TestLockThatCannotBeReadIsNotFree(t *testing.T) {
	dir := t.TempDir()
	if _, held, err := lock.HolderOf(t.Context(), dir); err != nil || held {
		t.Errorf("HolderOf() of a folder that was never locked: %t, %v", held, err)
	}
	if err := os.Symlink("lock", filepath.Join(dir, "lock")); err != nil { // an error that root meets, too
		t.Fatal(err)
	}
	if _, held, err := lock.HolderOf(t.Context(), dir); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("HolderOf() of a lock that cannot be opened: %t, %v; want the error", held, err)
	}
}

func TestCrawlAsksExaminationForLock(t *testing.T) {
	dir := t.TempDir()
	examination, err := lock.Acquire(t.Context(), dir, lock.Examination)
	if err != nil {
		t.Fatal(err)
	}
	examining, stop := lock.UntilRequested(t.Context(), dir)
	defer stop()
	released := make(chan error, 1)
	go func() {
		<-examining.Done()
		released <- examination.Release()
	}()
	crawl, err := lock.Acquire(t.Context(), dir, lock.Crawl)
	if err != nil {
		t.Fatalf("Acquire() for a crawl during an examination: %v", err)
	}
	if err := errors.Join(<-released, crawl.Release()); err != nil {
		t.Error(err)
	}
	if cause := context.Cause(examining); !errors.Is(cause, lock.ErrRequested) {
		t.Errorf("cause of the end of the examination: %v; want ErrRequested", cause)
	}
}

// lockAsReader locks a library as a process does that may not write into the file of the lock, whose lines are of an earlier crawl.
func lockAsReader(t *testing.T, dir string) *os.File {
	t.Helper()
	path := filepath.Join(dir, "lock")
	if err := os.WriteFile(path, []byte("7\ncrawl\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := system.TryLockShared(f); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestReaderIsNotTakenForEarlierHolder(t *testing.T) {
	dir := t.TempDir()
	lockAsReader(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var inUse *lock.InUseError
	if _, err := lock.Acquire(ctx, dir, lock.Removal); !errors.As(err, &inUse) || inUse.Holder != (lock.Holder{Purpose: lock.Reading}) {
		t.Errorf("Acquire() of a folder that a reader has locked: %v; want an InUseError of a reader", err)
	}
}

func TestCrawlAsksReaderForLock(t *testing.T) {
	dir := t.TempDir()
	reader := lockAsReader(t, dir)
	examining, stop := lock.UntilRequested(t.Context(), dir)
	defer stop()
	released := make(chan error, 1)
	go func() {
		<-examining.Done()
		released <- reader.Close()
	}()
	crawl, err := lock.Acquire(t.Context(), dir, lock.Crawl)
	if err != nil {
		t.Fatalf("Acquire() for a crawl while a reader examines: %v", err)
	}
	if err := errors.Join(<-released, crawl.Release()); err != nil {
		t.Error(err)
	}
}

func TestLockIsWaitedForWhileReadersHoldIt(t *testing.T) {
	dir := t.TempDir()
	reader := lockAsReader(t, dir)
	go func() {
		time.Sleep(700 * time.Millisecond) // longer than a crawl is waited for
		reader.Close()
	}()
	removal, err := lock.Acquire(t.Context(), dir, lock.Removal)
	if err != nil {
		t.Fatal(err)
	}
	if err := removal.Release(); err != nil {
		t.Error(err)
	}
}

func TestLockThatCannotBeOpenedNamesTheLibrary(t *testing.T) {
	dir := t.TempDir() + "/none"
	_, err := lock.Acquire(t.Context(), dir, lock.Crawl)
	if !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "open lock of library "+dir+": ") {
		t.Errorf("Acquire() in a folder that does not exist: %v", err)
	}
}

func TestSharedLockExcludesRemovalOnly(t *testing.T) {
	dir := t.TempDir()
	acquire := func(purpose lock.Purpose) (*lock.Lock, error) {
		if purpose == lock.Change {
			return lock.AcquireShared(t.Context(), dir)
		}
		return lock.Acquire(t.Context(), dir, purpose)
	}
	for _, test := range []struct {
		held, wanted lock.Purpose
		ok           bool
	}{
		{lock.Change, lock.Change, true},
		{lock.Change, lock.Crawl, true},
		{lock.Crawl, lock.Change, true},
		{lock.Change, lock.Removal, false},
		{lock.Removal, lock.Change, false},
	} {
		first, err := acquire(test.held)
		if err != nil {
			t.Fatal(err)
		}
		second, err := acquire(test.wanted)
		if used, is := errors.AsType[*lock.InUseError](err); err == nil != test.ok || is && used.Purpose != test.held {
			t.Errorf("%s while %s: %v", test.wanted, test.held, err)
		}
		if second != nil {
			err = second.Release()
		} else {
			err = nil
		}
		if err := errors.Join(err, first.Release()); err != nil {
			t.Fatal(err)
		}
	}
	all, err := acquire(lock.Removal)
	if err != nil {
		t.Fatalf("after all were released: %v", err)
	}
	if err := all.Release(); err != nil {
		t.Fatal(err)
	}
}
