package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

type editCmd struct {
	folder
	Document string   `arg:"" help:"The document: a URL, the first digits of its hash, or the name of its file."`
	Title    *string  `placeholder:"TITLE" help:"Its title."`
	Author   []string `sep:"none" placeholder:"NAME" help:"An author; give all of them, in order. Can be repeated."`
	Year     *string  `placeholder:"YEAR" help:"The year in which it came out."`
	Venue    *string  `placeholder:"NAME" help:"The journal, conference or institution."`
	Abstract *string  `placeholder:"TEXT" help:"Its abstract."`
	Keyword  []string `sep:"none" placeholder:"WORD" help:"A keyword. Can be repeated."`
	Subject  []string `sep:"none" placeholder:"CLASS" help:"A subject. Can be repeated."`
	DOI      *string  `name:"doi" placeholder:"DOI" help:"Its DOI."`
	Language *string  `placeholder:"CODE" help:"Its language, such as en."`
	Set      []string `sep:"none" placeholder:"NAME=VALUE" help:"Any other field. Can be repeated."`
}

func (editCmd) Help() string {
	return `Puts right what is known of a document. What you say stands over what is found in the
document and around it, and stays when it is read again. An empty value, such as
--title '', takes your word back.

EXAMPLES

    sluice edit 3fa94c17 --title 'On Crawling' --author 'Ann Lee' --author 'Bo Chen'
    sluice edit 3fa94c17 --set isbn=0198520115`
}

func (cmd *editCmd) Run(ctx context.Context, c *console) error {
	fields, err := cmd.fields()
	if err != nil {
		return err
	}
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		d, err := docs.Find(ctx, cmd.Document)
		if err != nil {
			return err
		}
		if err := docs.Edit(ctx, d.SHA256, fields); err != nil {
			return err
		}
		fmt.Fprintf(c.err, "%s: %s put right.\n", d.SHA256[:12], screen.Counted(int64(len(fields)), "field"))
		return nil
	})
}

func (cmd *editCmd) fields() (fields []catalogue.Field, err error) {
	for _, one := range []struct {
		name  string
		value *string
	}{{"title", cmd.Title}, {"year", cmd.Year}, {"venue", cmd.Venue}, {"abstract", cmd.Abstract}, {"doi", cmd.DOI}, {"language", cmd.Language}} {
		if one.value != nil {
			fields = append(fields, catalogue.Field{Name: one.name, Value: *one.value})
		}
	}
	for _, many := range []struct {
		name   string
		values []string
	}{{"author", cmd.Author}, {"keyword", cmd.Keyword}, {"subject", cmd.Subject}} {
		for _, v := range many.values {
			fields = append(fields, catalogue.Field{Name: many.name, Value: v})
		}
	}
	for _, set := range cmd.Set {
		name, value, ok := strings.Cut(set, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); !ok || name == "" {
			return nil, usagef("--set: %q is not NAME=VALUE", set)
		}
		fields = append(fields, catalogue.Field{Name: name, Value: value})
	}
	if len(fields) == 0 {
		return nil, usagef("say what to put right, such as --title 'On Crawling'")
	}
	for i := range fields {
		if err := check(&fields[i]); err != nil {
			return nil, err
		}
	}
	return fields, nil
}

// fieldForms are how values of some fields have to look.
var fieldForms = map[string]struct {
	like *regexp.Regexp
	want string
}{
	"year":     {regexp.MustCompile(`^(1[4-9]|2[01])\d\d$`), "a year, such as 2004"},
	"doi":      {regexp.MustCompile(`^10\.\d{4,9}(\.\d+)*/\S+$`), "a DOI, such as 10.1000/182"},
	"language": {regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$`), "the code of a language, such as en"},
	"pages":    {regexp.MustCompile(`^(\pL{0,4}\d[\d.:]*|([ivxlcdm]+|\pL{0,4}\d[\d.:]*)\s*[-–]+\s*([ivxlcdm]+|\pL{0,4}\d[\d.:]*))$`), "a page or pages, such as 12-34"},
	"arxiv":    {regexp.MustCompile(`^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?$`), "a number at arXiv, such as 1706.03762"},
	"isbn":     {regexp.MustCompile(`^(97[89][- ]?)?\d([- ]?\d){8}[- ]?[\dXx]$`), "an ISBN, such as 0198520115"},
}

// The most bytes of a value.
const (
	longestValue    = 1000
	longestAbstract = 15000
)

// check sees that a value can be one of its field, and takes off what is written before a DOI.
func check(f *catalogue.Field) error {
	f.Value = strings.TrimSpace(f.Value)
	if f.Name == "doi" {
		for _, before := range []string{"https://", "http://", "dx.", "doi.org/", "doi:"} {
			f.Value = strings.TrimSpace(strings.TrimPrefix(f.Value, before))
		}
	}
	longest := longestValue
	if f.Name == "abstract" {
		longest = longestAbstract
	}
	form, has := fieldForms[f.Name]
	switch {
	case f.Value == "": // takes it back
	case len(f.Name) > 40:
		return usagef("--set: a field's name has %d bytes; 40 can be", len(f.Name))
	case strings.ContainsRune(f.Value, 0):
		return usagef("%s: there is a zero byte in the value", f.Name)
	case len(f.Value) > longest:
		return usagef("%s: the value has %d bytes; %d can be", f.Name, len(f.Value), longest)
	case has && !form.like.MatchString(f.Value):
		return usagef("%s: %q is not %s", f.Name, f.Value, form.want)
	}
	return nil
}
