package crawl

import (
	"context"
	"fmt"
	"io"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// bodies reads what the library has of URLs that were fetched before.
type bodies struct {
	archive   Archive
	catalogue Catalogue
	max       int64 // bytes of a body
}

// has reports whether the library holds what a URL answered with.
func (b *bodies) has(ctx context.Context, u weburl.URL) (bool, error) {
	_, ok, err := b.catalogue.Validator(ctx, u.String())
	if err != nil {
		return false, fmt.Errorf("catalogue: %w", err)
	}
	return ok, nil
}

// read reads a body back from the archive, with its Content-Type.
func (b *bodies) read(ctx context.Context, f *catalogue.Fetch) ([]byte, string, error) {
	rec, err := b.open(ctx, f)
	if err != nil {
		return nil, "", err
	}
	defer rec.Close()
	header := rec.HTTPHeader()
	r, err := fetch.Decode(rec.Body, header)
	if err != nil {
		return nil, "", err
	}
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, b.max))
	if err != nil && len(body) == 0 { // a part is worth reading
		return nil, "", err
	}
	return body, header.Get("Content-Type"), nil
}

// open opens the archive's record that has the body of a fetch. A revisit record is
// followed to the body.
func (b *bodies) open(ctx context.Context, f *catalogue.Fetch) (*archive.Record, error) {
	at := archive.Location{File: f.File, Offset: f.Offset, Length: f.Length}
	resolver := archive.Resolver{Open: b.archive.Read, Locate: func(ctx context.Context, o *archive.Original) (archive.Location, error) {
		v, ok, err := b.catalogue.Validator(ctx, o.URL)
		if err != nil {
			return at, err
		}
		before := at
		at = archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length}
		if !ok || v.Fetch.SHA256 != f.SHA256 || at.File == before.File && at.Offset == before.Offset {
			return at, fmt.Errorf("%s: the catalogue does not have the fetch of %s that brought its body", f.URL, o.URL)
		}
		return at, nil
	}}
	rec, _, err := resolver.Resolve(ctx, at)
	return rec, err
}

// hasPayload reports whether the archive has a response with this very payload: equal
// bodies may have come in different content encodings.
func (b *bodies) hasPayload(ctx context.Context, f *catalogue.Fetch, digest string) bool {
	if f.File == "" {
		return false
	}
	rec, err := b.archive.Read(ctx, archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
	if err != nil {
		return false // an unreadable record is no original: the body is stored once more
	}
	defer rec.Close()
	return rec.Type == "response" && rec.Header.Get("WARC-Payload-Digest") == digest
}
