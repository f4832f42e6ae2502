package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/units"
	"sluice/focus"
	"sluice/internal/earlystop"
	"sluice/internal/lab"
	"sluice/internal/sparseweb"
	"sluice/weburl"
)

// labStopCmd measures what early stops miss.
type labStopCmd struct {
	Web              []string    `placeholder:"DIR" help:"A recorded web: a library, or a folder with sites as DIR/HOST/PATH. May be repeated."`
	Made             bool        `help:"Use sites that are made for it: 14,000 to 30,000 pages with few documents, which no recorded web has."`
	Targets          string      `placeholder:"FILE" help:"The documents, one URL a line, if the web was recorded without them."`
	Strategy         string      `default:"adaptive" placeholder:"NAME" help:"The strategy of the crawl."`
	EarlyStopPages   int64       `default:"${early_stop_pages}" placeholder:"N" help:"Examine a site after N of its pages, and again after each N more."`
	EarlyStopRecheck int64       `default:"${early_stop_recheck}" placeholder:"N" help:"Stop a site with too few documents if that is still so N pages later."`
	EarlyStopShare   units.Share `default:"${early_stop_share}" placeholder:"SHARE" help:"Documents found, divided by pages, below which a site has too few."`
	EarlyStopPrice   int64       `placeholder:"N" help:"Stop a site also when an examination expects fewer than N documents from its next 1,000 pages. 0 means never."`
	labWeb           `embed:""`
	JSON             bool `name:"json" help:"Print JSON."`
}

// Help returns the long text of `sluice lab stop`.
func (labStopCmd) Help() string {
	return `Walks through recorded webs, examines their sites as a crawl with --early-stop does, and says what that would have missed: a site that would have been stopped is walked
to its end, and what that finds is compared with what the stop expects. Nothing is requested from the network, and equal commands have equal results.

COLUMNS

` + "`pages, found`: What was requested of the site when it was stopped, and the documents to which these pages link.\n\n" +
		"`waiting`: The links that waited.\n\n" +
		"`expected`: How many documents the stop expects behind them.\n\n" +
		"`missed`: How many there were.\n\n" +
		"`saved`: How many requests that would have taken.\n" + `
The lines below the table have the sums: of what was missed, the part that the estimates cover is all of a site's, or the high end of its estimate if more was missed.

EXAMPLES

    sluice lab stop --made
    sluice lab stop --web mylib --early-stop-pages 500 --early-stop-recheck 100`
}

// Run walks through the webs and writes the table.
func (cmd *labStopCmd) Run(ctx context.Context, c *console) error {
	if len(cmd.Web) == 0 && !cmd.Made {
		return usagef("name a recorded web with --web, or use the made one with --made")
	}
	if cmd.EarlyStopPages < 1 || cmd.EarlyStopRecheck < 1 || cmd.EarlyStopShare == 0 || cmd.EarlyStopPrice < 0 {
		return usagef("--early-stop-pages, --early-stop-recheck and --early-stop-share must be positive, and --early-stop-price must not be negative")
	}
	if _, err := focus.Named(cmd.Strategy, 0); err != nil {
		return usagef("--strategy: %w", err)
	}
	var list map[weburl.Key]bool
	if cmd.Targets != "" {
		var err error
		if list, err = readURLs("--targets", cmd.Targets, lab.ReadList); err != nil {
			return err
		}
	}
	ctx, stop := untilSignal(ctx)
	defer stop()
	var all []*lab.EarlyStops
	err := cmd.eachWeb(ctx, func(name string, web *lab.Web) error {
		rules := earlystop.Options{Pages: cmd.EarlyStopPages, Recheck: cmd.EarlyStopRecheck, Share: float64(cmd.EarlyStopShare), Price: cmd.EarlyStopPrice}
		one, err := lab.StopEarly(ctx, name, web, cmd.Strategy, lab.Documents(web, list), rules)
		all = append(all, one)
		return err
	})
	if isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped; nothing was measured.")
		return errStopped
	}
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, all, "  ")
	}
	return writeStops(c.out, all)
}

// eachWeb calls do with each web, those that are made site by site.
func (cmd *labStopCmd) eachWeb(ctx context.Context, do func(name string, web *lab.Web) error) error {
	with := func(name string, web *lab.Web, opened error) (err error) {
		if opened != nil {
			return opened
		}
		defer closeAfter(&err, web)
		return do(name, web)
	}
	for _, dir := range cmd.Web {
		web, err := cmd.open(ctx, dir)
		if err := with(filepath.Base(filepath.Clean(dir)), web, err); err != nil {
			return err
		}
	}
	if !cmd.Made {
		return nil
	}
	for _, site := range sparseweb.Sites() {
		web, err := lab.OpenSites(site.Host, sparseweb.FS([]sparseweb.Site{site}), lab.Options{})
		if err := with(site.Host, web, err); err != nil {
			return err
		}
	}
	return nil
}

// writeStops writes what came of the rules for people.
func writeStops(w io.Writer, all []*lab.EarlyStops) error {
	table := screen.Table{Width: screen.TerminalWidth(w, 0), Columns: []screen.Column{{Title: "site", Shrink: true}, {Title: "rule"}, {Title: "pages", Right: true}, {Title: "found", Right: true},
		{Title: "waiting", Right: true}, {Title: "expected", Right: true}, {Title: "missed", Right: true}, {Title: "saved", Right: true}}}
	var sites, requests, documents, stopped, saved, missed, covered, right int64
	for _, e := range all {
		s, m, c := e.Total()
		sites, requests, documents, saved, missed, covered = sites+int64(e.Sites), requests+e.Requests, documents+e.Documents, saved+s, missed+m, covered+c
		for i := range e.Stops {
			x := &e.Stops[i]
			stopped++
			if x.MissedLow <= x.Missed && x.Missed <= x.MissedHigh {
				right++
			}
			table.Rows = append(table.Rows, []string{x.Host, x.Rule, screen.Count(x.Pages), screen.Count(x.Found), screen.Count(x.Waiting), fmt.Sprintf("%s to %s", screen.Count(x.MissedLow), screen.Count(x.MissedHigh)),
				screen.Count(x.Missed), screen.Count(x.Saved)})
		}
	}
	if stopped == 0 {
		_, err := fmt.Fprintf(w, "No site of %s was stopped.\n", screen.Counted(sites, "site"))
		return err
	}
	if err := table.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s of %s stopped, %s of them with an estimate that holds.\nSaved: %s of %s requests (%s). Missed: %s of %s documents (%s).\n%s\n", screen.Count(stopped), screen.Counted(sites, "site"), screen.Count(right),
		screen.Count(saved), screen.Count(requests), percentOf(saved, requests), screen.Count(missed), screen.Count(documents), percentOf(missed, documents), covering(covered, missed))
	return err
}

// covering says how many of the documents that were missed the estimates cover.
func covering(covered, missed int64) string {
	if missed == 0 {
		return "Nothing was missed that the estimates could cover."
	}
	return "Of what was missed, the estimates cover " + percentOf(covered, missed) + "."
}

// percentOf returns a share of a number as percents; 0 of nothing.
func percentOf(part, whole int64) string {
	whole = max(whole, 1)
	return fmt.Sprintf("%.0f %%", 100*float64(part)/float64(whole))
}
