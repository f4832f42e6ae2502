package sluice

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/intake"
	"sluice/internal/repository"
)

// GetAgain gets again the files that are missing or damaged: from the archive, else from the URLs where the documents were found, by the
// rules of cfg. wanted are the hashes of those to look at, also if their files were thrown away; nil is all but those. tell is told what
// became of each. With strays, files are deleted that no document has; else they are only told of.
func (c *Collection) GetAgain(ctx context.Context, cfg crawl.Config, wanted map[string]bool, strays bool, tell func(f repository.Finding, from string, err error)) error {
	for sum := range wanted {
		from, err := c.getThrown(ctx, cfg, sum)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if from != "" || err != nil {
			tell(repository.Finding{Fault: repository.Missing, What: "document", SHA256: sum}, from, err)
		}
	}
	for f, err := range c.Repository.Verify(ctx, nil) {
		if err != nil {
			return err
		}
		if wanted != nil && (f.Fault == repository.Stray || !wanted[f.SHA256]) {
			continue
		}
		from := ""
		switch {
		case f.Fault != repository.Stray:
			from, err = c.getAgain(ctx, cfg, f)
		case strays:
			err = c.Repository.Discard(ctx, f)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		tell(f, from, err)
	}
	return c.intake.Refresh(ctx)
}

// getAgain gets one file again, and tells from where.
func (c *Collection) getAgain(ctx context.Context, cfg crawl.Config, f repository.Finding) (from string, err error) {
	d, ok, err := c.Catalogue.Documents.Get(ctx, f.SHA256)
	if err != nil || !ok {
		return "", errors.Join(err, ErrNoDocument)
	}
	if f.What != "document" {
		return "the document", c.remake(ctx, &d, f.What)
	}
	return c.getFile(ctx, cfg, &d)
}

// getThrown gets the file of a document again that was thrown away out of the trash; of any other it does nothing.
func (c *Collection) getThrown(ctx context.Context, cfg crawl.Config, sha256 string) (from string, err error) {
	d, ok, err := c.Catalogue.Documents.Get(ctx, sha256)
	if err != nil || !ok || d.Kept || d.State == catalogue.Removed {
		return "", err
	}
	return c.getFile(ctx, cfg, &d)
}

// getFile gets the file of a document again, and tells from where.
func (c *Collection) getFile(ctx context.Context, cfg crawl.Config, d *catalogue.Document) (from string, err error) {
	var errs []error
	for _, l := range d.Locations {
		if err := c.fromArchive(ctx, d, l.URL); err == nil {
			return "the archive", nil
		}
	}
	for _, l := range d.Locations {
		if strings.HasPrefix(l.URL, "file:") {
			continue
		}
		err := c.fromWeb(ctx, cfg, d, l.URL)
		if err == nil {
			return l.URL, nil
		}
		errs = append(errs, err)
	}
	if len(errs) == 0 {
		return "", fmt.Errorf("%s: its file was thrown away or lost; the archive does not have it, and no URL", d.SHA256[:12])
	}
	return "", errors.Join(errs...)
}

// remake makes again what is made of a document.
func (c *Collection) remake(ctx context.Context, d *catalogue.Document, what string) error {
	switch what {
	case "text":
		return c.intake.ReadText(ctx, d)
	case "thumbnail":
		return c.intake.Picture(ctx, d)
	}
	return c.intake.Copy(ctx, d)
}

// fromArchive puts a document back that an answer in the archive has brought.
func (c *Collection) fromArchive(ctx context.Context, d *catalogue.Document, url string) error {
	story, ok, err := c.Catalogue.Show(ctx, url)
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
func (c *Collection) fromWeb(ctx context.Context, cfg crawl.Config, d *catalogue.Document, url string) error {
	cat, err := catalogue.NewMemory()
	if err != nil {
		return err
	}
	defer cat.Close()
	store := archive.NewMemory()
	cfg.Catalogue, cfg.Archive, cfg.Frontier, cfg.Seeds, cfg.Documents = cat, store, nil, nil, []string{url}
	cfg.DocumentsOnly, cfg.Again, cfg.Rules = true, false, append(slices.Clone(cfg.Rules), "-document-small", "-document-names")
	run, err := crawl.New(cfg)
	if err != nil {
		return err
	}
	if _, err := run.Run(ctx); err != nil {
		return err
	}
	v, ok, err := cat.Validator(ctx, url)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("%s: it could not be fetched", url)
	}
	record, err := store.Read(ctx, archive.Location{File: v.Fetch.File, Offset: v.Fetch.Offset, Length: v.Fetch.Length})
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
	if errors.Is(err, repository.ErrOtherBytes) {
		return fmt.Errorf("%s: it has changed since; `sluice crawl --again` takes the new version in", url)
	}
	return err
}
