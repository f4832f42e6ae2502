package intake

import (
	"context"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
)

// Add takes in a file that a person submits: it is read, judged and described as if a crawl had fetched it. name is its path.
func (in *Intake) Add(ctx context.Context, name string, from io.Reader) (*catalogue.Filing, error) {
	address, err := FileURL(name)
	if err != nil {
		return nil, err
	}
	s := &source{fetch: &catalogue.Fetch{URL: address, At: time.Now()}, added: true}
	f, err := in.document(ctx, s, from)
	if err != nil {
		return nil, err
	}
	return f, in.relate(ctx, f, nil)
}

// FileURL gives the URL by which the library knows a file that a person submits.
func FileURL(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	return address.String(), nil
}

func (in *Intake) hint(ctx context.Context, d *catalogue.Document) document.Hint {
	s := in.known(ctx, d)
	return document.Hint{URL: s.fetch.URL, ContentType: s.contentType}
}

// Copy makes the viewing copy of a document that is no PDF, and the picture of its first page.
func (in *Intake) Copy(ctx context.Context, d *catalogue.Document) error {
	path, err := in.Repository.Path(ctx, d.SHA256)
	if err != nil {
		return err
	}
	hint := in.hint(ctx, d)
	err = in.Repository.KeepView(ctx, d.SHA256, repository.ViewPDF, func(to string) error { return in.Reader.PDF(ctx, path, hint, to) })
	if err != nil {
		return err
	}
	return in.Picture(ctx, d)
}

// Picture makes the picture of a document's first page, of one that is no PDF from its viewing copy.
func (in *Intake) Picture(ctx context.Context, d *catalogue.Document) error {
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
	return in.Repository.KeepView(ctx, d.SHA256, repository.ViewThumb, func(to string) error { return os.WriteFile(to, picture, 0o644) })
}
