package sluice

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/internal/intake"
	"sluice/internal/library"
)

// Begin makes the folder a library, if it is none yet, without a crawl.
func (l *Library) Begin() (err error) {
	if Exists(l.dir) {
		return nil
	}
	locked, err := lock(l.dir, looking)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Close()) }()
	s, _, err := l.openStores(crawl.Config{})
	return errors.Join(err, s.closeStores())
}

// ErrNoDocument is the error of naming a document that the library has not.
var ErrNoDocument = errors.New("no such document; `sluice documents` and `sluice search` list them")

// Find gives the document that a person means: by a URL, by its hash or the first eight digits of that, or by the name of its file.
func (c *Collection) Find(ctx context.Context, what string) (library.Document, error) {
	var sums []string
	names := []string{what}
	if forms, err := Forms(what); err == nil && strings.Contains(what, "://") {
		names = forms
	}
	for _, name := range names {
		found, err := c.Catalogue.Identify(ctx, name)
		if err != nil {
			return library.Document{}, err
		}
		if sums = found; len(sums) > 0 {
			break
		}
	}
	switch len(sums) {
	case 0:
		return library.Document{}, fmt.Errorf("%s: %w", what, ErrNoDocument)
	case 1:
		d, ok, err := c.Catalogue.Document(ctx, sums[0])
		if err == nil && !ok {
			err = fmt.Errorf("%s: %w", what, ErrNoDocument)
		}
		return d, err
	}
	return library.Document{}, c.ambiguous(ctx, what, sums)
}

// ambiguous lists the documents that a name may mean.
func (c *Collection) ambiguous(ctx context.Context, what string, sums []string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: several documents are called so; name one by the first digits of its hash:", what)
	for _, sum := range sums {
		d, _, err := c.Catalogue.Document(ctx, sum)
		if err != nil {
			return err
		}
		url := ""
		if len(d.Locations) > 0 {
			url = d.Locations[0].URL
		}
		fmt.Fprintf(&b, "\n%s  %s", sum[:12], url)
	}
	return errors.New(b.String())
}

// Judge records a person's verdict on a document, and lets the filter learn from it. Without a genre only the state is changed; without a
// state it follows from the genre.
func (c *Collection) Judge(ctx context.Context, sha256, genre string, state library.State) error {
	if state == "" {
		state = library.Rejected
		if c.lib.wants(genre) {
			state = library.Accepted
		}
	}
	if err := c.Repository.Judge(ctx, sha256, genre, state); err != nil {
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
func (c *Collection) Edit(ctx context.Context, sha256 string, fields []library.Field) error {
	if err := c.Repository.Edit(ctx, sha256, fields); err != nil {
		return err
	}
	return c.intake.Refresh(ctx)
}

// TakeBack takes a document out of the trash.
func (c *Collection) TakeBack(ctx context.Context, sha256 string) error {
	if err := c.Repository.Restore(ctx, sha256); err != nil {
		return err
	}
	return c.intake.Refresh(ctx)
}

// EmptyTrash throws away the files in the trash that were judged before a time.
func (c *Collection) EmptyTrash(ctx context.Context, before time.Time) (documents int, bytes int64, err error) {
	return c.Repository.EmptyTrash(ctx, before)
}

// A Removed tells what was taken out of a library.
type Removed struct {
	URLs    int
	Answers int     // of the archive that were overwritten
	Bytes   int64   // of them
	Lost    int     // answers that were not found in the archive, as it lacks files or is damaged
	Losses  []error // the first of them: where, and why
}

const lossesTold = 20

// Remove takes a URL, the beginning of URLs, or a host out of catalogue, documents, index and archive, and keeps it out: see
// [library.Removal] for the patterns. No crawl may run meanwhile. Cut off by something, it is gone on with by the same call.
func (l *Library) Remove(ctx context.Context, pattern, reason string) (removed Removed, err error) {
	locked, err := lock(l.dir, removing)
	if err != nil {
		return removed, err
	}
	defer func() { err = errors.Join(err, locked.Close()) }()
	c, err := l.Collection(nil)
	if err != nil {
		return removed, err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.inherit(ctx, pattern); err != nil {
		return removed, err
	}
	if err := c.wipe(ctx, pattern, &removed); err != nil {
		return removed, err
	}
	if err := c.Repository.Remove(ctx, pattern, reason); err != nil { // last: it forgets where all of it lies
		return removed, err
	}
	if err := c.intake.Refresh(ctx); err != nil {
		return removed, err
	}
	return removed, c.Index.Tidy(ctx) // which keeps traces of what was deleted
}

const erasedAtOnce = 200

// wipe takes what a pattern concerns out of archive and index.
func (c *Collection) wipe(ctx context.Context, pattern string, removed *Removed) error {
	mark, err := c.Catalogue.LastMark()
	if err != nil {
		return err
	}
	var at []archive.Location
	var urls []string
	erase := func() error {
		erased, err := archive.Erase(c.lib.path(archiveName), archive.Position{File: mark.File, Offset: mark.Offset}, at...)
		for _, e := range erased {
			removed.count(e)
		}
		if err == nil {
			err = c.Index.Delete(ctx, urls...)
		}
		at, urls = at[:0], urls[:0]
		return err
	}
	for t, err := range c.Catalogue.Matching(ctx, pattern) {
		if err != nil {
			return err
		}
		removed.URLs++
		urls = append(urls, t.URL)
		for _, capture := range t.Captures {
			at = append(at, placeOf(capture))
		}
		if len(at) >= erasedAtOnce {
			if err := erase(); err != nil {
				return err
			}
		}
	}
	return erase()
}

func (r *Removed) count(e archive.Erased) {
	if e.Lost == nil {
		r.Answers++
		r.Bytes += e.Bytes
		return
	}
	if r.Lost++; len(r.Losses) < lossesTold {
		r.Losses = append(r.Losses, e.Lost)
	}
}

// Convert reads again the documents that wait to be read, and makes viewing copies of those accepted that are no PDF. tell is told of each.
func (c *Collection) Convert(ctx context.Context, again bool, tell func(d library.Document, err error)) error {
	where := library.Condition("state = waiting")
	if again {
		where = "state = waiting or state = accepted or state = rejected"
	}
	for d, err := range c.Catalogue.Documents(ctx, where) {
		if err != nil {
			return err
		}
		f, err := c.intake.Reread(ctx, &d)
		if errors.Is(err, library.ErrNoFile) {
			tell(d, err)
			continue
		}
		if err != nil {
			return err
		}
		if f.Read.IsZero() && !d.Read.IsZero() { // what was read with a program that is gone stays as it is
			tell(d, errors.New(f.Cause))
			continue
		}
		if err := c.Repository.File(ctx, []library.Filing{*f}); err != nil {
			return err
		}
		tell(f.Document, nil)
	}
	if err := c.copies(ctx, tell); err != nil {
		return err
	}
	return c.intake.Refresh(ctx)
}

// copies makes the viewing copies that are missing.
func (c *Collection) copies(ctx context.Context, tell func(d library.Document, err error)) error {
	for d, err := range c.Catalogue.Documents(ctx, "state = accepted and type != pdf") {
		if err != nil {
			return err
		}
		if d.PDF {
			continue
		}
		if err := c.intake.Copy(ctx, &d); ctx.Err() != nil {
			return ctx.Err()
		} else {
			tell(d, err)
		}
	}
	return nil
}

// Add takes in a file that a person submits, by the same judging as what a crawl fetches.
func (c *Collection) Add(ctx context.Context, name string, from io.Reader) (library.Document, error) {
	f, err := c.intake.Add(ctx, name, from)
	if err != nil {
		return library.Document{}, err
	}
	if err := c.Repository.File(ctx, []library.Filing{*f}); err != nil {
		return library.Document{}, err
	}
	if err := c.intake.Refresh(ctx); err != nil {
		return library.Document{}, err
	}
	d, _, err := c.Catalogue.Document(ctx, f.SHA256)
	return d, err
}

// Allow ends a removal: what it concerned may be fetched again.
func (l *Library) Allow(ctx context.Context, pattern string) error {
	c, err := l.Collection(nil)
	if err != nil {
		return err
	}
	return errors.Join(c.Repository.Allow(ctx, pattern), c.Close())
}

// GetAgain gets again the files that are missing or damaged: from the archive, else from the URLs where the documents were found, by the
// rules of cfg. wanted are the hashes of those to look at; nil is all. tell is told what became of each.
func (c *Collection) GetAgain(ctx context.Context, cfg crawl.Config, wanted map[string]bool, tell func(f library.Finding, from string, err error)) error {
	for f, err := range c.Repository.Verify(ctx, nil) {
		if err != nil {
			return err
		}
		if f.Fault == library.Stray && f.What != "document" && wanted == nil {
			tell(f, "", c.Repository.Discard(f)) // of what a crash kept from being filed; it is made anew when it is
			continue
		}
		if f.Fault == library.Stray || wanted != nil && !wanted[f.SHA256] {
			continue
		}
		from, err := c.getAgain(ctx, cfg, f)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tell(f, from, err)
	}
	return c.intake.Refresh(ctx)
}

// getAgain gets one file again, and tells from where.
func (c *Collection) getAgain(ctx context.Context, cfg crawl.Config, f library.Finding) (from string, err error) {
	d, ok, err := c.Catalogue.Document(ctx, f.SHA256)
	if err != nil || !ok {
		return "", errors.Join(err, ErrNoDocument)
	}
	if f.What != "document" {
		return "the document", c.remake(ctx, &d, f.What)
	}
	var errs []error
	for _, l := range d.Locations {
		if err := c.fromArchive(ctx, &d, l.URL); err == nil {
			return "the archive", nil
		}
	}
	for _, l := range d.Locations {
		if strings.HasPrefix(l.URL, "file:") {
			continue
		}
		err := c.fromWeb(ctx, cfg, &d, l.URL)
		if err == nil {
			return l.URL, nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return "", errors.New("the archive does not have it, and no URL")
	}
	return "", errors.Join(errs...)
}

// remake makes again what is made of a document.
func (c *Collection) remake(ctx context.Context, d *library.Document, what string) error {
	switch what {
	case "text":
		return c.intake.ReadText(ctx, d)
	case "thumbnail":
		return c.intake.Picture(ctx, d)
	}
	return c.intake.Copy(ctx, d)
}

// fromArchive puts a document back that an answer in the archive has brought.
func (c *Collection) fromArchive(ctx context.Context, d *library.Document, url string) error {
	story, ok, err := c.Catalogue.Show(url)
	if err != nil || !ok {
		return errors.Join(err, ErrNoBody)
	}
	err = ErrNoBody
	for i := range story.Fetches {
		f := &story.Fetches[i]
		if f.SHA256 != d.SHA256 || f.File == "" {
			continue
		}
		var body *intake.Body
		if body, err = c.answer(ctx, f); err != nil {
			continue
		}
		err = errors.Join(c.Repository.PutBack(ctx, d.SHA256, body), body.Close())
		if err == nil {
			return nil
		}
	}
	return err
}

// fromWeb puts a document back that a URL still has. It is asked for as a crawl asks, and nothing else is.
func (c *Collection) fromWeb(ctx context.Context, cfg crawl.Config, d *library.Document, url string) error {
	catalogue, err := library.NewMemory()
	if err != nil {
		return err
	}
	defer catalogue.Close()
	store := archive.NewMemory()
	cfg.Catalogue, cfg.Archive, cfg.Frontier, cfg.Seeds, cfg.Documents = catalogue, store, nil, nil, []string{url}
	cfg.DocumentsOnly, cfg.Again, cfg.Rules = true, false, append(slices.Clone(cfg.Rules), "-document-small", "-document-names")
	run, err := crawl.New(cfg)
	if err != nil {
		return err
	}
	if _, err := run.Run(ctx); err != nil {
		return err
	}
	v, ok, err := catalogue.Validator(url)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s: it could not be fetched", url)
	}
	record, err := store.Read(archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length})
	if err != nil {
		return err
	}
	defer record.Close()
	body, err := fetch.Decode(record.Body, record.HTTPHeader())
	if err != nil {
		return err
	}
	defer body.Close()
	err = c.Repository.PutBack(ctx, d.SHA256, body)
	if errors.Is(err, library.ErrOtherBytes) {
		return fmt.Errorf("%s: it has changed since; `sluice crawl --again` takes the new version in", url)
	}
	return err
}
