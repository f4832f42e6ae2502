package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"sluice/cmd/sluice/internal/screen"
)

type removeCmd struct {
	folder
	What   string `arg:"" optional:"" name:"url|host|file|hash" help:"A URL, the beginning of URLs (http://www.example.org/private/*), a host, or *.example.org; or a document by the path of a file that was added, or by its hash or the first 4 digits of that or more."`
	Reason string `placeholder:"TEXT" help:"Why, for the record."`
	Allow  bool   `xor:"what" help:"Take a removal back: what it concerned may be fetched again."`
	List   bool   `xor:"what" help:"List what was removed."`
}

func (removeCmd) Help() string {
	return `Takes a page, a document or a whole host out of the library, and keeps it out, as the
owner of a site may ask for. It is gone from the catalogue, the documents, the
index, the exports and the archive, whose records are overwritten; later crawls pass it
over, and ` + "`sluice rebuild`" + ` does not bring it back. There is no way back but to fetch it again. No crawl may run
meanwhile. If it is cut off, the same command goes on.

A URL is meant however it is spelled: by http or https, with or without its default port, with letters escaped or not. A
document that has other URLs, too, stays in the library under those; named by its hash it goes with all URLs that have it
or had it, and its bytes stay out wherever they come from.

Of a host goes all: its robots.txt, what was learned of it, its links to others and theirs to it. What stays is the entry
in ` + "`--list`" + `, by which it is kept out; the URL among the seeds, if you named it there; and what the pages of
others say. Links on them are counted again when those are fetched again. The catalogue and frontier that a rebuild
has replaced and kept beside the new ones are not searched: they are named, to be deleted by you.

What is not in the library is kept out from now on, too.

EXIT CODES

` + "`0`: It is removed.\n\n`1`: Nothing of it was there, or not all could be removed.\n" + `
EXAMPLES

    sluice remove http://www.example.org/~smith/draft.pdf --reason 'mail of 2026-11-03'
    sluice remove www.example.org
    sluice remove 3f786850
    sluice remove --allow www.example.org`
}

func (cmd *removeCmd) Run(ctx context.Context, c *console) error {
	if cmd.List {
		return cmd.list(ctx, c)
	}
	if cmd.What == "" {
		return usagef("name what to remove: a URL, a host or a document")
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if cmd.Allow {
		if err := lib.Allow(ctx, cmd.What); err != nil {
			return err
		}
		fmt.Fprintf(c.err, "%s may be fetched again; `sluice crawl --again` does.\n", screen.Escape(cmd.What))
		return nil
	}
	r, err := lib.Remove(ctx, cmd.What, cmd.Reason)
	none := r.URLs == 0 && r.Answers == 0 && r.Lost == 0
	if err != nil && none {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w\nnot all is removed yet: give the same command again", err)
	}
	if none {
		return fmt.Errorf("%s: nothing of it is in the library; it is kept out from now on", cmd.What)
	}
	fmt.Fprintf(c.err, "%s removed; %s of the archive overwritten (%s).\n", screen.Counted(int64(r.URLs), "URL"),
		screen.Counted(int64(r.Answers), "answer"), screen.Bytes(r.Bytes))
	if len(r.Aside) > 0 {
		fmt.Fprintf(c.err, "What a rebuild has kept may tell of it still; delete it in %s: %s\n", screen.Escape(cmd.path()), screen.Escape(strings.Join(r.Aside, " ")))
	}
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

func (cmd *removeCmd) list(ctx context.Context, c *console) error {
	lib, catalogue, err := openCatalogue(ctx, cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	removals, err := catalogue.Removals(context.TODO())
	if err != nil {
		return err
	}
	table := screen.Table{Width: screen.TerminalWidth(c.out, 0), Columns: []screen.Column{{Title: "removed"}, {Title: "what", Shrink: true}, {Title: "reason", Shrink: true}}}
	for _, r := range removals {
		table.Rows = append(table.Rows, []string{r.At.Local().Format(time.DateOnly), string(r.Pattern), r.Reason})
	}
	return table.Write(c.out)
}
