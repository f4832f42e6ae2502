package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/document"
	"sluice/document/genre"
)

type trainCmd struct {
	Genre trainGenreCmd `cmd:"" help:"Train the document filter on files whose genres are known."`
}

func (trainCmd) Help() string {
	return `A model that is trained takes the place of the one that comes with the program.
To correct single documents use ` + "`sluice judge`" + `, whose verdicts are learned on top.

EXAMPLES

    sluice train genre -d mylib --labels labels.tsv --files sites`
}

type trainGenreCmd struct {
	folder
	Labels  string `placeholder:"FILE" help:"A table of tab-separated lines: host, path, genre."`
	Files   string `placeholder:"DIR" help:"The folder that has the files, as DIR/HOST/PATH."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the filter to FILE; without it, it becomes that of the library."`
	Force   bool   `help:"Let it become the library's filter however badly it judges."`
	Shipped bool   `help:"Train nothing, and go back to the filter that comes with the program."`
}

func (trainGenreCmd) Help() string {
	return `Trains the document filter on files whose genres are known, and says how good it is on sites
that it has not seen: the quality is measured by leaving out the sites in turn, a few at a time.
The corrections made by ` + "`sluice judge`" + ` are learned on top of it.

The same files and labels give the same filter, byte for byte. Files that cannot be
read are passed over and named. A heading (host, path, genre) and lines of the genre 'unreadable' count for nothing.
A genre needs examples of several sites to be told well.

A filter that would accept less than four fifths of what is wanted, or accept more than one document in five that is not, or
that has no example of a genre that is wanted, does not become the library's without --force. Documents that the library
has keep their verdicts until ` + "`sluice convert --again`" + `.

EXAMPLES

    sluice train genre -d mylib --labels labels.tsv --files sites
    sluice train genre -d mylib --shipped`
}

func (cmd *trainGenreCmd) Run(ctx context.Context, c *console) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if cmd.Shipped {
		return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error { return docs.Trained(ctx, nil) })
	}
	if cmd.Labels == "" || cmd.Files == "" {
		return usagef("name the labels with --labels and the folder of the files with --files")
	}
	wanted, err := cmd.wanted(ctx)
	if err != nil {
		return err
	}
	examples, err := cmd.examples(ctx, c)
	if err != nil {
		return err
	}
	filter, quality, err := genre.Train(examples, genre.TrainOptions{Wanted: wanted, Folds: 16})
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
		return os.WriteFile(cmd.Output, b, 0o644)
	}
	if bad := doubts(quality, wanted); len(bad) > 0 && !cmd.Force {
		return fmt.Errorf("it does not become the library's filter: %s (give more examples, of more sites, or --force)", strings.Join(bad, "; "))
	}
	if err := c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error { return docs.Trained(ctx, filter) }); err != nil {
		return err
	}
	fmt.Fprintln(c.err, "It is the library's filter now; `sluice train genre --shipped` goes back to the one that comes with the program.")
	return nil
}

// wanted are the genres that the filter is to accept: those of the library.
func (cmd *trainGenreCmd) wanted(ctx context.Context) ([]genre.Genre, error) {
	if cmd.Output != "" {
		return genre.Wanted, nil
	}
	flags, _, err := currentSettings(ctx, cmd.path())
	if err != nil || len(flags.Accept) == 0 {
		return genre.Wanted, err
	}
	var wanted []genre.Genre
	for _, name := range flags.Accept {
		wanted = append(wanted, genre.Genre(name))
	}
	return wanted, nil
}

// leastRight is what of the wanted documents a filter has to accept, and how much of what it accepts has to be wanted.
const leastRight = 0.8

// doubts says what speaks against judging by a filter.
func doubts(q *genre.Quality, wanted []genre.Genre) (all []string) {
	if m := q.Accepted.Measure("accept"); m.Recall < leastRight {
		all = append(all, fmt.Sprintf("it accepts %.0f %% of what is wanted", 100*m.Recall))
	} else if m.Precision < leastRight {
		all = append(all, fmt.Sprintf("of what it accepts %.0f %% is wanted", 100*m.Precision))
	}
	if none := unseen(q, wanted); len(none) > 0 {
		all = append(all, "there is no example of what is wanted: "+strings.Join(none, ", "))
	}
	return all
}

// unseen gives the genres of which there was no example.
func unseen(q *genre.Quality, genres []genre.Genre) (none []string) {
	for _, g := range genres {
		if q.Genres.Measure(string(g)).Examples == 0 {
			none = append(none, string(g))
		}
	}
	return none
}

// examples reads the labelled files, as many at a time as there are processors.
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
		return nil, errors.New("interrupted")
	}
	for i, err := range errs {
		if err != nil {
			fmt.Fprintf(c.err, "passed over: %s: %s\n", screen.Escape(labels[i].URL()), screen.Escape(err.Error()))
		}
	}
	return slices.DeleteFunc(examples, func(e genre.Example) bool { return e.Document == nil }), nil
}

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

// writeQuality prints how good a filter is.
func (c *console) writeQuality(q *genre.Quality) error {
	fmt.Fprintf(c.out, "%s of %s, each judged by a filter that has seen none of its site:\n\n", screen.Counted(int64(q.Examples), "document"),
		screen.Counted(int64(q.Sites), "site"))
	if _, err := q.Accepted.WriteTo(c.out); err != nil {
		return err
	}
	fmt.Fprintln(c.out)
	if _, err := q.Genres.WriteTo(c.out); err != nil {
		return err
	}
	if none := unseen(q, genre.Genres); len(none) > 0 {
		fmt.Fprintf(c.out, "\nNo examples, so that nothing is called so: %s.\n", strings.Join(none, ", "))
	}
	return nil
}
