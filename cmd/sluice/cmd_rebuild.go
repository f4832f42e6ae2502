package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/shell"
)

type rebuildCmd struct {
	folder
	Progress string `enum:"auto,bar,plain,none" default:"auto" help:"Show a live view, a line every ten seconds, or nothing; auto is bar on a terminal, else plain."`
	Index    bool   `help:"Make only the search index anew, from the documents and from the pages that were made searchable, which are read out of the archive; it is no part of the other rebuild."`
	Force    bool   `help:"Go on although the archive has much less than the old catalogue knows of."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

func (rebuildCmd) Help() string {
	return `Makes the catalogue and the frontier of a library anew from its archive, for when one of them is damaged or lost.
Every answer in the archive is read again as when it came; what it links to and the rules let pass
waits to be fetched. Nothing is asked of the network.

Settings and seeds are those of the last crawl if the catalogue can still be read, else those of sluice.yaml; seeds
are found in the archive, too. The old stores are moved aside, as catalog.db.damaged-TIME and frontier.damaged-TIME;
delete them when all is well. Until the end the library stays as it was, so that the command may be broken off and
given again. The archive is only read; what a crash left at its very end the next crawl cuts off. A damaged record
is passed over and counted; its URL is fetched again by the next crawl. An answer of which only the metadata record is
damaged or missing, as in files of other programs, is taken if a link leads to it or the scope holds it.
Files that do not bear the names of an archive's, sluice-TIME-NUMBER.warc or .warc.gz, are not read.

Documents and what is known of them are taken over from the old catalogue. Where it cannot be read, what people said (verdicts, corrections, additions,
removals) comes from documents/hand.jsonl, and the documents are read again.

As far as the old catalogue can be read, what it knows is looked for in the archive, and the command says how much is
not there. If more than a tenth is missing, as when files of the archive are, it stops, unless --force is given.

WHAT CANNOT BE RECOVERED

Fetches that brought no answer (no connection, a time-out, an unknown host): they left no record, and are tried
again. What was learned of hosts by them, and which were given up. The refusals that only a request brings to light, but for those by robots.txt.
The crawls one by one: all is one crawl, without the time that it was active. Times are to the millisecond.

EXIT CODES

` + "`0`: Catalogue and frontier are new.\n\n`1`: They could not be made; everything is as it was.\n\n`3`: Stopped by the user; everything is as it was.\n" + `
EXAMPLES

    sluice rebuild -d papers && sluice crawl -d papers
    sluice rebuild -d papers --index`
}

// rebuiltText is what the command tells programs.
type rebuiltText struct {
	Pages     int64    `json:"pages"`
	Documents int64    `json:"documents"`
	Errors    int64    `json:"errors"`
	Refused   int64    `json:"refused"`
	Waiting   int64    `json:"waiting"`
	Exchanges int64    `json:"exchanges"`        // taken from the archive
	Damaged   int64    `json:"damaged"`          // records passed over
	Damages   []string `json:"damages"`          // the first of them
	Bare      int64    `json:"bare"`             // answers taken without a whole metadata record
	Outside   int64    `json:"outside"`          // answers passed over: without one, and outside of the scope
	State     string   `json:"state"`            // of the crawl
	Moved     []string `json:"moved"`            // the old stores
	Known     int64    `json:"known"`            // URLs with an answer in the old catalogue, as far as it could be read
	Missing   int64    `json:"missing"`          // those of them that are not in the archive
	Unread    string   `json:"unread,omitempty"` // why the old catalogue could not be read to its end
	Seconds   float64  `json:"seconds"`
}

func (cmd *rebuildCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path()
	if cmd.Index {
		return c.reindex(ctx, dir, cmd.JSON)
	}
	layer, file, err := c.lastSettings(ctx, dir)
	if err != nil {
		return err
	}
	flags, err := layer.Decode()
	if err != nil {
		return usageError{err}
	}
	lib, err := open(dir)
	if err != nil {
		return err
	}
	defer lib.Close()
	began := time.Now()
	ctx, done := untilSignal(ctx)
	defer done()
	out := progress.NewLog(c.err)
	cfg, err := engineConfig(flags, layer.Seeds(), newLog(out, flags.LogFormat))
	if err != nil {
		return err
	}
	running, err := lib.Rebuild(ctx, cfg)
	if err != nil {
		return err
	}
	running.Force = cmd.Force
	view := progress.Show(c.err, cmd.Progress, func() sluice.Stats { return sluice.Stats{Stats: running.Stats()} })
	out.SetOutput(view)
	result, err := running.Run(ctx, func(seeds []string) string { return keptText(layer, file, seeds) })
	out.SetOutput(c.err)
	view.Close()
	switch {
	case err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		fmt.Fprintln(c.err, "Stopped; the library is as it was.")
		return errStopped
	case err != nil:
		return fmt.Errorf("rebuild %s: %w", shell.Quote(dir), err)
	case cmd.JSON:
		s := result.Stats
		return json.NewEncoder(c.out).Encode(rebuiltText{
			s.Pages, s.Documents, s.Errors, s.Refused, s.Queue, result.Exchanges, result.Damaged, noNull(result.Damages),
			result.Bare, result.Outside, result.State, noNull(result.Moved), result.Old.Known, result.Old.Missing, result.Old.Unread, time.Since(began).Seconds(),
		})
	}
	return c.rebuilt(dir, result, time.Since(began))
}

// untilSignal gives a context that ends at the first Ctrl-C, SIGTERM or SIGHUP. A second one ends the program, for
// nothing is changed before the last moment; but not SIGHUP, which the shell and the kernel each send.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	ctx, done := signal.NotifyContext(ctx, ends...)
	context.AfterFunc(ctx, done)
	return ctx, done
}

func noNull(list []string) []string { return append([]string{}, list...) }

// lastSettings gives the settings of the last crawl as far as they can still be read, else those of sluice.yaml.
func (c *console) lastSettings(ctx context.Context, dir string) (layer, file settings.Layer, err error) {
	if file, err = settings.Load(dir); err != nil {
		return nil, nil, usageError{err}
	}
	last, state, err := lastCrawl(ctx, dir)
	switch {
	case err == nil && state != "":
		return last.now(file).Lasting(), file, nil
	case !settings.Exists(dir):
		fmt.Fprintln(c.err, "Neither sluice.yaml nor the catalogue tells the settings; those by default are taken.")
	case err != nil:
		fmt.Fprintf(c.err, "The settings of the last crawl cannot be read (%s); those of sluice.yaml are taken.\n", screen.Escape(err.Error()))
	}
	return file.Lasting(), file, nil
}

// keptText is what the new catalogue keeps of the settings.
func keptText(layer, file settings.Layer, seeds []string) string {
	layer["seeds"] = union(layer.Seeds(), seeds)
	text, err := json.Marshal(kept{Settings: layer, File: file.Lasting()})
	if err != nil {
		return "" // lists of texts always have a form
	}
	return string(text)
}

func (c *console) rebuilt(dir string, r sluice.Rebuilt, took time.Duration) error {
	s, dir := r.Stats, shell.Quote(dir)
	fmt.Fprintf(c.out, "%s, %s, %s out of the archive in %s; %s to fetch.\n", screen.Counted(s.Pages, "page"),
		screen.Counted(s.Documents, "document"), screen.Counted(s.Errors, "error"), screen.Span(took), screen.Counted(s.Queue, "URL"))
	if r.Bare > 0 {
		fmt.Fprintf(c.out, "%s without a whole metadata record taken: how they were found is derived from the links to them.\n", screen.Counted(r.Bare, "answer"))
	}
	if r.Outside > 0 {
		fmt.Fprintf(c.out, "passed over: %s outside of the scope, without a metadata record\n", screen.Counted(r.Outside, "answer"))
	}
	if r.Old.Known > 0 {
		fmt.Fprintf(c.out, "The old catalogue knew %s with an answer; %s of them are not in the archive.\n", screen.Counted(r.Old.Known, "URL"), screen.Count(r.Old.Missing))
	}
	if r.Old.Unread != "" {
		fmt.Fprintf(c.out, "Not all that the old catalogue knew could be compared with the archive: %s\n", screen.Escape(r.Old.Unread))
	}
	for _, damage := range r.Damages {
		fmt.Fprintln(c.out, "passed over:", screen.Escape(damage))
	}
	if more := r.Damaged - int64(len(r.Damages)); more > 0 {
		fmt.Fprintf(c.out, "passed over: %s more\n", screen.Count(more))
	}
	for _, name := range r.Moved {
		fmt.Fprintf(c.out, "moved aside: %s\n", screen.Escape(name))
	}
	fmt.Fprintln(c.out, "Fetches that brought no answer could not be recovered, nor what they taught about hosts; see `sluice help rebuild`.")
	if r.State == "done" {
		fmt.Fprintf(c.out, "Nothing is left to fetch. See `sluice report -d %s`.\n", dir)
		return nil
	}
	fmt.Fprintf(c.out, "Go on with `sluice crawl -d %s`.\n", dir)
	return nil
}

// reindex makes the search index of a library anew.
func (c *console) reindex(ctx context.Context, dir string, asJSON bool) error {
	lib, err := open(dir)
	if err != nil {
		return err
	}
	defer lib.Close()
	flags, _, err := currentSettings(ctx, dir)
	if err != nil {
		return err
	}
	apply(flags, lib)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	documents, pages, err := lib.RebuildIndex(ctx, newLog(c.err, "text"))
	switch {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(c.err, "Stopped; the index lacks the rest. The next crawl, or the command given again, brings it.")
		return errStopped
	case err != nil:
		return err
	case asJSON:
		return json.NewEncoder(c.out).Encode(map[string]int{"documents": documents, "pages": pages})
	}
	_, err = fmt.Fprintf(c.out, "The index has %s and %s.\n", screen.Counted(int64(documents), "document"), screen.Counted(int64(pages), "page"))
	return err
}
