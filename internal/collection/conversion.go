package collection

import (
	"context"
	"errors"
	"io"

	"sluice/document"
	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/internal/query"
	"sluice/internal/repository"
	"sluice/library"
)

// Converted is what [Collection.Convert] did with a document.
type Converted struct {
	Document library.Document
	Read     Attempt // to read it
	Copy     Attempt // to make its viewing copy
}

// Attempt is how one step went; the zero value is a step that was not tried.
type Attempt struct {
	Done  bool
	Lacks string // why it was not done, and may be later: a program is not there, it is a scan
	Err   error  // why it failed
}

// Convert reads the documents that wait to be read, or with all every document again, and makes
// viewing copies of accepted ones that are no PDF. It calls report once with each document.
func (c *Collection) Convert(ctx context.Context, all bool, report func(Converted)) error {
	where := query.Condition("state = waiting")
	if all {
		where = "state = waiting or state = accepted or state = rejected"
	}
	reported := map[string]bool{}
	for _, step := range []struct {
		where query.Condition
		read  bool
	}{{where, true}, {"state = accepted and type != pdf", false}} {
		for d, err := range c.documents.All(ctx, step.where) {
			if err != nil {
				return err
			}
			if reported[d.SHA256] || !step.read && d.PDF {
				continue
			}
			reported[d.SHA256] = true
			did := Converted{Document: d}
			if step.read {
				if did, err = c.reread(ctx, &d); err != nil {
					return err
				}
			}
			if d := &did.Document; d.State == library.Accepted && d.Type != "pdf" && !d.PDF {
				did.Copy = c.copy(ctx, d)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			report(did)
		}
	}
	return c.Refresh(ctx)
}

// reread reads a document again and files it. If it needs a program that is not installed any
// more, what was read of it before stays.
func (c *Collection) reread(ctx context.Context, d *library.Document) (did Converted, err error) {
	did.Document = *d
	f, err := c.intake.Reread(ctx, d)
	if errors.Is(err, repository.ErrNoFile) {
		did.Read.Err = err
		return did, nil
	}
	if err != nil {
		return did, err
	}
	if did.Read.Done = !f.Read.IsZero(); !did.Read.Done {
		did.Read.Lacks = string(f.Cause)
		if !d.Read.IsZero() {
			return did, nil
		}
	}
	if err := c.Repository.File(ctx, []catalogue.Filing{*f}); err != nil {
		return did, err
	}
	if filed, ok, err := c.documents.Get(ctx, d.SHA256); err != nil || ok {
		did.Document = filed
		return did, err
	}
	return did, nil
}

// copy makes the viewing copy of a document.
func (c *Collection) copy(ctx context.Context, d *library.Document) (made Attempt) {
	made.Err = c.intake.Copy(ctx, d)
	if lacks, is := errors.AsType[*document.NeedsError](made.Err); is {
		made.Lacks, made.Err = "no viewing copy: needs "+intake.Missing(lacks), nil
	}
	made.Done = made.Lacks == "" && made.Err == nil
	return made
}

// ErrRemoved is the error of adding a document that was removed from the library and must stay out.
var ErrRemoved = errors.New("it was removed at its owner's request")

// Add reads, judges and files a document that a person submits, as if a crawl had fetched it.
func (c *Collection) Add(ctx context.Context, name string, from io.Reader) (library.Document, error) {
	d, err := c.Submit(ctx, name, from, nil)
	if err != nil {
		return d, err
	}
	return d, c.Refresh(ctx)
}

// Submit is [Collection.Add] for one of many documents, with what a bibliography says of it, or nil. The caller calls
// [Collection.Refresh] after many, because it looks at all documents of the library.
func (c *Collection) Submit(ctx context.Context, name string, from io.Reader, r *bibliography.Record) (library.Document, error) {
	f, err := c.intake.Add(ctx, name, from)
	if err != nil {
		return library.Document{}, err
	}
	if err := c.Repository.File(ctx, []catalogue.Filing{*f}); err != nil {
		return library.Document{}, err
	}
	d, ok, err := c.documents.Get(ctx, f.SHA256)
	if err == nil && (!ok || d.State == library.Removed) {
		err = ErrRemoved
	}
	if err != nil || r == nil {
		return d, err
	}
	if err := c.SetRecord(ctx, f.SHA256, r); err != nil {
		return d, err
	}
	d, _, err = c.documents.Get(ctx, f.SHA256)
	return d, err
}
