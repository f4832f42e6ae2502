// Package outfile writes the file that a user names for the output of a command.
package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write calls write with the file name and replaces a regular file completely or not at all: after
// an error the old content is still there. A symbolic link stays a link; its target is written.
// Anything that is not a regular file, such as a pipe or a device, is opened and written to.
func Write(name string, write func(io.Writer) error) error {
	if file, err := filepath.EvalSymlinks(name); err == nil {
		name = file
	}
	switch info, err := os.Lstat(name); {
	case err == nil && !info.Mode().IsRegular(): // also a link whose target does not exist yet
		return overwrite(name, write)
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return replace(name, write)
	default:
		return err
	}
}

// overwrite opens and truncates the file. A pipe or a device cannot be replaced by a rename.
func overwrite(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// replace writes a temporary file in the same folder, syncs it, and renames it, because a rename
// within a folder is atomic.
func replace(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		f.Close()
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}
