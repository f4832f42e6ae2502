// Package lock locks the folder of a library for one process.
//
// [Acquire] the lock before changing the frontier or beginning a crawl, and [Lock.Release] it afterwards. [AcquireToRead] does the same for
// a user who may not write into the folder. [HolderOf] returns who holds it.
//
// The lock is an advisory lock of the system (flock, on Windows LockFileEx) on the file "lock" in the folder, so it ends with the process that holds it, however that ends. The
// file itself stays. Its lines are for other processes to read:
//
//	the process id of the holder
//	its purpose: crawl, rebuild, doctor, remove or look
//	wanted       written by a crawl or a rebuild that waits for an examination to release the lock
//
// A process that may not write into the file holds the lock together with others of its kind. The first two lines are then those of an
// earlier holder.
//
// Commands that change documents beside a crawl do not need that lock. A removal excludes them too: it must not delete a file that another
// process has stored and not yet filed. They hold a second lock together, by [AcquireShared], which a removal acquires alone. Its file is
// documents/tmp/lock, which has no lines.
package lock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"sluice/internal/permission"
	"sluice/internal/shell"
	"sluice/internal/system"
)

const fileName = "lock"

// Purpose is what the holder of a lock does with the library. It is written into the lock's file.
type Purpose string

// The purposes.
const (
	Crawl       Purpose = "crawl"
	Rebuild     Purpose = "rebuild"
	Examination Purpose = "doctor"
	Removal     Purpose = "remove"
	Relearning  Purpose = "relearn"
	Access      Purpose = "look" // a short one: to read the frontier, or to finish an interrupted rebuild

	// Reading is the purpose of processes that hold the lock together, since they may not write into the folder. The file does not name them.
	Reading Purpose = "read"
	// Change is the purpose of processes that hold the lock of [AcquireShared] together.
	Change Purpose = "change"
)

// requested is the line by which another process asks the holder to release the lock.
const requested = "wanted"

// How long to wait for the lock, by the purpose of its holder.
const (
	waitForWork = 500 * time.Millisecond // a crawl lasts for hours, unless it is already stopping
	waitForRead = 5 * time.Second
	pollEvery   = 20 * time.Millisecond
)

// ErrInUse is the error of locking a library that another process uses. An [InUseError] says which.
var ErrInUse = errors.New("library in use")

// An InUseError reports that another process holds the lock of a library.
type InUseError struct {
	Dir    string
	Holder // as the file of the lock names it

	// IsOther reports that the process in the file does not hold the lock: another does, perhaps no command of Sluice, and has written nothing.
	IsOther bool
	Other   int // that process, 0 if the system does not say
}

// Holder is the process that holds a lock.
type Holder struct {
	PID     int // 0 while the holder has not written it yet, and for readers
	Purpose Purpose
}

// Is reports whether target is [ErrInUse].
func (e *InUseError) Is(target error) bool { return target == ErrInUse }

func (e *InUseError) Error() string {
	dir := shell.Quote(e.Dir)
	switch {
	case e.Purpose == Change:
		holder := ""
		if e.PID > 0 {
			holder = fmt.Sprintf(" (pid %d)", e.PID)
		}
		return fmt.Sprintf("lock library %s: in use by a command that changes its documents%s, such as `sluice add` or `sluice convert`; wait until it has finished", e.Dir, holder)
	case e.Purpose == Reading:
		return fmt.Sprintf("lock library %s: in use by a command of a user who may only read it; wait until it has finished", e.Dir)
	case e.Other > 0:
		return fmt.Sprintf("lock library %s: in use by another process (pid %d); wait until it has finished, or end it", e.Dir, e.Other)
	case e.IsOther, e.PID == 0:
		return fmt.Sprintf("lock library %s: in use by another process (`fuser %s` may name it); try again in a moment", e.Dir, shell.Quote(filepath.Join(e.Dir, fileName)))
	}
	switch e.Purpose {
	case Rebuild:
		return fmt.Sprintf("lock library %s: in use by a rebuild (pid %d); wait until it has finished", e.Dir, e.PID)
	case Examination:
		return fmt.Sprintf("lock library %s: in use by `sluice doctor` (pid %d); wait until it has finished", e.Dir, e.PID)
	case Relearning:
		return fmt.Sprintf("lock library %s: in use by `sluice relearn` (pid %d); wait until it has finished", e.Dir, e.PID)
	case Removal:
		return fmt.Sprintf("lock library %s: in use by `sluice remove` (pid %d); wait until it has finished", e.Dir, e.PID)
	case Access:
		return fmt.Sprintf("lock library %s: in use by another command (pid %d); try again in a moment", e.Dir, e.PID)
	}
	return fmt.Sprintf("lock library %s: in use by a crawl (pid %d); see `sluice status -d %s`, stop it with `sluice stop -d %[3]s`", e.Dir, e.PID, dir)
}

// A Lock is held until it is released.
type Lock struct {
	file   *os.File // nil: this lock cannot be held
	shared *os.File // of a removal: the file of AcquireShared
}

// Acquire locks a library. If another process holds the lock, it waits for a moment, and the error is an [*InUseError] then.
// An examination is asked to release the lock for a crawl or a rebuild. A removal excludes the holders of [AcquireShared] as well.
func Acquire(ctx context.Context, dir string, purpose Purpose) (*Lock, error) {
	f, err := permission.Library(dir).OpenLock(filepath.Join(dir, fileName))
	if err != nil {
		return nil, openError(dir, err)
	}
	if err := wait(ctx, f, purpose); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	l := &Lock{file: f}
	if purpose == Removal {
		if l.shared, err = acquireDocuments(ctx, dir, Removal); err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	return l, nil
}

// openToRead opens the file of a lock. It follows no symbolic link.
func openToRead(path string) (*os.File, error) {
	if err := system.CheckFileType(path); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDONLY|system.NoFollow, 0)
}

func openError(dir string, err error) error {
	if p, ok := errors.AsType[*fs.PathError](err); ok {
		err = p.Err // its path is in dir
	}
	if system.IsLink(err) {
		return fmt.Errorf("open lock of library %s: it is a symbolic link, which is not followed (delete it): %w", dir, err)
	}
	return fmt.Errorf("open lock of library %s: %w", dir, err)
}

// wait locks f as soon as it is free, within the time that its holder's purpose allows.
func wait(ctx context.Context, f *os.File, purpose Purpose) error {
	for begun := time.Now(); ; {
		err := system.TryLock(f)
		if err == nil {
			return writeHolder(f, purpose)
		}
		if !errors.Is(err, system.ErrLocked) {
			return fmt.Errorf("lock library %s: %w", filepath.Dir(f.Name()), err)
		}
		by, err := user(f)
		if err != nil {
			return err
		}
		limit := waitForWork
		if by.Purpose == Examination || by.Purpose == Access || by.Purpose == Reading {
			limit = waitForRead
		}
		if time.Since(begun) > limit {
			return by
		}
		mayExamine := by.Purpose == Examination || by.Purpose == Reading
		if mayExamine && (purpose == Crawl || purpose == Rebuild) && !isRequested(f) {
			if err := appendLine(f, requested); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return errors.Join(by, ctx.Err())
		case <-time.After(pollEvery):
		}
	}
}

// AcquireToRead is [Acquire] for a caller that changes nothing and may have no permission to write into the folder. Such a caller holds the
// lock together with others of its kind. A lock that it may not read counts as none.
func AcquireToRead(ctx context.Context, dir string, purpose Purpose) (*Lock, error) {
	l, err := Acquire(ctx, dir, purpose)
	if err == nil || !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS) {
		return l, err
	}
	f, err := openToRead(filepath.Join(dir, fileName))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission):
		// A copy without the file, on a medium that cannot be written to; or a lock that this user cannot see held.
		return new(Lock), nil
	case err != nil:
		return nil, openError(dir, err)
	}
	switch err := system.TryLockShared(f); {
	case errors.Is(err, system.ErrLocked):
		return nil, errors.Join(holder(f), f.Close())
	case err != nil:
		return nil, errors.Join(fmt.Errorf("lock library %s: %w", dir, err), f.Close())
	}
	return &Lock{file: f}, nil
}

// Release frees the lock. It is called once.
func (l *Lock) Release() error {
	if l.file == nil {
		return nil
	}
	err := l.file.Close()
	if l.shared != nil {
		err = errors.Join(err, l.shared.Close())
	}
	return err
}

// user returns who keeps f from being locked: the holder that its lines name, or readers.
func user(f *os.File) (*InUseError, error) {
	other, err := openToRead(f.Name()) // a shared lock of f itself would keep others from the lock
	if err != nil {
		return nil, openError(filepath.Dir(f.Name()), err)
	}
	err = system.TryLockShared(other)
	if closing := other.Close(); closing != nil {
		return nil, closing
	}
	by := holder(f)
	switch {
	case err == nil:
		by.Holder = Holder{Purpose: Reading}
	case !errors.Is(err, system.ErrLocked):
		return nil, fmt.Errorf("lock library %s: %w", by.Dir, err)
	}
	return by, nil
}

// HolderOf returns the process that holds the lock of a library alone, and false when none does. The error is that of a lock that is there and
// cannot be read, so that it is not known whether a process holds it.
func HolderOf(ctx context.Context, dir string) (h Holder, held bool, err error) {
	if err := context.Cause(ctx); err != nil {
		return h, false, err
	}
	f, err := openToRead(filepath.Join(dir, fileName))
	if errors.Is(err, fs.ErrNotExist) {
		return h, false, nil
	}
	if err != nil {
		return h, false, openError(dir, err)
	}
	defer f.Close()
	switch err := system.TryLockShared(f); {
	case errors.Is(err, system.ErrLocked):
		return holder(f).Holder, true, nil
	case err != nil:
		return h, false, fmt.Errorf("lock library %s: %w", dir, err)
	}
	return h, false, nil
}

// ErrRequested is the cause of the end of a context of [UntilRequested].
var ErrRequested = errors.New("a crawl or a rebuild waits for the lock")

// UntilRequested returns a context that ends when another process asks the caller, who holds the lock of the library, to release it. The
// caller calls stop when it no longer needs the context.
func UntilRequested(ctx context.Context, dir string) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	check := func() {
		f, err := openToRead(filepath.Join(dir, fileName))
		if err != nil {
			return
		}
		defer f.Close()
		if isRequested(f) {
			cancel(ErrRequested)
		}
	}
	check()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for tick := time.Tick(pollEvery); ; check() {
			select {
			case <-ctx.Done():
				return
			case <-tick:
			}
		}
	}()
	return ctx, func() { cancel(nil); <-ended }
}

func writeHolder(f *os.File, purpose Purpose) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := fmt.Fprintf(io.NewOffsetWriter(f, 0), "%d\n%s\n", os.Getpid(), purpose)
	return err
}

func appendLine(f *os.File, line string) error {
	_, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.WriteString(line + "\n")
	}
	return err
}

// holder returns who holds the lock of f. The file may name an earlier holder: between the lock and the lines of its holder is a moment, and
// programs that are not of Sluice write none.
func holder(f *os.File) *InUseError {
	lines := lines(f)
	pid, _ := strconv.Atoi(lines[0])
	by := &InUseError{Dir: filepath.Dir(f.Name()), Holder: Holder{PID: pid, Purpose: cmp.Or(Purpose(lines[1]), Crawl)}}
	if is, known := system.LockHolder(f); known && is != pid {
		by.IsOther, by.Other = true, is
	} else if !known {
		by.IsOther = !system.IsAlive(pid)
	}
	return by
}

func isRequested(f *os.File) bool { return slices.Contains(lines(f), requested) }

// lines returns the lines of a lock's file, three at least.
func lines(f *os.File) []string {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, 64)) // a file that cannot be read says as little as an empty one
	return append(strings.Split(string(text), "\n"), "", "", "")
}
