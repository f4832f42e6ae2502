package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/harvest"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// harvestCmd groups the commands that look for the papers of a bibliography.
type harvestCmd struct {
	Get    harvestGetCmd    `cmd:"" default:"withargs" help:"Look for the papers of bibliographies, and for those that were missed before."`
	Report harvestReportCmd `cmd:"" help:"Say of each record where its paper was found, or why not."`
}

// Help returns the long text of 'sluice harvest'.
func (harvestCmd) Help() string {
	return `Gets the papers that a library lacks: a bibliography in, the papers out. Each record is looked for where it costs least first: at the
addresses that the record names, on the landing pages found there, on the homepages of its authors. What is found is accepted into the library, whatever its
genre is, and described by the record; of the others ` + "`sluice harvest report`" + ` says how far the search came, and why no further.

EXAMPLES

    sluice harvest -d papers --bib references.bib
    sluice harvest report -d papers`
}

// harvestGetCmd looks for papers.
type harvestGetCmd struct {
	Bib     []string `sep:"none" placeholder:"BIBLIOGRAPHY" help:"Look for the works of this bibliography, too: a file. Can be repeated. Without it, for those that were not found before."`
	Engine  []string `placeholder:"NAME,…" help:"Ask only these search engines for the homepages of authors; by default all that have what they need. 'none' asks none."`
	Engines string   `placeholder:"FILE" help:"The file of further engines; engines.yaml of the library by default."`
	folder
	converters
	verbosity
}

// Help returns the long text of 'sluice harvest get'.
func (harvestGetCmd) Help() string {
	return `Looks for the papers of bibliographies. ` + "`get`" + ` need not be written: 'sluice harvest --bib FILE' is the same.

Network and politeness are those of the library (sluice.yaml, which may be there before the first crawl; ` + "`sluice init`" + ` writes one). What was
requested once is not requested again: after an interruption the same command goes on, and it may name further bibliographies.

EXAMPLES

    sluice harvest -d papers --bib references.bib
    sluice harvest -d papers --bib icml.json --bib more.ris
    sluice harvest -d papers`
}

// Run enters the records into the library and looks for them.
func (cmd *harvestGetCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path(ctx)
	for _, name := range cmd.Bib {
		if _, err := os.Stat(name); err != nil { // before the library is made
			return err
		}
	}
	if len(cmd.Bib) == 0 {
		if found, err := wiring.Exists(ctx, dir); err != nil || !found {
			return errors.Join(err, usagef("no record to look for; name a bibliography with --bib"))
		}
	}
	return c.withHarvest(ctx, cmd, dir, func(ctx context.Context, lib *wiring.HarvestLibrary) error {
		return cmd.run(ctx, c, lib)
	})
}

// withHarvest opens a library for a harvest, makes it if there is none, calls do and closes it. A signal ends the context of do.
func (c *console) withHarvest(ctx context.Context, cmd *harvestGetCmd, dir string, do func(context.Context, *wiring.HarvestLibrary) error) (err error) {
	if err := checkOpenFiles(); err != nil {
		return err
	}
	crawl := &crawlCmd{folder: folder{Dir: dir}, converters: cmd.converters, verbosity: cmd.verbosity, documentsOnly: true}
	p, err := crawl.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	settings, err := json.Marshal(p.save)
	if err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	lib, err := wiring.Open(dir)
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	lib.Settings, lib.PlainArchive = string(settings), p.flags.Warc == "plain"
	setReading(p.flags, p.converters, lib)
	cfg, err := engineConfig(p.flags, nil, c.newLog(c.err, p.flags.LogFormat))
	if err != nil {
		return err
	}
	if err := lib.Begin(ctx); err != nil {
		return err
	}
	if p.isNew {
		if err := p.file.Write(dir); err != nil {
			return fmt.Errorf("settings: %w", err)
		}
	}
	c.noteContact(p.flags, cfg.Log)
	ctx, stop := untilSignal(ctx)
	defer stop()
	docs, err := lib.Harvest(ctx, cfg, nil)
	if err != nil {
		return err
	}
	defer closeAfter(&err, docs)
	if err = do(ctx, docs); isInterrupted(ctx, err) {
		fmt.Fprintln(c.notes, "Stopped. The same command goes on.")
		return errors.Join(refreshStopped(ctx, docs), errStopped)
	}
	return err
}

// run enters the records and looks for them.
func (cmd *harvestGetCmd) run(ctx context.Context, c *console, lib *wiring.HarvestLibrary) error {
	store := lib.Catalogue.Wanted
	if err := cmd.enterRecords(ctx, c, store); err != nil {
		return err
	}
	s := &seedSearch{cmd: &seedsFindCmd{folder: cmd.folder, Engine: cmd.Engine, Engines: cmd.Engines}, console: c, dir: cmd.path(ctx)}
	defer s.close()
	if err := s.openForHarvest(ctx); err != nil {
		return err
	}
	h := harvest.New(lib, store, harvest.Options{
		Engines: s.asks,
		OnRound: func(p harvest.Progress) {
			fmt.Fprintf(c.notes, "%s: %s of %s found, %s\n", p.Way, screen.Count(int64(p.Found)), screen.Counted(int64(p.Wanted), "work"), screen.Counted(int64(p.Requests), "request"))
		},
		OnEngineFailure: func(engine string, err error) {
			fmt.Fprintf(c.err, "%s is asked for nothing more: %s\n", engine, screen.Escape(err.Error()))
		},
	})
	if err := h.Run(ctx); err != nil {
		return err
	}
	counts, err := store.Counts(ctx)
	if err != nil {
		return err
	}
	found, missed := counts[catalogue.WantedFound], counts[catalogue.WantedMissed]
	fmt.Fprintf(c.notes, "%s: %s found, %s missed. `sluice harvest report -d %s` says where, and why.\n",
		screen.Counted(found+missed, "wanted work"), screen.Count(found), screen.Count(missed), shell.Quote(cmd.path(ctx)))
	return nil
}
