package sluice

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"sluice/internal/export"
	"sluice/internal/library"
)

// Records yields the accepted documents that meet a condition (empty: all), with their texts, as the writers of package export take them,
// in the order in which they were filed.
func (c *Collection) Records(ctx context.Context, where library.Condition) export.Records {
	accepted := library.Condition("state = accepted")
	if where != "" {
		accepted += " and (" + where + ")"
	}
	return func(yield func(*export.Record, error) bool) {
		for d, err := range c.Catalogue.Documents(ctx, accepted) {
			if err != nil {
				yield(nil, err)
				return
			}
			r, err := c.record(&d)
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

func (c *Collection) record(d *library.Document) (*export.Record, error) {
	f := fieldsOf(d.Fields)
	r := &export.Record{
		SHA256: d.SHA256, Type: d.Type, Wrapped: d.Wrapped, Name: d.Name, Genre: d.Verdict.Genre, Confidence: d.Verdict.Confidence,
		Title: f.one("title"), Authors: f.all("author"), Affiliations: f.all("affiliation"), Abstract: f.one("abstract"),
		Keywords: f.all("keyword"), Subjects: f.all("subject"), Date: f.one("date"), Venue: f.one("venue"), Volume: f.one("volume"),
		Number: f.one("number"), Publisher: f.one("publisher"), DOI: f.one("doi"), ArXiv: f.one("arxiv"), ISBN: f.one("isbn"),
		Language: d.Language, PageCount: d.Pages, Citations: d.Citations, Copies: d.Copies, Added: d.Added, Judged: d.Judged,
	}
	r.Year, _ = strconv.Atoi(f.one("year"))
	if pages := f.one("pages"); strings.ContainsAny(pages, "-–") { // else it is their number
		r.Pages = pages
	}
	for i, l := range d.Locations {
		if i == 0 {
			r.URL = l.URL
		}
		r.URLs = append(r.URLs, l.URL)
	}
	read, err := c.Repository.Text(d.SHA256)
	switch {
	case err == nil:
		r.Text, r.Lines = read.Text, read.Lines
	case !errors.Is(err, library.ErrNoFile) && !errors.Is(err, library.ErrCorrupt):
		return nil, err
	}
	if path, err := c.Repository.Path(d.SHA256); err == nil {
		r.Open = func() (io.ReadCloser, error) { return os.Open(path) }
	}
	return r, nil
}

// fieldsOf are a document's fields by name.
type fieldsOf []library.Field

// one gives the best value.
func (fs fieldsOf) one(name string) string {
	for _, f := range fs {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// all gives the values that come from where the best one comes from: two sources tell of the same authors.
func (fs fieldsOf) all(name string) (values []string) {
	source := ""
	for _, f := range fs {
		if f.Name != name {
			continue
		}
		if len(values) == 0 {
			source = f.Source
		}
		if f.Source == source {
			values = append(values, f.Value)
		}
	}
	return values
}
