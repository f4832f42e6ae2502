// Package outfile writes the file that a user names for the output of a command.
package outfile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"sluice/internal/system"
)

// ErrForeignLink is the error of an output file that is another user's symbolic link.
var ErrForeignLink = errors.New("it is a symbolic link of another user, which is not followed (delete the link, or name its target)")

// Write calls write with the file name and replaces a regular file completely or not at all: after
// an error the old content is still there. The new file keeps the permissions of the old one, and its
// owner and group as far as the user may set them. A symbolic link stays a link, and its target is written; one
// that another user has made is not followed. Anything that is not a regular file, such as a pipe or a device, is
// opened and written to; the opening of a pipe without a reader ends with ctx.
func Write(ctx context.Context, name string, write func(io.Writer) error) error {
	if err := checkLink(name); err != nil {
		return err
	}
	if file, err := filepath.EvalSymlinks(name); err == nil {
		name = file
	}
	switch info, err := os.Lstat(name); {
	case err == nil && !info.Mode().IsRegular(): // also a link whose target does not exist yet
		return overwrite(ctx, name, info.Mode()&fs.ModeNamedPipe != 0, write)
	case err == nil:
		return replace(name, info, write)
	case errors.Is(err, fs.ErrNotExist):
		return replace(name, nil, write)
	default:
		return err
	}
}

// Check returns an error if [Write] cannot write the file because its folder does not exist, or because it is a folder itself. It changes nothing:
// a command that works for long before it writes calls it first.
func Check(name string) error {
	if err := checkLink(name); err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return fmt.Errorf("write %s: it is a folder (name a file)", name)
		}
		return nil
	}
	dir := filepath.Dir(name)
	if info, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() {
		return fmt.Errorf("write %s: there is no folder %s (create it, or name another file)", name, dir)
	}
	return nil
}

// checkLink returns an error if a file is a link that another user has made: it could lead to any file of this user.
func checkLink(name string) error {
	info, err := os.Lstat(name)
	if err != nil || info.Mode().Type() != fs.ModeSymlink || system.IsTrusted(info) {
		return nil // who opens it meets the error again
	}
	return fmt.Errorf("write %s: %w", name, ErrForeignLink)
}

// overwrite opens and truncates the file. A pipe or a device cannot be replaced by a rename.
func overwrite(ctx context.Context, name string, isPipe bool, write func(io.Writer) error) error {
	flags := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if isPipe {
		flags = os.O_WRONLY // a pipe that is removed meanwhile does not come back as a file
	}
	f, err := open(ctx, name, flags)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// open opens a file to overwrite it. The opening of a pipe waits for a reader and cannot be interrupted, so it is left behind when ctx ends:
// the process ends soon after.
func open(ctx context.Context, name string, flags int) (*os.File, error) {
	type result struct {
		f   *os.File
		err error
	}
	opened := make(chan result)
	go func() {
		f, err := os.OpenFile(name, flags, 0o666)
		select {
		case opened <- result{f, err}:
		case <-ctx.Done():
			if err == nil {
				f.Close() // nothing was written
			}
		}
	}()
	select {
	case r := <-opened:
		return r.f, r.err
	case <-ctx.Done():
		return nil, fmt.Errorf("open %s: %w", name, context.Cause(ctx))
	}
}

// replace writes a temporary file in the same folder, syncs it, and renames it, because a rename
// within a folder is atomic. old is the file that is replaced, or nil.
func replace(name string, old fs.FileInfo, write func(io.Writer) error) (err error) {
	mode := fs.FileMode(0o666) // before the umask
	if old != nil {
		mode = 0o600 // until it has the group of the old one
	}
	f, err := createTemp(name, mode)
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
	if old != nil {
		if err := keepPermissions(f, old); err != nil {
			return err
		}
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// createTemp makes a file next to another one.
func createTemp(name string, mode fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"."+strconv.FormatUint(rand.Uint64(), 36)), os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// keepPermissions gives a file the permissions of the one that it replaces, and its owner and group. A user who may not set the group
// gives the new file's group no permission that others do not have: it is another group.
func keepPermissions(f *os.File, old fs.FileInfo) error {
	mode := old.Mode().Perm()
	if err := system.SetOwner(f, old); err != nil {
		mode &^= 0o070 &^ (mode & 0o007 << 3)
	}
	return f.Chmod(mode)
}
