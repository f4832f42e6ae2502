package repository

import (
	"context"
	"errors"
)

// Files are the paths of a document's files; "" is a file that the repository does not have.
type Files struct {
	Document  string
	Text      string // what was read of it, in the form of docs/formats.md
	Copy      string // for viewing, of a document that is no PDF
	Thumbnail string // a picture of the first page
}

// Files returns the files of a document by its hash. A missing file is no error.
func (r *Repository) Files(ctx context.Context, sha256 string) (f Files, err error) {
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
