package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/describe"
	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
	"sluice/internal/suggestion"
	"sluice/internal/wiring"
)

// editCmd corrects metadata. The fields are pointers, because an empty value removes a
// correction and a missing flag changes nothing.
type editCmd struct {
	folder
	Document string   `arg:"" help:"The document: a URL, the first digits of its hash, or the name of its file."`
	Title    *string  `placeholder:"TITLE" help:"Its title."`
	Author   []string `sep:"none" placeholder:"NAME" help:"An author; give all authors, in order. Can be repeated."`
	Year     *string  `placeholder:"YEAR" help:"The year of publication."`
	Venue    *string  `placeholder:"NAME" help:"The journal, conference or institution."`
	Abstract *string  `placeholder:"TEXT" help:"Its abstract."`
	Keyword  []string `sep:"none" placeholder:"WORD" help:"A keyword. Can be repeated."`
	Subject  []string `sep:"none" placeholder:"CLASS" help:"A subject. Can be repeated."`
	DOI      *string  `name:"doi" placeholder:"DOI" help:"Its DOI."`
	Language *string  `placeholder:"CODE" help:"Its language, such as en."`
	Set      []string `sep:"none" placeholder:"NAME=VALUE" help:"Any other field: affiliation, arxiv, date, entry (BibTeX's entry type), isbn, license, number, orcid, pages, publisher or volume. Can be repeated."`
}

// Help returns the long text of `sluice edit`.
func (editCmd) Help() string {
	return `Corrects the metadata of a document. Your values override what is found in the document
and on pages that link to it, also when the document is read again. An empty value, such as
--title '', removes your correction. A date such as 2004-05-13 sets the year too, unless you name another.

EXAMPLES

    sluice edit 3fa94c17 --title 'On Crawling' --author 'Ann Lee' --author 'Bo Chen'
    sluice edit 3fa94c17 --set isbn=0198520115 --set publisher='Example Press' --set date=2004-05`
}

// Run checks all values before it opens the library, so that a wrong one leaves everything unchanged.
func (cmd *editCmd) Run(ctx context.Context, c *console) error {
	fields, err := cmd.fields()
	if err != nil {
		return err
	}
	return c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		d, err := docs.Find(ctx, cmd.Document)
		if err != nil {
			return err
		}
		if err := docs.Edit(ctx, d.SHA256, fields); err != nil {
			return err
		}
		short, err := docs.Catalogue.ShortHash(ctx, d.SHA256)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s: %s updated.\n", short, screen.Counted(int64(len(fields)), "field"))
		return nil
	})
}

// fields returns the corrections of the command line in the order of the flags. Repeated flags are
// several values of one field, which replace all its values.
func (cmd *editCmd) fields() (fields []describe.Field, err error) {
	for _, one := range []struct {
		name  string
		value *string
	}{{"title", cmd.Title}, {"year", cmd.Year}, {"venue", cmd.Venue}, {"abstract", cmd.Abstract}, {"doi", cmd.DOI}, {"language", cmd.Language}} {
		if one.value != nil {
			fields = append(fields, describe.Field{Name: one.name, Value: *one.value})
		}
	}
	for _, many := range []struct {
		name   string
		values []string
	}{{"author", cmd.Author}, {"keyword", cmd.Keyword}, {"subject", cmd.Subject}} {
		for _, v := range many.values {
			fields = append(fields, describe.Field{Name: many.name, Value: v})
		}
	}
	for _, set := range cmd.Set {
		name, value, ok := strings.Cut(set, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); !ok || name == "" {
			return nil, usagef("--set: %q is not NAME=VALUE", set)
		}
		// A field of another name may have been set by an earlier version; an empty value removes it.
		if known := describe.FieldNames(); !slices.Contains(known, name) && value != "" {
			return nil, usagef("--set: unknown field %q%s; the fields are %s", name, suggestion.Hint(name, known), strings.Join(known, ", "))
		}
		fields = append(fields, describe.Field{Name: name, Value: value})
	}
	fields = withYear(fields)
	if len(fields) == 0 {
		return nil, usagef("field missing: name what to change, such as --title 'On Crawling'")
	}
	for i := range fields {
		if err := checkField(&fields[i]); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// withYear returns corrections with the year of the date that they name, unless they name a year: exports ignore a date of another year.
func withYear(fields []describe.Field) []describe.Field {
	named := func(name string) int {
		return slices.IndexFunc(fields, func(f describe.Field) bool { return f.Name == name && strings.TrimSpace(f.Value) != "" })
	}
	i := named("date")
	if i < 0 || named("year") >= 0 {
		return fields
	}
	year, _, _ := strings.Cut(strings.TrimSpace(fields[i].Value), "-")
	return append(fields, describe.Field{Name: "year", Value: year})
}

// fieldForms are the forms of the fields that have one. A person's value overrides all others for
// good, so a typing error must not pass.
var fieldForms = map[string]struct {
	form *lazyregexp.Regexp
	name string
}{
	"year":     {lazyregexp.New(`^(1[4-9]|2[01])\d\d$`), "a year, such as 2004"},
	"date":     {lazyregexp.New(`^(1[4-9]|2[01])\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$`), "a date, such as 2004-05-13, 2004-05 or 2004"},
	"doi":      {lazyregexp.New(`^` + doiform.Prefix + `\S+$`), "a DOI, such as 10.1000/182"},
	"language": {lazyregexp.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`), "a language code, such as en"},
	"pages":    {lazyregexp.New(`^(\pL{0,4}\d[\d.:]*|([ivxlcdm]+|\pL{0,4}\d[\d.:]*)\s*[-–]+\s*([ivxlcdm]+|\pL{0,4}\d[\d.:]*))$`), "a page or pages, such as 12-34"},
	"arxiv":    {lazyregexp.New(`^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?$`), "an arXiv number, such as 1706.03762"},
	"isbn":     {lazyregexp.New(`^(97[89][- ]?)?\d([- ]?\d){8}[- ]?[\dXx]$`), "an ISBN, such as 0198520115"},
}

// Limits of a value, in bytes.
const (
	maxValue     = 1000
	maxAbstract  = 15000
	maxFieldName = 40
)

// checkField returns an error if the value cannot be one of its field. It removes spaces, and what is
// often written before a DOI.
func checkField(f *describe.Field) error {
	f.Value = strings.TrimSpace(f.Value)
	if f.Name == "doi" {
		for _, prefix := range []string{"https://", "http://", "dx.", "doi.org/", "doi:"} {
			f.Value = strings.TrimSpace(strings.TrimPrefix(f.Value, prefix))
		}
	}
	limit := maxValue
	if f.Name == "abstract" {
		limit = maxAbstract
	}
	want, known := fieldForms[f.Name]
	switch {
	case f.Value == "": // removes a correction
	case len(f.Name) > maxFieldName:
		return usagef("--set: name of a field has %d bytes; at most %d are allowed", len(f.Name), maxFieldName)
	case strings.ContainsRune(f.Value, 0):
		return usagef("%s: value contains a zero byte", f.Name)
	case len(f.Value) > limit:
		return usagef("%s: value has %d bytes; at most %d are allowed", f.Name, len(f.Value), limit)
	case known && !want.form.MatchString(f.Value):
		return usagef("%s: %q is not %s", f.Name, f.Value, want.name)
	}
	return nil
}
