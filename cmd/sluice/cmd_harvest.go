package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
	"sluice/internal/harvest"
	"sluice/internal/harvest/identity"
	bibsource "sluice/internal/harvest/source"
	"sluice/internal/harvest/venue"
	"sluice/internal/harvest/wanted"
	"sluice/internal/seeds/engine"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// harvestCmd groups the commands that look for the papers of a bibliography.
type harvestCmd struct {
	Get    harvestGetCmd    `cmd:"" default:"withargs" help:"Look for the papers of bibliographies, and for those that were missed before."`
	Report harvestReportCmd `cmd:"" help:"Say of each record where its paper was found, or why not."`

	OAI harvestOAICmd `cmd:"" name:"oai" help:"Put the works of many repositories on the list of wanted works, by OAI-PMH."`

	Elsewhere harvestElsewhereCmd `cmd:"" help:"Say which documents of the library others do not have."`
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
	Bib         []string `sep:"none" placeholder:"BIBLIOGRAPHY" help:"Look for the works of this bibliography, too: a file, dblp:KEY, openalex:FILTER, crossref:FILTER, s2:WORDS, oai:URL[:SET], or references (what the library's documents cite). Can be repeated. Without it, for those that were not found before."`
	Venue       []string `sep:"none" placeholder:"NAME" help:"Only works of this venue, in any of its names: ICML, or International Conference on Machine Learning. Can be repeated."`
	Years       string   `placeholder:"YEARS" help:"Only works of these years: 1998-2004, 1998-, or 2001,2003."`
	MissingFrom []string `sep:"none" placeholder:"LIST" help:"Only works that this list does not have: a bibliography as for --bib, or the folder of another library. Can be repeated."`
	Match       string   `enum:"fuzzy,exact" default:"fuzzy" help:"Whether the library or another list has a work: fuzzy compares identifiers, titles, authors and years, exact only titles, as in the publication of 2005."`
	Filter      string   `enum:"judged,jcdl2005" default:"judged" help:"Choose homepages by what their pages say (judged), or by the published rules of 2005 alone."`
	Engine      []string `placeholder:"NAME,…" help:"Ask only these search engines for the homepages of authors; by default all that find pages and have what they need. 'none' asks none."`
	Engines     string   `placeholder:"FILE" help:"The file of further engines; engines.yaml of the library by default."`
	folder
	converters
	verbosity
}

// Help returns the long text of 'sluice harvest get'.
func (harvestGetCmd) Help() string {
	return `Looks for the papers of bibliographies. ` + "`get`" + ` need not be written: 'sluice harvest --bib FILE' is the same.

Network and politeness are those of the library (sluice.yaml, which may be there before the first crawl; ` + "`sluice init`" + ` writes one). What was
requested once is not requested again: after an interruption the same command goes on, and it may name further bibliographies.

A file is BibTeX, RIS, CSL-JSON, CSV, JSON Lines, Zotero RDF, or a dump of DBLP, OpenAlex, Crossref or the ACL Anthology, compressed by gzip or not. Entries that
cannot be used are named, and the others count.

EXIT CODES

` + "`0`: The harvest has ended. Works that were not found are results.\n\n`1`: Error: something could not be done.\n\n`2`: Invalid use; no library is made.\n\n" +
		"`3`: Stopped by the user; the same command continues.\n" + `
EXAMPLES

    sluice harvest -d papers --bib references.bib
    sluice harvest -d papers --bib dblp:conf/icml --years 1998-2004
    sluice harvest -d papers --bib openalex:primary_location.source.id:S1980519 --missing-from otherlib
    sluice harvest -d papers --bib references
    sluice harvest -d papers`
}

// Run enters the records into the library and looks for them.
func (cmd *harvestGetCmd) Run(ctx context.Context, c *console) error {
	chosen, err := cmd.check(ctx, c)
	if err != nil {
		return err
	}
	return c.withHarvest(ctx, &crawlCmd{folder: cmd.folder, converters: cmd.converters, verbosity: cmd.verbosity, documentsOnly: true}, func(ctx context.Context, lib *wiring.HarvestLibrary) error {
		return cmd.run(ctx, c, lib, chosen)
	})
}

// check checks all arguments, before a library is made, and returns the venues and years that are chosen.
func (cmd *harvestGetCmd) check(ctx context.Context, c *console) (*venue.Filter, error) {
	chosen, err := venue.NewFilter(cmd.Venue, cmd.Years)
	if err != nil {
		return nil, usageError{err}
	}
	if len(cmd.Bib) == 0 && len(cmd.Venue)+len(cmd.Years)+len(cmd.MissingFrom) > 0 {
		return nil, usagef("--venue, --years and --missing-from choose records of a bibliography; name it with --bib")
	}
	if slices.Contains(cmd.Engine, engine.References) {
		return nil, usagef("--engine: %s is a list, in which no author can be searched for; `--bib references` takes its works", engine.References)
	}
	engines := cmd.engines(ctx, c)
	defer engines.close()
	if err := engines.openOthers(); err != nil {
		return nil, err
	}
	for _, name := range slices.Concat(cmd.Bib, cmd.MissingFrom) {
		if err := checkBibliography(ctx, name); err != nil {
			return nil, err
		}
	}
	if !slices.ContainsFunc(cmd.Bib, func(name string) bool { return name != string(bibsource.OfReferences) }) { // the works are those of the library
		if found, err := wiring.Exists(ctx, cmd.path(ctx)); err != nil || !found {
			return nil, errors.Join(err, usagef("no record to look for; name a bibliography with --bib"))
		}
	}
	return chosen, nil
}

// engines returns what searches for homepages.
func (cmd *harvestGetCmd) engines(ctx context.Context, c *console) *seedSearch {
	return &seedSearch{cmd: &seedsFindCmd{folder: cmd.folder, Engine: cmd.Engine, Engines: cmd.Engines}, console: c, dir: cmd.path(ctx), ofPages: true}
}

// withHarvest opens a library for a harvest by the settings of a crawl, or a new one, calls do and closes it. A signal ends the context of do.
func (c *console) withHarvest(ctx context.Context, crawl *crawlCmd, do func(context.Context, *wiring.HarvestLibrary) error) (err error) {
	if err := checkOpenFiles(); err != nil {
		return err
	}
	dir := crawl.path(ctx)
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
	c.noteContact(p.flags, cfg.Log, "set contact in "+screen.Escape(filepath.Join(dir, "sluice.yaml")))
	ctx, stop := untilSignal(ctx)
	defer stop()
	docs, err := lib.Harvest(ctx, cfg)
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
func (cmd *harvestGetCmd) run(ctx context.Context, c *console, lib *wiring.HarvestLibrary, chosen *venue.Filter) error {
	store := lib.Catalogue.Wanted
	s := cmd.engines(ctx, c)
	defer s.close()
	if err := s.openForHarvest(ctx); err != nil {
		return err
	}
	o, err := s.bibliographyOptions(lib.Contents)
	if err != nil {
		return err
	}
	if err := cmd.enter(ctx, c, o, store, chosen); err != nil {
		return err
	}
	h := harvest.New(lib, store, harvest.Options{
		Engines: s.asks, Published: cmd.Filter == "jcdl2005", Exact: cmd.Match == "exact",
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
	if found+missed == 0 {
		fmt.Fprintln(c.notes, "The list of wanted works is empty.")
		return nil
	}
	fmt.Fprintf(c.notes, "%s: %s in the library now, %s missed. `sluice harvest report -d %s` says where, and why.\n",
		screen.Counted(found+missed, "wanted work"), screen.Count(found), screen.Count(missed), shell.Quote(cmd.path(ctx)))
	return nil
}

// enter enters the records of the bibliographies into the list of wanted works.
func (cmd *harvestGetCmd) enter(ctx context.Context, c *console, o bibsource.Options, store wanted.Store, venues *venue.Filter) error {
	if len(cmd.Bib) == 0 {
		return nil
	}
	chosen := &wanted.Selection{Venues: venues}
	if cmd.Match == "exact" {
		chosen.Mode = identity.Exact
	}
	if len(cmd.MissingFrom) > 0 {
		chosen.Lists = identity.NewIndex()
	}
	for _, name := range cmd.MissingFrom {
		if err := indexBibliography(ctx, chosen.Lists, name, o); err != nil {
			return err
		}
	}
	list, err := wanted.Open(ctx, store)
	if err != nil {
		return err
	}
	return c.enterRecords(ctx, list, cmd.Bib, chosen, o)
}
