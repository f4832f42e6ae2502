package archive

import (
	"errors"
	"iter"
	"os"
	"path/filepath"
)

// Records returns all records, from those of the first file to what was appended last, as the function [Records] does
// for one file. It belongs to the goroutine that appends.
func (a *Archive) Records() iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		ps, err := parts(a.dir)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range ps {
			for rec, err := range Records(filepath.Join(a.dir, p.name)) {
				if !yield(rec, err) {
					return
				}
			}
		}
	}
}

// Exists reports whether a folder holds files of an archive.
func Exists(dir string) (bool, error) {
	ps, err := parts(dir)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return len(ps) > 0, err
}
