package catalogue

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sluice/internal/system"
)

// The causes of failures that a user can do something about. Each message says what; every
// error of this package also names the file.
var (
	ErrCorrupt    = errors.New("the file is damaged")
	ErrFull       = errors.New("the disk is full (make room, then run the same command again: it continues where it stopped)")
	ErrDisk       = errors.New("the disk reports an error (check its health, your quota, and the limit of file sizes, ulimit -f; then run the same command again)")
	ErrReadOnly   = errors.New("the file cannot be written (check the permissions of the folder and of the file)")
	ErrUnreadable = errors.New("the file cannot be read (check the permissions of the folder and of the file)")
	ErrBusy       = errors.New("another process writes to it (wait until it ends, or stop it)")
	ErrNewer      = errors.New("it was made by a newer version of sluice (use that version)")
	ErrBlank      = errors.New("nothing has been written to it yet")
	ErrOlder      = errors.New("it was made by an older version of sluice (any command that writes, such as crawl, upgrades it)")
	ErrForeign    = errors.New("the file is a database of another program (choose another folder)")
)

// ofFile adds to an error of making the file what the user can do about it.
func ofFile(err error) error {
	switch {
	case system.IsFull(err):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w: %w", ErrDisk, err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

// kindOf returns the cause that an error of SQLite stands for; nil if there is no advice.
func kindOf(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		if errors.Is(err, fs.ErrPermission) {
			return ErrUnreadable
		}
		return nil
	}
	switch e.Code() {
	case sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS:
		return ErrCorrupt
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_IOERR:
		return ErrDisk
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return ErrCorrupt
	case sqlite3.SQLITE_FULL:
		return ErrFull
	case sqlite3.SQLITE_READONLY:
		return ErrReadOnly
	case sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN:
		return ErrUnreadable
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return ErrBusy
	}
	return nil
}
