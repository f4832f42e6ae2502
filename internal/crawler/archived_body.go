package crawler

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"

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

// read reads a body back from the archive, with its Content-Type. The error is a [lostError] if the body is not there or damaged.
func (b *bodies) read(ctx context.Context, f *catalogue.Fetch) ([]byte, string, error) {
	rec, err := b.open(ctx, f)
	if err != nil {
		return nil, "", err
	}
	defer rec.Close()
	header := rec.HTTPHeader()
	r, err := fetch.Decode(rec.Body, header)
	if err != nil {
		return nil, "", bodyError(err)
	}
	defer r.Close()
	body, err := io.ReadAll(io.LimitReader(r, b.max))
	if err = bodyError(err); err != nil && !(isLost(err) && len(body) > 0) { // a part is worth reading
		return nil, "", err
	}
	return body, header.Get("Content-Type"), nil
}

// bodyError distinguishes a fault of this machine from damage of an archived body, which is a [lostError].
func bodyError(err error) error {
	if _, isFault := errors.AsType[syscall.Errno](err); isFault {
		return fmt.Errorf("archive: %w", err)
	}
	if err != nil {
		return lostError{err}
	}
	return nil
}

// open opens the archive's record that has the body of a fetch. A revisit record is
// followed to the body. The error is a [lostError] if the body is not there or damaged.
func (b *bodies) open(ctx context.Context, f *catalogue.Fetch) (*archive.Record, error) {
	at := archive.Location{File: f.File, Offset: f.Offset, Length: f.Length}
	resolver := archive.Resolver{Open: b.record, Locate: func(ctx context.Context, o *archive.Original) (archive.Location, error) {
		v, ok, err := b.catalogue.Validator(ctx, o.URL)
		if err != nil {
			return at, fmt.Errorf("catalogue: %w", err)
		}
		before := at
		at = archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length}
		if !ok || v.Fetch.SHA256 != f.SHA256 || at.File == before.File && at.Offset == before.Offset {
			return at, lostError{fmt.Errorf("%s: the catalogue does not have the fetch of %s that brought its body", f.URL, o.URL)}
		}
		return at, nil
	}}
	rec, _, err := resolver.Resolve(ctx, at)
	if errors.Is(err, archive.ErrRevisitLoop) {
		err = lostError{err}
	}
	return rec, err
}

// record opens a record of the archive. The error is a [lostError] if it is not there or damaged.
func (b *bodies) record(ctx context.Context, at archive.Location) (*archive.Record, error) {
	rec, err := b.archive.Read(ctx, at)
	if err == nil {
		return rec, nil
	}
	if _, damaged := errors.AsType[*archive.DamageError](err); damaged {
		return nil, lostError{err}
	}
	for _, lost := range []error{fs.ErrNotExist, archive.ErrNoRecord, io.ErrUnexpectedEOF, archive.ErrNotWARC, archive.ErrARC} {
		if errors.Is(err, lost) {
			return nil, lostError{err}
		}
	}
	return nil, fmt.Errorf("archive: %w", err)
}

// lostError is the error of a body that the archive no longer has, or has damaged: it is fetched or stored once more. After any
// other error it is unknown whether the archive has it.
type lostError struct{ error }

func (e lostError) Unwrap() error { return e.error }

// isLost reports whether an error is a lostError.
func isLost(err error) bool {
	_, lost := errors.AsType[lostError](err)
	return lost
}

// hasPayload reports whether the archive has a response with this very payload: equal
// bodies may have come in different content encodings.
func (b *bodies) hasPayload(ctx context.Context, f *catalogue.Fetch, digest string) (bool, error) {
	if f.File == "" {
		return false, nil
	}
	rec, err := b.record(ctx, archive.Location{File: f.File, Offset: f.Offset, Length: f.Length})
	if isLost(err) {
		return false, nil // a lost record is no original: the body is stored once more
	}
	if err != nil {
		return false, err
	}
	defer rec.Close()
	return rec.Type == "response" && rec.Header.Get("WARC-Payload-Digest") == digest, nil
}
