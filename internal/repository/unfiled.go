package repository

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"sluice/internal/catalogue"
	"sluice/library"
)

// DeleteRemains deletes what processes that were killed have left: temporary files, and the files of removed documents. It returns the hashes
// of the other files that were stored and not filed: they may be of anything. The caller excludes all other processes that change documents.
func (r *Repository) DeleteRemains(ctx context.Context) (unfiled map[string]bool, err error) {
	if err := r.deleteTemporary(func(fs.FileInfo) bool { return true }); err != nil {
		return nil, r.failed("delete temporary files", err)
	}
	if unfiled, err = r.unfiled(ctx); err != nil {
		return nil, r.failed("look for files that were not filed", err)
	}
	removed, err := r.c.Documents.Removed(ctx)
	if err != nil {
		return nil, err
	}
	for _, sum := range removed {
		if !unfiled[sum] {
			continue
		}
		if err := r.DeleteUnfiled(ctx, sum); err != nil {
			return nil, err
		}
		delete(unfiled, sum)
	}
	return unfiled, nil
}

// unfiled returns the hashes of files for which no row says that they exist.
func (r *Repository) unfiled(ctx context.Context) (map[string]bool, error) {
	all := map[string]bool{}
	for i := range 256 { // one folder each of every kind at a time: the hashes of a whole library may not fit in memory
		first := fmt.Sprintf("%02x", i)
		is := map[string]bool{}
		for _, folder := range append([]string{folderText, folderCopies}, kept...) {
			entries, err := os.ReadDir(r.path(folder, first))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			for _, e := range entries {
				if sum, _, _ := strings.Cut(e.Name(), "."); catalogue.IsSHA256(sum) {
					is[sum] = true
				}
			}
		}
		if len(is) == 0 {
			continue
		}
		filed, err := r.c.Documents.Filed(ctx, first)
		if err != nil {
			return nil, err
		}
		for _, sum := range filed {
			delete(is, sum)
		}
		for sum := range is {
			all[sum] = true
		}
	}
	return all, nil
}

// DeleteUnfiled deletes a file that was stored and not filed, with what was made of it. It does nothing if the file is filed. The caller excludes
// all other processes that change documents.
func (r *Repository) DeleteUnfiled(ctx context.Context, sha256 string) error {
	d, ok, err := r.c.Documents.Row(ctx, sha256)
	if err != nil || ok && d.Kept && d.State != library.Removed {
		return err
	}
	return r.failed("delete the files of "+sha256, r.deleteFiles(sha256))
}
