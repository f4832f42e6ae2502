package repository

import (
	"context"
	"errors"
	"iter"
	"time"

	"sluice/internal/query"
	"sluice/library"
)

// ErrNotInTrash is the error for accepting a document that is not in the trash.
var ErrNotInTrash = errors.New("it is not in the trash")

// inTrash is the condition for documents in the trash.
const inTrash query.Condition = "state = rejected or state = replaced"

// Trash yields the rejected and replaced documents, including those whose files were deleted.
func (r *Repository) Trash(ctx context.Context) iter.Seq2[library.Document, error] {
	return r.c.Documents.All(ctx, inTrash)
}

// AcceptFromTrash accepts a document that is in the trash, as the decision of a person. The
// error is [ErrNotInTrash] or, if its file was deleted, [ErrNoFile].
func (r *Repository) AcceptFromTrash(ctx context.Context, sha256 string) error {
	doing := "restore " + sha256
	d, ok, err := r.c.Documents.Get(ctx, sha256)
	if err != nil {
		return err
	}
	if !ok || d.State != library.Rejected && d.State != library.Replaced {
		return r.failed(doing, ErrNotInTrash)
	}
	return r.Judge(ctx, sha256, "", library.Accepted)
}

// TrashFiles yields the documents whose files [Repository.EmptyTrash] deletes.
func (r *Repository) TrashFiles(ctx context.Context, before time.Time) iter.Seq2[library.Document, error] {
	return func(yield func(library.Document, error) bool) {
		for d, err := range r.Trash(ctx) {
			if err == nil && (!d.Kept || !d.Since.Before(before)) {
				continue
			}
			if !yield(d, err) {
				return
			}
		}
	}
}

// EmptyTrash deletes the files of documents that came to the trash before a time, and their
// texts. The rows stay, so that the same bytes are recognised when they are fetched again. It
// returns the number of documents and of their bytes.
func (r *Repository) EmptyTrash(ctx context.Context, before time.Time) (documents int, bytes int64, err error) {
	for d, err := range r.TrashFiles(ctx, before) {
		if err != nil {
			return documents, bytes, err
		}
		thrown, err := r.deleteTrashed(ctx, d.SHA256)
		if err != nil {
			return documents, bytes, err
		}
		if thrown {
			documents++
			bytes += d.Size
		}
	}
	return documents, bytes, nil
}

// deleteTrashed deletes the files of a document that is still in the trash. The row changes
// first: a crash in between leaves a stray file, which Verify reports, and no row that refers
// to a missing one.
func (r *Repository) deleteTrashed(ctx context.Context, sha256 string) (done bool, err error) {
	if done, err = r.c.Documents.FileDeleted(ctx, sha256); err != nil || !done {
		return false, err
	}
	return true, r.failed("delete the files of "+sha256, r.deleteFiles(sha256))
}
