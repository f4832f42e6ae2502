package main

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/document/bibliography"
	"sluice/internal/harvest/identity"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/harvest/wanted"
	"sluice/internal/wiring"
	"sluice/library"
)

// bibliographyOptions returns how bibliographies are read: services are asked as a library's engines are asked. docs are those of the library itself.
func (s *seedSearch) bibliographyOptions(docs *wiring.Contents) (bibsource.Options, error) {
	kept := filepath.Join(seedsFolder(s.dir), "bibliographies")
	return bibsource.Options{
		Fetch: s.options.Fetch, Delay: s.options.Delay, Retries: s.options.Retries, Dir: kept, Library: s.dir,
		Keys:       map[bibsource.Kind]string{bibsource.OpenAlex: os.Getenv("OPENALEX_API_KEY"), bibsource.SemanticScholar: os.Getenv("S2_API_KEY")},
		References: docs.Catalogue.Documents.UnmatchedReferences,
		Documents:  acceptedDocuments,
		OnWait: func(d time.Duration) {
			fmt.Fprintf(s.console.notes, "The next request for a bibliography is in %s.\n", screen.Span(d))
		},
	}, bibsource.RemoveOld(kept)
}

// acceptedDocuments yields the documents that the library in a folder has accepted.
func acceptedDocuments(ctx context.Context, dir string) iter.Seq2[library.Document, error] {
	return func(yield func(library.Document, error) bool) {
		lib, err := open(ctx, dir)
		if err != nil {
			yield(library.Document{}, err)
			return
		}
		defer lib.Close()
		lib.Documents(ctx, library.Query{Where: "state = accepted"})(yield)
	}
}

// checkBibliography returns an error for a bibliography that cannot be read, as far as its name or its first record says so: services are not asked.
func checkBibliography(ctx context.Context, name string) error {
	n, err := bibsource.Parse(name)
	if err != nil {
		return usageError{err}
	}
	if n.Kind != bibsource.File {
		return nil
	}
	if info, err := os.Stat(n.Value); err != nil || !info.Mode().IsRegular() && !info.IsDir() { // what a pipe has can be read once
		return err
	}
	for _, err := range bibsource.Read(ctx, n, bibsource.Options{Documents: acceptedDocuments}) {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); err != nil && !isOne {
			return err
		}
		break
	}
	return nil
}

// indexBibliography adds the works of a bibliography to an index.
func indexBibliography(ctx context.Context, index *identity.Index, name string, o bibsource.Options) error {
	n, err := bibsource.Parse(name)
	if err != nil {
		return usageError{err}
	}
	return wanted.Index(index, bibsource.Read(ctx, n, o))
}

// noteAfter is the time between two notes of how far the reading of a bibliography has come.
const noteAfter = 10 * time.Second

// counted yields records, and says from time to time how many there were: a service may need minutes for a list, and so may a file of a million records.
func (c *console) counted(name string, every time.Duration, records iter.Seq2[bibliography.Record, error]) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		n, noted := int64(0), time.Now()
		for r, err := range records {
			if n++; time.Since(noted) >= every {
				noted = time.Now()
				fmt.Fprintf(c.notes, "%s: %s so far\n", screen.Escape(name), screen.Counted(n, "record"))
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

// enterRecords enters the chosen records of bibliographies into a list of wanted works. Records that cannot be read are named; the others count.
func (c *console) enterRecords(ctx context.Context, list *wanted.List, names []string, chosen *wanted.Selection, o bibsource.Options) error {
	for _, name := range names {
		n, err := bibsource.Parse(name)
		if err != nil {
			return usageError{err}
		}
		named, before := 0, chosen.LeftOut
		added, err := list.Add(ctx, n.String(), chosen.Choose(c.counted(name, noteAfter, bibsource.Read(ctx, n, o))), func(e *bibliography.RecordError) {
			if named++; named <= maxNamed {
				fmt.Fprintf(c.err, "%s: %s\n", screen.Escape(name), screen.Escape(e.Error()))
			}
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s: %s, %s new to the list of wanted works", screen.Escape(name), screen.Counted(int64(added.Records), "record"), screen.Count(int64(added.New)))
		if left := chosen.LeftOut - before; left > 0 {
			fmt.Fprintf(c.notes, "; %s left out", screen.Count(int64(left)))
		}
		if added.Broken > 0 {
			fmt.Fprintf(c.notes, "; %s cannot be used", screen.Counted(int64(added.Broken), "record"))
		}
		fmt.Fprintln(c.notes)
	}
	return nil
}
