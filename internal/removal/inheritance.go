package removal

import (
	"context"
	"errors"
	"fmt"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/internal/stores"
)

// inheritance stores for other URLs the bodies that they share with the removed ones. The archive has a body once, and the records of other URLs
// refer to it. Before that one is removed, the earliest of the others gets a record with the body, and the others refer to that.
type inheritance struct {
	lib      *Library
	stores   *stores.Stores // open since the first record that had to be written
	concerns func(url string) bool

	sum, digest string            // of the current body: decoded, and as it came
	first       *archive.Original // what has the body; nil: nothing that stays
	moves       []catalogue.Move
	made        []*archive.Encoded // their records
	bytes       int64              // of made
}

const (
	inheritedAtOnce = 200
	inheritedBytes  = 64 << 20
)

// keepShared makes all answers that stay independent of those that a pattern concerns.
func (l *Library) keepShared(ctx context.Context, pattern string) (err error) {
	h := &inheritance{lib: l}
	if h.concerns, err = query.URLMatcher(pattern); err != nil {
		return err
	}
	defer func() {
		h.release()
		if h.stores != nil {
			err = errors.Join(err, h.stores.Close())
		}
	}()
	for c, err := range l.Removals.Sharing(ctx, pattern) {
		if err != nil {
			return err
		}
		if err := h.add(ctx, c); err != nil {
			return fmt.Errorf("keep the body of %s: %w", c.URL, err)
		}
		if len(h.moves) >= inheritedAtOnce || h.bytes >= inheritedBytes {
			if err := h.store(ctx); err != nil {
				return err
			}
		}
	}
	return h.store(ctx)
}

// add makes a new record of an answer if its own one refers to one that goes. What cannot be read stays as it is: damage must not keep anything
// from being removed.
func (h *inheritance) add(ctx context.Context, c catalogue.Capture) error {
	x, err := archive.ExchangeAt(ctx, h.lib.Dir.Archive(), placeOf(c))
	if err != nil {
		return ctx.Err()
	}
	if h.sum != c.SHA256 || h.digest != x.PayloadDigest {
		h.sum, h.digest, h.first = c.SHA256, x.PayloadDigest, nil
	}
	self := &archive.Original{Profile: archive.SamePayload, URL: x.URL, Time: x.Time}
	switch {
	case x.Revisit == nil:
		if h.first == nil {
			h.first = self
		}
		return nil
	case x.Revisit.Profile != archive.SamePayload || !h.concerns(x.Revisit.URL):
		return nil
	case h.first != nil:
		x.Revisit = h.first
		return h.encode(ctx, c, x, h.first.URL)
	}
	body, err := h.lib.Bodies.Record(ctx, x.Revisit.URL, c.SHA256)
	if err != nil {
		return ctx.Err()
	}
	defer body.Close()
	x.Revisit, x.Body, x.Len, h.first = nil, body.Body, body.Size, self
	return h.encode(ctx, c, x, "")
}

// encode makes the records of an answer for its new place.
func (h *inheritance) encode(ctx context.Context, c catalogue.Capture, x *archive.Exchange, copyOf string) (err error) {
	if h.stores == nil {
		if h.stores, _, err = stores.Open(ctx, h.lib.Dir, stores.Options{}); err != nil {
			return err
		}
	}
	if copyOf == c.URL {
		copyOf = ""
	}
	made, err := h.stores.Archive.Encode(ctx, x)
	if err != nil {
		return err
	}
	h.moves = append(h.moves, catalogue.Move{From: c, To: c, CopyOf: copyOf})
	h.made, h.bytes = append(h.made, made), h.bytes+made.Size()
	return nil
}

// store writes the records into the archive, then their places into the catalogue. Last it erases the old records, which name what goes.
func (h *inheritance) store(ctx context.Context) error {
	if len(h.moves) == 0 {
		return nil
	}
	at, err := h.stores.Archive.Append(ctx, h.made...)
	if err != nil {
		return err
	}
	end, err := h.stores.Archive.Sync(ctx)
	if err != nil {
		return err
	}
	old := make([]archive.Location, len(at))
	for i, l := range at {
		m := &h.moves[i]
		old[i] = placeOf(m.From)
		m.To.File, m.To.Offset, m.To.Length = l.File, l.Offset, l.Length
	}
	if err := h.stores.Catalogue.Removals.Move(ctx, h.moves, catalogue.Mark{File: end.File, Offset: end.Offset}); err != nil {
		return err
	}
	h.release()
	_, err = archive.Erase(context.WithoutCancel(ctx), h.lib.Dir.Archive(), end, old...)
	return err
}

// release frees the records that were made and not written.
func (h *inheritance) release() {
	for _, made := range h.made {
		made.Release()
	}
	h.made, h.moves, h.bytes = nil, nil, 0
}

// placeOf returns the location of a capture in the archive.
func placeOf(c catalogue.Capture) archive.Location {
	return archive.Location{File: c.File, Offset: c.Offset, Length: c.Length}
}
