package system

import (
	"errors"
	"fmt"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

const (
	connRefused        = windows.WSAECONNREFUSED
	connReset          = windows.WSAECONNRESET
	hostUnreachable    = windows.WSAEHOSTUNREACH
	netUnreachable     = windows.WSAENETUNREACH
	addressUnavailable = windows.WSAEADDRNOTAVAIL
	addressInUse       = windows.WSAEADDRINUSE
)

const noFollow = 0 // no link can be made without the rights of an administrator

// lockOffset is the place of the byte that a lock covers: far beyond the content, because on Windows no other process can read locked bytes.
const lockOffset = 1 << 30

func lock(f *os.File, m lockMode) error {
	var flags uint32
	if m&exclusive != 0 {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	if m&noWait != 0 {
		flags |= windows.LOCKFILE_FAIL_IMMEDIATELY
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockOffset})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrLocked
	}
	return err
}

func isAlive(int) bool { return true }

// isTrusted trusts all: the permissions of Windows are no part of what it tells about a file.
func isTrusted(os.FileInfo) bool { return true }

func ownerOf(os.FileInfo) string { return "" }

// setOwner does nothing: a new file gets the permissions of its folder.
func setOwner(*os.File, os.FileInfo) error { return nil }

func freeRoom(dir string) (Room, error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return Room{}, err
	}
	var free uint64
	if err := windows.GetDiskFreeSpaceEx(name, &free, nil, nil); err != nil {
		return Room{}, &os.PathError{Op: "GetDiskFreeSpaceEx", Path: dir, Err: err}
	}
	return Room{Bytes: int64(min(free, math.MaxInt64))}, nil
}

func isLink(error) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) ||
		errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

func isOutOfFiles(err error) bool {
	return errors.Is(err, windows.ERROR_TOO_MANY_OPEN_FILES) || errors.Is(err, windows.WSAEMFILE)
}

func checkReadable(dir string) error { return access(dir, windows.FILE_LIST_DIRECTORY) }

func checkWritable(dir string) error { return access(dir, windows.FILE_WRITE_DATA) }

// access opens a folder with the rights and closes it again. Windows has no other check that considers all that decides.
func access(dir string, rights uint32) error {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return err
	}
	const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	h, err := windows.CreateFile(name, rights, share, nil, windows.OPEN_EXISTING, windows.FILE_FLAG_BACKUP_SEMANTICS, 0)
	if err != nil {
		return err
	}
	return windows.CloseHandle(h)
}

func openFileLimit() (uint64, error) {
	return math.MaxUint64, fmt.Errorf("limit of open files: %w", errors.ErrUnsupported)
}

// dataLimit returns no limit: that of a job object ends the process, and is not looked for.
func dataLimit() int64 { return math.MaxInt64 }

// syncFolder does nothing: NTFS keeps a journal of names, and a folder cannot be flushed without the rights of an administrator.
func syncFolder(string) error { return nil }

// syncFile does nothing with a file that this user may not write to: Windows flushes only files that are open for writing.
func syncFile(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, os.ErrPermission) || errors.Is(err, windows.ERROR_WRITE_PROTECT) {
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// createUnnamed makes a file that the system removes when its last handle is closed: until then it has a name.
func createUnnamed(dir, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	name := f.Name()
	if err := f.Close(); err != nil {
		return nil, errors.Join(err, os.Remove(name))
	}
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, errors.Join(err, os.Remove(name))
	}
	h, err := windows.CreateFile(path, windows.GENERIC_READ|windows.GENERIC_WRITE|windows.DELETE, windows.FILE_SHARE_DELETE, nil,
		windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_TEMPORARY|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
	if err != nil {
		return nil, errors.Join(&os.PathError{Op: "open", Path: name, Err: err}, os.Remove(name))
	}
	return os.NewFile(uintptr(h), name), nil
}
