package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/contextgraph"
	"sluice/internal/wiring"
	"sluice/internal/wiring/training"
)

// trainContextCmd trains the layers of the strategy context-graph.
type trainContextCmd struct {
	folder
	From   []string `placeholder:"DIR" help:"Learn from another library, too: its pages, and the links between its pages and those of this one. May be repeated."`
	Forget bool     `help:"Train nothing, and remove what was learned."`
	JSON   bool     `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice train context`.
func (trainContextCmd) Help() string {
	return `Learns from the pages in the archive how far, in links, a page is from what the library looks for: the pages that are relevant to its
topic or, without a topic, those that link to accepted documents. Later crawls of the library with --strategy context-graph follow the links
of pages that look near first. Nothing is requested from the network.

Layer 0 has the pages that are looked for, layer 1 those that link to them, and so on, up to layer 4, as far as there are five pages or more
in a layer. A classifier learns to tell the layers apart by their words. It is in models/context.model.

With --from the archives of other libraries are read as well, their pages judged by the topic of this one: a small library learns from
larger ones what leads to its pages.

EXAMPLES

    sluice train context -d mylib
    sluice train context -d mylib --from otherlib
    sluice crawl -d mylib --again --strategy context-graph`
}

// Run trains the layers.
func (cmd *trainContextCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if cmd.Forget {
		if err := training.ForgetContext(ctx, lib); err != nil {
			return err
		}
		fmt.Fprintln(c.notes, "What was learned is removed.")
		return nil
	}
	var others []*wiring.Library
	for _, dir := range cmd.From {
		other, err := open(ctx, dir)
		if err != nil {
			return fmt.Errorf("--from: %w", err)
		}
		defer closeAfter(&err, other)
		others = append(others, other)
	}
	summary, err := trainOnPages(ctx, c, lib, func(ctx context.Context, lib *wiring.Library, onPage func()) (*contextgraph.Summary, error) {
		return training.Context(ctx, lib, others, onPage)
	})
	if errors.Is(err, contextgraph.ErrNoTarget) || errors.Is(err, contextgraph.ErrNoLayer) {
		return fmt.Errorf("train context: %w; crawl more first", err)
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, summary, "  ")
	}
	return writeTrainedContext(c.out, summary)
}

// writeTrainedContext writes what was trained for people.
func writeTrainedContext(w io.Writer, s *contextgraph.Summary) error {
	t := screen.Table{Columns: []screen.Column{{Title: "layer"}, {Title: "pages", Right: true}}}
	for i, n := range s.Layers {
		t.Rows = append(t.Rows, []string{fmt.Sprint(i), screen.Count(int64(n))})
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s read; terms: %s\n", screen.Counted(int64(s.Pages), "page"), screen.Escape(strings.Join(s.Terms, ", ")))
	return err
}
