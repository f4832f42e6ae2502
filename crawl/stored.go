package crawl

import (
	"errors"
	"fmt"
	"io"

	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/internal/library"
)

// stored reads a body back out of the archive, with its Content-Type. A record
// that only points to an equal body is followed there.
func (c *Crawl) stored(f *library.Fetch) ([]byte, string, error) {
	for range 4 {
		body, contentType, original, err := readRecord(c.cfg.Archive, f, c.cfg.MaxPage)
		if err != nil || original == nil {
			return body, contentType, err
		}
		v, ok, err := c.cfg.Catalogue.Validator(original.URL)
		if err != nil {
			return nil, "", err
		}
		if !ok || v.Fetch.SHA256 != f.SHA256 || v.Fetch.File == f.File && v.Fetch.Offset == f.Offset {
			return nil, "", fmt.Errorf("%s: the body lies with %s, which the catalogue does not have", f.URL, original.URL)
		}
		f = &v.Fetch
	}
	return nil, "", errors.New("records that point to each other")
}

func readRecord(a Archive, f *library.Fetch, limit int64) ([]byte, string, *archive.Original, error) {
	rec, err := a.Read(archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
	if err != nil {
		return nil, "", nil, err
	}
	defer rec.Close()
	if original := rec.Original(); original != nil {
		return nil, "", original, nil
	}
	header := rec.HTTPHeader()
	r, err := fetch.Decode(rec.Body, header)
	if err != nil {
		return nil, "", nil, err
	}
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, limit))
	if err != nil && len(body) == 0 {
		return nil, "", nil, err
	}
	return body, header.Get("Content-Type"), nil, nil
}
