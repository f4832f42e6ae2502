package library

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// File enters documents in one transaction and then moves their files to where they belong. To file one twice is to
// file it once; what people said of a document stands over what the filing says. After an error nothing is entered,
// unless only a file could not be moved.
func (r *Repository) File(ctx context.Context, batch []Filing) error {
	if r.c.only {
		return r.c.failed("file documents", ErrReadOnly)
	}
	var added []said
	for _, d := range batch {
		for _, l := range d.Locations {
			if !l.Added {
				continue
			}
			known, err := r.c.added(ctx, d.SHA256, l.URL)
			if err != nil {
				return r.c.failed("file documents", err)
			}
			if !known {
				added = append(added, said{At: time.Now().UTC(), Do: sayAdd, SHA256: d.SHA256, URL: l.URL, Name: l.Name,
					Type: d.Type, Wrapped: d.Wrapped, Size: d.Size})
			}
		}
	}
	if err := r.note(added...); err != nil {
		return r.failed("write the journal", err)
	}
	return r.file(ctx, batch)
}

// added tells whether a person has added a document from a place before.
func (c *Catalogue) added(ctx context.Context, sha256, url string) (known bool, err error) {
	err = c.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM locations l JOIN documents d ON d.id = l.document
		WHERE d.sha256 = $1 AND l.url = $2 AND l.added = 1)`, sha256, word(url)).Scan(&known)
	return known, err
}

func (r *Repository) file(ctx context.Context, batch []Filing) error {
	doing := fmt.Sprintf("file %d documents", len(batch))
	if len(batch) == 1 {
		doing = "file document " + batch[0].SHA256
	}
	return r.change(ctx, doing, func(f *filing) error {
		for i := range batch {
			if err := f.file(&batch[i]); err != nil {
				return fmt.Errorf("document %s: %w", batch[i].SHA256, err)
			}
		}
		return nil
	})
}

// change runs a transaction and moves the files of what it has changed.
func (r *Repository) change(ctx context.Context, doing string, do func(*filing) error) error {
	var moved map[string]State
	if err := r.c.change(ctx, doing, func(f *filing) error { moved = f.moved; return do(f) }); err != nil {
		return err
	}
	var errs []error
	for sum, state := range moved {
		errs = append(errs, r.settle(sum, state))
	}
	return r.failed(doing, errors.Join(errs...))
}

// settle moves the file of a document to the folder of its state. A file that is not there is not missed here.
func (r *Repository) settle(sum string, state State) error {
	if state == Removed {
		return r.discard(sum)
	}
	path, err := r.Path(sum)
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

// discard deletes all that the repository has of a document.
func (r *Repository) discard(sum string) error {
	var errs []error
	for _, folder := range append([]string{folderText, folderCopies}, kept...) {
		names, err := r.named(folder, sum)
		errs = append(errs, err)
		for _, name := range names {
			if err := os.Remove(name); !errors.Is(err, os.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	return errors.Join(errs...)
}
