package collection

import (
	"context"
	"errors"
	"slices"

	"sluice/crawl"
	"sluice/document/bibliography"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
	"sluice/library"
)

// Judge records a person's verdict on a document, and the filter learns from it. Without a
// genre only the state is changed; without a state it follows from the genre. A document that
// is accepted by it is described as if the filter had accepted it. If its file was deleted from
// the trash, the file is restored first; URLs are fetched by the rules of cfg then.
func (c *Collection) Judge(ctx context.Context, cfg crawl.Config, sha256, genre string, state library.State) error {
	if state == "" {
		state = library.Rejected
		if c.models.Accepts(genre) {
			state = library.Accepted
		}
	}
	judge := func() error { return c.Repository.Judge(ctx, sha256, genre, state) }
	var err error
	if state == library.Accepted {
		err = c.accept(ctx, cfg, sha256, judge)
	} else {
		err = judge()
	}
	if err != nil {
		return err
	}
	if genre != "" {
		if err := c.learn(ctx); err != nil {
			return err
		}
	}
	return c.Refresh(ctx)
}

// AcceptFromTrash accepts a document that is in the trash, as [Collection.Judge] does. The
// error is [repository.ErrNotInTrash] if it is not there.
func (c *Collection) AcceptFromTrash(ctx context.Context, cfg crawl.Config, sha256 string) error {
	err := c.accept(ctx, cfg, sha256, func() error { return c.Repository.AcceptFromTrash(ctx, sha256) })
	return errors.Join(err, c.Refresh(ctx))
}

// accept accepts a document by do. The file must be there before, and the description, which
// only accepted documents have, is made after.
func (c *Collection) accept(ctx context.Context, cfg crawl.Config, sha256 string, do func() error) error {
	if _, err := c.restorer.Deleted(ctx, cfg, sha256); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return c.Redescribe(ctx, sha256)
}

// Edit sets fields of a document by hand.
func (c *Collection) Edit(ctx context.Context, sha256 string, fields []describe.Field) error {
	if err := c.Repository.Edit(ctx, sha256, fields); err != nil {
		return err
	}
	return c.Refresh(ctx)
}

// SetRecord sets what a bibliography says of a document. The caller calls [Collection.Refresh] after all records.
func (c *Collection) SetRecord(ctx context.Context, sha256 string, r *bibliography.Record) error {
	fields := describe.OfRecord(r)
	if len(fields) == 0 {
		return nil
	}
	return c.Repository.SetRecord(ctx, sha256, fields)
}

// Redescribe describes documents again, from the places where they are found now, and by what
// people have said. Documents that were never read, or that are at no place, are left alone;
// one that cannot be described again is logged.
func (c *Collection) Redescribe(ctx context.Context, sums ...string) error {
	slices.Sort(sums)
	for _, sum := range slices.Compact(sums) {
		d, ok, err := c.documents.Get(ctx, sum)
		if err != nil {
			return err
		}
		if !ok || len(d.Locations) == 0 || d.Read.IsZero() {
			continue
		}
		if _, err := c.reread(ctx, &d); ctx.Err() != nil {
			return ctx.Err()
		} else if err != nil {
			c.log.Warn("a document could not be described again", "sha256", sum, "err", err)
		}
	}
	return nil
}

// SetFilter makes a filter the one by which the library judges from now on, with the
// corrections of people; nil is the one that comes with the program.
func (c *Collection) SetFilter(ctx context.Context, f *genre.Filter) error {
	if err := c.models.SetTrained(ctx, f); err != nil {
		return err
	}
	return c.learn(ctx)
}

// learn makes the filter again from all corrections of people. Documents whose text is lost are
// left out.
func (c *Collection) learn(ctx context.Context) error {
	all, err := c.Corrected(ctx)
	if err != nil {
		return err
	}
	var examples []genre.Example
	for i := range all {
		if e, ok := all[i].Example(); ok {
			examples = append(examples, e)
		}
	}
	return c.models.Learn(ctx, examples)
}

// Corrected is a document about which a person has decided.
type Corrected struct {
	Said     catalogue.Correction
	Document library.Document // zero if it is not filed any more
	Text     *content.Document
}

// Corrected returns the documents about which people have decided, the oldest decision first, without those whose text is lost.
func (c *Collection) Corrected(ctx context.Context) (all []Corrected, err error) {
	corrections, err := c.documents.Corrections(ctx)
	if err != nil {
		return nil, err
	}
	for _, said := range corrections {
		one := Corrected{Said: said}
		one.Text, err = c.Repository.Text(ctx, said.SHA256)
		if errors.Is(err, repository.ErrNoFile) || errors.Is(err, catalogue.ErrCorrupt) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if one.Document, _, err = c.documents.Get(ctx, said.SHA256); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// Example returns the document as an example of the genre that the person has said; false if none was.
func (d *Corrected) Example() (genre.Example, bool) {
	e := genre.Example{Document: d.Text, Genre: genre.Genre(d.Said.Genre)}
	e.Clues.Size = d.Document.Size
	if len(d.Document.Locations) > 0 {
		e.Clues.URL = d.Document.Locations[0].URL
	}
	return e, e.Genre.Valid()
}
