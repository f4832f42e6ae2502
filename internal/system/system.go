// Package system contains what differs between operating systems and the stores need: locks of files, temporary files without a name, folders
// made durable, room on disk, permissions, and the limits of open files and memory.
//
// It has one file for each kind of system. What a system does not have returns an error that [errors.Is] finds to be
// [errors.ErrUnsupported].
package system

import (
	"errors"
	"os"
)

// ErrLocked is the error of a lock that another open file holds, of this process or of another one.
var ErrLocked = errors.New("locked by another process")

// Lock locks a file for this open file alone, and waits until it is free. The lock is advisory: others may read and write the file. It ends
// when the file is closed, or with the process.
func Lock(f *os.File) error { return lock(f, exclusive) }

// TryLock is [Lock] without waiting: its error is [ErrLocked] if another open file holds the lock.
func TryLock(f *os.File) error { return lock(f, exclusive|noWait) }

// TryLockShared is [TryLock] for a lock that several may hold together. The file may be open for reading only.
func TryLockShared(f *os.File) error { return lock(f, noWait) }

// NoFollow is the flag of [os.OpenFile] that makes the opening of a symbolic link fail. It is 0 on a system that has none.
const NoFollow = noFollow

// IsLink reports whether an error is of opening a symbolic link with [NoFollow].
func IsLink(err error) bool { return isLink(err) }

// ErrFileType is the error of a pipe, a socket or a device in place of a file.
var ErrFileType = errors.New("it is a pipe, a socket or a device in place of a file (delete it, and restore the file from a backup)")

// CheckFileType returns [ErrFileType] if path is neither a regular file nor a folder, without opening it: the opening of a pipe may wait for
// ever, that of a device may do anything. Links are followed. A path that cannot be looked up is no error: whoever opens it meets that again.
func CheckFileType(path string) error {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() || info.IsDir() {
		return nil
	}
	return &os.PathError{Op: "open", Path: path, Err: ErrFileType}
}

// OpenRegular is [os.Open] after [CheckFileType].
func OpenRegular(path string) (*os.File, error) {
	if err := CheckFileType(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// ReadRegular is [os.ReadFile] after [CheckFileType].
func ReadRegular(path string) ([]byte, error) {
	if err := CheckFileType(path); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// IsTrusted reports whether a file or folder belongs to this user or to the administrator, and true on a system that cannot say. info is what
// [os.Stat] or [os.Lstat] returned.
func IsTrusted(info os.FileInfo) bool { return isTrusted(info) }

// OwnerOf returns the name of the owner of a file or folder, or the number of an owner without a name; empty on a system that cannot say.
func OwnerOf(info os.FileInfo) string { return ownerOf(info) }

// SetOwner gives a file the owner and group of another one. The error is that of setting the group: whoever may set the group of a file may not always
// set its owner, which then stays.
func SetOwner(f *os.File, of os.FileInfo) error { return setOwner(f, of) }

// LockHolder returns the process that holds the lock of a file, and false if the system does not say.
func LockHolder(f *os.File) (pid int, ok bool) { return lockHolder(f) }

// IsAlive reports whether a process with that number exists, of whatever user, and true on a system that cannot say.
func IsAlive(pid int) bool { return pid > 0 && isAlive(pid) }

// lockMode says how a file is locked.
type lockMode int

const (
	exclusive lockMode = 1 << iota
	noWait
)

// Room is what is free on the disk of a folder.
type Room struct {
	Bytes     int64
	Inodes    int64 // small files, too, need one each
	HasInodes bool  // whether the file system has a fixed number of them
}

// FreeRoom returns what is free for this user on the disk of a folder.
func FreeRoom(dir string) (Room, error) { return freeRoom(dir) }

// IsFull reports whether an error is of a full disk or of an exhausted quota.
func IsFull(err error) bool { return isFull(err) }

// IsOutOfFiles reports whether an error is of a limit of open files, that of the process or that of the system. It may pass soon.
func IsOutOfFiles(err error) bool { return isOutOfFiles(err) }

// CheckReadable returns the system's error if this user may not list a folder.
func CheckReadable(dir string) error { return checkReadable(dir) }

// CheckWritable returns the system's error if this user may not make files in a folder. It changes nothing.
func CheckWritable(dir string) error { return checkWritable(dir) }

// OpenFileLimit returns how many files the process may have open at a time.
func OpenFileLimit() (uint64, error) { return openFileLimit() }

// SyncFolder makes the names in a folder durable: a rename alone may be lost in a crash.
func SyncFolder(dir string) error { return syncFolder(dir) }

// SyncFile makes the content of a file durable that another process may have written. The file may be one that this user cannot write to, and
// on a medium that is only read.
func SyncFile(path string) error { return syncFile(path) }

// CreateUnnamed makes a temporary file in a folder (empty: the system's), which vanishes when it is closed and when the process ends. The
// pattern is that of [os.CreateTemp].
func CreateUnnamed(dir, pattern string) (*os.File, error) { return createUnnamed(dir, pattern) }

// The errors of a connection, by their numbers on this system. [errors.Is] finds them in errors of package net.
var (
	ErrConnRefused        error = connRefused
	ErrConnReset          error = connReset
	ErrHostUnreachable    error = hostUnreachable
	ErrNetUnreachable     error = netUnreachable
	ErrAddressUnavailable error = addressUnavailable
	ErrAddressInUse       error = addressInUse
)
