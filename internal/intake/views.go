package intake

import (
	"context"
	"os"

	"sluice/document"
	"sluice/internal/repository"
	"sluice/library"
)

// hint returns the hint by which the format of a document is recognised.
func (in *Intake) hint(ctx context.Context, d *library.Document) document.Hint {
	s := in.known(ctx, d)
	return document.Hint{URL: s.fetch.URL, ContentType: s.contentType}
}

// Copy makes the viewing copy of a document that is no PDF, and the picture of its first page.
func (in *Intake) Copy(ctx context.Context, d *library.Document) error {
	path, err := in.Repository.Path(ctx, d.SHA256)
	if err != nil {
		return err
	}
	hint := in.hint(ctx, d)
	err = in.Repository.StoreView(ctx, d.SHA256, repository.ViewPDF, func(to string) error { return in.Reader.PDF(ctx, path, hint, to) })
	if err != nil {
		return err
	}
	return in.Picture(ctx, d)
}

// Picture makes the picture of a document's first page, of one that is no PDF from its viewing copy.
func (in *Intake) Picture(ctx context.Context, d *library.Document) error {
	path, ok, err := in.Repository.ViewPath(ctx, d.SHA256, repository.ViewPDF)
	if err == nil && !ok {
		path, err = in.Repository.Path(ctx, d.SHA256)
	}
	if err != nil {
		return err
	}
	picture, err := in.Reader.Thumbnail(ctx, path, document.Hint{})
	if err != nil {
		return err
	}
	return in.Repository.StoreView(ctx, d.SHA256, repository.ViewThumb, func(to string) error { return os.WriteFile(to, picture, 0o600) })
}
