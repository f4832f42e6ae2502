package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sluice/internal/system"
)

// ErrLink is the error of a symbolic link in place of a part of a library.
var ErrLink = errors.New("symbolic links in a library are not followed (move the library as a whole, or mount a disk at this place; delete the link if you have not made it)")

// controlSocket is the name of the one part that is a socket.
const controlSocket = "control.sock"

// linked are the parts that may not be links: whoever made the library could have Sluice write to any file of the user who opens it. A link to a
// settings file or to a file of the archive is followed, since both are read only, or checked before they are written.
var linked = []string{
	catalogue, catalogue + "-wal", catalogue + "-shm", frontier, "archive", "documents", "index", "models", "seeds", "lock", controlSocket, "rebuild.tmp", "rebuilt",
}

// CheckLinks returns [ErrLink] if a part of the library is a symbolic link, or one of the files and folders in which Sluice writes, and
// [system.ErrFileType] if it is neither a regular file nor a folder. The documents themselves are not looked at: their files are replaced,
// never written to.
func (d Dir) CheckLinks(ctx context.Context) error {
	for _, name := range linked {
		info, err := os.Lstat(d.Path(name))
		if err != nil {
			continue // who opens it meets the error again, or it is not there yet
		}
		if err := checkType(d.Path(name), info.Mode()); err != nil {
			return err
		}
	}
	for _, folder := range []struct {
		path  string
		depth int
	}{{d.Frontier(), 1}, {filepath.Dir(d.Index()), 1}, {d.Models(), 1}, {d.Seeds(), 2}, {d.Documents(), 2}} {
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
		if err := checkType(path, e.Type()); err != nil {
			return err
		}
		if e.IsDir() && depth > 1 {
			if err := checkEntries(ctx, path, depth-1); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkType returns an error if a part is not of a type that Sluice writes to.
func checkType(path string, mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: %w", path, ErrLink)
	case mode.IsRegular(), mode.IsDir(), mode.Type() == fs.ModeSocket && filepath.Base(path) == controlSocket:
		return nil
	}
	return fmt.Errorf("%s: %w", path, system.ErrFileType)
}
