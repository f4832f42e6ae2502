package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/anchors"
	"sluice/internal/wiring"
	"sluice/internal/wiring/training"
)

// trainAnchorsCmd trains the keywords of the strategy anchor-priority.
type trainAnchorsCmd struct {
	folder
	Shipped bool `help:"Train nothing, and use the built-in keywords again."`
	JSON    bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice train anchors`.
func (trainAnchorsCmd) Help() string {
	return `Learns by which words in the texts of links a crawler finds the documents that this library accepted. Later crawls of the
library with --strategy anchor-priority follow links with these words first. Nothing is requested from the network: the pages in the archive
are visited once more, breadth-first from the seeds.

The weight of a word says how near to the documents its links are, on the paths from the seeds to them: links to a document itself have
weight 1, the first of two links to it 0.5. Words that are as common on all other links are left out, and those that are on the paths to fewer
than three documents. A weight of two thirds or more is of high priority, of one third or more of medium. The words are in
models/anchors.txt, which you may edit or copy to another library.

EXAMPLES

    sluice train anchors -d mylib
    sluice crawl -d mylib --again --strategy anchor-priority
    sluice train anchors -d mylib --shipped`
}

// Run trains the keywords.
func (cmd *trainAnchorsCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if cmd.Shipped {
		if err := training.ForgetAnchors(ctx, lib); err != nil {
			return err
		}
		fmt.Fprintln(c.notes, "The library uses the built-in keywords.")
		return nil
	}
	summary, err := trainOnPages(ctx, c, lib, training.Anchors)
	if errors.Is(err, anchors.ErrNoDocument) {
		return fmt.Errorf("train anchors: %w; crawl more first, breadth-first", err)
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, summary, "  ")
	}
	return writeTrainedAnchors(c.out, summary)
}

// writeTrainedAnchors writes what was trained for people.
func writeTrainedAnchors(w io.Writer, s *anchors.Summary) error {
	_, err := fmt.Fprintf(w, "%s and %s, to which a path leads\n%s of high priority, %s of medium; %s left out for low weights, %s as rare, or common on other links\n",
		screen.Counted(int64(s.Pages), "page"), screen.Counted(int64(s.Documents), "accepted document"), screen.Counted(int64(s.High), "keyword"),
		screen.Count(int64(s.Medium)), screen.Count(int64(s.Low)), screen.Count(int64(s.Dropped)))
	return err
}

// trainOnPages trains on the recorded pages of a library, and shows how many were read.
func trainOnPages[Summary any](ctx context.Context, c *console, lib *wiring.Library, train func(ctx context.Context, lib *wiring.Library, onPage func()) (Summary, error)) (Summary, error) {
	ctx, stop := untilSignal(ctx)
	defer stop()
	var pages atomic.Int64
	view := progress.ShowLine(c.notes, func() string { return screen.Counted(pages.Load(), "page") })
	summary, err := train(ctx, lib, func() { pages.Add(1) })
	view.Close()
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; nothing was trained.")
		err = errStopped
	}
	return summary, err
}
