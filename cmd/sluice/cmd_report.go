package main

import (
	"context"

	"sluice/cmd/sluice/internal/report"
	"sluice/cmd/sluice/internal/screen"
)

// reportCmd writes the report. It reads only the catalogue, so it works while a crawl runs and
// without the archive.
type reportCmd struct {
	folder
	JSON bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice report`.
func (reportCmd) Help() string {
	return `Shows the result of all crawls of the library: totals; the URLs by site, HTTP status,
type, depth (links from a seed) and directory level; errors and refused links by
cause; rates and times. Each visited URL counts once, by its last response: as a page, a document, a redirect
or an error. Status 0 means that a URL never responded. DDR is the number of documents per other URL visited, ADR the share of accepted documents among those judged. Found documents are all URLs that are
documents or that pages link to as documents, fetched or not. Fetched documents are accepted, rejected with a
cause, or waiting to be read. Pages that were sent instead of a document, or only looked like one, are counted
by cause.`
}

// Run writes the report as JSON or as tables.
func (cmd *reportCmd) Run(ctx context.Context, c *console) (err error) {
	lib, cat, err := openCatalogue(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	r, err := cat.Report(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "  ")
	}
	return report.Write(c.out, r)
}
