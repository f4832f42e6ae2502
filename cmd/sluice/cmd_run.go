package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/cyclerun"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/shell"
	"sluice/internal/wiring"
	"sluice/internal/wiring/sites"
)

// runCmd runs cycles on a library.
type runCmd struct {
	URLs   []string `arg:"" optional:"" name:"url" help:"Sites to be crawled, whatever the rules say of them. Each is chosen as soon as there is a place for a new site."`
	Cycles string   `group:"cycle" default:"1" placeholder:"N|forever" help:"Run N cycles, or one after the other until a signal comes. Between two cycles it waits until a site can be crawled."`
	settings.Cycle
	folder
	converters
	verbosity
	JSON bool `name:"json" group:"output" help:"Print the record of each cycle as JSON, one object a line, when it has ended."`
}

// Help returns the long text of 'sluice run'.
func (runCmd) Help() string {
	return `Runs the cycles of a library: sites are chosen and crawled, their documents fetched and judged, and from what came of them the next sites are chosen.
One command keeps a library for years; docs/cycles.md explains the rules. A cycle has these steps:

` + "`candidates`: The home pages of hosts that are known from links of pages and documents only are requested, at most --home-pages of them, and judged. A host that is refused is remembered with the reason; one whose home page failed is asked again after the waits of --wait-days.\n\n" +
		"`choose`: The sites of the cycle are chosen, as `sluice plan` shows them: new ones first, then those that have waited long enough.\n\n" +
		"`crawl`: They are crawled, with the settings of sluice.yaml. What the library has is requested only for changes.\n\n" +
		"`documents`: Documents that still wait after a limit has ended the crawl are fetched, and those that accepted documents cite, at most --cited-documents. All are read and judged.\n\n" +
		"`analyse`: What came of the cycle and of each site is recorded.\n\n" +
		"`relearn`: The models of the library are learned again, as by `sluice relearn`; those that are better on the crawl of the cycle are used.\n\n" +
		"`plan`: The next cycle is planned.\n" + `
Each step is recorded before it begins and after it has ended. Whatever interrupts a cycle, a signal, a crash or kill -9, the same command goes on with the
step that it was at. If no site can be crawled yet, the command ends, or waits with --cycles forever or a number above 1.

New sites are the seeds of sluice.yaml that were not crawled yet, the URLs of the command line, the hosts that were accepted, and the sites that
` + "`sluice seeds find`" + ` has found, those at random. A URL on the command line also overrules the refusal of its host; a pattern under ignore in sluice.yaml
refuses a host for good.

The limits of the settings, such as max-pages, hold for the crawl of each cycle. The keys of the flags below can be in sluice.yaml, too; ` + "`sluice init`" + ` writes
one to begin with, in which you give site owners an address.

After a cycle its record is printed, which ` + "`sluice cycles`" + ` shows again. ` + "`sluice plan`" + ` shows what the next one crawls, ` + "`sluice analyse`" + ` what was learned of
the sites, and ` + "`sluice report`" + ` what the library holds.

EXIT CODES

` + "`0`: All cycles have ended, or no site can be crawled yet.\n\n`1`: A cycle could not go on, for example because the disk is full. The same command tries again.\n\n" +
		"`2`: Invalid use, such as a library without any site to begin with.\n\n`3`: Stopped by the user. The same command goes on.\n" + `
EXAMPLES

    sluice init -d papers --profile papers
    sluice run -d papers https://www.cs.example.edu/ https://www.cs.example.org/
    sluice run -d papers
    sluice run -d papers --cycles forever
    sluice run -d papers --places 10 --json | jq .documents_accepted`
}

// forever is the number of cycles that never ends.
const forever = -1

// Run checks what can be wrong before it touches the folder.
func (cmd *runCmd) Run(ctx context.Context, c *console) error {
	cycles, err := cycleCount(cmd.Cycles)
	if err != nil {
		return err
	}
	for _, url := range cmd.URLs {
		if err := checkSeed(url); err != nil {
			return err
		}
	}
	dir := cmd.path(ctx)
	rules, err := loadCycleRules(dir, &cmd.Cycle, c.given)
	if err != nil {
		return err
	}
	if err := beginLibrary(ctx, dir, cmd.URLs); err != nil {
		return err
	}
	return cmd.run(ctx, c, c.cycles(dir, rules, cmd.converters, cmd.verbosity), cycles)
}

// run runs cycles until there were enough, or a signal comes.
func (cmd *runCmd) run(ctx context.Context, c *console, r *cyclerun.Run, cycles int) error {
	untilStop, done := untilSignal(ctx)
	defer done()
	for n := 0; n != cycles; {
		id, err := r.Cycle(ctx, untilStop)
		none, isNothing := errors.AsType[*cyclerun.NothingYetError](err)
		switch {
		case err == nil:
			n++
			if err := cmd.report(ctx, c, r.Dir, id); err != nil {
				return err
			}
		case errors.Is(err, errStopped), errors.Is(err, cyclerun.ErrStopped):
			fmt.Fprintf(c.notes, "Stopped. `sluice run -d %s` goes on with the cycle.\n", shell.Quote(r.Dir))
			return errStopped
		case isNothing && cycles == 1:
			fmt.Fprintf(c.notes, "Nothing to do: %s.\n", none.Error())
			return nil
		case isNothing && none.Next.IsZero() && cycles != forever:
			return err
		case isNothing:
			c.note("waiting: " + none.Error())
			waitUntil(untilStop, none.Next)
		case cycles == forever && errors.Is(err, wiring.ErrInUse):
			c.note("waiting: " + err.Error())
			waitUntil(untilStop, time.Now().Add(longestWait))
		default:
			return err
		}
		if untilStop.Err() != nil && (err != nil || n != cycles) {
			fmt.Fprintf(c.notes, "Stopped. `sluice run -d %s` goes on.\n", shell.Quote(r.Dir))
			return errStopped
		}
	}
	return nil
}

// note writes a line for the person who watches a run.
func (c *console) note(text string) { fmt.Fprintln(c.notes, screen.Escape(text)) }

// How long a run waits before it looks again whether a site can be crawled: the clock may be set, and people may name sites meanwhile.
const (
	shortestWait = time.Second
	longestWait  = 10 * time.Minute
)

// waitUntil waits until a time, within bounds, or until the context ends.
func waitUntil(ctx context.Context, at time.Time) {
	timer := time.NewTimer(min(max(time.Until(at), shortestWait), longestWait))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// report writes what came of a cycle.
func (cmd *runCmd) report(ctx context.Context, c *console, dir string, id int64) (err error) {
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	d, err := cyclerun.Details(ctx, lib, id)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, d, "")
	}
	if err := analysis.WriteCycle(c.notes, d); err != nil {
		return err
	}
	quoted := shell.Quote(dir)
	if next := d.Step(cyclerun.Plan); next != nil {
		_, err = fmt.Fprintf(c.notes, "\nNext: %s; `sluice run -d %s` makes the next cycle, `sluice report -d %[2]s` shows what the library holds.\n", screen.Escape(next.Outcome), quoted)
	}
	return err
}

// cycleCount returns the number of cycles that a text means.
func cycleCount(text string) (int, error) {
	if text == "forever" {
		return forever, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, usagef("--cycles: %q is neither a number from 1 on nor forever", text)
	}
	return n, nil
}

// beginLibrary makes the library if there is none yet, and keeps the sites that a person has named. A library that would have nothing to begin with is not made.
func beginLibrary(ctx context.Context, dir string, urls []string) error {
	exists, err := wiring.Exists(ctx, dir)
	if err != nil {
		return err
	}
	if !exists && len(urls) == 0 {
		_, seeds, err := currentSettings(ctx, dir, settings.LoadToCrawl)
		if err != nil {
			return err
		}
		found, err := candidatesOf(ctx, dir)
		if err != nil {
			return err
		}
		if len(seeds)+len(found.Sites) == 0 {
			return usagef("no site to begin with: name URLs, write them under seeds in %s/%s, or search with `sluice seeds find -d %[1]s 'PHRASE'`", dir, settings.FileName)
		}
	}
	if err := checkOpenFiles(); err != nil {
		return err
	}
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	err = lib.Begin(ctx)
	if err == nil && len(urls) > 0 {
		err = sites.Name(ctx, lib, urls)
	}
	return errors.Join(err, lib.Close())
}
