package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sluice/cmd/sluice/internal/screen"
)

type removeCmd struct {
	folder
	What   string `arg:"" optional:"" name:"url|host" help:"A URL, the beginning of URLs (http://www.example.org/private/*), a host, or *.example.org."`
	Reason string `placeholder:"TEXT" help:"Why, for the record."`
	Allow  bool   `xor:"what" help:"Take a removal back: what it concerned may be fetched again."`
	List   bool   `xor:"what" help:"List what was removed."`
}

func (removeCmd) Help() string {
	return `Takes a page, a document or a whole host out of the library, and keeps it out, as the
owner of a site may ask for. It is gone from the catalogue, the documents, the
index, the exports and the archive, whose records are overwritten; later crawls pass it
over. There is no way back but to fetch it again. No crawl may run meanwhile. If it is cut off, the same
command goes on.

A document that has other URLs, too, stays in the library under those.

EXAMPLES

    sluice remove http://www.example.org/~smith/draft.pdf --reason 'mail of 2026-11-03'
    sluice remove www.example.org
    sluice remove --allow www.example.org`
}

func (cmd *removeCmd) Run(c *console) error {
	if cmd.List {
		return cmd.list(c)
	}
	if cmd.What == "" {
		return usagef("name what to remove: a URL or a host")
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if cmd.Allow {
		if err := lib.Allow(ctx, cmd.What); err != nil {
			return err
		}
		fmt.Fprintf(c.err, "%s may be fetched again; `sluice crawl --again` does.\n", screen.Escape(cmd.What))
		return nil
	}
	r, err := lib.Remove(ctx, cmd.What, cmd.Reason)
	if err != nil {
		return fmt.Errorf("%w\nnot all is removed yet: give the same command again", err)
	}
	fmt.Fprintf(c.err, "%s removed; %s of the archive overwritten (%s).\n", screen.Counted(int64(r.URLs), "URL"),
		screen.Counted(int64(r.Answers), "answer"), screen.Bytes(r.Bytes))
	if r.Lost == 0 {
		return nil
	}
	fmt.Fprintf(c.err, "%s not found in the archive, and not overwritten there:\n", screen.Counted(int64(r.Lost), "answer"))
	for _, loss := range r.Losses {
		fmt.Fprintf(c.err, "  %s\n", screen.Escape(loss.Error()))
	}
	if more := r.Lost - len(r.Losses); more > 0 {
		fmt.Fprintf(c.err, "  … %d more\n", more)
	}
	return nil
}

func (cmd *removeCmd) list(c *console) error {
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	catalogue, err := lib.Catalogue()
	if err != nil {
		return err
	}
	removals, err := catalogue.Removals()
	if err != nil {
		return err
	}
	table := screen.Table{Width: columns(c.out, 0), Columns: []screen.Column{{Title: "removed"}, {Title: "what", Give: true}, {Title: "reason", Give: true}}}
	for _, r := range removals {
		table.Rows = append(table.Rows, []string{r.At.Local().Format(time.DateOnly), r.Pattern, r.Reason})
	}
	return table.Write(c.out)
}
