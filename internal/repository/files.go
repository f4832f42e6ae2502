package repository

import (
	"context"
	"errors"

	"sluice/library"
)

// Files returns the files of a document by its hash. A missing file is no error.
func (r *Repository) Files(ctx context.Context, sha256 string) (f library.Files, err error) {
	f.Document, err = r.Path(ctx, sha256)
	if errors.Is(err, ErrNoFile) { // it may have a text
		err = nil
	}
	existing := func(path string, exists bool, failed error) string {
		if err = errors.Join(err, failed); !exists {
			return ""
		}
		return path
	}
	f.Text = existing(r.TextPath(ctx, sha256))
	f.Copy = existing(r.ViewPath(ctx, sha256, ViewPDF))
	f.Thumbnail = existing(r.ViewPath(ctx, sha256, ViewThumb))
	return f, err
}
