package sluice

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// lockName is the file that a crawl holds locked, with its process id inside.
// The lock ends with the process, however that ends; the file stays.
const lockName = "lock"

// RunningError refuses a second crawl on one folder.
type RunningError struct {
	Dir string
	PID int // of the crawl that runs
}

func (e *RunningError) Error() string {
	return fmt.Sprintf("a crawl (pid %d) already runs on this folder; see it with `sluice status -d %s`", e.PID, e.Dir)
}

// lock keeps other crawls off the folder until the file is closed.
func lock(dir string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("a crawl needs to write into %s: %w", dir, err)
	}
	// A command that looks into the frontier holds the lock for an instant.
	for range 25 {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		refusal := &RunningError{Dir: dir, PID: holder(f)}
		f.Close()
		return nil, refusal
	}
	if err == nil {
		err = writePID(f)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return f, nil
}

func writePID(f *os.File) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// holder gives the process that holds the lock, 0 if it has not said yet.
func holder(f *os.File) int {
	text, _ := io.ReadAll(io.LimitReader(f, 32))
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return pid
}

// running gives the process whose crawl runs on the folder; false when none does.
func running(dir string) (pid int, ok bool) {
	f, err := os.Open(filepath.Join(dir, lockName))
	if err != nil {
		return 0, false
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return holder(f), errors.Is(err, syscall.EWOULDBLOCK)
}
