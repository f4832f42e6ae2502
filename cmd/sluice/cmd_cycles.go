package main

import (
	"context"
	"errors"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/cyclerun"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// cyclesCmd lists the cycles of a library. It reads only the catalogue.
type cyclesCmd struct {
	Cycle int64 `arg:"" optional:"" name:"cycle" help:"Show only this cycle, with its steps, its sites, and the hosts that were refused in it."`
	folder
	JSON bool `name:"json" group:"output" help:"Print JSON."`
}

// Help returns the long text of 'sluice cycles'.
func (cyclesCmd) Help() string {
	return `Lists the cycles that ` + "`sluice run`" + ` has made: when, how many sites were new or visited again, how many hosts were refused, what was requested, how many documents
were accepted that the library did not have, and what was new, changed, unchanged and gone. With a number it shows the
steps of that cycle, its sites with the reason for which each was chosen and what came of it, and the hosts that were refused with the reason.

EXAMPLES

    sluice cycles
    sluice cycles 3
    sluice cycles --json | jq '.[] | {cycle, documents_accepted}'`
}

// Run lists the cycles, or shows one.
func (cmd *cyclesCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	if cmd.Cycle != 0 {
		d, err := cyclerun.Details(ctx, lib, cmd.Cycle)
		if errors.Is(err, catalogue.ErrNoCycle) {
			return usageError{err}
		}
		if err != nil {
			return err
		}
		if cmd.JSON {
			return screen.WriteJSON(c.out, d, "  ")
		}
		return analysis.WriteCycle(c.out, d)
	}
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	all, err := cat.Cycles.All(ctx)
	if err != nil {
		return err
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, all, "  ")
	}
	if len(all) == 0 {
		return errors.New("the library has made no cycle yet; `sluice run` makes one")
	}
	return analysis.WriteCycles(c.out, all)
}
