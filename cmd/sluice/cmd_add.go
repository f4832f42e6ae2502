package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/internal/catalogue"
)

type addCmd struct {
	What []string `arg:"" name:"file|url" help:"Files, or URLs of documents."`
	folder
}

func (addCmd) Help() string {
	return `Takes documents in that people submit: files, or URLs that are fetched politely wherever they
are. They are read, judged and described as what a crawl fetches is; what you say with
` + "`sluice judge`" + ` stands over the verdict. Of each it is told what it was judged to be, and whether it was
accepted. The library gets a copy of a file; where there is no library yet, one is begun.

EXAMPLES

    sluice add -d mylib thesis.pdf slides/*.pptx
    sluice add https://www.example.org/papers/smith.pdf`
}

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
			errs = append(errs, fmt.Errorf("%s: only files and http and https URLs can be added", what))
		}
	}
	if len(urls) > 0 {
		if err := c.fetch(ctx, cmd.path(), urls); err != nil && !errors.Is(err, errStopped) {
			return err
		}
	}
	if len(files) > 0 {
		errs = append(errs, c.addFiles(ctx, cmd.path(), files))
	}
	return errors.Join(append(errs, c.tellOf(ctx, cmd.path(), urls))...)
}

func (c *console) addFiles(ctx context.Context, dir string, files []string) error {
	lib, err := sluice.Open(dir)
	if err != nil {
		return err
	}
	defer lib.Close()
	if err := lib.Begin(ctx); err != nil {
		return err
	}
	return c.withCollection(ctx, dir, func(ctx context.Context, docs *sluice.Collection) error {
		var errs []error
		for _, name := range files {
			if err := c.addFile(ctx, docs, name); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", name, err))
			}
		}
		return errors.Join(errs...)
	})
}

func (c *console) addFile(ctx context.Context, docs *sluice.Collection, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("is no file")
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

// tellOf says what became of documents that were fetched.
func (c *console) tellOf(ctx context.Context, dir string, urls []string) error {
	if len(urls) == 0 {
		return nil
	}
	return c.withCollection(ctx, dir, func(ctx context.Context, docs *sluice.Collection) error {
		var errs []error
		for _, url := range urls {
			d, err := docs.Find(ctx, url)
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: was not taken in; `sluice show` tells why", url))
				continue
			}
			fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(url), screen.Escape(verdictOf(&d)))
		}
		return errors.Join(errs...)
	})
}

type fetchCmd struct {
	folder
}

func (fetchCmd) Help() string {
	return `Fetches the documents that a crawl has found and not fetched yet, and takes in what was fetched
and not read yet; no page is asked for. The crawl goes on later with ` + "`sluice crawl`" + `.

EXAMPLES

    sluice fetch -d mylib`
}

func (cmd *fetchCmd) Run(ctx context.Context, c *console) error {
	err := c.fetch(ctx, cmd.path(), nil)
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// fetch fetches documents alone: those that are named, and those that wait.
func (c *console) fetch(ctx context.Context, dir string, urls []string) error {
	cmd := &crawlCmd{folder: folder{Dir: dir}, only: true}
	p, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	p.only, p.documents = true, urls
	p.flags.MaxPages, p.flags.MaxTime, p.flags.MaxBytes = 0, 0, 0 // they are those of the crawl
	return c.crawl(ctx, dir, p)
}

// since gives what was counted after a moment.
func since(before, now crawl.Totals) crawl.Totals {
	return crawl.Totals{
		Pages: now.Pages - before.Pages, Documents: now.Documents - before.Documents, Errors: now.Errors - before.Errors,
		Refused: now.Refused - before.Refused, Bytes: now.Bytes - before.Bytes, Active: now.Active - before.Active,
	}
}

// verdictOf says what became of a document, in a line.
func verdictOf(d *catalogue.Document) string {
	line := string(d.State)
	if d.Verdict.Genre != "" {
		line = fmt.Sprintf("%s, %s (%.0f %%)", d.Verdict.Genre, d.State, 100*d.Verdict.Confidence)
	}
	if d.Cause != "" {
		line += ": " + d.Cause
	}
	if name := nameOf(d); d.State == catalogue.Accepted {
		line += ": " + name
	}
	return line
}
