package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// writeFile writes a file whole or not at all. A link stays one, and the file that it leads to is written. What is no file, such as a
// pipe or a device, is written into.
func writeFile(name string, write func(io.Writer) error) error {
	if file, err := filepath.EvalSymlinks(name); err == nil {
		name = file
	}
	switch info, err := os.Lstat(name); {
	case err == nil && !info.Mode().IsRegular(): // also a link that leads to nothing yet
		return writeInto(name, write)
	case err == nil, errors.Is(err, fs.ErrNotExist):
		return replaceFile(name, write)
	default:
		return err
	}
}

func writeInto(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

func replaceFile(name string, write func(io.Writer) error) (err error) {
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
