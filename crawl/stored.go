package crawl

import (
	"context"
	"errors"
	"fmt"
	"io"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
)

// stored reads a body back out of the archive, with its Content-Type.
func (c *Crawl) stored(f *catalogue.Fetch) ([]byte, string, error) {
	rec, err := c.storedRecord(f)
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
	body, err := io.ReadAll(io.LimitReader(r, c.cfg.MaxPage))
	if err != nil && len(body) == 0 {
		return nil, "", err
	}
	return body, header.Get("Content-Type"), nil
}

// storedRecord opens the archive's record that has the body of a fetch: one that only points to an equal body is
// followed there.
func (c *Crawl) storedRecord(f *catalogue.Fetch) (*archive.Record, error) {
	for range 4 {
		rec, err := c.cfg.Archive.Read(context.TODO(), archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
		if err != nil {
			return nil, err
		}
		original := rec.Original()
		if original == nil {
			return rec, nil
		}
		rec.Close()
		v, ok, err := c.cfg.Catalogue.Validator(context.TODO(), original.URL)
		if err != nil {
			return nil, err
		}
		if !ok || v.Fetch.SHA256 != f.SHA256 || v.Fetch.File == f.File && v.Fetch.Offset == f.Offset {
			return nil, fmt.Errorf("%s: the body lies with %s, which the catalogue does not have", f.URL, original.URL)
		}
		f = &v.Fetch
	}
	return nil, errors.New("records that point to each other")
}
