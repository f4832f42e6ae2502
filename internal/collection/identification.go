package collection

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"sluice/internal/capture"
	"sluice/internal/intake"
	"sluice/library"
	"sluice/weburl"
)

// ErrNoDocument is the error of naming a document that is not in the library.
var ErrNoDocument = errors.New("no such document")

// Find returns the document that a person means, as [Find] does.
func (c *Contents) Find(ctx context.Context, what string) (library.Document, error) {
	return Find(ctx, c.documents, what)
}

// Finder has the queries of [Find] to a catalogue.
type Finder interface {
	Identify(ctx context.Context, name string) ([]string, error)
	Get(ctx context.Context, sha256 string) (library.Document, bool, error)
}

// Find returns the document that a person means: by a URL, by the path of a file that was
// added, by its hash or at least four digits of that, or by the name of its file. The error is
// [ErrNoDocument] or an [*library.AmbiguousError].
func Find(ctx context.Context, documents Finder, what string) (library.Document, error) {
	for _, name := range namesFor(what) {
		sums, err := documents.Identify(ctx, name)
		if err != nil {
			return library.Document{}, err
		}
		switch len(sums) {
		case 0:
			continue
		case 1:
			d, ok, err := documents.Get(ctx, sums[0])
			if err == nil && !ok {
				err = fmt.Errorf("%s: %w", weburl.Redact(what), ErrNoDocument)
			}
			return d, err
		}
		return library.Document{}, ambiguous(ctx, documents, what, sums)
	}
	return library.Document{}, fmt.Errorf("%s: %w", weburl.Redact(what), ErrNoDocument)
}

// namesFor returns the names by which the catalogue may know a document, the most exact first.
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
	forms, _ := capture.Forms(what)
	return append(names, forms...)
}

// ambiguous returns an [*library.AmbiguousError].
func ambiguous(ctx context.Context, documents Finder, name string, sums []string) error {
	e := &library.AmbiguousError{Name: name}
	for _, sum := range sums {
		d, ok, err := documents.Get(ctx, sum)
		if err != nil {
			return err
		}
		if ok {
			e.Documents = append(e.Documents, d)
		}
	}
	return e
}
