package catalogue

import (
	"context"
	"fmt"

	"sluice/library"
)

// What the repository reads of the rows, and what it records there about the files.

// changeFiles runs a transaction and returns the files that it may have moved.
func (ds *Documents) changeFiles(ctx context.Context, doing string, do func(*filing) error) (moves Moves, err error) {
	err = ds.change(ctx, doing, func(f *filing) error { moves = f.moved; return do(f) })
	if err != nil {
		return nil, err
	}
	return moves, nil
}

// File enters documents in one transaction and returns where their files now belong.
func (ds *Documents) File(ctx context.Context, batch ...Filing) (Moves, error) {
	doing := fmt.Sprintf("file %d documents", len(batch))
	if len(batch) == 1 {
		doing = "file document " + batch[0].SHA256
	}
	return ds.changeFiles(ctx, doing, func(f *filing) error {
		for i := range batch {
			if err := f.file(&batch[i]); err != nil {
				return fmt.Errorf("document %s: %w", batch[i].SHA256, err)
			}
		}
		return nil
	})
}

// IsAdded reports whether a person has added a document from a URL before.
func (ds *Documents) IsAdded(ctx context.Context, sha256, url string) (added bool, err error) {
	err = ds.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM locations l JOIN documents d ON d.id = l.document
		WHERE d.sha256 = $1 AND l.url = $2 AND l.added = 1)`, sha256, word(url)).Scan(&added)
	return added, ds.failed("look up document "+sha256, err)
}

// FileReplaced records that the repository has the file of a document in some state again, and
// returns where it belongs.
func (ds *Documents) FileReplaced(ctx context.Context, sha256 string, state library.State) (Moves, error) {
	return ds.changeFiles(ctx, "record the file of "+sha256, func(f *filing) error {
		f.moved[sha256] = state
		return f.exec("UPDATE documents SET kept = 1 WHERE sha256 = $1", sha256)
	})
}

// FileDeleted records that the files of a document are deleted from the trash. It returns
// false, and changes nothing, if the document is not in the trash.
func (ds *Documents) FileDeleted(ctx context.Context, sha256 string) (ok bool, err error) {
	err = ds.change(ctx, "delete the files of "+sha256, func(f *filing) error {
		s, err := f.standing(sha256)
		if err != nil || s.state != library.Rejected && s.state != library.Replaced {
			return err
		}
		ok = true
		return f.exec("UPDATE documents SET kept = 0, pdf = 0, thumbnail = 0 WHERE id = $1", s.id)
	})
	return ok && err == nil, err
}

// ViewMade records that a document has a viewing copy in PDF, or a thumbnail.
func (ds *Documents) ViewMade(ctx context.Context, sha256 string, thumbnail bool) error {
	column := "pdf"
	if thumbnail {
		column = "thumbnail"
	}
	return ds.change(ctx, "record a viewing copy of "+sha256, func(f *filing) error {
		return f.exec("UPDATE documents SET "+column+" = 1 WHERE sha256 = $1 AND state <> 'removed'", sha256)
	})
}

// Removed returns the hashes of the documents that were removed.
func (ds *Documents) Removed(ctx context.Context) ([]string, error) {
	sums, err := selectAll(ctx, ds.reader, scanText, "SELECT sha256 FROM documents WHERE state = 'removed'")
	return sums, ds.failed("look for removed documents", err)
}

// FileRow is what the row of a document says of its files.
type FileRow struct {
	ID, Size        int64
	SHA256          string
	State           library.State
	Kept, Read, PDF bool
	Thumbnail       bool
}

// FileRows returns the rows of the documents that follow an id, in the order of their ids, some
// hundred at a time. The caller starts with 0.
func (ds *Documents) FileRows(ctx context.Context, after int64) ([]FileRow, error) {
	rows, err := selectAll(ctx, ds.reader, scanFileRow, `SELECT id, sha256, size, state, kept, read_at IS NOT NULL, pdf, thumbnail
		FROM documents WHERE id > $1 ORDER BY id LIMIT $2`, after, documentsAtOnce)
	return rows, ds.failed("read documents", err)
}

// scanFileRow reads a [FileRow].
func scanFileRow(row scanner) (d FileRow, err error) {
	err = row.Scan(&d.ID, &d.SHA256, &d.Size, &d.State, &d.Kept, &d.Read, &d.PDF, &d.Thumbnail)
	return d, err
}

// Count returns the number of documents that have a row, whatever their state.
func (ds *Documents) Count(ctx context.Context) (n int64, err error) {
	err = ds.reader.QueryRowContext(ctx, "SELECT COUNT(*) FROM documents").Scan(&n)
	return n, ds.failed("count documents", err)
}

// Filed returns the hashes that begin with some digits of the documents whose rows say that the repository has their files.
func (ds *Documents) Filed(ctx context.Context, first string) ([]string, error) {
	sums, err := selectAll(ctx, ds.reader, scanText, `SELECT sha256 FROM documents WHERE sha256 >= $1 AND sha256 < $1 || 'g' AND kept = 1 AND state <> 'removed'`, first)
	return sums, ds.failed("read the hashes of documents", err)
}

// IsExpected reports whether a row says that the repository has the file of a hash, and if not,
// whether that hash is in the intake queue.
func (ds *Documents) IsExpected(ctx context.Context, sha256 string) (filed, queued bool, err error) {
	err = ds.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM documents WHERE sha256 = $1 AND kept = 1 AND state <> 'removed')", sha256).Scan(&filed)
	if err == nil && !filed { // no index of the queue has the hashes
		err = ds.reader.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM intake WHERE sha256 = $1)", sha256).Scan(&queued)
	}
	return filed, queued, ds.failed("look up document "+sha256, err)
}
