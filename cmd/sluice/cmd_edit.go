package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/library"
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

func (cmd *editCmd) Run(c *console) error {
	fields, err := cmd.fields()
	if err != nil {
		return err
	}
	return c.change(cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
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

func (cmd *editCmd) fields() (fields []library.Field, err error) {
	for _, one := range []struct {
		name  string
		value *string
	}{{"title", cmd.Title}, {"year", cmd.Year}, {"venue", cmd.Venue}, {"abstract", cmd.Abstract}, {"doi", cmd.DOI}, {"language", cmd.Language}} {
		if one.value != nil {
			fields = append(fields, library.Field{Name: one.name, Value: *one.value})
		}
	}
	for _, many := range []struct {
		name   string
		values []string
	}{{"author", cmd.Author}, {"keyword", cmd.Keyword}, {"subject", cmd.Subject}} {
		for _, v := range many.values {
			fields = append(fields, library.Field{Name: many.name, Value: v})
		}
	}
	for _, set := range cmd.Set {
		name, value, ok := strings.Cut(set, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); !ok || name == "" {
			return nil, usagef("--set: %q is not NAME=VALUE", set)
		}
		fields = append(fields, library.Field{Name: name, Value: value})
	}
	if len(fields) == 0 {
		return nil, usagef("say what to put right, such as --title 'On Crawling'")
	}
	if cmd.Year != nil && *cmd.Year != "" {
		if y, err := strconv.Atoi(*cmd.Year); err != nil || y < 1400 || y > 2200 {
			return nil, usagef("--year: %q is no year", *cmd.Year)
		}
	}
	if slices.ContainsFunc(fields, func(f library.Field) bool { return strings.ContainsRune(f.Value, 0) }) {
		return nil, usagef("a value has a zero byte in it")
	}
	return fields, nil
}
