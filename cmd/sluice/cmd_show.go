package main

import (
	"context"
	"errors"
	"fmt"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/story"
	"sluice/internal/wiring"
)

// showCmd shows everything known about a URL or a document.
type showCmd struct {
	folder
	What    string `arg:"" name:"url|file|hash|name" help:"A URL; or a document by the path of an added file, by its hash or at least the first 4 digits, or by its file name."`
	Against string `placeholder:"URL" help:"Compare it with this document, and show nothing else."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice show`.
func (showCmd) Help() string {
	return `Shows everything that the library knows about a URL: how it was found (the path of links
from a seed), each fetch, and why it was refused or removed. It is an error if the URL is not in the
library; ` + "`sluice check`" + ` says whether it would be fetched.

A document may also be named by the path of a file that was added with ` + "`sluice add`" + `, by its hash (four digits are
enough), or by its file name. If several documents have the name, they are listed with their hashes.

For a document the command shows the verdict with its reasons, the metadata, each value with source and confidence
(a year that is uncertain, right less than nine times in ten, has a question mark),
its files in the library's folder, its other URLs, the pages that link to it, its versions and formats, and its references.

With --against it shows how similar two texts are: the share of all runs of three words that are in both (Jaccard
similarity), exactly and as estimated for finding versions. For two HTML pages it also shows how similar they are in markup and
text without their data.

EXAMPLES

    sluice show http://www.example.org/papers/smith.pdf
    sluice show http://www.example.org/papers/smith.pdf --json
    sluice show thesis.pdf
    sluice show 3f786850
    sluice show http://www.example.org/papers/smith.pdf --against http://arxiv.example/abs/smith.pdf`
}

// Run shows the story of one URL or document, or compares two.
func (cmd *showCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.Against != "" {
		return c.compare(ctx, cmd)
	}
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	s, err := story.Of(ctx, lib, cat, cmd.What)
	if errors.Is(err, story.ErrUnknown) {
		return fmt.Errorf("%w; `sluice check` says whether a URL would be fetched, `sluice documents` lists documents", err)
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, s, "")
	}
	return s.Write(c.out)
}

// compare shows how similar two documents or pages are.
func (c *console) compare(ctx context.Context, cmd *showCmd) error {
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		like, err := docs.Compare(ctx, cmd.What, cmd.Against)
		if err != nil {
			return err
		}
		if cmd.JSON {
			return screen.WriteJSON(c.out, like, "")
		}
		fmt.Fprintf(c.out, "%s\n  against    %s\n", screen.Escape(cmd.What), screen.Escape(cmd.Against))
		fmt.Fprintf(c.out, "  texts      %s of all runs of three words are in both (estimate: %s)\n", percent(like.Texts), percent(like.Estimate))
		if like.Pages == nil {
			return nil
		}
		_, err = fmt.Fprintf(c.out, "  pages      %s similar in markup and text\n", percent(*like.Pages))
		return err
	})
}

// percent returns a share as a percentage with one decimal.
func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
