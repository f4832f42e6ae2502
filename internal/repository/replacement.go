package repository

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"sluice/internal/catalogue"
	"sluice/library"
)

// ErrWrongHash is the error of a file that does not have the hash of its document.
var ErrWrongHash = errors.New("the file is not the document")

// ReplaceFile stores the file of a document that is missing or damaged. If the file does not
// have the document's hash the error is [ErrWrongHash] and nothing is changed.
func (r *Repository) ReplaceFile(ctx context.Context, sum string, from io.Reader) error {
	doing := "replace the file of " + sum
	if r.c.ReadOnly {
		return r.failed(doing, catalogue.ErrReadOnly)
	}
	d, ok, err := r.c.Documents.Row(ctx, sum)
	if err != nil {
		return err
	}
	if !ok || d.State == library.Removed {
		return r.failed(doing, errors.New("the catalogue has no such document"))
	}
	tmp, s, err := r.receive(ctx, from)
	if err != nil {
		return r.failed(doing, err)
	}
	defer os.Remove(tmp)
	if s.SHA256 != sum {
		return r.failed(doing, fmt.Errorf("%w: its hash is %s", ErrWrongHash, s.SHA256))
	}
	path, err := r.Path(ctx, sum)
	if errors.Is(err, ErrNoFile) {
		path, err = r.path(folderOf(d.State), sum[:2], sum+safeEnding(ending(d))), nil
	}
	if err != nil {
		return err
	}
	if err := r.place(tmp, path); err != nil {
		return r.failed(doing, err)
	}
	moves, err := r.c.Documents.FileReplaced(ctx, sum, d.State)
	if err != nil {
		return err
	}
	return r.moveAll(ctx, doing, moves)
}

// packedEnding is the ending that a packing adds to a file's name.
var packedEnding = map[string]string{"gzip": ".gz", "compress": ".z", "bzip2": ".bz2"}

// ending returns the ending of a file of the document's format, such as "ps.gz".
func ending(d library.Document) string { return d.Type + packedEnding[d.Wrapped] }

// DeleteStray deletes a file that [Repository.Verify] has reported as stray. It is an error to
// pass another finding.
func (r *Repository) DeleteStray(ctx context.Context, f Finding) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if f.Fault != Stray || !filepath.IsLocal(filepath.FromSlash(f.Path)) || r.c.ReadOnly {
		return r.failed("delete "+f.Path, errors.New("it is not a stray file"))
	}
	return r.failed("delete "+f.Path, os.Remove(r.path(filepath.FromSlash(f.Path))))
}

// PackedEnding returns the ending, with its dot, of files that are packed in a way, such as "gzip"; empty for a way that is unknown.
func PackedEnding(how string) string { return packedEnding[how] }
