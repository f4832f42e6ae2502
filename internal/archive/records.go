package archive

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"
)

// Records returns all records, from those of the first file to what was appended last, as the function [Records] does
// for one file. It belongs to the goroutine that appends.
func (a *Archive) Records(ctx context.Context) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		ps, err := parts(ctx, a.dir)
		if err != nil {
			yield(nil, err)
			return
		}
		for _, p := range ps {
			for rec, err := range Records(ctx, filepath.Join(a.dir, p.name)) {
				if !yield(rec, err) || err != nil && errors.Is(err, context.Cause(ctx)) {
					return
				}
			}
		}
	}
}

// Exists reports whether a folder holds files of an archive.
func Exists(ctx context.Context, dir string) (bool, error) {
	ps, err := parts(ctx, dir)
	if errors.Is(err, os.ErrNotExist) {
		return false, nil
	}
	return len(ps) > 0, err
}
