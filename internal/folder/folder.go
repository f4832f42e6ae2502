// Package folder names the parts of a library's folder and reports which of them are there.
//
// A [Dir] is the folder. Its methods return the paths of its parts; [Dir.CheckComplete] reports a store that was lost.
package folder

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sluice/internal/archive"
	"sluice/internal/shell"
)

// The names of the stores in the folder.
const (
	catalogue = "catalog.db"
	frontier  = "frontier"
)

// Dir is the path of a library's folder.
type Dir string

// Path returns the path of a file in the folder.
func (d Dir) Path(names ...string) string {
	return filepath.Join(append([]string{string(d)}, names...)...)
}

// Catalogue returns the path of the catalogue's file.
func (d Dir) Catalogue() string { return d.Path(catalogue) }

// Archive returns the folder of the archive's files.
func (d Dir) Archive() string { return d.Path("archive") }

// Frontier returns the frontier's folder.
func (d Dir) Frontier() string { return d.Path(frontier) }

// Documents returns the folder of the documents.
func (d Dir) Documents() string { return d.Path("documents") }

// Index returns the path of the file of the full-text index, which has a folder of its own.
func (d Dir) Index() string { return d.Path("index", "fulltext.db") }

// Models returns the folder of the models that were trained or corrected in this library.
func (d Dir) Models() string { return d.Path("models") }

// Seeds returns the folder in which searches for seeds keep what they find.
func (d Dir) Seeds() string { return d.Path("seeds") }

// ErrEmpty is the error of reading a library from a folder in which none has begun.
var ErrEmpty = errors.New("no library here")

// Begun reports whether a crawl has ever begun in the folder. What is left of a library may need a rebuild.
func (d Dir) Begun(ctx context.Context) (bool, error) {
	if found, err := Exists(d.Catalogue()); found || err != nil {
		return found, err
	}
	return archive.Exists(ctx, d.Archive())
}

// CheckComplete returns an [*InconsistentError] if there is an archive but one of the given stores is missing or empty: catalogue and
// frontier are made before the archive.
func (d Dir) CheckComplete(ctx context.Context, stores ...string) error {
	found, err := archive.Exists(ctx, d.Archive())
	if err != nil || !found {
		return err
	}
	for _, path := range stores {
		has, err := HasContent(path)
		if err != nil {
			return err
		}
		if !has {
			return d.Inconsistent("%s is missing or empty, but %s holds pages", path, d.Archive())
		}
	}
	return nil
}

// An InconsistentError reports stores of a library that do not belong together, or of which one is missing.
type InconsistentError struct {
	Dir     Dir
	Problem string // which store, and what is wrong with it
}

func (e *InconsistentError) Error() string {
	return fmt.Sprintf("%s (restore it from a backup, or run `sluice rebuild -d %s`, which makes it again from the archive)", e.Problem, shell.Quote(string(e.Dir)))
}

// Inconsistent returns an [*InconsistentError] about the folder.
func (d Dir) Inconsistent(format string, args ...any) error {
	return &InconsistentError{Dir: d, Problem: fmt.Sprintf(format, args...)}
}

// HasContent reports whether a store is there, and is not an empty file. The error is that of a path that cannot be looked up: the store
// may be there.
func HasContent(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && (info.Size() > 0 || !info.Mode().IsRegular()), err
}

// Exists reports whether a file or folder is there. The error is that of a path that cannot be looked up.
func Exists(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
