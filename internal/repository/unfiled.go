package repository

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"sluice/internal/catalogue"
)

// Unfiled returns the hashes of files that were stored and not filed: another process is about to file them, or a crash has left them.
func (r *Repository) Unfiled(ctx context.Context) (map[string]bool, error) {
	all := map[string]bool{}
	err := filepath.WalkDir(r.path(folderWaiting), func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir():
			return ctx.Err()
		}
		sum, _, _ := strings.Cut(e.Name(), ".")
		if !catalogue.IsSHA256(sum) {
			return nil
		}
		filed, _, err := r.c.Documents.IsExpected(ctx, sum)
		if err == nil && !filed {
			all[sum] = true
		}
		return err
	})
	return all, r.failed("look for files that were not filed", err)
}

// DeleteUnfiled deletes a file that was stored and not filed, with what was made of it. It does nothing if the file was filed meanwhile.
func (r *Repository) DeleteUnfiled(ctx context.Context, sha256 string) error {
	filed, _, err := r.c.Documents.IsExpected(ctx, sha256)
	if err != nil || filed {
		return err
	}
	return r.failed("delete the files of "+sha256, r.deleteFiles(sha256))
}
