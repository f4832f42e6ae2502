package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/harvest"
	"sluice/internal/harvest/identity"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/wiring"
	"sluice/library"
)

// harvestElsewhereCmd says which documents others do not have.
type harvestElsewhereCmd struct {
	In     []string `sep:"none" required:"" placeholder:"SOURCE" help:"Look in this list: a bibliography or service as --bib of 'sluice harvest get' takes it, the folder of a library, or openalex, crossref or s2 to ask for each document by its title. Can be repeated."`
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

// elsewhere is one document, and who has it.
type elsewhere struct {
	Document string   `json:"document"`
	Title    string   `json:"title"`
	Authors  []string `json:"authors,omitempty"`
	Year     string   `json:"year,omitempty"`
	In       []string `json:"in"`     // the lists that have it
	NotIn    []string `json:"not_in"` // those that do not
}

// maxElsewhere is the most documents that are looked for at once.
const maxElsewhere = 1_000_000

// Run compares the documents with each list.
func (cmd *harvestElsewhereCmd) Run(ctx context.Context, c *console) error {
	if cmd.Sample < 0 {
		return usagef("--sample: %d is negative", cmd.Sample)
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
		all, err := cmd.documents(ctx, docs)
		if err != nil {
			return err
		}
		b := s.newBibliographies(docs)
		for _, name := range cmd.In {
			if err := cmd.look(ctx, b, name, all); err != nil {
				return err
			}
		}
		return cmd.write(c, all)
	})
}

// sought is a document with its work.
type sought struct {
	elsewhere
	work identity.Work
}

// documents returns the documents that are looked for.
func (cmd *harvestElsewhereCmd) documents(ctx context.Context, docs *wiring.Contents) (all []*sought, err error) {
	for d, err := range docs.Catalogue.Documents.Select(ctx, library.Query{Where: "state = accepted"}) {
		if err != nil {
			return nil, err
		}
		if d.Work != "" || d.Get("title") == "" { // a version of another, or without anything to look for
			continue
		}
		if len(all) == maxElsewhere {
			return nil, fmt.Errorf("more than %d documents; use --sample", maxElsewhere)
		}
		all = append(all, &sought{elsewhere{Document: d.SHA256, Title: d.Get("title"), Authors: d.All("author"), Year: d.Get("year"), In: []string{}, NotIn: []string{}}, harvest.WorkOf(&d)})
	}
	if cmd.Sample > 0 && cmd.Sample < len(all) {
		random := rand.New(rand.NewPCG(cmd.Seed, 0))
		random.Shuffle(len(all), func(i, k int) { all[i], all[k] = all[k], all[i] })
		all = all[:cmd.Sample]
	}
	return all, nil
}

// look notes which of the documents a list has.
func (cmd *harvestElsewhereCmd) look(ctx context.Context, b *bibliographies, name string, all []*sought) error {
	var has func(d *sought) (bool, error)
	switch kind := bibsource.Kind(strings.ToLower(name)); kind {
	case bibsource.OpenAlex, bibsource.Crossref, bibsource.SemanticScholar:
		has = func(d *sought) (bool, error) { return b.hasTitle(ctx, kind, d) }
	default:
		index := identity.NewIndex()
		if err := b.works(ctx, index, name); err != nil {
			return err
		}
		has = func(d *sought) (bool, error) {
			_, ok := index.Find(d.work, identity.Fuzzy)
			return ok, nil
		}
	}
	for _, d := range all {
		ok, err := has(d)
		switch {
		case err != nil:
			return err
		case ok:
			d.In = append(d.In, name)
		default:
			d.NotIn = append(d.NotIn, name)
		}
	}
	return nil
}

// maxAnswers is the most works of a service that are compared with one document.
const maxAnswers = 25

// hasTitle asks a service for the title of a document.
func (b *bibliographies) hasTitle(ctx context.Context, kind bibsource.Kind, d *sought) (bool, error) {
	index := identity.NewIndex()
	for r, err := range b.records(ctx, bibsource.Name{Kind: kind, Value: strings.NewReplacer(":", " ", ",", " ", "|", " ").Replace(d.Title)}) {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); isOne {
			continue
		}
		if err != nil {
			return false, err
		}
		if index.Add(identity.Of(&r)); index.Len() == maxAnswers {
			break
		}
	}
	_, ok := index.Find(d.work, identity.Fuzzy)
	return ok, nil
}

// write writes the documents that a list does not have, and counts them.
func (cmd *harvestElsewhereCmd) write(c *console, all []*sought) error {
	counts, nowhere := map[string]int{}, 0
	for _, d := range all {
		for _, name := range d.NotIn {
			counts[name]++
		}
		if len(d.In) == 0 {
			nowhere++
		}
		if cmd.JSON {
			if err := screen.WriteJSON(c.out, d.elsewhere, ""); err != nil {
				return err
			}
			continue
		}
		if len(d.NotIn) > 0 {
			fmt.Fprintf(c.out, "%s\t%s (%s)\tnot in %s\n", d.Document[:8], screen.Escape(d.Title), screen.Escape(cmp.Or(d.Year, "year unknown")), screen.Escape(strings.Join(d.NotIn, ", ")))
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
