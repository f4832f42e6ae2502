package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"sluice/cmd/sluice/internal/harvestreport"
	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// harvestReportCmd says what became of the wanted works. It reads only the catalogue.
type harvestReportCmd struct {
	folder
	JSON bool   `name:"json" help:"Print one JSON object: the totals, and each work with its attempts."`
	HTML string `name:"html" placeholder:"FILE" help:"Write one HTML page to FILE; '-' is standard output."`
}

// Help returns the long text of 'sluice harvest report'.
func (harvestReportCmd) Help() string {
	return `Says of each wanted work where it was found, by which way and in which version, or how far the search came and why no further. Before that it has
the totals: recall (the share of the works that the library has now), of all and by venue and year, what each way has brought, and why works were missed, with what
you can do.

WORDS

` + "`held`: The library had it before.\n\n`recall`: Works that are held or found ÷ wanted works. Of those that were missing: works found ÷ works that were not held.\n\n" +
		"`of all`, `of missing`: The recall of a venue or a year, of all its wanted works, and of those that were missing.\n\n`requests`: All that were made for a work, to search engines, too. One that served several works counts for the first of them.\n" + `
EXAMPLES

    sluice harvest report -d papers
    sluice harvest report -d papers --html missing.html
    sluice harvest report -d papers --json | jq '.works[] | select(.state == "missed")'`
}

// Run writes the report.
func (cmd *harvestReportCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.JSON && cmd.HTML != "" {
		return usagef("--json and --html exclude each other")
	}
	dir := cmd.path(ctx)
	lib, err := open(ctx, dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	works, err := wantedWorks(ctx, cat.Wanted)
	if err != nil {
		return err
	}
	if len(works) == 0 {
		return fmt.Errorf("the library has no wanted works; name a bibliography, as in `sluice harvest --bib FILE`")
	}
	path, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	r, err := harvestreport.New(filepath.Base(path), works, func(w *catalogue.WantedWork) ([]catalogue.WantedAttempt, error) { return cat.Wanted.History(ctx, w.ID) })
	if err != nil {
		return err
	}
	switch cmd.HTML {
	case "":
	case "-":
		return harvestreport.WriteHTML(c.out, r)
	default:
		if err := outfile.Write(ctx, cmd.HTML, func(w io.Writer) error { return harvestreport.WriteHTML(w, r) }); err != nil {
			return fmt.Errorf("write report: %w", err)
		}
		_, err = fmt.Fprintf(c.notes, "Report written to %s.\n", screen.Escape(cmd.HTML))
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "  ")
	}
	return harvestreport.Write(c.out, r, screen.TerminalWidth(c.out, 0))
}

// wantedWorks returns all wanted works.
func wantedWorks(ctx context.Context, table *catalogue.Wanted) (all []catalogue.WantedWork, err error) {
	for q := (catalogue.WantedQuery{}); ; q.After = all[len(all)-1].ID {
		some, err := table.List(ctx, q)
		if all = append(all, some...); err != nil || len(some) == 0 {
			return all, err
		}
	}
}
