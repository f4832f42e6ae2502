package collection

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/export"
	"sluice/internal/query"
	"sluice/internal/repository"
	"sluice/library"
)

// Records yields the accepted documents that meet a condition (empty: all), with their texts,
// as the writers of package export need them, in the order in which they were filed.
func (c *Contents) Records(ctx context.Context, where query.Condition) export.Records {
	return func(yield func(*export.Record, error) bool) {
		for d, err := range c.documents.All(ctx, "state = accepted", where) {
			if err != nil {
				yield(nil, err)
				return
			}
			r, err := c.record(ctx, &d)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// record returns a document as an export record. A missing text or file is no error: the record is
// exported with what there is.
func (c *Contents) record(ctx context.Context, d *library.Document) (*export.Record, error) {
	r := &export.Record{
		SHA256: d.SHA256, Work: cmp.Or(d.Work, d.SHA256), Type: d.Type, Wrapped: d.Wrapped, Name: d.Name, Entry: d.Get("entry"), Genre: string(d.Verdict.Genre), Confidence: d.Verdict.Confidence,
		Title: cmp.Or(d.Get("title"), d.Name, d.SHA256), Authors: d.All("author"), Affiliations: d.All("affiliation"), Abstract: d.Get("abstract"),
		Keywords: d.All("keyword"), Subjects: d.All("subject"), Date: likely(d.Fields, "date"), Venue: d.Get("venue"), Volume: d.Get("volume"),
		Number: d.Get("number"), Publisher: d.Get("publisher"), DOI: d.Get("doi"), ArXiv: d.Get("arxiv"), ISBN: d.Get("isbn"),
		ORCIDs: d.All("orcid"), License: d.Get("license"),
		Language: d.Language, PageCount: d.Pages, LinkedFrom: d.LinkedFrom, Citations: d.Citations, Copies: d.Copies, Added: d.Added, Judged: d.Judged,
	}
	r.Year, _ = strconv.Atoi(likely(d.Fields, "year"))
	if pages := d.Get("pages"); strings.ContainsAny(pages, "-–") { // else it is their number
		r.Pages = pages
	}
	for _, l := range d.Locations {
		if !isFile(l.URL) {
			r.URL = cmp.Or(r.URL, l.URL)
			r.URLs = append(r.URLs, l.URL)
		}
	}
	references, err := c.documents.References(ctx, d.SHA256)
	if err != nil {
		return nil, err
	}
	for _, reference := range references {
		r.References = append(r.References, export.Reference(reference))
	}
	read, err := c.Repository.Text(ctx, d.SHA256)
	switch {
	case err == nil:
		r.Text, r.Lines = read.Text, read.Lines
	case !errors.Is(err, repository.ErrNoFile) && !errors.Is(err, catalogue.ErrCorrupt):
		return nil, err
	}
	_, err = c.Repository.Path(ctx, d.SHA256)
	switch {
	case err == nil:
		r.Open = func() (io.ReadCloser, error) { return c.Repository.OpenVerified(ctx, d.SHA256) }
	case !errors.Is(err, repository.ErrNoFile):
		return nil, err
	}
	return r, nil
}

// likely is the best value of a name, if it is rather right than wrong. A year may be no more
// than that in which the file was made.
func likely(fields []describe.Field, name string) string {
	if i := slices.IndexFunc(fields, func(f describe.Field) bool { return f.Name == name && f.Value != "" }); i >= 0 && fields[i].Confidence >= describe.Certain {
		return fields[i].Value
	}
	return ""
}

// isFile reports whether a URL is that of a file that a person submitted, not one on the Web.
func isFile(url string) bool { return strings.HasPrefix(url, "file:") }
