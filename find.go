package sluice

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/internal/repository"
)

// ErrNoDocument is the error of naming a document that the library has not.
var ErrNoDocument = errors.New("no such document; `sluice documents` and `sluice search` list them")

// Find gives the document that a person means: by a URL, the path of a file that was added, its hash or the first four digits of that or
// more, or by the name of its file. The error is [ErrNoDocument], or lists the documents that it may mean.
func (l *Library) Find(ctx context.Context, what string) (catalogue.Document, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return catalogue.Document{}, err
	}
	return find(ctx, cat, what)
}

// Find gives the document that a person means, as [Library.Find] does.
func (c *Collection) Find(ctx context.Context, what string) (catalogue.Document, error) {
	return find(ctx, c.Catalogue, what)
}

func find(ctx context.Context, cat *catalogue.Catalogue, what string) (catalogue.Document, error) {
	for _, name := range namesFor(what) {
		sums, err := cat.Documents.Identify(ctx, name)
		if err != nil {
			return catalogue.Document{}, err
		}
		switch len(sums) {
		case 0:
			continue
		case 1:
			d, ok, err := cat.Documents.Get(ctx, sums[0])
			if err == nil && !ok {
				err = fmt.Errorf("%s: %w", what, ErrNoDocument)
			}
			return d, err
		}
		return catalogue.Document{}, ambiguous(ctx, cat, what, sums)
	}
	return catalogue.Document{}, fmt.Errorf("%s: %w", what, ErrNoDocument)
}

// namesFor gives what the catalogue may know a document by, the most exact first.
func namesFor(what string) (names []string) {
	if strings.HasPrefix(strings.ToLower(what), "file:") {
		if u, err := url.Parse(what); err == nil && u.Path != "" {
			if address, err := intake.FileURL(u.Path); err == nil {
				return []string{address}
			}
		}
		return nil
	}
	if !strings.Contains(what, "://") {
		if address, err := intake.FileURL(what); err == nil {
			names = append(names, address)
		}
		names = append(names, what)
	}
	forms, _ := Forms(what)
	return append(names, forms...)
}

// ambiguous lists the documents that a name may mean.
func ambiguous(ctx context.Context, cat *catalogue.Catalogue, what string, sums []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: several documents are called so; name one by the first digits of its hash:", what)
	for _, sum := range sums {
		d, _, err := cat.Documents.Get(ctx, sum)
		if err != nil {
			return err
		}
		url := ""
		if len(d.Locations) > 0 {
			url = d.Locations[0].URL
		}
		fmt.Fprintf(&b, "\n%s  %s", sum[:12], url)
	}
	return errors.New(b.String())
}

// Files are the files that the library has of a document; empty are those that it has not.
type Files struct {
	Document  string
	Text      string // what was read of it: docs/formats.md says how
	Copy      string // for viewing, of what is no PDF
	Thumbnail string // a picture of the first page
}

// Files gives the files of a document, by its hash.
func (l *Library) Files(ctx context.Context, sha256 string) (f Files, err error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return f, err
	}
	r, err := repository.Open(l.path(documentsName), cat)
	if err != nil {
		return f, err
	}
	if f.Document, err = r.Path(ctx, sha256); err != nil && !errors.Is(err, repository.ErrNoFile) {
		return f, err
	}
	existing := func(path string, exists bool, failed error) string {
		if err = errors.Join(err, failed); !exists {
			return ""
		}
		return path
	}
	err = nil // a document without a file may have a text
	f.Text = existing(r.TextPath(ctx, sha256))
	f.Copy = existing(r.ViewPath(ctx, sha256, repository.ViewPDF))
	f.Thumbnail = existing(r.ViewPath(ctx, sha256, repository.ViewThumb))
	return f, err
}
