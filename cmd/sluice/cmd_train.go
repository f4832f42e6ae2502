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
	Labels string `required:"" placeholder:"FILE" help:"A table of tab-separated lines: host, path, genre."`
	Files  string `required:"" placeholder:"DIR" help:"The folder that has the files, as DIR/HOST/PATH."`
	Output string `short:"o" placeholder:"FILE" help:"Write the filter to FILE; without it, it becomes that of the library."`
}

func (trainGenreCmd) Help() string {
	return `Trains the document filter on files whose genres are known, and says how good it is on sites
that it has not seen: the quality is measured by leaving out the sites in turn, a few at a time.
The corrections made by ` + "`sluice judge`" + ` are learned on top of it.

The same files and labels give the same filter, byte for byte. Files that cannot be
read are passed over and named. A heading (host, path, genre) and lines of the genre 'unreadable' count for nothing.
A genre needs examples of several sites to be told well.

EXAMPLES

    sluice train genre -d mylib --labels labels.tsv --files sites`
}

func (cmd *trainGenreCmd) Run(c *console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	examples, err := cmd.examples(ctx, c)
	if err != nil {
		return err
	}
	filter, quality, err := genre.Train(examples, genre.TrainOptions{Folds: 16})
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
	return c.change(cmd.path(), func(ctx context.Context, docs *sluice.Collection) error { return docs.Trained(ctx, filter) })
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
	_, err := q.Genres.WriteTo(c.out)
	return err
}
