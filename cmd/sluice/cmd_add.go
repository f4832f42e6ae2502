package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/credential"
	"sluice/internal/wiring"
	"sluice/library"
)

// addCmd adds files and URLs that people submit. Files need no lock, URLs are fetched by a crawl of
// documents only, which needs the folder exclusively.
type addCmd struct {
	What []string `arg:"" name:"file|url" help:"Files, or URLs of documents."`
	folder
	converters
}

// Help returns the long text of `sluice add`.
func (addCmd) Help() string {
	return `Adds documents that people submit: files, or URLs, which are fetched politely from any
host. They are read, judged and described like the documents of a crawl; a verdict that you
give with ` + "`sluice judge`" + ` overrides that of the filter. For each document the command prints the genre, and whether it
was accepted. The library stores a copy of each file. If there is no library yet, the command creates one.

EXAMPLES

    sluice add -d mylib thesis.pdf slides/*.pptx
    sluice add https://www.example.org/papers/smith.pdf`
}

// Run fetches the URLs first and then adds the files, so that one intake is at work at a time. What
// fails is reported at the end; everything else is added.
func (cmd *addCmd) Run(ctx context.Context, c *console) error {
	var files, urls []string
	var errs []error
	for _, what := range cmd.What {
		switch scheme, _, is := strings.Cut(what, "://"); {
		case !is:
			files = append(files, what)
		case strings.EqualFold(scheme, "http"), strings.EqualFold(scheme, "https"):
			urls = append(urls, what)
		default:
			errs = append(errs, fmt.Errorf("add %s: not a file, nor an http or https URL", what))
		}
	}
	if len(urls) > 0 {
		if err := c.fetch(ctx, cmd.path(ctx), urls, cmd.converters); err != nil && !errors.Is(err, errStopped) {
			return err
		}
	}
	if len(files) > 0 {
		errs = append(errs, c.addFiles(ctx, cmd.path(ctx), files, cmd.converters))
	}
	return errors.Join(append(errs, c.writeVerdicts(ctx, cmd.path(ctx), urls))...)
}

// addFiles adds files of this machine. It creates the library if necessary, because a library may
// consist of submitted documents alone.
func (c *console) addFiles(ctx context.Context, dir string, files []string, with converters) (err error) {
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if err := lib.Begin(ctx); err != nil {
		return err
	}
	return c.withReader(ctx, dir, with, func(ctx context.Context, docs *wiring.Collection) error {
		var errs []error
		for _, name := range files {
			if err := c.addFile(ctx, docs, name); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
		}
		return errors.Join(errs...)
	})
}

// addFile adds one file and writes its verdict. A folder or a device is refused: only a regular
// file has an end and a size.
func (c *console) addFile(ctx context.Context, docs *wiring.Collection, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a file")
	}
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	d, err := docs.Add(ctx, name, f)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(name), screen.Escape(verdictOf(&d)))
	return nil
}

// writeVerdicts writes the verdict on each document that was fetched.
func (c *console) writeVerdicts(ctx context.Context, dir string, urls []string) error {
	if len(urls) == 0 {
		return nil
	}
	return withContents(ctx, dir, func(docs *wiring.Contents) error {
		var errs []error
		for _, url := range urls {
			d, err := docs.Find(ctx, url)
			if errors.Is(err, wiring.ErrNoDocument) {
				errs = append(errs, fmt.Errorf("%s: not added; `sluice show` says why", url))
				continue
			}
			if err != nil {
				errs = append(errs, err)
				if ctx.Err() != nil {
					break
				}
				continue
			}
			fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(credential.WithoutUser(url)), screen.Escape(verdictOf(&d)))
		}
		return errors.Join(errs...)
	})
}

// fetchCmd fetches and reads the waiting documents. It is a crawl that requests no page.
type fetchCmd struct {
	folder
	converters
}

// Help returns the long text of `sluice fetch`.
func (fetchCmd) Help() string {
	return `Fetches the documents that a crawl has found and not fetched yet, and reads the documents that
were fetched and not read yet. No page is fetched. ` + "`sluice crawl`" + ` continues the crawl later.

EXAMPLES

    sluice fetch -d mylib`
}

// Run fetches what waits. A limit or a signal that stops it is not an error: the documents keep
// waiting.
func (cmd *fetchCmd) Run(ctx context.Context, c *console) error {
	err := c.fetch(ctx, cmd.path(ctx), nil, cmd.converters)
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// fetch fetches only documents: those of the URLs, and those that wait.
func (c *console) fetch(ctx context.Context, dir string, urls []string, with converters) error {
	cmd := &crawlCmd{folder: folder{Dir: dir}, converters: with, documentsOnly: true}
	p, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	p.documentsOnly, p.documents = true, urls
	p.flags.MaxPages, p.flags.MaxTime, p.flags.MaxBytes = 0, 0, 0 // limits of the crawl, not of this command
	return c.crawl(ctx, dir, p)
}

// verdictOf returns genre, state and cause of a document in a line.
func verdictOf(d *library.Document) string {
	line := string(d.State)
	if d.Verdict.Genre != "" {
		line = fmt.Sprintf("%s, %s (%.0f %%)", d.Verdict.Genre, d.State, 100*d.Verdict.Confidence)
	}
	if d.Cause != "" {
		line += ": " + string(d.Cause)
	}
	if name := nameOf(d); d.State == library.Accepted {
		line += ": " + name
	}
	return line
}
