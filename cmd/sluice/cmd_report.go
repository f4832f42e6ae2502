package main

import (
	"context"
	"encoding/json"

	"sluice/cmd/sluice/internal/report"
)

type reportCmd struct {
	folder
	JSON bool `name:"json" help:"Print JSON."`
}

func (reportCmd) Help() string {
	return `Shows what all crawls of the library got: totals; the URLs per site, HTTP status,
type, depth (links from a seed) and directory level; errors and refused links by
cause; rates and times. Status 0 stands for URLs that never answered;
DDR is the number of documents to a page, ADR the part of the judged documents that were accepted. Documents
found are all URLs that are documents or that pages link to as such, fetched or not; what was fetched is accepted, rejected by
its cause, or waits to be read. A page that was sent under the name of a document, or only looked like one, is counted
by its cause.`
}

func (cmd *reportCmd) Run(ctx context.Context, c *console) error {
	lib, cat, err := openCatalogue(ctx, cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	r, err := cat.Report(context.TODO())
	if err != nil {
		return err
	}
	if cmd.JSON {
		out := json.NewEncoder(c.out)
		out.SetIndent("", "  ")
		return out.Encode(r)
	}
	return report.Write(c.out, r)
}
