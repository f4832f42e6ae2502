package main

import (
	"context"
	"fmt"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/wiring"
)

// harvestReportCmd says what became of the wanted records.
type harvestReportCmd struct {
	folder
	JSON bool `name:"json" help:"Print one JSON object for each record."`
}

// Run writes the report.
func (cmd *harvestReportCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	return cmd.write(ctx, c, lib)
}

func (cmd *harvestReportCmd) write(ctx context.Context, c *console, lib *wiring.Library) error {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return err
	}
	rows, err := cat.Wanted.List(ctx, catalogue.WantedQuery{})
	if err != nil {
		return err
	}
	for i := range rows {
		w := &rows[i]
		if cmd.JSON {
			if err := screen.WriteJSON(c.out, w, ""); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.out, "%s\t%s\t%s\t%s\t%s\n", w.State, screen.Escape(w.Record.Title), w.Outcome.Way, w.Outcome.Cause, screen.Escape(w.Outcome.URL))
	}
	return nil
}
