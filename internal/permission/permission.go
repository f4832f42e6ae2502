// Package permission makes the files and folders of a library with the permissions that its owner has chosen.
//
// A library holds what its owner fetched with passwords and cookies, so its files are readable by their owner alone at first. The owner
// opens a library for others with chmod, of all files but the locks: from then on new files have the permissions of the catalogue. The umask
// is respected: no file gets a permission that the umask takes away.
//
// [Library.OpenFile], [Library.CreateTemp] and [Library.MkdirAll] make files and folders, [Library.Set] sets the permissions of a file that
// another program has made. [Library.OpenLock] opens a file that serves as a lock: who may not write to it may not lock it either.
package permission

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"sluice/internal/system"
)

// Library is the path of a library's folder.
type Library string

// models are the parts of a library whose permissions new files get: the first that is there. The catalogue may be lost.
var models = []string{"catalog.db", "archive"}

// File returns the permissions of a new file, before the umask.
func (l Library) File() fs.FileMode {
	const others = 0o064 // the group may be allowed to write, all the others only to read
	for _, name := range models {
		if info, err := os.Lstat(filepath.Join(string(l), name)); err == nil {
			return 0o600 | info.Mode().Perm()&others
		}
	}
	return 0o600
}

// Folder returns the permissions of a new folder, before the umask: whoever may read files may enter it.
func (l Library) Folder() fs.FileMode {
	mode := l.File()
	return mode | mode&0o444>>2
}

// OpenFile is [os.OpenFile] with the permissions of a new file. It follows no symbolic link at the end of the path.
func (l Library) OpenFile(path string, flag int) (*os.File, error) {
	return os.OpenFile(path, flag|system.NoFollow, l.File())
}

// New makes an empty file: for a program that would make it with other permissions. The error is [fs.ErrExist] if there is one.
func (l Library) New(path string) error {
	f, err := l.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	return f.Close()
}

// Ensure is [Library.New] for a file that may be there already.
func (l Library) Ensure(path string) error {
	if err := l.New(path); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// CreateTemp makes a file with a new name, which begins with prefix.
func (l Library) CreateTemp(dir, prefix string) (*os.File, error) {
	for {
		path := filepath.Join(dir, prefix+strconv.FormatUint(rand.Uint64(), 36))
		f, err := l.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// MkdirAll makes a folder and those above it that are not there.
func (l Library) MkdirAll(path string) error { return os.MkdirAll(path, l.Folder()) }

// Set gives a file that another program has made the permissions of a new file.
func (l Library) Set(path string) error {
	// Only a new file shows which permissions the umask leaves: asking the system for the umask would change it for a moment.
	probe, err := l.CreateTemp(filepath.Dir(path), ".permission-")
	if err != nil {
		return err
	}
	info, err := probe.Stat()
	if err := errors.Join(err, probe.Close(), os.Remove(probe.Name())); err != nil {
		return err
	}
	return os.Chmod(path, info.Mode().Perm())
}

// OpenLock opens a file that serves as a lock, and makes it if there is none. A user who can open the file can lock it and so keep others
// from the library. So the right to read is taken from all who may not write to it. It follows no symbolic link.
func (l Library) OpenLock(path string) (*os.File, error) {
	if err := system.CheckFileType(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|system.NoFollow, lockMode(l.File()))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if mode := info.Mode().Perm(); info.Mode().IsRegular() && lockMode(mode) != mode {
		// Only the owner may. For others the lock is as its owner has left it.
		if err := f.Chmod(lockMode(mode)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return nil, errors.Join(err, f.Close())
		}
	}
	return f, nil
}

// lockMode returns permissions without the right to read for those who may not write.
func lockMode(mode fs.FileMode) fs.FileMode {
	return mode &^ (0o044 &^ (mode & 0o022 << 1))
}
