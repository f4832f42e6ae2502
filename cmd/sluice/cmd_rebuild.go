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

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
	"sluice/internal/credential"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// rebuildCmd rebuilds catalogue and frontier from the archive, or the index from the documents.
type rebuildCmd struct {
	folder
	converters
	Progress string `enum:"auto,bar,plain,none" default:"auto" help:"Show progress as a live view, as a line every ten seconds, or not; auto is bar on a terminal, else plain."`
	Index    bool   `help:"Rebuild only the search index, from the documents and from the indexed pages, which are read from the archive. Without this flag the index is not rebuilt."`
	Force    bool   `help:"Continue even if the archive has much less than the old catalogue knows of."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice rebuild`.
func (rebuildCmd) Help() string {
	return `Rebuilds the catalogue and the frontier of a library from its archive, if one of them is damaged or lost.
Every response in the archive is processed as when it was fetched; its links that no rule refuses wait to be fetched.
The network is not used.

Settings and seeds are those of the last crawl if the catalogue can still be read, else those of sluice.yaml; seeds
in the archive are added. The old stores are renamed to catalog.db.damaged-TIME and frontier.damaged-TIME; delete them
when you have checked the result. Until the last step the library is unchanged, so you may interrupt the command and
run it again. The archive is only read; a torn end is cut off by the next crawl. A damaged record is skipped
and counted, and the next crawl fetches its URL again. A response whose metadata record is damaged or missing, as in
files of other programs, is used if a link leads to it or if it is in scope. Only files with the names of an
archive are read: sluice-TIME-NUMBER.warc or .warc.gz.

Documents and everything known about them are copied from the old catalogue. If it cannot be read, what people said (verdicts,
corrections, additions, removals) is read from documents/hand.jsonl, and the documents are read again.

If the old catalogue can be read, the command looks in the archive for everything that the catalogue knows, and says how much is
missing. If more than a tenth is missing, for example because files of the archive are lost, it stops, unless you give --force.

WHAT CANNOT BE RECOVERED

Fetches without a response (no connection, timeout, unknown host): they left no record, and are repeated. What they
taught about hosts, and which hosts were given up. Refusals that only a request reveals, except for those by robots.txt.
The separate crawls: the result is one crawl, without its active time. Times are exact to the millisecond.

EXIT CODES

` + "`0`: Catalogue and frontier are rebuilt.\n\n`1`: They could not be rebuilt; the library is unchanged.\n\n`3`: Stopped by the user; the library is unchanged.\n" + `
EXAMPLES

    sluice rebuild -d papers && sluice crawl -d papers
    sluice rebuild -d papers --index`
}

// rebuildResult is the JSON form of the result. Its keys are stable.
type rebuildResult struct {
	Pages     int64    `json:"pages"`
	Documents int64    `json:"documents"`
	Errors    int64    `json:"errors"`
	Refused   int64    `json:"refused"`
	Waiting   int64    `json:"waiting"`
	Exchanges int64    `json:"exchanges"`        // read from the archive
	Damaged   int64    `json:"damaged"`          // records skipped
	Damages   []string `json:"damages"`          // the first of them
	Bare      int64    `json:"bare"`             // responses without a valid metadata record
	Outside   int64    `json:"outside"`          // responses skipped: without a metadata record and out of scope
	State     string   `json:"state"`            // of the crawl
	Moved     []string `json:"moved"`            // the old stores
	Known     int64    `json:"known"`            // URLs with a response in the old catalogue, as far as it could be read
	Missing   int64    `json:"missing"`          // those of them that are not in the archive
	Unread    string   `json:"unread,omitempty"` // why the old catalogue could not be read completely
	Seconds   float64  `json:"seconds"`
}

// Run shows progress like a crawl. The new stores replace the old ones in one last step, so an
// interrupted rebuild leaves the library unchanged.
func (cmd *rebuildCmd) Run(ctx context.Context, c *console) (err error) {
	dir := cmd.path(ctx)
	if cmd.Index {
		return c.reindex(ctx, dir, cmd.JSON)
	}
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	layer, file, err := c.lastSettings(ctx, dir)
	if err != nil {
		return err
	}
	flags, err := layer.Decode()
	if err != nil {
		return usageError{err}
	}
	began := time.Now()
	ctx, done := untilSignal(ctx)
	defer done()
	out := progress.NewLog(c.err)
	cfg, err := engineConfig(flags, layer.Seeds(), c.newLog(out, flags.LogFormat))
	if err != nil {
		return err
	}
	setReading(flags, cmd.converters, lib)
	running, err := lib.Rebuild(ctx, cfg)
	switch {
	case isInterrupted(ctx, err):
		return c.unchanged()
	case err != nil:
		return err
	}
	running.Force = cmd.Force
	view := progress.Show(c.err, c.manner(cmd.Progress), running.Stats)
	out.SetOutput(view)
	result, err := running.Run(ctx, func(seeds []string) string { return settingsText(layer, file, seeds) })
	out.SetOutput(c.err)
	view.Close()
	switch {
	case isInterrupted(ctx, err):
		return c.unchanged()
	case err != nil:
		return fmt.Errorf("rebuild %s: %w", shell.Quote(dir), err)
	case cmd.JSON:
		s := result.Stats
		return screen.WriteJSON(c.out, rebuildResult{
			s.Pages, s.Documents, s.Errors, s.Refused, s.Queue, result.Exchanges, result.Damaged, noNull(result.Damages),
			result.Bare, result.Outside, result.State, noNull(result.Moved), result.Old.Known, result.Old.Missing, result.Old.Unread, time.Since(began).Seconds(),
		}, "")
	}
	return c.writeRebuilt(dir, result, time.Since(began))
}

// isInterrupted reports whether an error comes from the end of ctx.
func isInterrupted(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, ctx.Err()) || errors.Is(err, context.Cause(ctx)))
}

// unchanged reports a rebuild that a signal has ended.
func (c *console) unchanged() error {
	fmt.Fprintln(c.notes, "Stopped; the library is unchanged.")
	return errStopped
}

// untilSignal returns a context that ends at the first Ctrl-C, SIGTERM or SIGHUP. A second
// signal ends the program at once, which is safe because the library is unchanged until the
// last step. A second SIGHUP does not, because both the shell and the kernel send one.
func untilSignal(ctx context.Context) (context.Context, context.CancelFunc) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // ignored under nohup, and stays so
		ends = append(ends, syscall.SIGHUP)
		// Notify without a reader absorbs the second SIGHUP, which would otherwise end the program
		// once the context has returned signals to their defaults.
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	ctx, done := signal.NotifyContext(ctx, ends...)
	context.AfterFunc(ctx, done)
	return ctx, done
}

// noNull returns a list that JSON writes as [] and not as null when it is empty.
func noNull(list []string) []string { return append([]string{}, list...) }

// lastSettings returns the settings of the last crawl if they can still be read, else those of
// sluice.yaml.
func (c *console) lastSettings(ctx context.Context, dir string) (layer, file settings.Layer, err error) {
	if file, err = settings.LoadToCrawl(dir); err != nil {
		return nil, nil, usageError{err}
	}
	last, state, err := lastCrawl(ctx, dir)
	switch {
	case err == nil && state != "":
		return last.withChanges(file).Lasting(), file, nil
	case !settings.Exists(dir):
		fmt.Fprintln(c.notes, "No settings in sluice.yaml or the catalogue; the defaults are used.")
	case err != nil:
		fmt.Fprintf(c.err, "The settings of the last crawl cannot be read (%s); those of sluice.yaml are used.\n", screen.Escape(err.Error()))
	}
	return file.Lasting(), file, nil
}

// settingsText returns the settings in the form that the new catalogue stores.
func settingsText(layer, file settings.Layer, seeds []string) string {
	layer["seeds"] = union(layer.Seeds(), seeds)
	text, err := json.Marshal(savedSettings{Settings: layer, File: file.Lasting()})
	if err != nil {
		return "" // cannot happen: maps of lists of strings can always be encoded
	}
	return string(text)
}

// writeRebuilt writes what a rebuild has found, and what to do next.
func (c *console) writeRebuilt(dir string, r wiring.Rebuilt, took time.Duration) error {
	s, dir := r.Stats, shell.Quote(dir)
	fmt.Fprintf(c.out, "%s, %s, %s read from the archive in %s; %s to fetch.\n", screen.Counted(s.Pages, "page"),
		screen.Counted(s.Documents, "document"), screen.Counted(s.Errors, "error"), screen.Span(took), screen.Counted(s.Queue, "URL"))
	if r.Bare > 0 {
		fmt.Fprintf(c.out, "%s without a valid metadata record used; how they were found is derived from the links to them.\n", screen.Counted(r.Bare, "response"))
	}
	if r.Outside > 0 {
		fmt.Fprintf(c.out, "skipped: %s out of scope, without a metadata record\n", screen.Counted(r.Outside, "response"))
	}
	if r.Old.Known > 0 {
		fmt.Fprintf(c.out, "The old catalogue knew %s with a response; %s of them are not in the archive.\n", screen.Counted(r.Old.Known, "URL"), screen.Count(r.Old.Missing))
	}
	if r.Old.Unread != "" {
		fmt.Fprintf(c.out, "The old catalogue could not be compared completely with the archive: %s\n", screen.Escape(r.Old.Unread))
	}
	for _, damage := range r.Damages {
		fmt.Fprintln(c.out, "skipped:", screen.Escape(damage))
	}
	if more := r.Damaged - int64(len(r.Damages)); more > 0 {
		fmt.Fprintf(c.out, "skipped: %s more\n", screen.Count(more))
	}
	for _, name := range r.Moved {
		fmt.Fprintf(c.out, "old store kept as: %s\n", screen.Escape(name))
	}
	fmt.Fprintln(c.out, "Fetches without a response, and what they taught about hosts, could not be recovered; see `sluice help rebuild`.")
	if r.State == string(crawl.Done) {
		fmt.Fprintf(c.out, "Nothing is left to fetch. See `sluice report -d %s`.\n", dir)
		return nil
	}
	if len(r.Left) > 0 {
		const named = 5
		for _, seed := range r.Left[:min(len(r.Left), named)] {
			fmt.Fprintf(c.out, "seed %s: no response in the archive\n", screen.Escape(credential.WithoutUser(seed)))
		}
		if more := len(r.Left) - named; more > 0 {
			fmt.Fprintf(c.out, "seeds without a response: %s more\n", screen.Count(int64(more)))
		}
		fmt.Fprintf(c.out, "Nothing else is left to fetch. `sluice crawl -d %s` requests only what is left, `sluice crawl -d %s --again` everything.\n", dir, dir)
		return nil
	}
	fmt.Fprintf(c.out, "Continue with `sluice crawl -d %s`.\n", dir)
	return nil
}

// reindex rebuilds the search index of a library.
func (c *console) reindex(ctx context.Context, dir string, asJSON bool) (err error) {
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	flags, _, err := currentSettings(ctx, dir, settings.Load)
	if err != nil {
		return err
	}
	setReading(flags, converters{}, lib)
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	documents, pages, err := lib.RebuildIndex(ctx, c.newLog(c.err, "text"))
	switch {
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(c.notes, "Stopped; the index is incomplete. Run the command again, or the next crawl completes it.")
		return errStopped
	case err != nil:
		return err
	case asJSON:
		return screen.WriteJSON(c.out, map[string]int{"documents": documents, "pages": pages}, "")
	}
	_, err = fmt.Fprintf(c.out, "The index has %s and %s.\n", screen.Counted(int64(documents), "document"), screen.Counted(int64(pages), "page"))
	return err
}
