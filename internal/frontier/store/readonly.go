package store

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"github.com/cockroachdb/pebble/v2/vfs"
)

// leniently is a file system on which a lock that may not be written is none: who may not write looks on, under
// whatever lock the caller holds.
type leniently struct{ vfs.FS }

// Lock implements [vfs.FS].
func (l leniently) Lock(name string) (io.Closer, error) {
	locked, err := l.FS.Lock(name)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return unlocked{}, nil
	}
	return locked, err
}

// unlocked stands for a lock that could not be taken.
type unlocked struct{}

func (unlocked) Close() error { return nil }
