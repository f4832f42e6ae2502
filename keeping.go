package sluice

import (
	"context"
	"errors"
	"io"
	"time"

	"sluice/crawl"
	"sluice/document"

	"sluice/internal/catalogue"
	"sluice/internal/lock"
	"sluice/internal/query"
	"sluice/internal/repository"
)

// Begin makes the folder a library, if it is none yet, without a crawl.
func (l *Library) Begin(ctx context.Context) (err error) {
	if Exists(l.dir) {
		return nil
	}
	locked, err := lock.Acquire(ctx, l.dir, lock.Access)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	s, _, err := l.openStores(crawl.Config{})
	return errors.Join(err, s.closeStores())
}

// Judge records a person's verdict on a document, and lets the filter learn from it. Without a genre only the state is changed; without a
// state it follows from the genre. What is accepted by it is described as if the filter had accepted it; if its file was thrown away it is got
// again, as [Collection.GetAgain] does.
func (c *Collection) Judge(ctx context.Context, cfg crawl.Config, sha256, genre string, state catalogue.State) error {
	if state == "" {
		state = catalogue.Rejected
		if c.lib.wants(genre) {
			state = catalogue.Accepted
		}
	}
	judge := func() error { return c.Repository.Judge(ctx, sha256, genre, state) }
	var err error
	if state == catalogue.Accepted {
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
	return c.intake.Refresh(ctx)
}

// Edit puts fields of a document right by hand.
func (c *Collection) Edit(ctx context.Context, sha256 string, fields []catalogue.Field) error {
	if err := c.Repository.Edit(ctx, sha256, fields); err != nil {
		return err
	}
	return c.intake.Refresh(ctx)
}

// TakeBack takes a document out of the trash: it is accepted, as [Collection.Judge] does it. The error is [repository.ErrNotInTrash] when it
// is not there.
func (c *Collection) TakeBack(ctx context.Context, cfg crawl.Config, sha256 string) error {
	err := c.accept(ctx, cfg, sha256, func() error { return c.Repository.Restore(ctx, sha256) })
	return errors.Join(err, c.intake.Refresh(ctx))
}

// accept does what accepts a document by a person's word: its file is there before, and it is described after.
func (c *Collection) accept(ctx context.Context, cfg crawl.Config, sha256 string, do func() error) error {
	if _, err := c.getThrown(ctx, cfg, sha256); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err
	}
	return c.tellAnew(ctx, sha256)
}

// EmptyTrash throws away the files in the trash that were judged before a time.
func (c *Collection) EmptyTrash(ctx context.Context, before time.Time) (documents int, bytes int64, err error) {
	return c.Repository.EmptyTrash(ctx, before)
}

// A Converted tells what [Collection.Convert] did with a document.
type Converted struct {
	Document catalogue.Document
	Read     Attempt // to read it
	Copy     Attempt // to make its viewing copy
}

// An Attempt is how something went; the zero value: it was not tried.
type Attempt struct {
	Done  bool
	Lacks string // why it was not done, and may be later: a program is not there, it is a scan
	Err   error  // why it failed
}

// Convert reads again the documents that wait to be read, or all, and makes viewing copies of those accepted that are no PDF. tell is told of
// each once.
func (c *Collection) Convert(ctx context.Context, again bool, tell func(Converted)) error {
	where := query.Condition("state = waiting")
	if again {
		where = "state = waiting or state = accepted or state = rejected"
	}
	told := map[string]bool{}
	for _, step := range []struct {
		where query.Condition
		read  bool
	}{{where, true}, {"state = accepted and type != pdf", false}} {
		for d, err := range c.Catalogue.Documents.All(ctx, step.where) {
			if err != nil {
				return err
			}
			if told[d.SHA256] || !step.read && d.PDF {
				continue
			}
			told[d.SHA256] = true
			did := Converted{Document: d}
			if step.read {
				if did, err = c.reread(ctx, &d); err != nil {
					return err
				}
			}
			if d := &did.Document; d.State == catalogue.Accepted && d.Type != "pdf" && !d.PDF {
				did.Copy = c.copy(ctx, d)
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			tell(did)
		}
	}
	return c.intake.Refresh(ctx)
}

// reread reads a document again and files it. What was read with a program that is gone stays as it is.
func (c *Collection) reread(ctx context.Context, d *catalogue.Document) (did Converted, err error) {
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
		did.Read.Lacks = f.Cause
		if !d.Read.IsZero() {
			return did, nil
		}
	}
	if err := c.Repository.File(ctx, []catalogue.Filing{*f}); err != nil {
		return did, err
	}
	if filed, ok, err := c.Catalogue.Documents.Get(ctx, d.SHA256); err != nil || ok {
		did.Document = filed
		return did, err
	}
	return did, nil
}

// copy makes the viewing copy of a document.
func (c *Collection) copy(ctx context.Context, d *catalogue.Document) (made Attempt) {
	made.Err = c.intake.Copy(ctx, d)
	if lacks, is := errors.AsType[*document.NeedsError](made.Err); is {
		made.Lacks, made.Err = "no viewing copy: needs "+lacks.Tool, nil
	}
	made.Done = made.Lacks == "" && made.Err == nil
	return made
}

// ErrRemoved is the error of adding what is to stay out.
var ErrRemoved = errors.New("it was removed at its owner's wish; `sluice remove --list` tells why, and `sluice remove --allow` ends it")

// Add takes in a file that a person submits, by the same judging as what a crawl fetches.
func (c *Collection) Add(ctx context.Context, name string, from io.Reader) (catalogue.Document, error) {
	f, err := c.intake.Add(ctx, name, from)
	if err != nil {
		return catalogue.Document{}, err
	}
	if err := c.Repository.File(ctx, []catalogue.Filing{*f}); err != nil {
		return catalogue.Document{}, err
	}
	if err := c.intake.Refresh(ctx); err != nil {
		return catalogue.Document{}, err
	}
	d, ok, err := c.Catalogue.Documents.Get(ctx, f.SHA256)
	if err == nil && (!ok || d.State == catalogue.Removed) {
		err = ErrRemoved
	}
	return d, err
}
