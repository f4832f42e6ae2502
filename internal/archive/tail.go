package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// HasTail reports whether the archive in dir holds what Open with that Position would remove: data after it, or temporary files. With the zero Position
// it reports whether there is any file, since the end of the last one may be torn. A folder that is not there holds nothing.
func HasTail(ctx context.Context, dir string, at Position) (bool, error) {
	has, err := hasTail(ctx, dir, at)
	if err != nil {
		return false, fmt.Errorf("examine archive %s: %w", dir, err)
	}
	return has, nil
}

func hasTail(ctx context.Context, dir string, at Position) (bool, error) {
	ps, err := parts(ctx, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if at == (Position{}) && len(ps) > 0 {
		return true, nil
	}
	end, known := parsePart(at.File)
	for _, p := range ps {
		if !known || p.serial < end.serial {
			continue
		}
		size, err := sizeOf(dir, p.name)
		if err != nil {
			return false, err
		}
		if p.name != at.File || size > at.Offset {
			return true, nil
		}
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if ok, _ := filepath.Match(spoolPattern, e.Name()); ok {
			return true, err
		}
	}
	return false, err
}
