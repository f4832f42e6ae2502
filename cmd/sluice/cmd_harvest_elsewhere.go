package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/harvest/elsewhere"
	"sluice/internal/harvest/identity"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/wiring"
	"sluice/library"
)

// harvestElsewhereCmd says which documents others do not have.
type harvestElsewhereCmd struct {
	In     []string `sep:"none" required:"" placeholder:"SOURCE" help:"Look in this list: a bibliography or service as --bib of 'sluice harvest get' takes it, the folder of a library, or openalex, crossref, dblp or s2 to ask for each document by its title. Can be repeated."`
	Sample int      `placeholder:"N" help:"Look for N documents, chosen at random; by default for all."`
	Seed   uint64   `name:"random-seed" default:"1" placeholder:"N" help:"Another number chooses others."`
	folder
	JSON bool `name:"json" help:"Print one JSON object for each document."`
}

// Help returns the long text of 'sluice harvest elsewhere'.
func (harvestElsewhereCmd) Help() string {
	return `Says which accepted documents of the library others do not have: how much of what was collected is found nowhere else. Works are compared by DOI, arXiv
number, title, authors and year. The last line counts them.

EXAMPLES

    sluice harvest elsewhere -d papers --in dblp.xml.gz
    sluice harvest elsewhere -d papers --in openalex --in crossref --sample 30`
}

// Run compares the documents with each list.
func (cmd *harvestElsewhereCmd) Run(ctx context.Context, c *console) error {
	if cmd.Sample < 0 {
		return usagef("--sample: %d is negative", cmd.Sample)
	}
	for _, name := range cmd.In { // before a service is asked for hours
		if bibsource.IsCatalogue(bibsource.Kind(strings.ToLower(name))) {
			continue
		}
		if err := checkBibliography(ctx, name); err != nil {
			return fmt.Errorf("--in %s: %w", name, err)
		}
	}
	dir := cmd.path(ctx)
	return withContents(ctx, dir, func(docs *wiring.Contents) error {
		s := &seedSearch{cmd: &seedsFindCmd{folder: cmd.folder}, console: c, dir: dir}
		defer s.close()
		if err := s.setOptions(ctx); err != nil {
			return err
		}
		ctx, stop := untilSignal(ctx)
		defer stop()
		all, err := elsewhere.Choose(docs.Catalogue.Documents.Select(ctx, library.Query{Where: "state = accepted"}), cmd.Sample, cmd.Seed)
		if err != nil {
			return err
		}
		o, err := s.bibliographyOptions(docs)
		if err != nil {
			return err
		}
		for _, name := range cmd.In {
			if err := cmd.compare(ctx, o, name, all); err != nil {
				return err
			}
		}
		return cmd.write(c, all)
	})
}

// compare notes which of the documents a list has.
func (cmd *harvestElsewhereCmd) compare(ctx context.Context, o bibsource.Options, name string, all []*elsewhere.Document) error {
	if kind := bibsource.Kind(strings.ToLower(name)); bibsource.IsCatalogue(kind) {
		service, err := bibsource.OpenCatalogue(kind, o)
		if err != nil {
			return err
		}
		defer service.Close()
		return elsewhere.InService(ctx, all, name, service.Titled)
	}
	index := identity.NewIndex()
	if err := indexBibliography(ctx, index, name, o); err != nil {
		return err
	}
	elsewhere.InIndex(all, name, index)
	return nil
}

// write writes the documents that a list does not have, and counts them.
func (cmd *harvestElsewhereCmd) write(c *console, all []*elsewhere.Document) error {
	counts, nowhere := map[string]int{}, 0
	for _, d := range all {
		for _, name := range d.NotIn {
			counts[name]++
		}
		if len(d.In) == 0 {
			nowhere++
		}
		if cmd.JSON {
			if err := screen.WriteJSON(c.out, d, ""); err != nil {
				return err
			}
			continue
		}
		if len(d.NotIn) > 0 {
			fmt.Fprintf(c.out, "%s\t%s (%s)\tnot in %s\n", d.SHA256[:8], screen.Escape(d.Title), screen.Escape(cmp.Or(d.Year, "year unknown")), screen.Escape(strings.Join(d.NotIn, ", ")))
		}
	}
	for _, name := range cmd.In {
		fmt.Fprintf(c.notes, "%s does not have %s of %s.\n", screen.Escape(name), screen.Count(int64(counts[name])), screen.Counted(int64(len(all)), "document"))
	}
	if len(cmd.In) > 1 {
		fmt.Fprintf(c.notes, "None of them has %s.\n", screen.Counted(int64(nowhere), "document"))
	}
	return nil
}
