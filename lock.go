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

// lockName is the file that a crawl holds locked, with its process id inside and what it does.
// The lock ends with the process, however that ends; the file stays.
const lockName = "lock"

// What holds the lock.
const (
	crawling   = "crawl"
	rebuilding = "rebuild"
)

// RunningError refuses a second crawl on one folder.
type RunningError struct {
	Dir     string
	PID     int  // of the crawl that runs
	Rebuild bool // it is no crawl, but a rebuild
}

func (e *RunningError) Error() string {
	if e.Rebuild {
		return fmt.Sprintf("a rebuild (pid %d) runs on %s; wait for its end", e.PID, e.Dir)
	}
	return fmt.Sprintf("a crawl (pid %d) already runs on this folder; see it with `sluice status -d %s`", e.PID, e.Dir)
}

// lock keeps other crawls off the folder until the file is closed.
func lock(dir string) (*os.File, error) { return lockFor(dir, crawling) }

// lockFor is lock that says what for.
func lockFor(dir, what string) (*os.File, error) {
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
		pid, doing := holder(f)
		refusal := &RunningError{Dir: dir, PID: pid, Rebuild: doing == rebuilding}
		f.Close()
		return nil, refusal
	}
	if err == nil {
		err = writeHolder(f, what)
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", dir, err)
	}
	return f, nil
}

func writeHolder(f *os.File, what string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(io.NewOffsetWriter(f, 0), "%d\n%s\n", os.Getpid(), what)
	return err
}

// holder gives the process that holds the lock and what it does; 0 if it has not said yet.
func holder(f *os.File) (pid int, what string) {
	text, _ := io.ReadAll(io.LimitReader(f, 64))
	first, rest, _ := strings.Cut(string(text), "\n")
	pid, _ = strconv.Atoi(strings.TrimSpace(first))
	return pid, strings.TrimSpace(rest)
}

// running gives the process that holds the folder, and what it does; nil when none does.
func running(dir string) *RunningError {
	f, err := os.Open(filepath.Join(dir, lockName))
	if err != nil {
		return nil
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if !errors.Is(err, syscall.EWOULDBLOCK) {
		return nil
	}
	pid, what := holder(f)
	return &RunningError{Dir: dir, PID: pid, Rebuild: what == rebuilding}
}
