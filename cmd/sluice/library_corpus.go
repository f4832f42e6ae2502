package main

import (
	"context"
	"errors"
	"slices"

	"sluice/cmd/sluice/internal/corpus"
	"sluice/cmd/sluice/internal/listing"
	"sluice/internal/catalogue"
	"sluice/internal/columns"
	"sluice/internal/query"
	"sluice/internal/repository"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/text/vector"
)

// libraryCorpus returns the accepted documents of a library that meet a condition as examples, each with the value of a column as its label.
func libraryCorpus(dir, column, where string) (source, error) {
	found, err := query.Find(columns.Of("library"), column)
	if err != nil {
		return nil, usagef("--label: %w", err)
	}
	condition := "state = accepted"
	if where != "" {
		condition += " and (" + where + ")"
	}
	return func(ctx context.Context, use func(corpus.Example) error) (n corpus.Counts, err error) {
		err = withContents(ctx, dir, func(docs *wiring.Contents) error {
			names := slices.Compact([]string{"sha256", found.Name, "title"})
			list, err := docs.Catalogue.Query(ctx, "library", library.Query{Where: condition}, names...)
			if err != nil && where != "" {
				return usagef("--where: %w", err)
			}
			if err != nil {
				return err
			}
			defer list.Close()
			return eachDocument(ctx, docs, list, found.Name, &n, use)
		})
		return n, err
	}, nil
}

// eachDocument calls use with the documents of a listing.
func eachDocument(ctx context.Context, docs *wiring.Contents, list *catalogue.Listing, column string, n *corpus.Counts, use func(corpus.Example) error) error {
	hash, label, title := slices.Index(list.Columns, "sha256"), slices.Index(list.Columns, column), slices.Index(list.Columns, "title")
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		n.Rows++
		e := corpus.Example{At: listing.Value(record[hash])}
		if value := listing.Value(record[label]); value != "" {
			e.Labels = []string{value}
		} else {
			n.Unlabelled++
			continue
		}
		read, err := docs.Repository.Text(ctx, e.At)
		switch {
		case errors.Is(err, repository.ErrNoFile), errors.Is(err, catalogue.ErrCorrupt), err == nil && read.Text == "":
			n.Textless++
			continue
		case err != nil:
			return err
		}
		e.Fields = []vector.Field{corpus.Title(listing.Value(record[title])), {Text: read.Text}}
		if err := use(e); err != nil {
			return err
		}
	}
	return nil
}
