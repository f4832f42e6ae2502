package archive

import (
	"context"
	"errors"
	"net/http"
)

// ErrRevisitLoop is the error of revisit records that refer to one another and never to a body.
var ErrRevisitLoop = errors.New("revisit records form a loop")

// maxRevisits bounds how many revisit records are followed. Sluice writes chains of one; a removal or a rebuild may make them longer.
const maxRevisits = 4

// A Resolver finds the record that has the body of a revisit record.
type Resolver struct {
	Open   func(context.Context, Location) (*Record, error)
	Locate func(context.Context, *Original) (Location, error) // of the response that a revisit record refers to
}

// Resolve returns the record at a place or, if that is a revisit record, the one that has its body, and the HTTP header of the record at
// the place. The caller closes the record. The error is [ErrRevisitLoop] if the records refer to one another, or that of Open or Locate.
func (r Resolver) Resolve(ctx context.Context, at Location) (body *Record, header http.Header, err error) {
	for range maxRevisits {
		rec, err := r.Open(ctx, at)
		if err != nil {
			return nil, nil, err
		}
		if header == nil {
			header = rec.HTTPHeader()
		}
		original := rec.Original()
		if original == nil {
			return rec, header, nil
		}
		if err := rec.Close(); err != nil {
			return nil, nil, err
		}
		if at, err = r.Locate(ctx, original); err != nil {
			return nil, nil, err
		}
	}
	return nil, nil, ErrRevisitLoop
}

// Follow returns the record that has the body of a revisit record, by the original that it refers to. It is Resolve for a caller
// that has already opened the revisit record.
func (r Resolver) Follow(ctx context.Context, original *Original) (*Record, error) {
	at, err := r.Locate(ctx, original)
	if err != nil {
		return nil, err
	}
	body, _, err := r.Resolve(ctx, at)
	return body, err
}
