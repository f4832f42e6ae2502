package repository

import (
	"context"
	"errors"
	"iter"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// ErrNotInTrash is the error of restoring a document that is not in the trash.
var ErrNotInTrash = errors.New("it is not in the trash")

// inTrash is the condition for what is in the trash.
const inTrash query.Condition = "state = rejected or state = replaced"

// Trash yields what is in the trash, rejected and replaced documents, also those whose files
// were thrown away.
func (r *Repository) Trash(ctx context.Context) iter.Seq2[catalogue.Document, error] {
	return r.c.Documents.All(ctx, inTrash)
}

// Restore takes a document out of the trash: it is accepted from now on, because a person says
// so. The error is [ErrNotInTrash] or, when its file was thrown away, [ErrNoFile].
func (r *Repository) AcceptFromTrash(ctx context.Context, sha256 string) error {
	doing := "restore " + sha256
	d, ok, err := r.c.Documents.Get(ctx, sha256)
	if err != nil {
		return err
	}
	if !ok || d.State != catalogue.Rejected && d.State != catalogue.Replaced {
		return r.failed(doing, ErrNotInTrash)
	}
	return r.Judge(ctx, sha256, "", catalogue.Accepted)
}

// EmptyTrash throws away the files that came to the trash before a time, and what was read of
// them. The rows stay, so that the same bytes are known when they are met again. It returns how
// many documents those were and how many bytes they had.
func (r *Repository) EmptyTrash(ctx context.Context, before time.Time) (documents int, bytes int64, err error) {
	for d, err := range r.c.Documents.All(ctx, inTrash) {
		if err != nil {
			return documents, bytes, err
		}
		if !d.Kept || !d.Since.Before(before) {
			continue
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

// throw deletes the files of a document, if it is still in the trash.
func (r *Repository) deleteTrashed(ctx context.Context, sha256 string) (done bool, err error) {
	if done, err = r.c.Documents.FileDeleted(ctx, sha256); err != nil || !done {
		return false, err
	}
	return true, r.failed("delete the files of "+sha256, r.deleteFiles(sha256))
}
