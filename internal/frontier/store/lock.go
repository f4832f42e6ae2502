package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// errHeldHere says that this process has locked the folder already.
var errHeldHere = errors.New("locked by this process")

// lockingFS is the file system of a store. It changes locking in two ways: a lock that this process holds already fails
// with [errHeldHere], and for a reader a lock that it may not write is no obstacle.
type lockingFS struct {
	vfs.FS
	readOnly bool
}

// Lock implements [vfs.FS].
func (l lockingFS) Lock(name string) (io.Closer, error) {
	locked, err := l.FS.Lock(name)
	var refused syscall.Errno
	switch {
	case err == nil:
		return locked, nil
	case l.readOnly && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)):
		return unlocked{}, nil // a process without write access needs no lock here; the caller holds that of the library
	case !errors.As(err, &refused):
		// Every refusal by the system bears its error number. Pebble's own refusal bears none, and has no type:
		// a process can lock a file that it has locked before, so Pebble keeps a list of its own.
		return nil, fmt.Errorf("%w: %w", errHeldHere, err)
	}
	return nil, err
}

// Unwrap implements [vfs.FS]: Pebble looks below for the file system of the disk.
func (l lockingFS) Unwrap() vfs.FS { return l.FS }

// unlocked is the lock of a reader that may not write the lock file.
type unlocked struct{}

// Close implements [io.Closer]. There is nothing to unlock.
func (unlocked) Close() error { return nil }
