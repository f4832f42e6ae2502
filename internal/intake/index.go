package intake

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/internal/repository"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// indexedAtOnce is the number of documents in one transaction of the index.
const indexedAtOnce = 50

// index brings the index to what the catalogue has: documents that are new, changed or put
// away, and pages.
func (in *Intake) index(ctx context.Context, pages []fulltext.Entry) error {
	if len(pages) > 0 {
		if err := in.Index.Put(ctx, pages); err != nil {
			return err
		}
	}
	if err := in.deleteUnlisted(ctx); err != nil {
		return err
	}
	for {
		stale, err := in.Documents.Stale(ctx, indexedAtOnce)
		if err != nil || len(stale) == 0 {
			return err
		}
		if err := in.indexAll(ctx, stale); err != nil {
			return err
		}
		if err := in.Documents.MarkIndexed(ctx, stale...); err != nil {
			return err
		}
	}
}

// deleteUnlisted deletes the entries of pages that turned out to be soft 404s.
func (in *Intake) deleteUnlisted(ctx context.Context) error {
	for {
		pages, err := in.Documents.Unlisted(ctx, indexedAtOnce)
		if err != nil || len(pages) == 0 {
			return err
		}
		var keys []string
		for _, p := range pages {
			if !p.IsListed {
				keys = append(keys, p.URL)
			}
		}
		if err := in.Index.Delete(ctx, keys...); err != nil {
			return err
		}
		if err := in.Documents.MarkUnlisted(ctx, pages...); err != nil {
			return err
		}
	}
}

// Refresh describes documents again that turned out to have what their host repeats as their title, and brings the index up to
// date: with what was changed by hand, and with the citations that came since.
func (in *Intake) Refresh(ctx context.Context) error {
	if err := in.describeAgain(ctx); err != nil {
		return err
	}
	if err := in.Documents.Recount(ctx); err != nil {
		return err
	}
	return in.index(ctx, nil)
}

// indexAll updates the entries of documents. It deletes those that are not accepted any more.
func (in *Intake) indexAll(ctx context.Context, documents []catalogue.StaleDocument) error {
	var entries []fulltext.Entry
	var gone []string
	for i := range documents {
		d := &documents[i]
		if d.State != library.Accepted {
			gone = append(gone, d.SHA256)
			continue
		}
		entry, err := in.entry(ctx, d)
		if err != nil {
			return err
		}
		entries = append(entries, entry)
	}
	if err := in.Index.Delete(ctx, gone...); err != nil {
		return err
	}
	return in.Index.Put(ctx, entries)
}

// entry is the entry of a document in the index. A document whose text is lost has an entry of
// its fields.
func (in *Intake) entry(ctx context.Context, d *catalogue.StaleDocument) (fulltext.Entry, error) {
	e := fulltext.Entry{
		Key: d.SHA256, Work: d.Work, Title: d.Get("title"), Authors: d.All("author"), Keywords: d.All("keyword"),
		Subjects: d.All("subject"), Abstract: d.Get("abstract"), Genre: string(d.Verdict.Genre), Type: d.Type,
		Language: d.Language, Citations: d.Citations, LinkedFrom: d.LinkedFrom,
	}
	for _, f := range d.Fields {
		if f.Name == "doi" {
			e.DOIs = append(e.DOIs, f.Value)
		}
	}
	e.Year, _ = strconv.Atoi(d.Get("year"))
	if len(d.Locations) > 0 {
		e.URL, e.Site = d.Locations[0].URL, d.Locations[0].Host
	}
	if e.Title == "" {
		e.Title = d.Name
	}
	for _, a := range d.Anchors {
		if t := describe.LinkText(a); t != "" && !slices.Contains(e.Anchors, t) {
			e.Anchors = append(e.Anchors, t)
		}
	}
	read, err := in.Repository.Text(ctx, d.SHA256)
	switch {
	case err == nil:
		e.Text = read.Text
		if d.Type == "html" {
			if err := in.leaveOutRepeated(ctx, &e); err != nil {
				return e, err
			}
		}
		e.Headings = headings(e.Text)
	case !errors.Is(err, repository.ErrNoFile) && !errors.Is(err, catalogue.ErrCorrupt):
		return e, err
	}
	return e, nil
}

// page returns the text of a page; nil for one that the archive has lost or that cannot
// be parsed, and for a copy of another. After an error a later attempt may succeed.
func (in *Intake) page(ctx context.Context, f *catalogue.Fetch) (*pageText, error) {
	if f.CopyOf != "" {
		return nil, nil
	}
	body, err := in.Answer(ctx, f)
	if isLost(ctx, err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer body.Close()
	html, err := readPage(ctx, body)
	if html == nil || err != nil {
		return nil, err
	}
	u, err := weburl.NoRules().Parse(f.URL)
	if err != nil {
		return nil, nil
	}
	var t *pageText
	if in.safely(f.URL, func() {
		var parser page.Parser
		p := parser.Parse(html, page.Source{URL: u, ContentType: body.ContentType})
		defer p.Release()
		t = pageTextOf(f, p)
	}) != nil {
		return nil, nil
	}
	return t, nil
}

func splitAuthors(s string) []string { return split(s, ";") }

// split returns the parts of a list, trimmed and without empty ones.
func split(s, by string) (parts []string) {
	for part := range strings.SplitSeq(s, by) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
