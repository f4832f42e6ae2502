package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/wiring"
)

// trainCmd groups the models that can be trained.
type trainCmd struct {
	Genre      trainGenreCmd      `cmd:"" help:"Train the document filter on files whose genres are known."`
	Classifier trainClassifierCmd `cmd:"" help:"Train a classifier on labelled texts."`
	Anchors    trainAnchorsCmd    `cmd:"" help:"Train the keywords of the strategy anchor-priority on earlier crawls."`
	Context    trainContextCmd    `cmd:"" help:"Train the layers of the strategy context-graph on earlier crawls."`
}

// Help returns the long text of `sluice train`.
func (trainCmd) Help() string {
	return `Trains one of four kinds of models. The document filter, which says of what genre a document is, is part of a library: a trained one
replaces the built-in one. To correct single documents use ` + "`sluice judge`" + `, whose verdicts are applied on top of either.

A classifier says which of several labels of yours a text has. It is a file of its own: ` + "`sluice classify`" + ` uses it, ` + "`sluice eval`" + `
measures it.

Keywords of anchors and layers of pages are part of a library, too: its crawls with the strategies anchor-priority and context-graph use
them.

EXAMPLES

    sluice train genre -d mylib --labels labels.tsv --files sites
    sluice train classifier --out news.model news.jsonl.gz
    sluice train anchors -d mylib
    sluice train context -d mylib`
}

// trainGenreCmd trains the document filter.
type trainGenreCmd struct {
	folder
	Labels  string `placeholder:"FILE" help:"A table with tab-separated columns: host, path, genre."`
	Files   string `placeholder:"DIR" help:"The folder with the files, as DIR/HOST/PATH."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the filter to FILE; without it, the library uses the filter."`
	Force   bool   `help:"Use the filter in the library even if its quality is low."`
	Shipped bool   `help:"Train nothing, and use the built-in filter again."`
}

// Help returns the long text of `sluice train genre`.
func (trainGenreCmd) Help() string {
	return `Trains the document filter on files with known genres, and measures its quality on sites that it
has not seen, by cross-validation: a few sites at a time are left out of the training.
Corrections made with ` + "`sluice judge`" + ` are applied on top of it.

The same files and labels result in the same filter, byte for byte. Files that cannot be
read are named and skipped. A header line (host, path, genre) and lines with the genre 'unreadable' are ignored.
To recognize a genre well, the filter needs examples from several sites.

Without --force the library does not use a filter that accepts less than four fifths of the wanted documents, or of whose
accepted documents more than one in five is unwanted, or that has no example of a wanted genre. Documents in the
library keep their verdicts until ` + "`sluice convert --again`" + `.

EXAMPLES

    sluice train genre -d mylib --labels labels.tsv --files sites
    sluice train genre -d mylib --shipped`
}

// Run trains a filter, writes its quality, and then stores it in the library or in a file. The
// quality comes first, because it decides whether the library may use the filter.
func (cmd *trainGenreCmd) Run(ctx context.Context, c *console) error {
	if cmd.Shipped {
		err := c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error { return docs.SetFilter(ctx, nil) })
		if err == nil {
			fmt.Fprintln(c.notes, "The library uses the built-in filter.")
		}
		return err
	}
	if cmd.Labels == "" || cmd.Files == "" {
		return usagef("labels or files missing: name the labels with --labels and the folder of the files with --files")
	}
	wanted, err := cmd.wanted(ctx)
	if err != nil {
		return err
	}
	filter, quality, err := cmd.train(ctx, c, wanted)
	if err != nil {
		return err
	}
	if err := c.writeQuality(quality); err != nil {
		return err
	}
	if cmd.Output != "" {
		b, err := filter.MarshalBinary()
		if err != nil {
			return err
		}
		err = outfile.Write(ctx, cmd.Output, func(w io.Writer) error {
			_, err := w.Write(b)
			return err
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "Filter written to %s.\n", screen.Escape(cmd.Output))
		return nil
	}
	if bad := doubts(quality, wanted); len(bad) > 0 && !cmd.Force {
		return fmt.Errorf("filter not used: %s (add more examples from more sites, or use --force)", strings.Join(bad, "; "))
	}
	if err := c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error { return docs.SetFilter(ctx, filter) }); err != nil {
		return err
	}
	fmt.Fprintln(c.notes, "The library uses the new filter; `sluice train genre --shipped` returns to the built-in one.")
	return nil
}

// train trains a filter. A signal ends it with errStopped.
func (cmd *trainGenreCmd) train(ctx context.Context, c *console, wanted []genre.Genre) (*genre.Filter, *genre.Quality, error) {
	ctx, stop := untilSignal(ctx)
	defer stop()
	type outcome struct {
		filter  *genre.Filter
		quality *genre.Quality
		err     error
	}
	trained := make(chan outcome, 1)
	examples, err := cmd.examples(ctx, c)
	if err == nil {
		go func() { // a training has no context: one that is stopped ends with the program
			var o outcome
			o.filter, o.quality, o.err = genre.Train(examples, genre.TrainOptions{Wanted: wanted, Folds: 16})
			trained <- o
		}()
		select {
		case o := <-trained:
			return o.filter, o.quality, o.err
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; no filter was trained.")
		return nil, nil, errStopped
	}
	return nil, nil, err
}

// wanted returns the genres that the filter should accept: those of the library.
func (cmd *trainGenreCmd) wanted(ctx context.Context) ([]genre.Genre, error) {
	if cmd.Output != "" {
		return genre.Wanted, nil
	}
	flags, _, err := currentSettings(ctx, cmd.path(ctx), settings.Load)
	if err != nil || len(flags.Accept) == 0 {
		return genre.Wanted, err
	}
	var wanted []genre.Genre
	for _, name := range flags.Accept {
		wanted = append(wanted, genre.Genre(name))
	}
	return wanted, nil
}

// minQuality is the recall and the precision that a filter must have to be used without --force. A
// filter below it would put too many good documents into the trash, or accept too many others.
const minQuality = 0.8

// doubts returns the reasons not to use a filter.
func doubts(q *genre.Quality, wanted []genre.Genre) (all []string) {
	if m := q.Accepted.Measure("accept"); m.Recall < minQuality {
		all = append(all, fmt.Sprintf("it accepts only %.0f %% of the wanted documents", 100*m.Recall))
	} else if m.Precision < minQuality {
		all = append(all, fmt.Sprintf("only %.0f %% of the documents that it accepts are wanted", 100*m.Precision))
	}
	if none := unseen(q, wanted); len(none) > 0 {
		all = append(all, "no examples of wanted genres: "+strings.Join(none, ", "))
	}
	return all
}

// unseen returns the genres without an example.
func unseen(q *genre.Quality, genres []genre.Genre) (none []string) {
	for _, g := range genres {
		if q.Genres.Measure(string(g)).Examples == 0 {
			none = append(none, string(g))
		}
	}
	return none
}

// examples reads the labelled files, one reader per processor.
func (cmd *trainGenreCmd) examples(ctx context.Context, c *console) ([]genre.Example, error) {
	file, err := os.Open(cmd.Labels)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	labels, err := genre.ReadLabels(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cmd.Labels, err)
	}
	workers := runtime.NumCPU()
	reader := document.NewReader(document.Options{Workers: workers})
	defer reader.Close()
	// Each reader writes to the places of its own labels, so the order of the examples, and with it
	// the filter, does not depend on which file is read first.
	examples, errs := make([]genre.Example, len(labels)), make([]error, len(labels))
	next := make(chan int)
	var reading sync.WaitGroup
	for range workers {
		reading.Go(func() {
			for i := range next {
				examples[i], errs[i] = cmd.example(ctx, reader, labels[i])
			}
		})
	}
	for i := range labels {
		next <- i
	}
	close(next)
	reading.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	for i, err := range errs {
		if err != nil {
			fmt.Fprintf(c.err, "skipped: %s: %s\n", screen.Escape(labels[i].URL()), screen.Escape(err.Error()))
		}
	}
	return slices.DeleteFunc(examples, func(e genre.Example) bool { return e.Document == nil }), nil
}

// example reads one labelled file as the intake would read it, with its URL as a hint, because the
// filter also learns from URLs.
func (cmd *trainGenreCmd) example(ctx context.Context, reader *document.Reader, l genre.Label) (genre.Example, error) {
	name := filepath.Join(cmd.Files, l.Host, filepath.FromSlash(l.Path))
	info, err := os.Stat(name)
	if err != nil {
		return genre.Example{}, err
	}
	d, err := reader.Read(ctx, name, document.Hint{URL: l.URL()})
	if err != nil {
		return genre.Example{}, err
	}
	return genre.Example{Document: d, Clues: genre.Clues{URL: l.URL(), Size: info.Size()}, Genre: l.Genre, Site: l.Host}, nil
}

// writeQuality writes the measured quality of a filter.
func (c *console) writeQuality(q *genre.Quality) error {
	fmt.Fprintf(c.out, "%s of %s, each judged by a filter trained without its site:\n\n", screen.Counted(int64(q.Examples), "document"),
		screen.Counted(int64(q.Sites), "site"))
	if _, err := q.Accepted.WriteTo(c.out); err != nil {
		return err
	}
	fmt.Fprintln(c.out)
	if _, err := q.Genres.WriteTo(c.out); err != nil {
		return err
	}
	if none := unseen(q, genre.Genres); len(none) > 0 {
		fmt.Fprintf(c.out, "\nNo examples of %s: they will never be predicted.\n", strings.Join(none, ", "))
	}
	return nil
}
