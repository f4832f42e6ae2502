package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// removeCmd removes a URL, host or document on its owner's request, ends a removal, or lists
// removals.
type removeCmd struct {
	folder
	confirmation
	What   string `arg:"" optional:"" name:"url|host|file|hash" help:"A URL, a URL prefix (http://www.example.org/private/*), a host, or *.example.org; or a document by the path of an added file, or by its hash or at least the first 4 digits."`
	Reason string `placeholder:"TEXT" help:"The reason, which is stored."`
	Allow  bool   `xor:"what" help:"End a removal: it may be fetched again."`
	List   bool   `xor:"what" help:"List the removals."`
}

// Help returns the long text of `sluice remove`.
func (removeCmd) Help() string {
	return `Deletes a page, a document or a whole host from the library and excludes it from then on, for
example on request of the owner of a site. It is deleted from the catalogue, the documents, the
index, the exports and the archive, whose records are overwritten. Later crawls skip it, and
` + "`sluice rebuild`" + ` does not bring it back. This cannot be undone, except by fetching again. No crawl may
run at the same time, and no command that changes documents, such as add and convert. Progress is shown on standard error. If the command is interrupted, run it again: it completes what is left.

The spelling of a URL makes no difference: http or https, with or without its default port, escaped or not. A
document that has other URLs stays in the library under those. A document named by its hash is deleted with all
its present and former URLs, and its bytes are excluded wherever they come from.

Of a host, everything is deleted: also its robots.txt, what was learned about it, and its links from and to other hosts. These stay: the
entry in ` + "`--list`" + `, which excludes it; its URLs among the seeds, if you named them there; and what pages of other
hosts say. Links on those pages are counted again when the pages are fetched again. A catalogue and a frontier that a rebuild
has replaced are not searched: the command names them, with a command line that deletes them.
A page of another host that was found, at an earlier fetch, by a chain of redirects through the removed one may
keep that URL in its record of the archive.

If no URL of it is in the catalogue, the command says so and asks whether to exclude it from future crawls all the same, and to
delete what the archive and the queue may hold of it: its robots.txt, URLs that wait, or responses of a crawl that was killed soon after
its start. With --yes it does so without a question. If the archive had nothing either, it exits with 1, since the name may be misspelt. ` + "`sluice remove --allow`" + ` ends the exclusion.

At the end catalogue, index and frontier are written again, because databases keep deleted text in their files. On a
large library this takes minutes, and as much free room on the disk as the largest of the three.

The command shows what it would delete and asks. Where standard input is not a terminal, it needs --yes.

EXIT CODES

` + "`0`: It is removed, now or before.\n\n`1`: Neither the catalogue nor the archive had anything of it, or not everything could be removed, or the answer was not yes.\n\n`3`: It was interrupted.\n" + `
EXAMPLES

    sluice remove http://www.example.org/~smith/draft.pdf --reason 'mail of 2026-11-03'
    sluice remove www.example.org --dry-run
    sluice remove www.example.org --yes
    sluice remove 3f786850
    sluice remove --allow www.example.org`
}

// Run removes what is named and excludes it from then on. Something that is not in the library is
// excluded too, after a question; the exit code is 1, because a misspelt name would otherwise look like a success.
func (cmd *removeCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.List {
		return cmd.list(ctx, c)
	}
	if cmd.What == "" {
		return usagef("argument missing: name a URL, a host or a document")
	}
	if !cmd.Allow {
		if err := cmd.check(c); err != nil {
			return err
		}
	}
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if !cmd.Allow && !cmd.Yes {
		// The question is asked before signals are handled: Ctrl-C answers it, too.
		if err := cmd.confirm(ctx, c, lib); err != nil || cmd.DryRun {
			return err
		}
	}
	// A signal lets the removal stop between two steps; running the command again completes it.
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	if cmd.Allow {
		if err := lib.Allow(ctx, cmd.What); err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s may be fetched again; `sluice crawl --again` does it.\n", screen.Escape(cmd.What))
		return nil
	}
	var doing removalProgress
	view := doing.show(c.notes)
	r, err := lib.Remove(ctx, cmd.What, cmd.Reason, doing.set)
	err = errors.Join(err, view.Close())
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.err, "Stopped; the removal is not complete. Run the same command again.")
		return errStopped
	}
	// An error after the first deletion must say that the removal is incomplete: the owner of a site
	// relies on it.
	none := r.URLs == 0 && r.Answers == 0 && r.Lost == 0
	if err != nil && none {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w\nthe removal is not complete: run the same command again", err)
	}
	if none && r.Repeated {
		fmt.Fprintf(c.notes, "%s: nothing of it was left in this library; it stays excluded\n", screen.Escape(cmd.What))
		cmd.writeReplaced(ctx, c, r.Replaced)
		return nil
	}
	if none {
		return fmt.Errorf("nothing to remove: neither the catalogue nor the archive had anything of %s; it is excluded from future crawls (`sluice remove --allow` ends that)", cmd.What)
	}
	fmt.Fprintf(c.notes, "%s removed; %s in the archive overwritten (%s).\n", screen.Counted(int64(r.URLs), "URL"),
		screen.Counted(int64(r.Answers), "response"), screen.Bytes(r.Bytes))
	cmd.writeReplaced(ctx, c, r.Replaced)
	if r.Lost == 0 {
		return nil
	}
	fmt.Fprintf(c.err, "%s not found in the archive and not overwritten:\n", screen.Counted(int64(r.Lost), "response"))
	for _, loss := range r.Losses {
		fmt.Fprintf(c.err, "  %s\n", screen.Escape(loss.Error()))
	}
	if more := r.Lost - len(r.Losses); more > 0 {
		fmt.Fprintf(c.err, "  … %d more\n", more)
	}
	return nil
}

// writeReplaced names the stores that rebuilds have replaced, and the command that deletes them.
func (cmd *removeCmd) writeReplaced(ctx context.Context, c *console, names []string) {
	if len(names) == 0 {
		return
	}
	dir := cmd.path(ctx)
	remedy := "rm -r --"
	for _, name := range names {
		remedy += " " + shell.Quote(filepath.Join(dir, name))
	}
	fmt.Fprintf(c.notes, "Stores that a rebuild has replaced may still contain it; delete them in %s: %s\n", screen.Escape(dir), screen.Escape(strings.Join(names, " ")))
	fmt.Fprintf(c.notes, "  %s\n", screen.Escape(remedy))
}

// confirm writes what would be removed, and asks unless it is a dry run. A removal that is repeated deletes nothing that people have not agreed to before.
func (cmd *removeCmd) confirm(ctx context.Context, c *console, lib *wiring.Library) error {
	p, err := lib.PreviewRemoval(ctx, cmd.What)
	if err != nil {
		return err
	}
	switch {
	case p.URLs == 0 && p.Repeated && cmd.DryRun:
		return fmt.Errorf("no URL of %s is in the catalogue; it is excluded from future crawls already", cmd.What)
	case p.URLs == 0 && cmd.DryRun:
		return fmt.Errorf("no URL of %s is in the catalogue; --yes would exclude it from future crawls, and delete what the archive and the queue may hold of it", cmd.What)
	case p.URLs == 0 && p.Repeated:
		return nil
	case p.URLs == 0:
		// The preview does not search the archive and the queue: robots.txt, URLs that wait, and responses of a crawl that was killed at once.
		what := screen.Escape(cmd.What)
		fmt.Fprintf(c.err, "No URL of %s is in the catalogue.\n", what)
		return c.ask("Exclude " + what + " from future crawls, and delete what the archive and the queue may hold of it?")
	}
	out := cmd.previewTo(c)
	fmt.Fprintf(out, "%s, %s (%s), %s in the archive:\n", screen.Counted(int64(p.URLs), "URL"), screen.Counted(int64(p.Documents), "document"),
		screen.Bytes(p.Size), screen.Counted(int64(p.Responses), "response"))
	titles, all := p.Pages, int64(p.URLs)
	if p.Documents > 0 {
		titles, all = nil, int64(p.Documents)
		for _, d := range p.Examples {
			titles = append(titles, nameOf(&d))
		}
	}
	writeTitles(out, titles, all)
	if p.Kept > 0 {
		fmt.Fprintf(out, "Documents that stay under other URLs: %s.\n", screen.Count(int64(p.Kept)))
	}
	if cmd.DryRun {
		return nil
	}
	return c.ask("This cannot be undone. Delete it, and exclude " + screen.Escape(cmd.What) + " from now on?")
}

// list writes the removals that are in force, oldest first.
func (cmd *removeCmd) list(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	removals, err := cat.Removals.All(ctx)
	if err != nil {
		return err
	}
	table := screen.Table{Width: screen.TerminalWidth(c.out, 0), Columns: []screen.Column{{Title: "removed"}, {Title: "what", Shrink: true}, {Title: "reason", Shrink: true}}}
	for _, r := range removals {
		table.Rows = append(table.Rows, []string{r.At.Local().Format(time.DateOnly), string(r.Pattern), r.Reason})
	}
	return table.Write(c.out)
}
