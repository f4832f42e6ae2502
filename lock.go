package sluice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sluice/internal/shell"
)

// lockName is the file that the process which has the folder alone holds locked, with its id inside and what it
// does. The lock ends with the process, however that ends; the file stays.
const lockName = "lock"

// What the holder of the lock does.
const (
	crawling   = "crawl"
	rebuilding = "rebuild"
	examining  = "doctor"
	removing   = "remove"
	looking    = "look" // into the frontier, or it ends a rebuild that was cut off
)

// wanted is written behind them by a crawl or a rebuild that waits: the doctor then lets go.
const wanted = "wanted"

// How long to wait for the lock, by what its holder does.
const (
	waitForWork = 500 * time.Millisecond // a crawl does not end soon, but one that is told to stop may just do so
	waitForLook = 5 * time.Second
	askEvery    = 20 * time.Millisecond
)

// A RunningError tells who has the folder alone.
type RunningError struct {
	Dir   string
	PID   int
	Doing string // "crawl", "rebuild", "doctor", or "look", which takes an instant
}

func (e *RunningError) Error() string {
	switch e.Doing {
	case rebuilding:
		return fmt.Sprintf("a rebuild (pid %d) runs on %s; wait for its end", e.PID, e.Dir)
	case examining:
		return fmt.Sprintf("`sluice doctor` (pid %d) examines %s; wait for its end", e.PID, e.Dir)
	case removing:
		return fmt.Sprintf("`sluice remove` (pid %d) takes something out of %s; wait for its end", e.PID, e.Dir)
	case looking:
		return fmt.Sprintf("another command (pid %d) looks into %s; wait for its end", e.PID, e.Dir)
	}
	return fmt.Sprintf("a crawl (pid %d) already runs on this folder; see it with `sluice status -d %s`", e.PID, shell.Quote(e.Dir))
}

// lock has the folder for oneself, to do what is said, until the file is closed.
func lock(dir, what string) (*os.File, error) {
	f, err := os.OpenFile(filepath.Join(dir, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("a crawl needs to write into %s: %w", dir, err)
	}
	if err := waitFor(f, what); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// waitFor takes the lock as soon as it is free, if that is soon.
func waitFor(f *os.File, what string) error {
	for begun := time.Now(); ; time.Sleep(askEvery) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return writeHolder(f, what)
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return fmt.Errorf("lock %s: %w", f.Name(), err)
		}
		by, patience := holder(f), waitForWork
		if by.Doing == examining || by.Doing == looking {
			patience = waitForLook
		}
		if time.Since(begun) > patience {
			return by
		}
		if by.Doing == examining && (what == crawling || what == rebuilding) && !isWanted(f) {
			if err := appendLine(f, wanted); err != nil {
				return err
			}
		}
	}
}

func writeHolder(f *os.File, what string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(io.NewOffsetWriter(f, 0), "%d\n%s\n", os.Getpid(), what)
	return err
}

func appendLine(f *os.File, line string) error {
	_, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.WriteString(line + "\n")
	}
	return err
}

// lines gives what the file of a lock says: the process, what it does, and perhaps that the lock is wanted.
func lines(f *os.File) []string {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, 64))
	return append(strings.Split(string(text), "\n"), "", "", "")
}

// holder gives who holds the lock, with process 0 if that has not been said yet.
func holder(f *os.File) *RunningError {
	said := lines(f)
	pid, _ := strconv.Atoi(said[0])
	return &RunningError{Dir: filepath.Dir(f.Name()), PID: pid, Doing: cmp.Or(said[1], crawling)}
}

func isWanted(f *os.File) bool { return slices.Contains(lines(f), wanted) }

// running gives who holds the folder; nil when nobody does.
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
	return holder(f)
}

// lockToLook is [lock] for who changes nothing, and may not be allowed to.
func lockToLook(dir, what string) (unlock func() error, err error) {
	f, err := lock(dir, what)
	if err == nil {
		return f.Close, nil
	}
	if !errors.Is(err, os.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return nil, err
	}
	f, err = os.Open(filepath.Join(dir, lockName))
	switch {
	case errors.Is(err, os.ErrNotExist): // a copy without it, where nobody can crawl
		return func() error { return nil }, nil
	case err != nil:
		return nil, err
	}
	switch err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil, errors.Join(holder(f), f.Close())
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock %s: %w", f.Name(), err), f.Close())
	}
	return f.Close, nil
}

// errWanted ends what holds the lock while a crawl waits for it.
var errWanted = errors.New("a crawl waits to begin")

// untilWanted gives a context that ends when somebody wants the lock that the caller holds.
func untilWanted(ctx context.Context, dir string) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	look := func() {
		f, err := os.Open(filepath.Join(dir, lockName))
		if err != nil {
			return
		}
		defer f.Close()
		if isWanted(f) {
			cancel(errWanted)
		}
	}
	look()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.Tick(askEvery); ; look() {
			select {
			case <-ctx.Done():
				return
			case <-tick:
			}
		}
	}()
	return ctx, func() { cancel(nil); <-ended }
}
