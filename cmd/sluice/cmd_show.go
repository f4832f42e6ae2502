package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/story"
)

type showCmd struct {
	folder
	What    string `arg:"" name:"url|file|hash|name" help:"A URL; or a document by the path of a file that was added, by its hash or the first 4 digits of that or more, or by the name of its file."`
	Against string `placeholder:"URL" help:"Compare it with this one, and tell nothing else."`
	JSON    bool   `name:"json" help:"Print JSON."`
}

func (showCmd) Help() string {
	return `Tells all that the library knows about a URL: how it was found (the path of links
from a seed), each fetch, and if it was refused or removed, why. A URL that was never heard
of is an error; ` + "`sluice check`" + ` tells what would become of it.

A document may also be named by the path of a file that ` + "`sluice add`" + ` took in, by its hash, of which four digits
do, or by the name of its file. If several bear the name they are listed, to be chosen from by hash.

Of a document it tells the verdict and what spoke for and against it, what it is described as, each value with its
source and how sure it is, its files in the library's folder, where else it was found, who links to it, its versions and other formats, and what it refers to.

With --against it tells how much of two texts is the same: how many of all runs of three words are in both (their Jaccard
similarity), exactly, and as it is estimated to find versions; of two HTML pages also how alike they are in mark-up and text,
whatever data fills them.

EXAMPLES

    sluice show http://www.example.org/papers/smith.pdf
    sluice show http://www.example.org/papers/smith.pdf --json
    sluice show thesis.pdf
    sluice show 3f786850
    sluice show http://www.example.org/papers/smith.pdf --against http://arxiv.example/abs/smith.pdf`
}

func (cmd *showCmd) Run(ctx context.Context, c *console) error {
	if cmd.Against != "" {
		return c.compare(ctx, cmd)
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
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
		return json.NewEncoder(c.out).Encode(s)
	}
	return s.Write(c.out)
}

// compare shows how similar two documents or pages are.
func (c *console) compare(ctx context.Context, cmd *showCmd) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		like, err := docs.Compare(ctx, cmd.What, cmd.Against)
		if err != nil {
			return err
		}
		if cmd.JSON {
			return json.NewEncoder(c.out).Encode(like)
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

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
