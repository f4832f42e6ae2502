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
// as the writers of package export need them, in the order in which they were filed. Bibliographies have the first of each
// work; if its year is not certain, a version of the work that has one comes before it.
func (c *Contents) Records(ctx context.Context, where query.Condition) export.Records {
	return func(yield func(*export.Record, error) bool) {
		dated, err := c.datedVersions(ctx, where)
		if err != nil {
			yield(nil, err)
			return
		}
		moved := map[string]bool{} // by hash
		for d, err := range c.documents.All(ctx, "state = accepted", where) {
			if err != nil {
				yield(nil, err)
				return
			}
			if moved[d.SHA256] {
				continue
			}
			if v := dated[cmp.Or(d.Work, d.SHA256)]; v != "" && certain(d.Fields)("year") == "" && !moved[v] {
				moved[v] = true
				if r, err := c.recordOf(ctx, v); (r != nil || err != nil) && !yield(r, err) || err != nil {
					return
				}
			}
			if r, err := c.record(ctx, &d); !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// recordOf returns the document of a hash as an export record, nil if it has gone.
func (c *Contents) recordOf(ctx context.Context, sha256 string) (*export.Record, error) {
	d, ok, err := c.documents.Get(ctx, sha256)
	if err != nil || !ok {
		return nil, err
	}
	return c.record(ctx, &d)
}

// datedVersions returns, by work, the hash of the first document that is not the first of its work and has a year.
func (c *Contents) datedVersions(ctx context.Context, where query.Condition) (map[string]string, error) {
	dated := map[string]string{}
	for d, err := range c.documents.All(ctx, "state = accepted", "work != null", where) {
		if err != nil {
			return nil, err
		}
		if dated[d.Work] == "" && certain(d.Fields)("year") != "" {
			dated[d.Work] = d.SHA256
		}
	}
	return dated, nil
}

// record returns a document as an export record. A missing text or file is no error: the record is
// exported with what there is.
func (c *Contents) record(ctx context.Context, d *library.Document) (*export.Record, error) {
	likely := certain(d.Fields)
	all := func(name string) []string {
		if likely(name) == "" {
			return nil
		}
		return d.All(name)
	}
	r := &export.Record{
		SHA256: d.SHA256, Work: cmp.Or(d.Work, d.SHA256), Type: d.Type, Wrapped: d.Wrapped, Name: d.Name, Entry: d.Get("entry"), Genre: string(d.Verdict.Genre), Confidence: d.Verdict.Confidence,
		Title: cmp.Or(d.Get("title"), d.Name, d.SHA256), Authors: all("author"), Affiliations: all("affiliation"), Abstract: likely("abstract"),
		Keywords: all("keyword"), Subjects: all("subject"), Date: likely("date"), Venue: likely("venue"), Volume: likely("volume"),
		Number: likely("number"), Publisher: likely("publisher"), DOI: likely("doi"), ArXiv: likely("arxiv"), ISBN: likely("isbn"),
		ORCIDs: all("orcid"), License: likely("license"), Relevance: d.Relevance,
		Language: likely("language"), PageCount: d.Pages, LinkedFrom: d.LinkedFrom, Citations: d.Citations, Copies: d.Copies, Added: d.Added, Judged: d.Judged,
	}
	r.Year, _ = strconv.Atoi(likely("year"))
	if pages := likely("pages"); strings.ContainsAny(pages, "-–") { // else it is their number
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

// certain returns a function that returns the best value of a name, if it is as sure as an export's values are to be.
func certain(fields []describe.Field) func(name string) string {
	return func(name string) string {
		i := slices.IndexFunc(fields, func(f describe.Field) bool { return f.Name == name && f.Value != "" })
		if i < 0 || fields[i].Confidence < describe.Certain {
			return ""
		}
		return fields[i].Value
	}
}

// isFile reports whether a URL is that of a file that a person submitted, not one on the Web.
func isFile(url string) bool { return strings.HasPrefix(url, "file:") }
