package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/report"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// reportCmd writes the report. It reads only the catalogue, so it works while a crawl runs and
// without the archive.
type reportCmd struct {
	folder
	JSON bool `name:"json" help:"Print JSON."`
	sinceFlag
	HTML string `name:"html" placeholder:"FILE" help:"Write one HTML page with charts to FILE; '-' is standard output."`
}

// Help returns the long text of `sluice report`.
func (reportCmd) Help() string {
	return `Shows what the library holds and how it came about: the documents that were found, fetched,
accepted and rejected; the accepted documents by genre, year, language and site, and how complete their
metadata are; the URLs by site, HTTP status, type, depth (links from a seed) and directory level; errors and
refused links by cause; rates and times. Each visited URL counts once, by its last response: as a page, a
document, a redirect, an error or a challenge. The bars compare the numbers of URLs. Status 0 means that a URL never responded.

If links wait for the next crawl, the totals say how many more documents its first 1,000 requests find, as
` + "`sluice status`" + ` does; ` + "`forecast`" + ` in JSON.

A library of several crawls begins with a table of what is new, changed, unchanged and gone since the last crawl of sites began,
or since the moment of --since.
` + sinceHelp + `
With --html it writes one page with charts, for a browser or to be printed. The page has no script, loads
nothing from elsewhere, and follows the light or dark theme of its reader.

WORDS

` + "`found`: URLs that have a document, and URLs that pages link to as documents. A URL at http and https counts once.\n\n" +
		"`fetched`: URLs that have a document. Further URLs of the same document are its copies.\n\n" +
		"`added`: Documents that people added and that no crawl fetched.\n\n" +
		"`earlier`: Documents whose URL has another body now, or none.\n\n" +
		"`ADR`: Accepted document rate: accepted ÷ (accepted + rejected) documents.\n\n" +
		"`DDR`: Document download rate: documents fetched ÷ other URLs visited.\n\n" +
		"`confidence`: How certain a value is, from 0 to 1; below 0.9 it is uncertain, and exports leave it out unless it is the title.\n" + `
EXAMPLES

    sluice report
    sluice report --since 2026-01-01
    sluice report --html report.html
    sluice report --json | jq .holdings.years`
}

// Run writes the report as JSON, as a page or as tables.
func (cmd *reportCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.JSON && cmd.HTML != "" {
		return usagef("--json and --html exclude each other")
	}
	lib, cat, err := openCatalogue(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	r, err := cat.Report(ctx)
	if err != nil {
		return err
	}
	if err := monitor.MarkInterrupted(ctx, lib, r.Crawls); err != nil {
		return err
	}
	if err := cmd.addChanges(ctx, cat, r); err != nil {
		return err
	}
	if err := addTopic(ctx, lib, r.Relevance); err != nil {
		return err
	}
	r.Forecast = (*catalogue.Forecast)(monitor.Forecast(ctx, lib))
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "  ")
	}
	if cmd.HTML != "" {
		return cmd.page(ctx, c, r)
	}
	return report.Write(c.out, r)
}

// shownTopicTerms is how many terms of a topic a report names.
const shownTopicTerms = 40

// addTopic adds the topic of the library.
func addTopic(ctx context.Context, lib *wiring.Library, r *catalogue.Relevance) error {
	if r == nil {
		return nil
	}
	t, err := lib.Topic(ctx)
	if err != nil || t == nil {
		return err
	}
	r.Topic = t.Name()
	terms := t.Terms()
	for _, term := range terms[:min(len(terms), shownTopicTerms)] {
		r.Terms = append(r.Terms, term.Text)
	}
	return nil
}

// addChanges adds what has changed since the moment of --since or, without it, since the last crawl began if there were others.
func (cmd *reportCmd) addChanges(ctx context.Context, cat records, r *catalogue.Report) error {
	if cmd.Since == "" && len(r.Crawls) < 2 {
		return nil
	}
	since := sinceFlag{cmp.Or(cmd.Since, "last")}
	from, err := since.moment(ctx, cat)
	if err != nil {
		return err
	}
	changes, err := cat.Changes(ctx, from)
	r.Changes = &changes
	return err
}

// page writes the report as a page. A file is replaced completely or not at all.
func (cmd *reportCmd) page(ctx context.Context, c *console, r *catalogue.Report) error {
	dir, err := filepath.Abs(cmd.path(ctx))
	if err != nil {
		return err
	}
	about := report.About{Library: filepath.Base(dir), Date: time.Now()}
	if cmd.HTML == "-" {
		return report.WriteHTML(c.out, r, about)
	}
	if err := outfile.Write(ctx, cmd.HTML, func(w io.Writer) error { return report.WriteHTML(w, r, about) }); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	_, err = fmt.Fprintf(c.notes, "Report written to %s.\n", screen.Escape(cmd.HTML))
	return err
}
