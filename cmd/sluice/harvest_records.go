package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/harvest"
	"sluice/internal/harvest/identity"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/harvest/venue"
	"sluice/internal/harvest/wanted"
	"sluice/internal/wiring"
	"sluice/library"
)

// bibliographies reads bibliographies by their names.
type bibliographies struct {
	console *console
	options bibsource.Options
	docs    *wiring.Contents // of the library itself, for the source references
	chosen  *venue.Filter    // nil: all
	outside *identity.Index  // records that it has are left out; nil: none are
	mode    identity.Mode
}

// newBibliographies returns a reader of bibliographies that asks services as a library's engines are asked.
func (s *seedSearch) newBibliographies(docs *wiring.Contents) *bibliographies {
	o := bibsource.Options{Fetch: s.options.Fetch, Delay: s.options.Delay, Retries: s.options.Retries, Dir: filepath.Join(seedsFolder(s.dir), "bibliographies"), Library: s.dir,
		Keys: map[bibsource.Kind]string{bibsource.OpenAlex: os.Getenv("OPENALEX_API_KEY"), bibsource.SemanticScholar: os.Getenv("S2_API_KEY")}}
	return &bibliographies{console: s.console, options: o, docs: docs}
}

// enter enters the records of bibliographies into a list of wanted works. Records that cannot be read are named; the others count.
func (b *bibliographies) enter(ctx context.Context, list *wanted.List, names []string) error {
	for _, name := range names {
		n, err := bibsource.Parse(name)
		if err != nil {
			return usageError{err}
		}
		named, left := 0, 0
		added, err := list.Add(ctx, n.String(), b.choose(b.records(ctx, n), &left), func(e *bibliography.RecordError) {
			if named++; named <= maxNamed {
				fmt.Fprintf(b.console.err, "%s: %s\n", screen.Escape(name), screen.Escape(e.Error()))
			}
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(b.console.notes, "%s: %s, %s new to the list of wanted works", screen.Escape(name), screen.Counted(int64(added.Records), "record"), screen.Count(int64(added.New)))
		if left > 0 {
			fmt.Fprintf(b.console.notes, "; %s left out", screen.Count(int64(left)))
		}
		fmt.Fprintln(b.console.notes)
	}
	return nil
}

// records yields the records of a bibliography.
func (b *bibliographies) records(ctx context.Context, n bibsource.Name) iter.Seq2[bibliography.Record, error] {
	if n.Kind == bibsource.OfReferences {
		return bibsource.References(b.docs.Catalogue.Documents.UnmatchedReferences(ctx))
	}
	return func(yield func(bibliography.Record, error) bool) {
		s, err := n.Open(b.options)
		if err != nil {
			yield(bibliography.Record{}, err)
			return
		}
		defer s.Close()
		s.Records(ctx)(yield)
	}
}

// choose leaves out the records of other venues and years, and those that an outside list has. left counts them.
func (b *bibliographies) choose(records iter.Seq2[bibliography.Record, error], left *int) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		for r, err := range records {
			if err == nil && b.isLeftOut(&r) {
				*left++
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func (b *bibliographies) isLeftOut(r *bibliography.Record) bool {
	if b.chosen != nil && !b.chosen.Matches(r) {
		return true
	}
	if b.outside == nil {
		return false
	}
	_, has := b.outside.Find(identity.Of(r), b.mode)
	return has
}

// works adds to an index the works of a bibliography, or those that the library in a folder has accepted.
func (b *bibliographies) works(ctx context.Context, index *identity.Index, name string) (err error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		lib, err := open(ctx, name)
		if err != nil {
			return err
		}
		defer closeAfter(&err, lib)
		for d, err := range lib.Documents(ctx, library.Query{Where: "state = accepted"}) {
			if err != nil {
				return err
			}
			index.Add(harvest.WorkOf(&d))
		}
		return nil
	}
	n, err := bibsource.Parse(name)
	if err != nil {
		return usageError{err}
	}
	for r, err := range b.records(ctx, n) {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); isOne {
			continue
		}
		if err != nil {
			return err
		}
		index.Add(identity.Of(&r))
	}
	return nil
}
