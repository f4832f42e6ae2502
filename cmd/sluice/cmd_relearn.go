package main

import (
	"context"
	"errors"
	"fmt"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/document/genre"
	"sluice/internal/models"
	"sluice/internal/wiring"
	"sluice/internal/wiring/training"
)

// relearnCmd learns the models of a library again.
type relearnCmd struct {
	folder
	List    bool   `xor:"what" help:"List the versions of all models instead."`
	Restore string `xor:"what" placeholder:"VERSION" help:"Use VERSION again, named as in the list, such as anchors.2. Number 0 is what comes with the program."`
	JSON    bool   `name:"json" group:"output" help:"Print JSON."`
}

// Help returns the long text of `sluice relearn`.
func (relearnCmd) Help() string {
	return `Learns four models of a library again from its crawls, after each cycle for example. The last crawl is held out: a model is learned from the
earlier crawls, and it and the one in use are compared on what the last crawl has found. Only a model that is better is used. Nothing
is requested from the network. docs/cycles.md explains the comparison.

MODELS

` + "`anchors`: The keywords of the strategy anchor-priority, as by `sluice train anchors`.\n\n" +
		"`floors`: For each type of documents, the size under which none was accepted, as in `sluice analyse`.\n\n" +
		"`genre`: The document filter, with the genres that you have corrected with `sluice judge`.\n\n" +
		"`topic`: The terms of the topic, with the documents that you have accepted, and those that you have rejected although their genre is accepted.\n" + `
Each new model is kept as a version in models/versions, with its date, the crawl on which it was measured and the figures of both models, and so is
a model that was made by hand before it is replaced. A crawl must not run at the same time.

EXAMPLES

    sluice relearn -d mylib
    sluice relearn -d mylib --list
    sluice relearn -d mylib --restore anchors.1`
}

// Run learns, lists or restores.
func (cmd *relearnCmd) Run(ctx context.Context, c *console) (err error) {
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	flags, _, err := currentSettings(ctx, lib.Dir(), settings.Load)
	if err != nil {
		return err
	}
	for _, name := range flags.Accept {
		lib.Accept = append(lib.Accept, genre.Genre(name))
	}
	switch {
	case cmd.Restore != "":
		return cmd.restore(ctx, c, lib)
	case cmd.List:
		versions, err := training.Versions(ctx, lib)
		if err != nil {
			return err
		}
		return cmd.write(c, versions, analysis.WriteVersions)
	}
	versions, err := trainOnPages(ctx, c, lib, training.Relearn)
	if err != nil {
		return err
	}
	return cmd.write(c, versions, analysis.WriteTrials)
}

// write writes versions as JSON or as a table.
func (cmd *relearnCmd) write(c *console, versions []models.Version, table analysis.VersionTable) error {
	if cmd.JSON {
		if versions == nil {
			versions = []models.Version{}
		}
		return screen.WriteJSON(c.out, versions, "  ")
	}
	return table(c.out, versions)
}

// restore uses an earlier version again.
func (cmd *relearnCmd) restore(ctx context.Context, c *console, lib *wiring.Library) error {
	ctx, stop := untilSignal(ctx)
	defer stop()
	v, err := training.Restore(ctx, lib, cmd.Restore)
	switch {
	case errors.Is(err, models.ErrNoVersion):
		return usagef("--restore: %w; `sluice relearn --list` has them", err)
	case isInterrupted(ctx, err):
		fmt.Fprintln(c.notes, "Stopped. The same command does the rest.")
		return errStopped
	case err != nil:
		return err
	}
	if v.Number == 0 {
		fmt.Fprintf(c.notes, "The library uses what comes with the program for %s.\n", v.Kind)
		return nil
	}
	fmt.Fprintf(c.notes, "The library uses %s.\n", v.Name())
	return nil
}
