package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strconv"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/units"
	"sluice/internal/cycle/revisit"
	"sluice/internal/lab"
)

// labRevisitCmd compares schedules of revisits.
type labRevisitCmd struct {
	Web      []string    `required:"" placeholder:"DIR" help:"A recorded web: a library, or a folder with sites as DIR/HOST/PATH. May be repeated."`
	Requests float64     `placeholder:"N" help:"Requests a day. Default: a twentieth of the number of pages."`
	Stated   units.Share `default:"0.49" placeholder:"SHARE" help:"The share of sites whose sitemaps state when pages have changed. The default is that of the Web."`
	Runs     int         `default:"10" placeholder:"N" help:"Draw N models, each from another seed; the figures are their means."`
	SVG      string      `name:"svg" placeholder:"FILE" help:"Write a chart of freshness over requests to FILE, from a quarter of --requests to four times as many."`
	labWeb   `embed:""`
	JSON     bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab revisit`.
func (labRevisitCmd) Help() string {
	return `Compares schedules by which the pages of a library are visited again. The sites, their pages and what these link to are those of the recorded webs. When pages
change, and what their sites announce of it, is drawn from a model: change rates from one in years to several a day, sitemaps with times on half of
the sites, wrong ones on 18 % of these, feeds. docs/cycles.md describes it. Nothing is requested from the network, and equal commands have equal results.

All schedules have the same number of requests a day. They learn for 60 days, and are measured for 180.

COLUMNS

` + "`rates`: The change rates by which pages are visited: learned from visits, or the true ones of the model, which no crawler knows.\n\n" +
		"`fresh`: The mean share of the importance of pages that is as the library has it. A page has importance 1, and 1 for each document to which it links.\n\n" +
		"`age`: The mean time since the first change that the library does not have, 0 while there is none, in days, weighted by importance.\n\n" +
		"`requests`: Requests a day, those for sitemaps and feeds included.\n" + `
The lines below the table say with what share of the requests Sluice's schedule is as fresh, and as young, as LambdaCrawl without announcements: on these models, and on
others in which the sitemaps of all sites state times, 18 % of them wrong ones.

EXAMPLES

    sluice lab revisit --web mylib
    sluice lab revisit --web sites --requests 200 --svg revisit.svg`
}

// curveBudgets are the factors of the requests in the chart.
var curveBudgets = []float64{0.25, 0.5, 1, 2, 4}

// Run compares the schedules and writes the table.
func (cmd *labRevisitCmd) Run(ctx context.Context, c *console) error {
	if cmd.Requests < 0 || math.IsNaN(cmd.Requests) || math.IsInf(cmd.Requests, 0) || cmd.Runs < 1 {
		return usagef("--requests must be a number that is not negative, and --runs at least 1")
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	plan := revisit.Plan{Requests: cmd.Requests, Runs: cmd.Runs, Stated: float64(cmd.Stated)}
	for _, dir := range cmd.Web {
		pages, err := cmd.pages(ctx, dir)
		if err != nil {
			return err
		}
		plan.Pages = append(plan.Pages, pages...)
	}
	if plan.Requests == 0 {
		plan.Requests = float64(len(plan.Pages)) / 20
	}
	if cmd.SVG != "" {
		plan.Budgets = curveBudgets
	}
	r, err := revisit.Compare(ctx, plan)
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; nothing was compared.")
		return errStopped
	}
	if err != nil {
		return err
	}
	if cmd.SVG != "" {
		err := outfile.Write(ctx, cmd.SVG, func(w io.Writer) error {
			_, err := io.WriteString(w, r.SVG(curveBudgets))
			return err
		})
		if err != nil {
			return fmt.Errorf("--svg: %w", err)
		}
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, r, "  ")
	}
	return writeRevisits(c.out, r)
}

// pages returns the pages of a recorded web.
func (cmd *labRevisitCmd) pages(ctx context.Context, dir string) (pages []revisit.Page, err error) {
	web, err := cmd.open(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer closeAfter(&err, web)
	g, err := lab.ReadGraph(ctx, web, nil)
	if err != nil {
		return nil, err
	}
	for _, p := range g.Pages() {
		pages = append(pages, revisit.Page(p))
	}
	return pages, nil
}

// writeRevisits writes a comparison for people.
func writeRevisits(w io.Writer, r *revisit.Result) error {
	fmt.Fprintf(w, "%s of %s, %.1f requests a day, %.0f days, means of %s\n\n", screen.Counted(int64(r.Pages), "page"), screen.Counted(int64(r.Hosts), "site"), r.Requests, r.Days,
		screen.Counted(int64(r.Runs), "model"))
	table := screen.Table{Width: screen.TerminalWidth(w, 0), Columns: []screen.Column{{Title: "schedule"}, {Title: "rates"}, {Title: "fresh", Right: true}, {Title: "age", Right: true},
		{Title: "requests", Right: true}, {Title: "what it does", Shrink: true}}}
	for _, row := range r.Rows {
		table.Rows = append(table.Rows, []string{row.Schedule, row.Rates, strconv.FormatFloat(row.Fresh, 'f', 3, 64), strconv.FormatFloat(row.Age, 'f', 1, 64),
			strconv.FormatFloat(row.Requests, 'f', 1, 64), row.About})
	}
	if err := table.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s is as fresh as %s with %.0f %% of its requests, and as young with %.0f %%;\nif the sitemaps of all sites stated times, with %.0f %% and %.0f %%.\n",
		revisit.Sluice, revisit.LambdaCrawl, 100*r.ForEqualFreshness, 100*r.ForEqualAge, 100*r.IfAllState.ForEqualFreshness, 100*r.IfAllState.ForEqualAge)
	return err
}
