package intake

import (
	"context"
	"io"
	"net/url"
	"path/filepath"
	"time"

	"sluice/internal/catalogue"
	"sluice/library"
)

// Add stores a file that a person submits, and reads, judges and describes it as if a crawl had
// fetched it. name is its path.
func (in *Intake) Add(ctx context.Context, name string, from io.Reader) (*catalogue.Filing, error) {
	address, err := FileURL(name)
	if err != nil {
		return nil, err
	}
	s := &source{fetch: &catalogue.Fetch{Fetch: library.Fetch{URL: address, At: time.Now()}}, added: true}
	f, err := in.document(ctx, s, from)
	if err != nil {
		return nil, err
	}
	return f, in.relate(ctx, f, nil)
}

// FileURL returns the URL by which the library knows a file that a person submits.
func FileURL(name string) (string, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	address := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	return address.String(), nil
}
