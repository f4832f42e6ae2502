package intake

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"sluice/document"
	"sluice/internal/library"
)

// Add takes in a file that a person submits: it is read, judged and described as if a crawl had fetched it. name is its path or URL.
func (in *Intake) Add(ctx context.Context, name string, from io.Reader) (*library.Filing, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	s := &source{fetch: &library.Fetch{URL: "file://" + filepath.ToSlash(path), At: now}, added: true}
	f, err := in.document(ctx, s, from)
	if err != nil {
		return nil, err
	}
	return f, in.relate(ctx, f, nil)
}

// Copy makes the viewing copy of a document that is no PDF, and a picture of its first page.
func (in *Intake) Copy(ctx context.Context, d *library.Document) error {
	path, err := in.Repository.Path(d.SHA256)
	if err != nil {
		return err
	}
	hint := document.Hint{URL: known(d).fetch.URL}
	err = in.Repository.KeepView(ctx, d.SHA256, library.ViewPDF, func(to string) error { return in.Reader.PDF(ctx, path, hint, to) })
	if err != nil {
		return err
	}
	copied, ok := in.Repository.ViewPath(d.SHA256, library.ViewPDF)
	if !ok {
		return errors.New("the viewing copy is gone")
	}
	picture, err := in.Reader.Thumbnail(ctx, copied, document.Hint{})
	if err != nil {
		return nil // it is of use, not needed
	}
	return in.Repository.KeepView(ctx, d.SHA256, library.ViewThumb, func(to string) error { return os.WriteFile(to, picture, 0o644) })
}
