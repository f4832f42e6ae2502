package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLink is the error of a symbolic link in place of a part of a library.
var ErrLink = errors.New("symbolic links in a library are not followed (move the library as a whole, or mount a disk at this place; delete the link if you have not made it)")

// linked are the parts that may not be links: whoever made the library could have Sluice write to any file of the user who opens it. A link to a
// settings file or to a file of the archive is followed, since both are read only, or checked before they are written.
var linked = []string{
	catalogue, catalogue + "-wal", catalogue + "-shm", frontier, "archive", "documents", "index", "models", "lock", "control.sock", "rebuild.tmp", "rebuilt",
}

// CheckLinks returns [ErrLink] if a part of the library is a symbolic link, or one of the files and folders in which Sluice writes. The documents themselves are not
// looked at: their files are replaced, never written to.
func (d Dir) CheckLinks(ctx context.Context) error {
	for _, name := range linked {
		if err := checkLink(d.Path(name)); err != nil {
			return err
		}
	}
	for _, folder := range []struct {
		path  string
		depth int
	}{{d.Frontier(), 1}, {filepath.Dir(d.Index()), 1}, {d.Models(), 1}, {d.Documents(), 2}} {
		if err := checkEntries(ctx, folder.path, folder.depth); err != nil {
			return err
		}
	}
	return nil
}

// checkEntries checks what is in a folder, and in its folders down to a depth.
func checkEntries(ctx context.Context, dir string, depth int) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // who opens it meets the error again, or it is not there yet
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.Type()&fs.ModeSymlink != 0 {
			return fmt.Errorf("%s: %w", path, ErrLink)
		}
		if e.IsDir() && depth > 1 {
			if err := checkEntries(ctx, path, depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkLink returns an error if a path is a link.
func checkLink(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		return nil // who opens it meets the error again, or it is not there yet
	}
	return fmt.Errorf("%s: %w", path, ErrLink)
}
