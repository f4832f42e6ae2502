package sluice

import (
	"context"
	"errors"
	"fmt"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// The archive has a body once for all URLs that brought it; the records of the others point to the first. Before that one is
// removed its body is given to the earliest of the others, and the rest point to that.

// heirs gives other URLs what they share with what is removed.
type heirs struct {
	c        *Collection
	stores   *stores // opened for the first that inherits
	concerns func(url string) bool

	sum, digest string            // of the body that is dealt with: decoded and as it came
	first       *archive.Original // what has it; nil: nothing that stays
	moves       []catalogue.Move
	made        []*archive.Encoded // their records
	bytes       int64              // of made
}

const (
	inheritedAtOnce = 200
	inheritedBytes  = 64 << 20
)

// inherit lets all answers that stay have their bodies without those that a pattern concerns.
func (c *Collection) inherit(ctx context.Context, pattern string) (err error) {
	h := &heirs{c: c}
	if h.concerns, err = query.URLMatcher(pattern); err != nil {
		return err
	}
	defer func() {
		h.release()
		if h.stores != nil {
			err = errors.Join(err, h.stores.closeStores())
		}
	}()
	for capture, err := range c.Catalogue.Removals.Sharing(ctx, pattern) {
		if err != nil {
			return err
		}
		if err := h.give(capture); err != nil {
			return fmt.Errorf("keep the body of %s: %w", capture.URL, err)
		}
		if len(h.moves) >= inheritedAtOnce || h.bytes >= inheritedBytes {
			if err := h.store(ctx); err != nil {
				return err
			}
		}
	}
	return h.store(ctx)
}

// give makes new records of an answer if its own one stands for one that goes. What cannot be read stays as it is.
func (h *heirs) give(capture catalogue.Capture) error {
	x, err := archive.ExchangeAt(context.TODO(), h.c.lib.path(archiveName), placeOf(capture))
	if err != nil {
		return nil
	}
	if h.sum != capture.SHA256 || h.digest != x.PayloadDigest {
		h.sum, h.digest, h.first = capture.SHA256, x.PayloadDigest, nil
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
		return h.make(capture, x, h.first.URL)
	}
	body, err := h.body(x.Revisit.URL, capture.SHA256)
	if err != nil {
		return nil
	}
	defer body.Close()
	x.Revisit, x.Body, x.Len, h.first = nil, body.Body, body.Size, self
	return h.make(capture, x, "")
}

// body gives the response with the body that a URL had, as it came and whole.
func (h *heirs) body(url, sum string) (*archive.Record, error) {
	dir := h.c.lib.path(archiveName)
	for range maxRevisits {
		f, err := firstWith(h.c.Catalogue, url, sum)
		if err != nil {
			return nil, err
		}
		at := archive.Location{File: f.File, Offset: f.Offset, Length: f.Length}
		if err := verified(dir, at); err != nil {
			return nil, err
		}
		record, err := archive.ReadFrom(context.TODO(), dir, at)
		if err != nil {
			return nil, err
		}
		original := record.Original()
		if original == nil {
			return record, nil
		}
		record.Close()
		url = original.URL
	}
	return nil, ErrNoBody
}

func verified(dir string, at archive.Location) error {
	record, err := archive.ReadFrom(context.TODO(), dir, at)
	if err != nil {
		return err
	}
	defer record.Close()
	if _, err := record.Verify(); err != nil {
		return err
	}
	_, err = record.Location()
	return err
}

// make makes the records of an answer for its new place.
func (h *heirs) make(capture catalogue.Capture, x *archive.Exchange, copyOf string) (err error) {
	if h.stores == nil {
		if h.stores, _, err = h.c.lib.openStores(crawl.Config{}); err != nil {
			return err
		}
	}
	if copyOf == capture.URL {
		copyOf = ""
	}
	made, err := h.stores.archive.Encode(context.TODO(), x)
	if err != nil {
		return err
	}
	h.moves = append(h.moves, catalogue.Move{From: capture, To: capture, CopyOf: copyOf})
	h.made, h.bytes = append(h.made, made), h.bytes+made.Size()
	return nil
}

// store puts the records into the archive, then their places into the catalogue, and erases the old ones, which name what goes.
func (h *heirs) store(ctx context.Context) error {
	if len(h.moves) == 0 {
		return nil
	}
	at, err := h.stores.archive.Append(ctx, h.made...)
	if err != nil {
		return err
	}
	end, err := h.stores.archive.Sync(ctx)
	if err != nil {
		return err
	}
	old := make([]archive.Location, len(at))
	for i, l := range at {
		m := &h.moves[i]
		old[i] = placeOf(m.From)
		m.To.File, m.To.Offset, m.To.Length = l.File, l.Offset, l.Length
	}
	if err := h.stores.catalogue.Removals.Move(ctx, h.moves, catalogue.Mark{File: end.File, Offset: end.Offset}); err != nil {
		return err
	}
	h.release()
	_, err = archive.Erase(context.WithoutCancel(ctx), h.c.lib.path(archiveName), end, old...)
	return err
}

func (h *heirs) release() {
	for _, made := range h.made {
		made.Release()
	}
	h.made, h.moves, h.bytes = nil, nil, 0
}

func placeOf(c catalogue.Capture) archive.Location {
	return archive.Location{File: c.File, Offset: c.Offset, Length: c.Length}
}
