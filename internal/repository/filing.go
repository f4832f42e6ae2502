package repository

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// File enters documents in one transaction and then moves their files to the folders of their
// states. Filing a document twice has the effect of filing it once; decisions of people take
// precedence over the filing. The journal of additions is written first, so that a lost
// catalogue can be rebuilt. After an error nothing is entered, unless only a file could not be
// moved.
func (r *Repository) File(ctx context.Context, batch []catalogue.Filing) error {
	if r.c.ReadOnly {
		return r.failed("file documents", catalogue.ErrReadOnly)
	}
	var added []catalogue.Entry
	for _, d := range batch {
		for _, l := range d.Locations {
			if !l.Added {
				continue
			}
			known, err := r.c.Documents.IsAdded(ctx, d.SHA256, l.URL)
			if err != nil {
				return err
			}
			if !known {
				added = append(added, catalogue.Entry{At: time.Now().UTC(), Do: catalogue.DoAdd, SHA256: d.SHA256, URL: l.URL, Name: l.Name,
					Type: d.Type, Wrapped: d.Wrapped, Size: d.Size})
			}
		}
	}
	if err := r.appendEntries(added...); err != nil {
		return r.failed("write the journal", err)
	}
	return r.file(ctx, batch)
}

// file does the same without the journal, for entries that come from it.
func (r *Repository) file(ctx context.Context, batch []catalogue.Filing) error {
	moves, err := r.c.Documents.File(ctx, batch...)
	if err != nil {
		return err
	}
	return r.moveAll(ctx, fmt.Sprintf("file %d documents", len(batch)), moves)
}

// moveAll moves the files of documents whose rows were changed. It does so even if ctx has
// ended: the rows are durable by now, and a file in the wrong folder would stay there until the
// next Verify.
func (r *Repository) moveAll(ctx context.Context, doing string, moves catalogue.Moves) error {
	ctx = context.WithoutCancel(ctx)
	var errs []error
	for sum, state := range moves {
		errs = append(errs, r.moveFile(ctx, sum, state))
	}
	return r.failed(doing, errors.Join(errs...))
}

// moveFile moves the file of a document to the folder of its state. It is no error if there is
// no file.
func (r *Repository) moveFile(ctx context.Context, sum string, state library.State) error {
	if state == library.Removed {
		return r.deleteFiles(sum)
	}
	path, err := r.Path(ctx, sum)
	if errors.Is(err, ErrNoFile) {
		return nil
	}
	if err != nil {
		return err
	}
	to := r.path(folderOf(state), sum[:2], filepath.Base(path))
	if path == to {
		return nil
	}
	err = r.place(path, to)
	if errors.Is(err, os.ErrNotExist) { // another process was quicker
		return nil
	}
	return err
}

// deleteFiles deletes all files of a document.
func (r *Repository) deleteFiles(sum string) error {
	var errs []error
	for _, folder := range append([]string{folderText, folderCopies}, kept...) {
		files, err := r.filesOf(folder, sum)
		errs = append(errs, err)
		for _, f := range files {
			if err := os.Remove(r.path(folder, sum[:2], f.Name())); !errors.Is(err, os.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
