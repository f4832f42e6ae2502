// Package capture reads what URLs have answered, out of a library's archive.
//
// The catalogue knows where the archive has the record of each fetch. [Reader.Latest] returns the last body of a URL, [Reader.Body] that of
// one fetch. Equal bodies are in the archive once: the records of later fetches refer to the first, and are followed to it.
package capture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/folder"
	"sluice/internal/shell"
	"sluice/weburl"
)

var (
	// ErrNoBody is the error for a URL that has no body in the catalogue.
	ErrNoBody = errors.New("no body of this URL is in the library")

	// ErrDamaged is the error for a body whose record is missing or damaged.
	ErrDamaged = errors.New("its record in the archive is missing or damaged")
)

// Catalogue is what a Reader needs to know about fetches.
type Catalogue interface {
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
	Show(ctx context.Context, url string) (*catalogue.Details, bool, error)
	Robots(ctx context.Context, origin string) (catalogue.Robots, bool, error)
}

// A Reader reads bodies. Its methods may be called from many goroutines.
type Reader struct {
	dir       folder.Dir
	catalogue Catalogue
}

// NewReader returns a reader of the archive of a catalogue.
func NewReader(dir folder.Dir, c Catalogue) *Reader { return &Reader{dir: dir, catalogue: c} }

// Latest returns the body that a URL, as a person wrote it, had when it was fetched last. The content encoding is removed. The caller
// closes the body. The error is [ErrNoBody] or [ErrDamaged] if it cannot be read.
func (r *Reader) Latest(ctx context.Context, url string) (io.ReadCloser, error) {
	f, err := r.latest(ctx, url)
	if errors.Is(err, ErrNoBody) {
		return r.robots(ctx, url, err)
	}
	if err != nil {
		return nil, err
	}
	body, _, err := r.Body(ctx, f)
	switch {
	case errors.Is(err, ErrDamaged):
		return nil, fmt.Errorf("%s: %w; see `sluice doctor --full -d %s`", url, err, shell.Quote(string(r.dir)))
	case errors.Is(err, archive.ErrRevisitLoop):
		return nil, fmt.Errorf("%s: %w", url, err)
	}
	return body, err
}

// latest returns the fetch that brought the last body of a URL, by any of its forms.
func (r *Reader) latest(ctx context.Context, text string) (*catalogue.Fetch, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	for _, form := range forms(u) {
		v, ok, err := r.catalogue.Validator(ctx, form.String())
		if err != nil {
			return nil, err
		}
		if ok && v.Fetch.File != "" {
			return &v.Fetch, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", u, ErrNoBody)
}

// robots returns the robots.txt of a site, which the catalogue has in a table of its own, or else the given error.
func (r *Reader) robots(ctx context.Context, url string, otherwise error) (io.ReadCloser, error) {
	u, err := weburl.ParseSeed(url)
	if err != nil || u.String() != u.Origin()+"/robots.txt" {
		return nil, otherwise
	}
	row, ok, err := r.catalogue.Robots(ctx, u.Origin())
	if err != nil {
		return nil, err
	}
	if !ok || row.Status < 200 || row.Status >= 300 {
		return nil, otherwise
	}
	return io.NopCloser(bytes.NewReader(row.Body)), nil
}

// Body returns the body that a fetch brought, decoded, and the header of its answer. The caller closes the body. The error is
// [ErrDamaged] if a record is missing or cannot be read, [ErrNoBody] if a revisit record refers to a fetch that the catalogue does not
// have, or [archive.ErrRevisitLoop].
func (r *Reader) Body(ctx context.Context, f *catalogue.Fetch) (io.ReadCloser, http.Header, error) {
	record, header, err := r.record(ctx, PlaceOf(f), f.SHA256)
	if err != nil {
		return nil, nil, err
	}
	body, err := fetch.Decode(record.Body, record.HTTPHeader())
	if err != nil {
		return nil, nil, errors.Join(err, record.Close())
	}
	return decoded{body, record}, header, nil
}

// Record returns the whole and undamaged record of the response that brought a body with the given hash to a URL. The caller closes it.
func (r *Reader) Record(ctx context.Context, url, sha256 string) (*archive.Record, error) {
	at, err := r.first(ctx, url, sha256)
	if err != nil {
		return nil, err
	}
	record, _, err := r.record(ctx, at, sha256)
	return record, err
}

// record follows revisit records from a place to the one that has the body with a hash.
func (r *Reader) record(ctx context.Context, at archive.Location, sha256 string) (*archive.Record, http.Header, error) {
	return archive.Resolver{
		Open: func(ctx context.Context, at archive.Location) (*archive.Record, error) {
			record, err := openVerified(ctx, r.dir.Archive(), at)
			if err != nil {
				err = fmt.Errorf("%w (%w)", ErrDamaged, err)
			}
			return record, err
		},
		Locate: func(ctx context.Context, original *archive.Original) (archive.Location, error) {
			return r.first(ctx, original.URL, sha256)
		},
	}.Resolve(ctx, at)
}

// first returns the place of the fetch by which a URL had a body first. The later ones refer to it, as do those of other URLs with an
// equal body.
func (r *Reader) first(ctx context.Context, url, sha256 string) (archive.Location, error) {
	story, ok, err := r.catalogue.Show(ctx, url)
	if err != nil {
		return archive.Location{}, err
	}
	if ok {
		for i, f := range story.Fetches {
			if f.File != "" && f.SHA256 == sha256 {
				return PlaceOf(&story.Fetches[i]), nil
			}
		}
	}
	return archive.Location{}, fmt.Errorf("%s: %w", url, ErrNoBody)
}

// openVerified opens the record at a place after it has been read once to its end, so that what is read of it is undamaged.
func openVerified(ctx context.Context, dir string, at archive.Location) (*archive.Record, error) {
	if err := verify(ctx, dir, at); err != nil {
		return nil, err
	}
	return archive.ReadFrom(ctx, dir, at)
}

func verify(ctx context.Context, dir string, at archive.Location) error {
	record, err := archive.ReadFrom(ctx, dir, at)
	if err != nil {
		return err
	}
	defer record.Close()
	if _, err := record.Verify(ctx); err != nil {
		return err
	}
	_, err = record.Location(ctx)
	return err
}

// PlaceOf returns where the archive has the record of a fetch.
func PlaceOf(f *catalogue.Fetch) archive.Location {
	return archive.Location{File: f.File, Offset: f.Offset, Length: f.Length}
}

// decoded is a decoded body, and the record that it is read from.
type decoded struct {
	io.ReadCloser
	record *archive.Record
}

func (d decoded) Close() error { return errors.Join(d.ReadCloser.Close(), d.record.Close()) }

// Forms returns the forms in which the catalogue may know a URL that a person wrote: as it is, with the other scheme, and as the folder of a
// default page.
func Forms(text string) ([]string, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	var out []string
	for _, form := range forms(u) {
		if !slices.Contains(out, form.String()) {
			out = append(out, form.String())
		}
	}
	return out, nil
}

func forms(u weburl.URL) []weburl.URL {
	out := []weburl.URL{u, u.WithScheme("http"), u.WithScheme("https")}
	if folded, ok := u.DefaultPage(); ok {
		out = append(out, folded, folded.WithScheme("http"), folded.WithScheme("https"))
	}
	return out
}
