package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/permission"
)

// disk is the file system of a store in the folder of a library. It makes files and folders with the permissions of the library; Pebble
// would let everybody read them.
type disk struct {
	vfs.FS
	lib permission.Library
}

// Disk returns the file system for a store in a folder of a library.
func Disk(dir string) vfs.FS { return disk{vfs.Default, permission.Library(filepath.Dir(dir))} }

// Create implements [vfs.FS]: a file that is there is replaced.
func (d disk) Create(name string, category vfs.DiskWriteCategory) (vfs.File, error) {
	err := d.lib.New(name)
	if errors.Is(err, fs.ErrExist) {
		if err = os.Remove(name); err == nil {
			err = d.lib.New(name)
		}
	}
	if err != nil {
		return nil, err
	}
	return d.FS.OpenReadWrite(name, category)
}

// OpenReadWrite implements [vfs.FS].
func (d disk) OpenReadWrite(name string, category vfs.DiskWriteCategory, o ...vfs.OpenOption) (vfs.File, error) {
	if err := d.lib.Ensure(name); err != nil {
		return nil, err
	}
	return d.FS.OpenReadWrite(name, category, o...)
}

// MkdirAll implements [vfs.FS].
func (d disk) MkdirAll(dir string, _ os.FileMode) error { return d.lib.MkdirAll(dir) }

// Lock implements [vfs.FS].
func (d disk) Lock(name string) (io.Closer, error) {
	f, err := d.lib.OpenLock(name) // sets its permissions
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return d.FS.Lock(name)
}

// Unwrap implements [vfs.FS].
func (d disk) Unwrap() vfs.FS { return d.FS }
